import { atLeastOne, documentAt, endOfMonth, excerpt, skip, readBinary, readSerial } from './kit/index.ts'
import { readWorkbook, type Sheet } from './kit/workbook.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const SHEET = 'Daily Exchange Rates'
const BUREAUX = 'Monthly Bureau Rates'
const HEADINGS = ['Buying rate', 'Selling Rate', 'Mid-rate'] // from the second column on
const TYPES = ['buy', 'sell', 'middle']
const BUREAU_HEADINGS = ['Year/Month', 'Buying Rate', 'Selling Rate'] // from the second column on
const BUREAU_TYPES = ['bureau_buy', 'bureau_sell']
const NO_MONTH = /^(?!\d{5}$)/
const NO_FIGURE = /^\D*$/
const LAST_LINE = 'Source: Bank of Uganda'

function readBureaux({ rows }: Sheet): Row[] {
  const top = rows.findIndex((cells) => BUREAU_HEADINGS.every((heading, index) => cells[index + 1] === heading))
  if (top < 0) {
    throw new LayoutError(
      `a sheet ${BUREAUX} with ${BUREAU_HEADINGS.join(', ')}`,
      excerpt(rows.slice(0, 9).flat().join(' '))
    )
  }
  const months = skip(rows.slice(top + 1), 'notes', ([, month = '']) => NO_MONTH.test(month))
  return months.flatMap(([, month, ...figures]) =>
    skip(
      BUREAU_TYPES.map((type, column) => ({ type, printed: figures[column] ?? '' })),
      'no rate',
      ({ printed }) => NO_FIGURE.test(printed)
    ).map(({ type, printed }) => ({
      date: endOfMonth(readSerial(month!).slice(0, 7)),
      base: 'USD',
      quote: 'UGX',
      type,
      value: readBinary(printed)
    }))
  )
}

export default defineSource({
  code: 'bou',
  name: 'Bank of Uganda',
  country: 'UG',
  homeCurrency: 'UGX',
  kind: 'central_bank',
  rateTypes: ['middle', 'buy', 'sell', ...BUREAU_TYPES],
  pairs: [[1, 1]],
  sourceUrl: 'https://www.bou.or.ug/',
  timezone: 'Africa/Kampala',
  schedule: '0 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '1990-07-31',
  dated: 'made',
  notes:
    'Interbank rates of the dollar, and averages of months at exchange bureaux since July 1990, dated by their last ' +
    'day, in a workbook that the bank updates about once a month and that was last seen at its URL in 2020. On 22 ' +
    'December 2016 and 3 January 2020 the middle rate is a misprint of the bank. The daily card with some 33 ' +
    'currencies is left out, because its layout is not known.',
  unread: {
    'column "(UgShs)"': 'the spread and the change of the middle rate',
    'column "Mid Rate"': 'averages of the two rates, and averages or last rates of months',
    'column "Exchange Rate"': 'an index of the shilling',
    'column "INDEX"': 'an index of the shilling'
  },
  verified: 'recording',
  backfillDays: 20_000, // the history is one document

  fetch: documentAt(
    'https://www.bou.or.ug/bou/bouwebsite/bouwebsitecontent/statistics/Exchange_Rates/Exchange-Rates.xlsx'
  ),

  parse(publication) {
    const sheets = readWorkbook(publication, 'xlsx')
    const rows = sheets.find(({ name }) => name === SHEET)?.rows ?? []
    const top = rows.findIndex((cells) => HEADINGS.every((heading, index) => cells[index + 1] === heading))
    const end = rows.findIndex((cells) => cells.includes(LAST_LINE))
    if (top < 0 || end < top) {
      throw new LayoutError(
        `a sheet ${SHEET} with ${HEADINGS.join(', ')} down to \`${LAST_LINE}\``,
        excerpt(rows.slice(0, 5).flat().join(' '))
      )
    }
    const days = skip(rows.slice(top + 1, end), 'headings', ([, ...figures]) =>
      figures.slice(0, TYPES.length).every((figure) => NO_FIGURE.test(figure))
    )
    const daily = atLeastOne(days, 'day').flatMap(([serial = '', ...figures]) => {
      return TYPES.map((type, column) => ({
        date: readSerial(serial),
        base: 'USD',
        quote: 'UGX',
        type,
        value: readBinary(figures[column]!)
      }))
    })
    const bureaux = sheets.find(({ name }) => name === BUREAUX)
    return bureaux ? [...daily, ...readBureaux(bureaux)] : daily
  }
})
