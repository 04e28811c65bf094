import {
  atLeastOne,
  codeOf,
  documentAt,
  excerpt,
  NOTHING,
  partsOf,
  readCount,
  readDate,
  readDecimal,
  skip
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const PAGE = 'https://cbl.gov.ly/currency-exchange-rates/'

// The columns. A cell may repeat its heading before the value, for small screens.
const DAY = 'التاريخ'
const CURRENCY = 'العملة'
const UNIT = 'الوحدة'
const TYPES = { المتوسط: 'average', بيع: 'sell', شراء: 'buy' }
const COLUMNS = [DAY, CURRENCY, UNIT, ...Object.keys(TYPES)]
const ONE = /(?:^| )واحدة?$/ // one dollar, one pound: `دولار واحد`
const HUNDRED = /^(?:100|مائة|مئة|١٠٠)(?: |$)/ // a hundred yen
const COUNT = /^\d+(?= |$)/
const CODE = /\b[A-Z]{3}\b/ // may follow or precede the name
const PRINTED = /\d\.\d/
const isOther = (cells: string[]) => cells.every((cell) => !PRINTED.test(cell))
const FIGURE = /^(\d+(?:\.\d+)?|-*) ?(?:د\.ل\.?)?$/ // in dinars

/**
 * The value of a cell without its heading, which is printed in the cell or above the column. Throws a `LayoutError` for
 * another heading.
 */
function valueIn(cell: string, column: string, above: string | undefined): string {
  const heading = COLUMNS.find((it) => cell.startsWith(it))
  if ((heading ?? above) !== column) throw new LayoutError(`a cell of the column ${column}`, excerpt(cell))
  return heading === undefined ? cell : cell.slice(heading.length).replace(/^ ?:? ?/, '')
}

/** The number of units, in words or in digits. If the words are unknown, the row goes to quarantine. */
function readUnit(printed: string): Pick<Row, 'unit' | 'contradicted'> {
  if (ONE.test(printed)) return { unit: 1 }
  if (HUNDRED.test(printed)) return { unit: 100 }
  const [count] = COUNT.exec(printed) ?? []
  return count === undefined ? { contradicted: `the unit ${printed} is not known` } : { unit: readCount(count) }
}

// prettier-ignore
const CURRENCIES = {
  'الدولار الأمريكي': 'USD', 'اليورو': 'EUR', 'الجنيه الاسترليني': 'GBP', 'الجنيه الإسترليني': 'GBP',
  'الدينار التونسي': 'TND', 'الليرة التركية': 'TRY', 'الريال السعودي': 'SAR', 'الدرهم الإماراتي': 'AED',
  'الدرهم الاماراتي': 'AED', 'اليوان الصيني': 'CNY', 'الايوان الصيني': 'CNY', 'الدولار الكندي': 'CAD',
  'الدولار الاسترالي': 'AUD', 'الدولار الأسترالي': 'AUD', 'الفرنك السويسري': 'CHF', 'الكرونر السويدي': 'SEK',
  'الكرونة السويدية': 'SEK', 'الكرونر النرويجي': 'NOK', 'الكرونة النرويجية': 'NOK', 'الكرونر الدنمركي': 'DKK',
  'الكرونة الدنماركية': 'DKK', 'الين الياباني': 'JPY', 'الدرهم المغربي': 'MAD', 'الجنيه المصري': 'EGP'
}

export default defineSource({
  code: 'cbl',
  name: 'Central Bank of Libya',
  country: 'LY',
  homeCurrency: 'LYD',
  kind: 'central_bank',
  rateTypes: ['average', 'buy', 'sell'],
  pairs: [[12, 26]],
  sourceUrl: PAGE,
  timezone: 'Africa/Tripoli',
  schedule: '0 11 * * 0-4',
  cadence: 'daily',
  historyFrom: '2026-09-24',
  dated: 'made',
  notes:
    'Only the current table is published. A few currencies (DZD, MRU, RUB, XOF) stay in quarantine, because ' +
    'their Arabic names on the page are not known.',
  verified: 'description',

  fetch: documentAt(PAGE),

  parse(publication) {
    const page = readHtml(publication)
    const [headings = []] = page.all('tr').map((row) => row.all('th').map(({ text }) => text))
    const rows = page.all('tr').map((row) => row.all('td').map(({ text }) => text))
    const lines = skip(rows, 'line without a figure', isOther)
    return atLeastOne(lines, 'line with figures').flatMap((cells) => {
      const others = cells.slice(COLUMNS.length)
      if (cells.length < COLUMNS.length || others.some((cell) => PRINTED.test(cell))) {
        throw new LayoutError(`a line of ${COLUMNS.length} cells`, excerpt(cells.join(' ')))
      }
      const [day = '', name = '', units = '', ...figures] = COLUMNS.map((column, index) =>
        valueIn(cells[index]!, column, headings[index])
      )
      const rate = {
        date: readDate(day, 'YYYY-MM-DD'),
        base: CODE.exec(name)?.[0] ?? codeOf(CURRENCIES, name),
        quote: 'LYD',
        ...readUnit(units)
      }
      const printed = Object.values(TYPES).map((type, index) => ({
        type,
        figure: partsOf(figures[index]!, FIGURE, 'a figure in dinars')[0]!
      }))
      return skip(printed, 'no rate', ({ figure }) => NOTHING.test(figure)).map(({ type, figure }) => {
        return { ...rate, type, value: readDecimal(figure) }
      })
    })
  }
})
