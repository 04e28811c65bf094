import { atLeastOne, codeOf, documentAt, excerpt, leaveOut, readCount, readDate, readDecimal } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://cbl.gov.ly/currency-exchange-rates/'

const DATE = /\d{4}-\d{2}-\d{2}$/
const UNITS = /(?<!\d)\d+$/
// The labels of the last three cells, which small screens show before the figures.
const LABELS = [['المتوسط', 'average'], ['بيع', 'sell'], ['شراء', 'buy']] as const
const CELLS = 6 // the date, the currency, its units and the three figures
const FIGURE = /\D(\d+\.\d+)$/

const isOutside = (cells: string[]) => LABELS.every(([label]) => !cells.some((cell) => cell.startsWith(label)))

const CURRENCIES = {
  'الدولار الأمريكي': 'USD', 'اليورو': 'EUR', 'الجنيه الاسترليني': 'GBP', 'الجنيه الإسترليني': 'GBP', 'الدينار التونسي': 'TND', 'الليرة التركية': 'TRY', 'الريال السعودي': 'SAR', 'الدرهم الإماراتي': 'AED',
  'الدرهم الاماراتي': 'AED', 'اليوان الصيني': 'CNY', 'الايوان الصيني': 'CNY', 'الدولار الكندي': 'CAD', 'الدولار الاسترالي': 'AUD', 'الدولار الأسترالي': 'AUD', 'الفرنك السويسري': 'CHF',
  'الكرونر السويدي': 'SEK', 'الكرونة السويدية': 'SEK', 'الكرونر النرويجي': 'NOK', 'الكرونة النرويجية': 'NOK', 'الكرونر الدنمركي': 'DKK', 'الكرونة الدنماركية': 'DKK', 'الين الياباني': 'JPY',
  'الدرهم المغربي': 'MAD', 'الجنيه المصري': 'EGP'
}

export default defineSource({
  code: 'cbl',
  name: 'Central Bank of Libya',
  country: 'LY',
  homeCurrency: 'LYD',
  kind: 'central_bank',
  rateTypes: ['average', 'buy', 'sell'],
  sourceUrl: PAGE,
  timezone: 'Africa/Tripoli',
  schedule: '0 11 * * 0-4',
  cadence: 'daily',
  historyFrom: '2026-09-24',
  dated: 'made',
  notes: 'Only the current table is published. A few currencies (DZD, MRU, RUB, XOF) stay in quarantine, because their Arabic names on the page are not known.',
  verified: 'description',

  fetch: documentAt(PAGE),

  parse (publication) {
    const rows = readHtml(publication).all('tr').map((row) => row.all('td').map(({ text }) => text))
    return atLeastOne(leaveOut(rows, 'not a line of the table', isOutside), 'line with a date').flatMap((cells) => {
      const [day = '', name = '', units = '', ...figures] = cells
      if (cells.length < CELLS) throw new LayoutError(`a line of ${CELLS} cells`, excerpt(cells.join(' ')))
      const rate = { date: readDate(DATE.exec(day)?.[0] ?? day, 'YYYY-MM-DD'), base: codeOf(CURRENCIES, name), quote: 'LYD', unit: readCount(UNITS.exec(units)?.[0] ?? '') }
      return LABELS.map(([label, type], column) => {
        const [, printed] = FIGURE.exec(figures[column]!) ?? []
        if (printed === undefined || !figures[column]!.startsWith(label)) throw new LayoutError(`${label} and a figure`, excerpt(figures[column]!))
        return { ...rate, type, value: readDecimal(printed) }
      })
    })
  }
})
