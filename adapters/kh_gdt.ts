import {
  atLeastOne,
  distinctRows,
  documentsAt,
  excerpt,
  monthsIn,
  NOTHING,
  onlyOne,
  partsOf,
  readDate,
  readWhole,
  requestedAt,
  skip
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, type Row } from './source.ts'

const PAGE = 'https://www.tax.gov.kh/en/exchange-rate'

const DAY = /^([a-z]+ \d{1,2}, \d{4})\b(?!.*\d{4})/i
const PAIR = /^(?:USD ?\/ ?KHR|KHR ?\/ ?USD)$/ // both mean riel per dollar
const RIEL = /^[1-9][.,]?\d{3}(?:\.0+)?$/ // a whole number from 1,000 to 9,999

const isOtherTable = (rows: string[][]) => rows.flat().every((cell) => !PAIR.test(cell))
const isNote = (cells: string[]) => cells.every((cell) => !DAY.test(cell) && !PAIR.test(cell) && !RIEL.test(cell))

/** The cells that identify a day: a date, the pair and one figure. */
function readDay(cells: string[]): Row {
  const row = `one in ${excerpt(cells.join(' | '))}`
  const day = onlyOne(cells, `day like September 2, 2026, ${row}`, (cell) => DAY.test(cell))
  onlyOne(cells, `USD/KHR, ${row}`, (cell) => PAIR.test(cell))
  const rate = onlyOne(cells, `rate of 1,000 to 9,999, ${row}`, (cell) => RIEL.test(cell))
  const [date = ''] = partsOf(day, DAY, 'a day like September 2, 2026')
  return { date: readDate(date, 'MMM D, YYYY'), base: 'USD', quote: 'KHR', type: 'tax', value: readWhole(rate) }
}

function hasNoRate(cells: string[]): boolean {
  const next = cells[cells.findIndex((cell) => PAIR.test(cell)) + 1] ?? ''
  return !cells.some((cell) => RIEL.test(cell)) && NOTHING.test(next)
}

export default defineSource({
  code: 'kh_gdt',
  name: 'General Department of Taxation of Cambodia',
  country: 'KH',
  homeCurrency: 'KHR',
  kind: 'tax_authority',
  rateTypes: ['tax'],
  pairs: [[1, 1]],
  sourceUrl: PAGE,
  timezone: 'Asia/Phnom_Penh',
  schedule: '0 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '2022-06-01',
  dated: 'effective',
  notes:
    'Riel for one US dollar. Since 28 October 2022 the rate is the official one of source nbc; from June 2022 until ' +
    'then the tax administration set its own. The last rate of December converts a year’s accounts. Rows and ' +
    'headings were seen in public code, no whole page. Whether the archive has the months before December 2022 is not ' +
    'known. A month without a row is refused.',
  verified: 'description',
  tls: [{ quirk: 'incomplete_chain', reason: 'Public programs that read the page cannot verify its certificate.' }],

  requested: requestedAt(/for_year=(\d{4}&for_month=\d\d)$/, 'YYYY&for_month=MM'),
  fetch: documentsAt((window) =>
    monthsIn(window).map((month) => `${PAGE}?for_year=${month.slice(0, 4)}&for_month=${month.slice(5)}`)
  ),

  parse(publication) {
    const tables = skip(
      readHtml(publication)
        .all('table')
        .map(({ rows }) => rows),
      'other tables',
      isOtherTable
    )
    const days = skip(atLeastOne(tables, 'table of USD/KHR').flat(), 'headings and notes', isNote)
    return distinctRows(skip(days, 'no rate', hasNoRate).map(readDay))
  }
})
