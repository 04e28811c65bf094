import {
  atLeastOne,
  codeOf,
  documentsFoundAt,
  excerpt,
  groupBy,
  readDate,
  readDecimal,
  skip,
  yearsIn
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const SITE = 'https://www.ato.gov.au/tax-rates-and-codes'
const YEARS = ['calendar', 'financial']

// Every day has two columns: the average rate of the year that ends on it, and the actual rate nearest to it. The
// columns are in one table or in two.
const TITLES = ['average rate for year ended', 'nearest actual exchange rate']
const TYPES = ['yearly_average', 'end_of_period']
const DAY = /^\d{1,2} \p{L}{3,} \d{2}\*?$/u // 31 Dec 23*
const DIGIT = /\d/ // a row ends with the name of a currency, after its last figure
const HEADINGS = new Set(['', 'Country', 'Currency']) // all other headings are days
const NO_RATE = /^(-|–|na|n\/a)?$/i
const CURRENCY = / \([^()]*\)$/ // Indonesia (Rupiah)

// prettier-ignore
const COUNTRIES = {
  'Canada': 'CAD', 'China': 'CNY', 'Europe': 'EUR', 'Hong Kong': 'HKD', 'India': 'INR', 'Indonesia': 'IDR',
  'Japan': 'JPY', 'Malaysia': 'MYR', 'New Zealand': 'NZD', 'Papua New Guinea': 'PGK', 'Philippines': 'PHP',
  'Singapore': 'SGD', 'South Korea': 'KRW', 'South Korean': 'KRW', 'Switzerland': 'CHF', 'Taiwan': 'TWD',
  'Thailand': 'THB', 'UK': 'GBP', 'United Kingdom': 'GBP', 'United States': 'USD', 'USA': 'USD', 'Vietnam': 'VND'
}

interface Column {
  day: string
  lines: string[][]
  place: number
}

/** The columns of figures of a table, each with its day, and the table's lines below the headings. */
function columnsOf(rows: string[][]): Column[] {
  const start = rows.findIndex((row) => row.some((cell) => DAY.test(cell)))
  const days = skip(rows[start] ?? [], 'headings', (cell) => HEADINGS.has(cell))
  const lines = rows.slice(start + 1)
  const long = lines.find((line) => line.slice(1 + days.length).some((cell) => DIGIT.test(cell)))
  if (days.length > 0 && long) throw new LayoutError(`a line of ${days.length} figures`, excerpt(long.join(', ')))
  return days.map((day, place) => ({ day: readDate(day.replace('*', ''), 'D MMM YY'), lines, place }))
}

function readColumn({ day, lines, place }: Column, type: string): Row[] {
  const figures = lines.map(([country = '', ...cells]) => {
    const printed = cells[place]
    if (printed === undefined) throw new LayoutError('a figure for every day', excerpt([country, ...cells].join(', ')))
    return { country, printed }
  })
  return skip(figures, 'no rate', ({ printed }) => NO_RATE.test(printed)).map(({ country, printed }) => {
    return {
      date: day,
      base: 'AUD',
      quote: codeOf(COUNTRIES, country.replace(CURRENCY, '')),
      type,
      value: readDecimal(printed)
    }
  })
}

export default defineSource({
  code: 'ato',
  name: 'Australian Taxation Office',
  country: 'AU',
  homeCurrency: 'AUD',
  kind: 'tax_authority',
  rateTypes: ['yearly_average', 'end_of_period'],
  pairs: [[12, 26]],
  sourceUrl: `${SITE}/foreign-exchange-rates-overview`,
  timezone: 'Australia/Sydney',
  schedule: '0 12 * * 1',
  cadence: 'yearly',
  historyFrom: '2023-06-30',
  dated: 'period',
  notes:
    'Units of foreign currency per Australian dollar: averages for calendar years and for financial years (to ' +
    '30 June), and the actual rates nearest to the end of each year, all dated by the last day of the year. Monthly ' +
    'averages are left out, because the layout of their pages is not known. The publisher refuses some clients, and ' +
    'then the run fails.',
  verified: 'documentation',

  fetch: documentsFoundAt((window) =>
    yearsIn(window).flatMap((year) => {
      return YEARS.map((kind) => `${SITE}/foreign-exchange-rates-annual-${year}-${kind}-year`)
    })
  ),

  parse(publication) {
    const page = readHtml(publication)
    const [averages = -1, actual = -1] = TITLES.map((title) => page.text.toLowerCase().indexOf(title))
    if (averages === -1 || actual < averages) {
      throw new LayoutError('averages and then actual rates', excerpt(page.text))
    }
    const columns = atLeastOne(
      page.all('table').flatMap((table) => columnsOf(table.rows)),
      'day'
    )
    const days = groupBy(columns, ({ day }) => day)
    return columns.flatMap((column) => {
      const same = days.get(column.day)!
      if (same.length !== TYPES.length) throw new LayoutError(`${column.day} twice`, `${same.length} times`)
      return readColumn(column, TYPES[same.indexOf(column)]!)
    })
  }
})
