import { utils, read, write } from '@e965/xlsx'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readCounted } from '../../adapters/kit/skip.ts'
import { loadSources } from '../../adapters/registry.ts'
import type { Publication } from '../../adapters/source.ts'
import { readRecording } from '../../pipelines/fetch/replay.ts'
import { FIXTURES, replay } from './fixture.ts'

const sources = new Map((await loadSources()).map((source) => [source.code, source]))

async function documentOf(code: string): Promise<Publication> {
  const [publication] = await replay(sources.get(code)!, await readRecording(join(FIXTURES, code, 'main')))
  return publication!
}

async function withCell(code: string, sheet: string, cell: string, value: string | number): Promise<Publication> {
  const publication = await documentOf(code)
  const book = read(publication.body, { type: 'buffer' })
  utils.sheet_add_aoa(book.Sheets[sheet]!, [[value]], { origin: cell })
  return { ...publication, body: write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer }
}

/** Of each sheet of a workbook, a copy without it and one in which it has another name. */
async function without(code: string, name: string): Promise<Publication[]> {
  const publication = await documentOf(code)
  return ['Sheet9', undefined].map((other) => {
    const book = read(publication.body, { type: 'buffer' })
    const names = book.SheetNames.flatMap((it) => (it === name ? (other ?? []) : it))
    book.Sheets.Sheet9 = book.Sheets[name]!
    return {
      ...publication,
      body: write({ ...book, SheetNames: names }, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
    }
  })
}

const readParts = (code: string, publication: Publication) => readCounted(() => sources.get(code)!.parse(publication))

it.each([
  ['bou', 'Daily Exchange Rates'],
  ['bcrd', 'Diaria']
])('refuses a workbook of %s whose sheet %s has another name, or is gone', async (code, name) => {
  for (const publication of await without(code, name))
    expect(() => sources.get(code)!.parse(publication)).toThrow(`expected a sheet ${name}, found`)
})

it.each([
  ['bou', 'Interbank Forex Market', ['buy_monthly_average', 'sell_monthly_average']],
  ['bou', 'Monthly Bureau Rates', ['bureau_buy', 'bureau_sell']],
  ['bou', 'Monthly Summary', ['month_end', 'monthly_average']],
  ['bcrd', 'PromMensual', ['buy_monthly_average', 'sell_monthly_average']]
])('reads a workbook of %s without sheet %s, and counts the skipped sheet', async (code, name, types) => {
  const { rows } = await readParts(code, await documentOf(code))
  for (const publication of await without(code, name)) {
    const { rows: others, skippedItems } = await readParts(code, publication)
    expect(others).toEqual(rows.filter(({ type }) => !types.includes(type)))
    expect(others.length).toBeLessThan(rows.length)
    expect(Object.keys(skippedItems)).toContainEqual(expect.stringContaining(`expected a sheet ${name}, found`))
  }
})

it.each([
  ['Monthly Bureau Rates', 'B6', 'Mar-19', 'bureau_buy'],
  ['Interbank Forex Market', 'A8', 'March', 'buy_monthly_average'],
  ['Monthly Summary', 'F5', 'Jan-05', 'month_end']
])('skips sheet %s of bou by name if a month is not a date', async (sheet, cell, month, type) => {
  const { rows, skippedItems } = await readParts('bou', await withCell('bou', sheet, cell, month))
  expect(skippedItems).toMatchObject({ [`expected a date serial number, found "${month}"`]: 1 })
  expect(rows.map((it) => it.type)).toContain('middle')
  expect(rows.map((it) => it.type)).not.toContain(type)
})

it('contradicts a rate of cbt in the direction that its name does not give', async () => {
  const publication = await documentOf('cbt')
  const body = Buffer.from(Buffer.from(publication.body).toString('utf8').replace('ÝEWRO / ABŞ-NYŇ DOLLARY', 'ÝEWRO'))
  const rows = await sources.get('cbt')!.parse({ ...publication, body })
  expect(rows.filter((it) => it.contradicted !== undefined)).toEqual([
    expect.objectContaining({ base: 'USD', quote: 'EUR', contradicted: "the document's other rates give 0.861030" })
  ])
})

it('contradicts a column of boa whose day is not in the month of its sheet', async () => {
  const publications = await replay(sources.get('boa')!, await readRecording(join(FIXTURES, 'boa', 'main')))
  const workbook = publications.find(({ mediaType }) => mediaType.includes('sheet'))!
  const book = read(workbook.body, { type: 'buffer' })
  utils.sheet_add_aoa(book.Sheets.Janar!, [['DT. 03.12.2023']], { origin: 'C9' })
  const body = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const rows = await sources.get('boa')!.parse({ ...workbook, body })
  const wrong = rows.filter(({ contradicted }) => contradicted !== undefined)
  expect(new Set(wrong.map(({ date, contradicted }) => `${date} ${contradicted}`))).toEqual(
    new Set(['2023-12-03 the sheet is that of 2024-01'])
  )
  expect(new Set(rows.filter(({ type }) => type === 'monthly_average').map(({ date }) => date))).toEqual(
    new Set(['2024-01-31'])
  )
})

it('leaves out the second table of in_sbi, of smaller transactions', async () => {
  const { makePdf } = await import('../../fixtures/pdf.ts')
  const text = [
    'Date 28-03-2024',
    'CARD RATES (To be used as reference rates)',
    'CURRENCY TT BUY TT SELL BILL BUY BILL SELL CARD BUY CARD SELL CN BUY CN SELL',
    'UNITED STATES DOLLAR USD/INR 82.93 83.78 82.86 83.95 82.86 83.95 81.90 84.25',
    'Note: 1 JAPANESE YEN (JPY) are quoted in terms of 100 fc units',
    'CARD RATES FOR TRANSACTIONS BELOW Rs. 10 LACS',
    'UNITED STATES DOLLAR USD/INR 82.58 84.08 82.51 84.25 82.51 84.25 81.55 84.55'
  ]
  const body = makePdf(text.map((line, index) => [40, 800 - 14 * index, line]))
  const rows = await sources.get('in_sbi')!.parse({ ...(await documentOf('in_sbi')), body })
  expect(rows.map(({ value }) => value)).toEqual(['82.93', '83.78', '82.86', '83.95', '81.90', '84.25'])
})
