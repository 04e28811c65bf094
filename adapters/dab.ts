import {
  codeOf,
  daysIn,
  documentsAt,
  excerpt,
  figuresOf,
  findParts,
  parameterOf,
  readDate,
  readDecimal,
  recordsUnder,
  requestedFor,
  ZERO_OR_EMPTY
} from './kit/index.ts'
import { readHtml, type HtmlElement } from './kit/html.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const PAGE = 'https://www.dab.gov.af/exchange-rates'

// In the order of the source's rate types.
const FIGURES = {
  'Transfer (Sell)': 'transfer_sell',
  'Transfer (Buy)': 'transfer_buy',
  'Cash (Sell)': 'cash_sell',
  'Cash (Buy)': 'cash_buy'
}
// prettier-ignore
const CODES: Record<string, string> = {
  'USD': 'USD', 'EURO': 'EUR', 'POUND': 'GBP', 'SWISS': 'CHF', 'INDIAN Rs.': 'INR', 'PAKISTAN Rs.': 'PKR',
  'IRAN Toman': 'IRR', 'CNY': 'CNY', 'UAE DIRHAM': 'AED', 'SAUDI RIYAL': 'SAR'
}
const TOMAN = 10 // rials
const SIGN = /[$€£₣¥]/ // after the name: USD$
const UPDATED = /^Last updated: (\d{1,2} \w+ \d{4})$/
// The table after a <time> has the monthly averages.
const AVERAGES = 'time ~ div.table-responsive table'
const MONTH = 'time:has(+ div.table-responsive)' // the last day of the month
const DAILY = 'div.table-responsive:not(time ~ div.table-responsive) table'
const LONGEST_AGO = 100 // the greatest age of the newest averages, in days
const NO_TABLE = 'There were no results.' // on a holiday

function readTable(date: string, table: HtmlElement, average = ''): Row[] {
  return recordsUnder(['Currency', ...Object.keys(FIGURES)], table.rows).flatMap((record) => {
    const base = codeOf(CODES, record('Currency').replace(SIGN, ''))
    return figuresOf(FIGURES, record, ZERO_OR_EMPTY).map(({ type, printed }) => {
      const unit = base === 'IRR' ? TOMAN : 1
      return { date, base, quote: 'AFN', type: `${type}${average}`, value: readDecimal(printed), unit }
    })
  })
}

function readAverages(page: HtmlElement): Row[] {
  return page.all(AVERAGES).length === 0
    ? []
    : readTable(readDate(page.one(MONTH).text, 'D MMM YYYY'), page.one(AVERAGES), '_monthly_average')
}

export default defineSource({
  code: 'dab',
  name: 'Da Afghanistan Bank',
  country: 'AF',
  homeCurrency: 'AFN',
  kind: 'central_bank',
  rateTypes: [...Object.values(FIGURES), ...Object.values(FIGURES).map((type) => `${type}_monthly_average`)],
  pairs: [
    [1, 4],
    [7, 14]
  ],
  sourceUrl: PAGE,
  timezone: 'Asia/Kabul',
  schedule: '30 13 * * 0-4,6',
  cadence: 'daily',
  historyFrom: '2019-03-31',
  dated: 'made',
  notes: 'The rate for Iran is per toman and stored per ten rials. The averages of a month are dated by its last day.',
  verified: 'recording',
  pause: 500,
  backfillDays: 60, // one request a day

  requested: requestedFor('field_date_value', 'YYYY-MM-DD', { early: LONGEST_AGO }),
  fetch: documentsAt((window) => daysIn(window).map((day) => `${PAGE}?field_date_value=${day}`)),

  parse(publication) {
    const page = readHtml(publication)
    if (page.all(DAILY).length === 0 && page.text.includes(NO_TABLE)) return readAverages(page)
    const [updated = ''] = findParts(
      page.all('p').map(({ text }) => text),
      UPDATED
    )
    const date = readDate(updated, 'D MMM YYYY')
    const day = parameterOf(publication, 'field_date_value')
    if (date !== day) throw new LayoutError(`the table of ${day}`, excerpt(updated))
    return [...readTable(date, page.one(DAILY)), ...readAverages(page)]
  }
})
