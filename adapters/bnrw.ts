import { z } from 'zod'
import { documentsAt, figuresOf, readDate, readDecimal, requestedBetween, spansOf, ZERO_OR_EMPTY } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

// The currencies on the bank's page. The service has no list, and no rate of the SDR.
// prettier-ignore
const CURRENCIES = [
  'USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'CNY', 'INR', 'ZAR', 'AED', 'SAR', 'KES', 'UGX', 'TZS', 'BIF',
  'DKK', 'NOK', 'SEK', 'ETB'
]

const FIGURES = { average_rate: 'average', buying_rate: 'buy', selling_rate: 'sell' } as const

const figure = z.string().nullable()
const Answer = z.array(
  z.object({
    currency_name: z.string(),
    post_date: z.string(),
    average_rate: figure,
    buying_rate: figure,
    selling_rate: figure
  })
)

export default defineSource({
  code: 'bnrw',
  name: 'National Bank of Rwanda',
  country: 'RW',
  homeCurrency: 'RWF',
  kind: 'central_bank',
  rateTypes: ['average', 'buy', 'sell'],
  pairs: [[1, 28]],
  sourceUrl: 'https://www.bnr.rw/exchangeRate',
  termsUrl: 'https://www.bnr.rw/statuse',
  timezone: 'Africa/Kigali',
  schedule: '0 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '2012-01-02',
  dated: 'made',
  publishes: '17:00',
  verified: 'recording',
  pause: 300,

  requested: requestedBetween('start_date', 'end_date'),
  fetch: documentsAt((window) =>
    spansOf(window, 366).flatMap(({ from, to }) => {
      return CURRENCIES.map(
        (currency) =>
          `https://fxrates.bnr.rw/currency_history/?currency_name=${currency}&start_date=${from}&end_date=${to}`
      )
    })
  ),

  parse(publication) {
    return readJson(publication, Answer).flatMap((day) =>
      figuresOf(FIGURES, (field) => day[field], ZERO_OR_EMPTY).map(({ type, printed }) => {
        return {
          date: readDate(day.post_date, 'DD-MMM-YY'),
          base: day.currency_name,
          quote: 'RWF',
          type,
          value: readDecimal(printed)
        }
      })
    )
  }
})
