import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect } from 'vitest'
import { readCounted } from '../../adapters/kit/skip.ts'
import { loadSource } from '../../adapters/registry.ts'
import type { Publication } from '../../adapters/source.ts'
import { checkRows } from '../../pipelines/load/check.ts'
import { DOCUMENTS, withDocuments } from '../support/documents.ts'

// Real documents of other archives and answers to other requests.
interface Expectation {
  /** The number of good rows. */
  good: number
  bad?: number
  url?: string
  /** Rows that it must contain. */
  has?: string[]
  /** Currencies that it must not contain. */
  not?: string[]
}

const EXPECTED: Record<string, Expectation> = {
  'foreign/bcbol/otras-2026-06-10.xls': { good: 91, has: ['2026-06-10 USD BOB sell 6.96'] },
  'foreign/bda/Cotation-DZD-2000-2026-journalier.xlsx': { good: 110130, bad: 2 },
  'foreign/ar_bna/notas-2026-09-16.html': {
    good: 4,
    has: ['2026-09-16 USD ARS banknote_buy 1485.0000', '2026-09-16 USD ARS banknote_sell 1535.0000']
  },
  'foreign/bch/TCN_Diario-29a5881c.xlsx': {
    good: 11174,
    has: ['2000-01-03 USD HNL buy 14.5', '2022-03-08 USD HNL sell 24.5196']
  },
  'foreign/bdm/rebuilt-02092026.pdf': {
    good: 33,
    has: ['2026-09-02 USD MZN buy 63.27', '2026-09-02 USD MZN sell 64.54', '2026-09-02 USD MZN middle 63.91']
  },
  'foreign/bnr/nbrfxrates2012.xml': { good: 7560 },
  'foreign/boi/usd-2026-09.csv': { good: 5 },
  'foreign/botz/previous_rates-2026-03-24_28.html': {
    good: 570,
    has: ['2026-03-28 XDR TZS mean 3504.7697', '2026-03-25 XAU TZS buy 11325420.3']
  },
  'foreign/cbar/18.09.2020.xml': { good: 49 },
  'foreign/cbiq/file-177909880482668.xlsx': { good: 92492, bad: 7, has: ['2010-05-31 USD IQD buy 1168'], not: ['XAU'] },
  'foreign/cbl/a.html': { good: 3, has: ['2026-07-02 USD LYD average 6.4117'] },
  'foreign/cbl/b.html': { good: 3, has: ['2026-07-02 USD LYD sell 6.4277'] },
  'foreign/cbl/c.html': { good: 3, has: ['2026-07-02 USD LYD buy 6.3956'] },
  'foreign/cbl/d.html': { good: 3 },
  'foreign/cbl/rebuilt-2026-09-29.html': {
    good: 6,
    has: ['2026-09-29 USD LYD average 6.3967', '2026-09-29 USD LYD sell 6.4127', '2026-09-29 EUR LYD buy 7.2511']
  },
  'foreign/cbr/2002-09-21.xml': { good: 17 },
  'foreign/cbu/2020-07-14.json': { good: 74 },
  'foreign/ct_kktcmb/gno-20240105.xml': { good: 12, has: ['2024-01-05 USD TRY sell 29.79880'] },
  'foreign/ct_kktcmb/gno-20240107.xml': {
    good: 13,
    has: ['2024-01-06 USD TRY sell 29.82500', '2024-01-06 USD AUD arbitrage 1.4951']
  },
  'foreign/eurostat/ert_h_eur_d.csv': {
    good: 2,
    has: ['1993-01-04 XEU DEM reference 1.95268', '1998-12-31 XEU DEM reference 1.95583']
  },
  'foreign/fed/H10-CNY-HKD-2005_2015.csv': { good: 4936, has: ['2005-10-27 USD CNY noon_buying 8.0862'] },
  'foreign/fed/H10-monthly-all-2020.csv': { good: 5390, has: ['2000-01-31 GBP USD monthly_average 1.6404'] },
  'foreign/hmrc/2014-02.xml': { good: 147, not: ['TOP', 'CUP'] },
  'foreign/hmrc/2016-08.xml': { good: 141, not: ['TOP', 'CUP'] },
  'foreign/hmrc/2017-08.xml': { good: 141, not: ['TOP', 'CUP'] },
  'foreign/hmrc/2020-02.xml': { good: 141, not: ['TOP', 'CUP'] },
  'foreign/hmrc/2022-11.xml': { good: 141, has: ['2022-11-01 GBP SLL monthly 15631.1792'], not: ['TOP', 'SLE'] },
  'foreign/hmrc/2023-02.xml': { good: 140, has: ['2023-02-01 GBP SLE monthly 23.6617'], not: ['TOP', 'HRK', 'VEF'] },
  'foreign/hmrc/2024-06.xml': { good: 141, has: ['2024-06-01 GBP ZWG monthly 16.8312'], not: ['ZIG', 'VEF'] },
  'foreign/hmrc/2026-07.xml': { good: 141 },
  'foreign/hmrc_avg/average_csv_2021-03.csv': { good: 144, not: ['TOP'] },
  'foreign/hmrc_avg/average_csv_2024-12.csv': { good: 140, not: ['VEF'] },
  'foreign/hmrc_avg/average_csv_2025-12.csv': { good: 141 },
  'foreign/hmrc_avg/average_csv_2026-03.csv': { good: 140 },
  'foreign/hmrc_avg/spot_csv_2025-12.csv': { good: 11 },
  'foreign/hmrc_avg/spot_csv_2026-03.csv': { good: 11 },
  'foreign/nbg/2020-07-15.json': { good: 43 },
  'foreign/no_toll/valutakurs-2022-12-01.json': { good: 41 },
  'foreign/nrbt/average_daily_exchange_rates.xlsx': { good: 82835, bad: 141 },
  'foreign/sk_nbs/empty.xml': { good: 0 },
  'foreign/sk_nbs/full.xml': { good: 2, has: ['2026-07-01 EUR VND reference 30872.43'] },
  'foreign/tcmb/2013-04-22.xml': { good: 79, has: ['2013-04-22 USD JPY arbitrage 99.76'] },
  'foreign/tcmb/2015-12-04.xml': { good: 77 },
  'foreign/safe_cn/synthetic-mop.html': {
    good: 25,
    has: ['2026-08-28 USD CNY reference 678.11', '2026-08-28 CNY MOP reference 1.00']
  },
  'foreign/tw_customs/5be9f9ce.json': {
    good: 54,
    has: ['2025-01-01 USD TWD customs_import 32.725', '2025-01-01 USD TWD customs_export 32.625']
  },
  'foreign/ustreasury/excerpt-2026-09-10.json': { good: 13, not: ['BGN'] },
  'recordings/hnb/02.json': {
    good: 43,
    url: 'https://api.hnb.hr/tecajn/v2?datum-do=2022-12-31&datum-od=2022-12-28',
    has: ['2022-12-31 AUD HRK middle 4.801185']
  },
  'recordings/nbrb/03.json': {
    good: 17,
    url: 'https://api.nbrb.by/exrates/rates/dynamics/440?endDate=2026-03-17&startDate=2026-03-01',
    has: ['2026-03-17 AUD BYN official 2.0700']
  }
}

/** The address of a document, with the file name if the adapter needs it. */
function addressOf(file: string): string {
  return file.includes('_csv_') ? `https://test.example/${file}` : 'https://test.example/'
}

async function read(
  path: string,
  url = addressOf(basename(path))
): Promise<Awaited<ReturnType<typeof readCounted>> & ReturnType<typeof checkRows>> {
  const [, code = '', file = ''] = /(\w+)\/([^/]+)$/.exec(path)!
  const source = await loadSource(code)
  const publication: Publication = {
    source: code,
    request: { method: 'GET', url, headers: {} },
    mediaType: file.endsWith('.html') ? 'text/html' : '',
    headers: {},
    body: new Uint8Array(readFileSync(DOCUMENTS + path))
  }
  const counted = await readCounted(() => source.parse(publication))
  return { ...counted, ...checkRows(counted.rows, source, '2026-12-31') }
}

withDocuments.it(
  'documents of other dates and requests are read',
  async () => {
    for (const [path, { good, bad = 0, url, has = [], not = [] }] of Object.entries(EXPECTED)) {
      const result = await read(path, url)
      expect([result.good.length, result.bad.length], path).toEqual([good, bad])
      const found = new Set(
        result.rows.map(({ date, base, quote, type, value }) => [date, base, quote, type, value].join(' '))
      )
      expect(
        has.filter((row) => !found.has(row)),
        path
      ).toEqual([])
      expect(
        result.rows.filter(({ base, quote }) => not.includes(base) || not.includes(quote)),
        path
      ).toEqual([])
    }
  },
  600_000
)
