import {
  atLeastOne,
  distinctRows,
  excerpt,
  inWords,
  only,
  readBinary,
  readSerial,
  skip,
  withoutKnownErrors,
  type KnownError
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readWorkbook, type Sheet } from './kit/workbook.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const PAGE = 'https://cbs.gov.ws/daily-exchange-rates'

const CODES: Record<string, string> = { US: 'USD', NZ: 'NZD', AUS: 'AUD', EURO: 'EUR', YEN: 'JPY' }
// both are foreign units per tala; the sheets of 2009 to 2012 use the second form
const CURRENCY = /^(?:TALA\/([A-Z]+)|([A-Z]+)\/TALA)$/

// prettier-ignore
const MONTHS = [
  'JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER',
  'DECEMBER'
]
const SERIAL = /^\d{5}$/
const HEADING = 'DATE'
const AVERAGE = /^([A-Z][a-z]{2}|[A-Z][a-z]{2,3} qtr avg)$/ // the average of a month or a quarter
const NO_RATE = new Set(['', 'n/a'])

const OF_EURO = 'the figure is that of the euro'
const ERRORS: KnownError[] = [
  { code: 'GBP', from: '2008-01-11', to: '2008-01-14', like: 'EUR', reason: OF_EURO },
  { code: 'GBP', from: '2011-10-06', to: '2011-10-06', reason: 'the figure is twice those of the days beside it' },
  { code: 'GBP', from: '2018-12-06', to: '2018-12-06', like: 'EUR', reason: OF_EURO }
]

const NO_CURRENCY = new Set(['', HEADING, ...MONTHS]) // the cells of a heading row that are not currencies

/** The currencies of a heading row by the positions of their columns. Unlabelled columns are averages. */
function readHeadings(row: string[]): Array<{ place: number; quote: string }> {
  const labels = row.map((cell, place) => ({ cell, place }))
  const currencies = skip(labels, 'not a currency', ({ cell }) => NO_CURRENCY.has(cell))
  return only(currencies, 'a currency against the tala', ({ cell }) => CURRENCY.test(cell)).map(({ cell, place }) => {
    const [, behind, before] = CURRENCY.exec(cell)!
    const label = (behind ?? before)!
    return { place, quote: CODES[label] ?? label }
  })
}

function readSheet({ name, rows }: Sheet): Row[] {
  let month = ''
  let columns: Array<{ place: number; quote: string }> = []
  const lines = skip(rows, 'averages', ([, first = '']) => AVERAGE.test(first))
  return lines.flatMap((row) => {
    const [, first = ''] = row
    if (MONTHS.includes(first)) month = String(MONTHS.indexOf(first) + 1).padStart(2, '0')
    if (row.some((cell) => CURRENCY.test(cell))) columns = readHeadings(row)
    if (!SERIAL.test(first)) {
      if (first !== '' && first !== HEADING && !MONTHS.includes(first)) {
        throw new LayoutError(`a date, a month or ${HEADING} on sheet ${name}`, excerpt(first))
      }
      return []
    }
    const date = readSerial(first)
    const isMistyped = date.slice(5, 7) !== month
    const figures = skip(
      columns.map(({ place, quote }) => ({ quote, text: row[place]! })),
      'dated in another month',
      () => isMistyped
    )
    return skip(figures, 'no rate', ({ text }) => NO_RATE.has(text)).map(({ quote, text }) => ({
      date,
      base: 'WST',
      quote,
      type: 'indicative',
      value: readBinary(text)
    }))
  })
}

export default defineSource({
  code: 'cbws',
  name: 'Central Bank of Samoa',
  country: 'WS',
  homeCurrency: 'WST',
  kind: 'central_bank',
  rateTypes: ['indicative'],
  pairs: [[7, 11]],
  sourceUrl: PAGE,
  timezone: 'Pacific/Apia',
  schedule: '0 10 * * 1-5',
  cadence: 'daily',
  historyFrom: '2008-01-03',
  dated: 'made',
  notes:
    'A row with a date outside the month of its heading is a typing error and left out. The averages are left ' +
    `out. The publisher’s link is sometimes weeks old. ${inWords(ERRORS)}`,
  unread: {
    'rows without a name': 'averages of months',
    'column "P"': 'a calculation beside one day',
    'column "Q"': 'a calculation beside one day',
    'column "R"': 'a calculation beside one day'
  },
  verified: 'recording',
  backfillDays: 20000, // one workbook holds the whole history

  async *fetch(_window, http) {
    const link = readHtml(await http.get(PAGE)).one('a[href$=".xlsx"]')
    yield await http.get(new URL(link.attribute('href'), PAGE).href)
  },

  parse(publication) {
    const rows = atLeastOne(readWorkbook(publication, 'xlsx').flatMap(readSheet), 'day of rates')
    return distinctRows(withoutKnownErrors(rows, ERRORS))
  }
})
