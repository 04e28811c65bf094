import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import source from '../../adapters/kh_gdt.ts'
import { LayoutError } from '../../adapters/source.ts'

const page = readFileSync('fixtures/kh_gdt/main/2026-09.html', 'utf8')
const FIRST = page.split('\n').find((line) => line.includes('September 2'))!
const url = 'https://www.tax.gov.kh/en/exchange-rate?for_year=2026&for_month=09'

async function read(text: string) {
  const request = { method: 'GET' as const, url, headers: {} }
  const rows = await source.parse({
    source: 'kh_gdt',
    request,
    mediaType: 'text/html',
    headers: {},
    body: Buffer.from(text)
  })
  return rows.map(({ date, value }) => `${date} ${value}`)
}

const BOTH = ['2026-09-02 4047', '2026-09-01 4046']

it.each([
  ['a row of notes', page.replace('</tbody>', '<tr><td colspan="4">1 USD in riel, Tel. 1300</td></tr></tbody>')],
  ['a note in one cell above the days', page.replace('<tbody>', '<tbody><tr><td>Daily rates</td></tr>')],
  ['an empty row', page.replace(FIRST, `<tr><td></td><td>&nbsp;</td></tr>${FIRST}`)],
  ['an empty first column', page.replaceAll('<tr>', '<tr><td></td>')],
  ['an empty column before the rate', page.replaceAll('USD/KHR</td>', 'USD/KHR</td><td></td>')],
  ['a column of numbers', page.replace(/<tr><td>/g, '<tr><td>1</td><td>')],
  ['a row printed twice', page.replace(FIRST, FIRST + FIRST)],
  ['the table printed twice', page.replace(/<table[^]*<\/table>/, '$&$&')],
  ['another table', page.replace('<table', '<table><tr><td>2026</td><td>2025</td></tr></table><table')],
  ['no source', page.replaceAll('<td>National Bank of Cambodia</td>', '')],
  ['the other order of the pair', page.replaceAll('USD/KHR', 'KHR / USD')],
  ['a rate without a separator', page.replace('4,047', '4047')],
  ['a second line in the date', page.replace('September 2, 2026', 'September 2, 2026<br>Wednesday')]
])('reads a table with %s', async (_, text) => {
  expect(await read(text)).toEqual(BOTH)
})

it('skips a day without a rate', async () => {
  for (const nothing of ['', '-']) expect(await read(page.replace('4,047', nothing))).toEqual([BOTH[1]])
})

it('returns both figures of a day that is printed twice with different rates', async () => {
  expect(await read(page.replace(FIRST, FIRST + FIRST.replace('4,047', '4,074')))).toContain('2026-09-02 4074')
})

it.each([
  ['another currency', page.replace(FIRST, FIRST + FIRST.replace('USD', 'EUR').replace('4,047', '4,720'))],
  ['two rates a day', page.replaceAll('National Bank of Cambodia', '4,051')],
  ['a figure that is no rate of the dollar', page.replace('4,047', '40,470')],
  ['a rate for one riel', page.replace('4,047', '0.000247')],
  ['another form of the date', page.replace('September 2, 2026', '02/09/2026')],
  ['two dates a day', page.replace('September 2, 2026', 'September 2, 2026 to September 3, 2026')],
  ['no day', page.replace(/<tbody>[^]*<\/tbody>/, '<tbody></tbody>')]
])('refuses a table with %s', async (_, text) => {
  await expect(read(text)).rejects.toThrow(LayoutError)
})
