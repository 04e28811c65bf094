import { z } from 'zod'
import { documentsAt, partsOf, readDate, readDecimal, requestedAt, skip } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const CODES: Record<string, string> = { Euro: 'EUR' }
const TYPES: Record<string, string> = { Selling: 'sell', Buying: 'buy' }
const FIELD = /^([A-Za-z]+)_(Selling|Buying)$/ // USD_Selling, Euro_Buying
const NO_RATE = /^(null|0(\.0*)?)$/

// For a span without a day, the answer is an object whose fields are all null.
const NoDay = z.record(z.string(), z.null()).transform(() => [])
const Answer = z.object({
  cbttdailyforexrates: z.union([z.array(z.record(z.string(), z.string().nullable())).nonempty(), NoDay])
})

function readField(field: string): { base: string; type: string } {
  const [currency = '', side = ''] = partsOf(field, FIELD, 'a field like USD_Selling')
  return { base: CODES[currency] ?? currency, type: TYPES[side]! }
}

export default defineSource({
  code: 'cbtt',
  name: 'Central Bank of Trinidad and Tobago',
  country: 'TT',
  homeCurrency: 'TTD',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy'],
  pairs: [[5, 10]],
  sourceUrl: 'https://www.central-bank.org.tt/exchange-rates-daily/',
  termsUrl: 'https://www.central-bank.org.tt/copyright-notice/',
  timezone: 'America/Port_of_Spain',
  schedule: '0 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '1991-01-01',
  dated: 'made',
  notes:
    'Weighted averages of the dealers’ transactions (GYD and JMD unweighted), so on some days the buying rate ' +
    'is above the selling rate. The yen and the Eastern Caribbean dollar are left out, because only the daily page ' +
    'has them.',
  verified: 'recording',
  backfillDays: 3660, // a document holds the requested years

  requested: requestedAt(/\/(\d{4})-(\d{4})$/, 'YYYY'),
  fetch: documentsAt(({ from, to }) => [
    `https://www.central-bank.org.tt/wp-json/rates/v1/forex-rate/${from.slice(0, 4)}-${to.slice(0, 4)}`
  ]),

  parse(publication) {
    return readJson(publication, Answer).cbttdailyforexrates.flatMap(({ famedate, ...figures }) => {
      const date = readDate(famedate ?? '', 'YYYY-MM-DD')
      const fields = Object.entries(figures).map(([field, printed]) => ({
        ...readField(field),
        printed: String(printed)
      }))
      return skip(fields, 'no rate', ({ printed }) => NO_RATE.test(printed)).map(({ base, type, printed }) => ({
        date,
        base,
        quote: 'TTD',
        type,
        value: readDecimal(printed)
      }))
    })
  }
})
