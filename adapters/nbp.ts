import { z } from 'zod'
import { checkSubject, codeOn, documentFor, readDecimal, requestedAt, skip, spansOf, ZERO } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, type Publication, type Row } from './source.ts'

const API = 'https://api.nbp.pl/api'
const GOLD = 'cenyzlota'
const TABLES = [
  { table: 'exchangerates/tables/A', since: '2002-01-02' },
  { table: 'exchangerates/tables/B', since: '2002-01-02' },
  { table: 'exchangerates/tables/C', since: '2002-01-02' },
  { table: GOLD, since: '2013-01-02' }
]
const LONGEST_GAP = 20 // days between two tables; table B is weekly

// The first days of new units that are printed under the code of the old ones.
const SWITCHED = { AFN: '2003-01-07', AOA: '2002-01-02', AOR: '2002-01-02', BYR: '2002-01-02', ZWL: '2009-02-25' }

const mid = z
  .object({ code: z.string(), mid: z.string() })
  .transform((it) => [{ base: it.code, type: 'mid', printed: it.mid }])
const bidAndAsk = z.object({ code: z.string(), bid: z.string(), ask: z.string() }).transform((it) => [
  { base: it.code, type: 'bid', printed: it.bid },
  { base: it.code, type: 'ask', printed: it.ask }
])

const Tables = z
  .array(
    z.discriminatedUnion('table', [
      z.object({ table: z.enum(['A', 'B']), effectiveDate: z.iso.date(), rates: z.array(mid).min(1) }),
      z.object({ table: z.literal('C'), effectiveDate: z.iso.date(), rates: z.array(bidAndAsk).min(1) })
    ])
  )
  .min(1)

const GoldPrices = z.array(z.object({ data: z.iso.date(), cena: z.string() })).min(1)

function readTables(publication: Publication): Row[] {
  const [, wanted = ''] = /\/tables\/(\w)\//.exec(publication.request.url) ?? []
  return readJson(publication, Tables).flatMap(({ table, effectiveDate, rates }) => {
    checkSubject(`table ${wanted}`, `table ${table}`)
    return skip(rates.flat(), 'no rate', ({ printed }) => ZERO.test(printed)).map(({ base, type, printed }) => ({
      date: effectiveDate,
      base: codeOn(base, effectiveDate, SWITCHED),
      quote: 'PLN',
      type,
      value: readDecimal(printed)
    }))
  })
}

function readGold(publication: Publication): Row[] {
  return readJson(publication, GoldPrices).map(({ data, cena }) => {
    return { date: data, base: 'XAU', quote: 'PLN', type: 'mid', value: readDecimal(cena), unit: 'gram' }
  })
}

export default defineSource({
  code: 'nbp',
  name: 'Narodowy Bank Polski',
  country: 'PL',
  homeCurrency: 'PLN',
  kind: 'central_bank',
  rateTypes: ['mid', 'bid', 'ask'],
  pairs: [
    [1, 1],
    [11, 16],
    [27, 37],
    [97, 130]
  ],
  sourceUrl: 'https://nbp.pl/en/statistic-and-financial-reporting/rates/',
  timezone: 'Europe/Warsaw',
  schedule: '20 12 * * 1-5',
  cadence: 'daily',
  historyFrom: '2002-01-02',
  dated: 'made',
  publishes: '12:15',
  notes:
    'Tables A and B print mid rates, table C bid and ask. Table C is dated by the first day on which it holds. ' +
    'Table B is published only on Wednesdays. Gold is printed per gram and stored per troy ounce. Tables of 2002 to ' +
    '2010 print some new units under old codes (AFA, AON, BYB, ZWR); they are stored under their own.',
  verified: 'recording',

  requested: requestedAt(/\/([\d-]{10})\/([\d-]{10})\//),

  async *fetch(window, http) {
    for (const { from, to } of spansOf(window, 93)) {
      for (const { table, since } of TABLES) {
        // For a window without a table, such as table B between two Wednesdays, the answer is 404.
        const required = from < since ? { from: to, to } : { from, to } // a table begins within the span or after it
        const document = await documentFor(required, LONGEST_GAP, http, `${API}/${table}/${from}/${to}/?format=json`)
        if (document) yield document
      }
    }
  },

  parse(publication) {
    return publication.request.url.startsWith(`${API}/${GOLD}/`) ? readGold(publication) : readTables(publication)
  }
})
