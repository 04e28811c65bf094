import {
  atLeastOne,
  documentAt,
  endOfMonth,
  excerpt,
  onlyOne,
  readBinary,
  readSerial,
  skip,
  skipIfChanged
} from './kit/index.ts'
import { readWorkbook, sheetOf, type Sheet } from './kit/workbook.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

/** A sheet of days or months: its headings from the second column on, the column of its dates, and its last line. */
interface Layout {
  name: string
  headings: string[]
  dated: number
  last: string
  /** The rate types of the columns to the right of the dates. */
  types: string[]
}

const LAST = 'Source: Bank of Uganda'
const DAILY: Layout = {
  name: 'Daily Exchange Rates',
  headings: ['Buying rate', 'Selling Rate', 'Mid-rate'],
  dated: 0,
  last: LAST,
  types: ['buy', 'sell', 'middle']
}
const MARKET: Layout = {
  name: 'Interbank Forex Market',
  headings: ['Buying rate', 'Selling Rate', 'Purchases', 'Sales', 'Mid-rate'],
  dated: 0,
  last: LAST,
  types: ['buy_monthly_average', 'sell_monthly_average']
}
const BUREAUX: Layout = {
  name: 'Monthly Bureau Rates',
  headings: ['Year/Month', 'Buying Rate', 'Selling Rate'],
  dated: 1,
  last: 'Notes:',
  types: ['bureau_buy', 'bureau_sell']
}
const SUMMARY = 'Monthly Summary'
const SUMMARY_TYPES = { 'Period Average Rate': 'monthly_average', 'End Period Rate': 'month_end' }
const SUMMARY_MONTHS = 4 // the row of the months, whose first three cells are empty
const SUMMARY_START = 3

const UNDER_HEADINGS = new Set(['', 'Month'])
const NO_FIGURE = /^\D*$/

const dollar = (date: string, type: string, printed: string): Row => {
  return { date, base: 'USD', quote: 'UGX', type, value: readBinary(printed) }
}

function readSheet(sheets: Sheet[], { name, headings, dated, last, types }: Layout, dateOf = endOfMonthOf): Row[] {
  const { rows } = sheetOf(sheets, name)
  const top = rows.findIndex((cells) => headings.every((heading, index) => cells[index + 1] === heading))
  const end = rows.findIndex((cells) => cells.includes(last))
  if (top < 0 || end < top) {
    throw new LayoutError(
      `a sheet ${name} with ${headings.join(', ')} down to \`${last}\``,
      excerpt(rows.slice(0, 9).flat().join(' '))
    )
  }
  const lines = skip(
    rows.slice(top + 1, end),
    'headings',
    (cells) => UNDER_HEADINGS.has(cells[dated] ?? '') && cells.every((cell) => NO_FIGURE.test(cell))
  )
  return atLeastOne(lines, `line in sheet ${name}`).flatMap((cells) => {
    const figures = types.map((type, index) => ({ type, printed: cells[dated + 1 + index] ?? '' }))
    const date = dateOf(cells[dated]!)
    return skip(figures, 'no rate', ({ printed }) => NO_FIGURE.test(printed)).map(({ type, printed }) =>
      dollar(date, type, printed)
    )
  })
}

function endOfMonthOf(serial: string): string {
  return endOfMonth(readSerial(serial).slice(0, 7))
}

/** The sheet with a column for each month. */
function readSummary(sheets: Sheet[]): Row[] {
  const { rows } = sheetOf(sheets, SUMMARY)
  const months = (rows[SUMMARY_MONTHS] ?? []).slice(SUMMARY_START).map(endOfMonthOf)
  return Object.entries(SUMMARY_TYPES).flatMap(([title, type]) => {
    const line = onlyOne(rows, `row ${title} in sheet ${SUMMARY}`, (cells) => cells.includes(title))
    const figures = atLeastOne(months, `month in sheet ${SUMMARY}`).map((date, index) => {
      return { date, printed: line[index + SUMMARY_START] ?? '' }
    })
    return skip(figures, 'no rate', ({ printed }) => printed === '').map(({ date, printed }) =>
      dollar(date, type, printed)
    )
  })
}

export default defineSource({
  code: 'bou',
  name: 'Bank of Uganda',
  country: 'UG',
  homeCurrency: 'UGX',
  kind: 'central_bank',
  rateTypes: [
    'middle',
    'buy',
    'sell',
    'month_end',
    'monthly_average',
    'buy_monthly_average',
    'sell_monthly_average',
    'bureau_buy',
    'bureau_sell'
  ],
  pairs: [[1, 1]],
  sourceUrl: 'https://www.bou.or.ug/',
  timezone: 'Africa/Kampala',
  schedule: '0 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '1981-01-31',
  dated: 'made',
  notes:
    'Interbank rates of the dollar since September 2005, and rates of months, dated by their last day: averages since ' +
    '1981, ends of months since 1986, averages of buying and selling since 2005, and those of exchange bureaux since ' +
    'July 1990. Rates of before May 1987 are in new shillings. The bank updates the workbook about once a month, and ' +
    'it was last seen at its URL in 2020. On 22 December 2016 and 3 January 2020 the middle rate is a misprint of the ' +
    'bank. The daily card with some 33 currencies is left out, because its layout is not known.',
  restated: ['UGX'],
  unread: {
    'sheet "Calendar Yr"': 'rates of years',
    'column "(Average)"': 'averages of financial years',
    'column "Buying Rate"': 'averages of financial years',
    'column "Selling Rate"': 'averages of financial years',
    'column "Rate"': 'averages of financial years',
    'row "Period Average"': 'averages of quarters, which follow from the months',
    'rows without a name': 'middle rates of months, which differ from the averages of the summary in 13 months',
    'column "US$ mn"': 'volumes, in dollars',
    'row "Real Effective Exchange Rate Index( = 100*)"': 'an index of the shilling',
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
    return [
      ...readSheet(sheets, DAILY, readSerial),
      ...skipIfChanged(() => readSheet(sheets, MARKET)),
      ...skipIfChanged(() => readSheet(sheets, BUREAUX)),
      ...skipIfChanged(() => readSummary(sheets))
    ]
  }
})
