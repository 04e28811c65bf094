import { z } from 'zod'
import { documentsAt, figuresOf, readCount, readDecimal, requestedBetween, spansOf } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const RATES = 'https://www.nrb.org.np/api/forex/v1/rates'
const TYPES = { buy: 'buy', sell: 'sell' } as const

const Page = z.object({
  data: z.object({
    payload: z.array(
      z.object({
        date: z.string(),
        rates: z.array(
          z.object({
            currency: z.object({ iso3: z.string(), unit: z.string() }),
            buy: z.string().nullable(),
            sell: z.string().nullable()
          })
        )
      })
    )
  }),
  pagination: z.object({ pages: z.enum(['0', '1']) })
})

export default defineSource({
  code: 'nrb',
  name: 'Nepal Rastra Bank',
  country: 'NP',
  homeCurrency: 'NPR',
  kind: 'central_bank',
  rateTypes: ['buy', 'sell'],
  pairs: [[18, 26]],
  sourceUrl: 'https://www.nrb.org.np/forex/',
  timezone: 'Asia/Kathmandu',
  schedule: '10 0 * * *',
  cadence: 'daily',
  historyFrom: '2010-01-01',
  dated: 'effective',
  publishes: '00:05',
  notes: 'Every calendar day has rates. The rate of the Indian rupee is fixed.',
  verified: 'recording',
  pause: 500,

  requested: requestedBetween('from', 'to'),

  // A page has at most a hundred days, which is enough for a window.
  fetch: documentsAt((window) =>
    spansOf(window, 90).map(({ from, to }) => `${RATES}?from=${from}&to=${to}&page=1&per_page=100`)
  ),

  parse(publication) {
    // A mistyped date, such as 2020-06.25, is returned unchanged, and the check quarantines its rates.
    return readJson(publication, Page).data.payload.flatMap(({ date, rates }) =>
      rates.flatMap(({ currency, ...rate }) => {
        return figuresOf(TYPES, (field) => rate[field]).map(({ type, printed }) => {
          return {
            date,
            base: currency.iso3,
            quote: 'NPR',
            type,
            value: readDecimal(printed),
            unit: readCount(currency.unit)
          }
        })
      })
    )
  }
})
