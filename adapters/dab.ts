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
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

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
// The <time> that precedes the monthly averages.
const DAILY = 'div.table-responsive:not(time ~ div.table-responsive) table'
const NO_TABLE = 'There were no results.' // on a holiday

export default defineSource({
  code: 'dab',
  name: 'Da Afghanistan Bank',
  country: 'AF',
  homeCurrency: 'AFN',
  kind: 'central_bank',
  rateTypes: Object.values(FIGURES),
  sourceUrl: PAGE,
  timezone: 'Asia/Kabul',
  schedule: '30 13 * * 0-4,6',
  cadence: 'daily',
  historyFrom: '2019-03-31',
  dated: 'made',
  notes: 'The rate for Iran is per toman and stored per ten rials. The monthly averages on the same page are left out.',
  unread: {
    'table "Currency"': 'averages of the month'
  },
  verified: 'recording',
  pause: 500,
  backfillDays: 60, // one request a day

  requested: requestedFor('field_date_value'),
  fetch: documentsAt((window) => daysIn(window).map((day) => `${PAGE}?field_date_value=${day}`)),

  parse(publication) {
    const page = readHtml(publication)
    if (page.all(DAILY).length === 0 && page.text.includes(NO_TABLE)) return []
    const [updated = ''] = findParts(
      page.all('p').map(({ text }) => text),
      UPDATED
    )
    const date = readDate(updated, 'D MMM YYYY')
    const day = parameterOf(publication, 'field_date_value')
    if (date !== day) throw new LayoutError(`the table of ${day}`, excerpt(updated))
    return recordsUnder(['Currency', ...Object.keys(FIGURES)], page.one(DAILY).rows).flatMap((record) => {
      const base = codeOf(CODES, record('Currency').replace(SIGN, ''))
      return figuresOf(FIGURES, record, ZERO_OR_EMPTY).map(({ type, printed }) => {
        return { date, base, quote: 'AFN', type, value: readDecimal(printed), unit: base === 'IRR' ? TOMAN : 1 }
      })
    })
  }
})
