import { expect, it } from 'vitest'
import brb from '../../adapters/brb.ts'
import rbz from '../../adapters/rbz.ts'
import type { Http, Publication, Source } from '../../adapters/source.ts'

const RBZ = 'https://www.rbz.co.zw'
const TABLES = `${RBZ}/documents/Exchange_Rates/2024/December/`
const MONTH = `${RBZ}/index.php/research/markets/exchange-rates/13-daily-exchange-rates/1469-december-2024`
const cell = (day: string, name?: string) =>
  `<tr><td style="width: 148px">${day}</td><td>&nbsp;${name === undefined ? '' : `<a href="${TABLES}${name}">.pdf [058 KB]</a>`}<span></span></td></tr>`
const PAGES: Record<string, string> = {
  [rbz.sourceUrl]: `<a href="${MONTH}">December 2024</a>`,
  [MONTH]: `<article class="item-page"><table><tr><th>DATE</th><th>INTERBANK RATE</th></tr>${[
    cell('11', 'RATES_11_DECEMBER_2024.pdf'),
    cell('12', 'RATES_12_DECEMBER_2024_.pdf'),
    cell('13', 'RATES_13_DECEMBER_2024.pdf'),
    cell('16', 'RATES_16_DECEMBER_2024_.pdf'),
    cell('17')
  ].join('')}</table></article>`,
  [`${TABLES}RATES_12_DECEMBER_2024_.pdf`]: 'a',
  [`${TABLES}RATES_16_DECEMBER_2024_.pdf`]: 'b',
  [`${RBZ}/documents/Exchange_Rates/2025/January/RATES_31_JANUARY_2025.pdf`]: 'c',
  [brb.sourceUrl]:
    '<a href="/files/Cours%20du%2021-05-2026.pdf"></a><a href="/files/Cours%20du%2022-05-2026_0.pdf"></a>',
  'https://www.brb.bi/files/Cours%20du%2022-05-2026_0.pdf': 'd'
}

/** The documents of a window in these pages, and the error. */
async function fetchFrom(source: Source, from: string, to: string, pages = PAGES) {
  const find = (url: string): Publication | undefined =>
    pages[url] === undefined
      ? undefined
      : {
          source: source.code,
          request: { method: 'GET', url, headers: {} },
          mediaType: 'text/html',
          charset: 'utf-8',
          headers: {},
          body: Buffer.from(`${pages[url]}</html>`)
        }
  const http = { find: async (url: string) => find(url), get: async (url: string) => find(url)! } as unknown as Http
  const found: string[] = []
  try {
    for await (const { request } of source.fetch({ from, to, today: to }, http)) found.push(request.url)
  } catch (error) {
    return { found, error: (error as Error).message }
  }
  return { found }
}

it('reads the files of Zimbabwe by the links of the month, whatever their names', async () => {
  expect(await fetchFrom(rbz, '2024-12-12', '2024-12-12')).toEqual({
    found: [`${TABLES}RATES_12_DECEMBER_2024_.pdf`]
  })
  expect(await fetchFrom(rbz, '2024-12-14', '2024-12-17')).toEqual({
    found: [`${TABLES}RATES_16_DECEMBER_2024_.pdf`]
  })
})

it.each([
  [rbz, ['2024-12-12', '2024-12-16'], `${TABLES}RATES_13_DECEMBER_2024.pdf`, 2],
  [brb, ['2026-05-20', '2026-05-22'], 'https://www.brb.bi/files/Cours%20du%2021-05-2026.pdf', 1]
] as const)('fails without a linked file, after the others: $code', async (source, [from, to], missing, files) => {
  const { found, error } = await fetchFrom(source, from, to)
  expect(found).toHaveLength(files)
  expect(error).toBe(`the publisher links to ${missing} but does not have it`)
})

it('guesses the names of files in a month without a linked page', async () => {
  const found = [`${RBZ}/documents/Exchange_Rates/2025/January/RATES_31_JANUARY_2025.pdf`]
  expect(await fetchFrom(rbz, '2025-01-30', '2025-02-01')).toEqual({ found })
  expect(await fetchFrom(rbz, '2025-01-30', '2025-02-01', { [found[0]!]: 'c' })).toEqual({ found })
})

it('refuses a month whose page has another layout', async () => {
  const pages = { ...PAGES, [MONTH]: '<article class="item-page"><p>under maintenance</p></article>' }
  expect((await fetchFrom(rbz, '2024-12-12', '2024-12-12', pages)).error).toContain('row of a day')
})
