import {
  askedAt,
  atLeastOne,
  documentsAt,
  excerpt,
  isBetween,
  leaveOut,
  monthsIn,
  only,
  readDate,
  readWhole
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.tax.gov.kh/en/exchange-rate'

const [DOLLAR, RIEL] = [/USD|dollar/i, /KHR|riel/i]
const CELLS = 3 // date, pair, rate; a fourth names the central bank
const [LOWEST, HIGHEST] = ['1000', '10000'] // riel for a dollar

export default defineSource({
  code: 'kh_gdt',
  name: 'General Department of Taxation of Cambodia',
  country: 'KH',
  homeCurrency: 'KHR',
  kind: 'tax_authority',
  rateTypes: ['tax'],
  sourceUrl: PAGE,
  timezone: 'Asia/Phnom_Penh',
  schedule: '0 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '2022-01-01',
  dated: 'effective',
  notes:
    'The official rate of the dollar of the National Bank of Cambodia as the tax administration republishes it; the ' +
    'last one of December converts a year’s accounts. No whole page was seen, and the first month is not known.',
  verified: 'description',

  asked: askedAt(/for_year=(\d{4}&for_month=\d\d)$/, 'YYYY&for_month=MM'),
  fetch: documentsAt((window) =>
    monthsIn(window).map((month) => `${PAGE}?for_year=${month.slice(0, 4)}&for_month=${month.slice(5)}`)
  ),

  parse(publication) {
    const [table] = atLeastOne(readHtml(publication).all('table'), 'table')
    const days = leaveOut(table!.all('tr'), 'headings', (row) => row.all('td').length === 0)
    return only(days, `at least ${CELLS} cells a day`, (row) => row.all('td').length >= CELLS).map((row) => {
      const [date = '', pair = '', rate = ''] = row.all('td').map((cell) => cell.text)
      const value = readWhole(rate)
      if (!DOLLAR.test(pair) || !RIEL.test(pair) || !isBetween(value, LOWEST, HIGHEST)) {
        throw new LayoutError('a rate of the dollar in riel', excerpt(`${pair} ${rate}`))
      }
      return { date: readDate(date, 'MMM D, YYYY'), base: 'USD', quote: 'KHR', type: 'tax', value }
    })
  }
})
