import {
  addMonths,
  excerpt,
  monthsIn,
  NOTHING,
  parameterOf,
  partsOf,
  readCount,
  readDate,
  readDecimal,
  readText,
  skip,
  writeDate
} from './kit/index.ts'
import { parseCsv } from './kit/csv.ts'
import { defineSource, LayoutError, type Publication } from './source.ts'

const TABLE =
  'https://www.cnb.cz/en/financial-markets/foreign-exchange-market/fx-rates-of-other-currencies/fx-rates-of-other-currencies/fx_rates.txt'

const DECLARED = /^(\d{1,2} [A-Z][a-z]{2} \d{4}) #\d+\s/ // 28 Jun 2024 #6
const FIGURE = /^\d+\.\d{3}$/

/** The month on whose last working day a table was declared, as YYYY-MM. */
function monthOf(publication: Publication): string {
  const [day = ''] = partsOf(readText(publication), DECLARED, 'a first line like 28 Jun 2024 #6')
  return readDate(day, 'D MMM YYYY').slice(0, 7)
}

const firstDayAfter = (month: string) => `${addMonths(month, 1)}-01`

function requestedDay(publication: Pick<Publication, 'request'>): string {
  return firstDayAfter(
    readDate(`${parameterOf(publication, 'year')}-${parameterOf(publication, 'month')}`, 'YYYY-M').slice(0, 7)
  )
}

export default defineSource({
  code: 'cnb_other',
  name: 'Czech National Bank, other currencies',
  country: 'CZ',
  homeCurrency: 'CZK',
  kind: 'central_bank',
  rateTypes: ['monthly'],
  pairs: [[70, 160]],
  sourceUrl:
    'https://www.cnb.cz/en/financial-markets/foreign-exchange-market/fx-rates-of-other-currencies/fx-rates-of-other-currencies/',
  termsUrl: 'https://www.cnb.cz/en/footer/general-terms-and-conditions/',
  timezone: 'Europe/Prague',
  schedule: '0 15 1-5,26-31 * *',
  cadence: 'monthly',
  historyFrom: '2017-12-01',
  dated: 'effective',
  notes:
    'The currencies that are not in the daily fixing (source cnb). The bank declares them on the last working ' +
    'day of a month, for each day of the next month; they are dated by its first day. Figures of two tables were ' +
    'seen in public tests; no whole table was seen, and the first one is not known.',
  verified: 'description',

  requested: (publication) => ({ from: requestedDay(publication), to: requestedDay(publication) }),

  async *fetch({ from, to }, http) {
    for (const month of monthsIn({ from: `${addMonths(from.slice(0, 7), -1)}-01`, to })) {
      const table = await http.find(`${TABLE}?${writeDate(`${month}-01`, 'year=YYYY&month=M')}`)
      // Before the table of a month is published, the answer may be the previous one.
      if (table && (month < to.slice(0, 7) || monthOf(table) === month)) yield table
    }
  },

  parse(publication) {
    const date = firstDayAfter(monthOf(publication))
    const { records } = parseCsv(readText(publication), { delimiter: '|', firstHeading: 'Country' })
    return skip(records, 'no rate', (record) => NOTHING.test(record('Rate'))).map((record) => {
      if (!FIGURE.test(record('Rate'))) throw new LayoutError('a rate with three decimals', excerpt(record('Rate')))
      return {
        date,
        base: record('Code'),
        quote: 'CZK',
        type: 'monthly',
        value: readDecimal(record('Rate')),
        unit: readCount(record('Amount'))
      }
    })
  }
})
