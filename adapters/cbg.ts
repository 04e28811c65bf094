import { z } from 'zod'
import { codeOn, distinctRows, documentsAt, excerpt, readDecimal, readUnixTime, skip, ZERO } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const RATES = 'https://www.cbg.gm/ajax/indicative-exchange-rates/'

// prettier-ignore
const CURRENCIES = [
  'USD', 'EUR', 'GBP', 'CHF', 'SEK', 'CAD', 'XOF', 'NOK', 'DKK', 'SAR', 'JPY', 'AUD', 'TWD', 'LKR', 'THB', 'PHP',
  'NZD', 'AED', 'KWD', 'NGN', 'HKD', 'ZAR', 'EGP', 'CNY', 'BRL', 'INR', 'GHS', 'SLL', 'TRY', 'GNF', 'XDR', 'SGD'
]
// The document does not print its units. They follow from the levels of the dollar and the euro, and are the same in
// the whole series.
const UNITS: Record<string, number> = { SEK: 100, NOK: 100, DKK: 100, JPY: 100, XOF: 5000 }

const CUT_OFF = '1' // printed for a price of 1,000 or more, which the publisher cuts off at the comma
const SWITCHED = { SLE: '2022-07-01' } // the publisher keeps the old leone's code
const TIME = /^(\d{9,10})000$/ // milliseconds since 1970

const Answer = z.array(z.tuple([z.string(), z.string()])).nonempty()

function readDay(time: string): string {
  const [, seconds] = TIME.exec(time) ?? []
  const instant = seconds === undefined ? '' : readUnixTime(seconds)
  if (!instant.endsWith('T00:00:00.000Z')) throw new LayoutError('midnight in milliseconds since 1970', excerpt(time))
  return instant.slice(0, 10)
}

export default defineSource({
  code: 'cbg',
  name: 'Central Bank of The Gambia',
  country: 'GM',
  homeCurrency: 'GMD',
  kind: 'central_bank',
  rateTypes: ['indicative'],
  pairs: [[1, 45]],
  sourceUrl: 'https://www.cbg.gm/indicative-exchange-rates-latest',
  timezone: 'Africa/Banjul',
  schedule: '30 12 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-07',
  dated: 'made',
  notes:
    'Weekly until 2023. The publisher does not print units; 100 for SEK, NOK, DKK and JPY and 5000 for XOF ' +
    'follow from the level of the other rates. It prints a price of 1,000 or more as 1, which is left out. Typing ' +
    'errors are frequent, and some days have two figures.',
  verified: 'recording',
  pause: 500,
  backfillDays: 20000, // each document holds the whole history

  fetch: documentsAt(() => CURRENCIES.map((currency) => RATES + currency)),

  parse(publication) {
    const currency = publication.request.url.slice(RATES.length)
    const unit = UNITS[currency] ?? 1
    const days = skip(
      readJson(publication, Answer),
      'price without its thousands',
      ([, rate]) => currency in UNITS && rate === CUT_OFF
    )
    return distinctRows(
      skip(days, 'no rate', ([, rate]) => ZERO.test(rate)).map(([time, rate]) => {
        const date = readDay(time)
        return {
          date,
          base: codeOn(currency, date, SWITCHED),
          quote: 'GMD',
          type: 'indicative',
          value: readDecimal(rate),
          unit
        }
      })
    )
  }
})
