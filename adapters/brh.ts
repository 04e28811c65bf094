import { documentAt, excerpt, onlyOne, plainLabel, readDate, readDecimal } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.brh.ht/taux-du-jour/'
const TITLE = /Taux du jour : (\d{1,2} \p{L}+ \d{4})/iu

// The lines of the table by the beginnings of their labels, with the rate types of the cells after the label. The spread behind them is left out.
const LINES: Array<[label: string, types: string[]]> = [
  ['taux de reference', ['reference']],
  ['marche bancaire', ['buy', 'sell']],
  ['marche informel', ['informal_buy', 'informal_sell']]
]
const SPREAD_CELLS = 1
const FIGURE = /^\d{2,3}[.,]\d{4}$/ // the decimal mark is either

export default defineSource({
  code: 'brh',
  name: 'Bank of the Republic of Haiti',
  country: 'HT',
  homeCurrency: 'HTG',
  kind: 'central_bank',
  rateTypes: ['reference', 'sell', 'buy', 'informal_sell', 'informal_buy'],
  sourceUrl: PAGE,
  timezone: 'America/Port-au-Prince',
  schedule: '0 9 * * 1-5',
  cadence: 'daily',
  historyFrom: '2026-03-12',
  dated: 'made',
  notes: 'Only the current table is published. The acquisition rate, which repeats the banks’ selling rate, and the rates of individual banks are left out.',
  verified: 'description',

  fetch: documentAt(PAGE, { headers: { 'accept': 'text/html', 'accept-language': 'fr-FR' } }),

  parse (publication) {
    const page = readHtml(publication)
    const date = readDate(TITLE.exec(page.text)?.[1] ?? '', 'D MMM YYYY', 'fr')
    const rows = page.all('table').flatMap((table) => table.rows)
    return LINES.flatMap(([label, types]) => {
      const line = onlyOne(rows, `line ${label}`, ([first = '']) => plainLabel(first).startsWith(label))
      return types.map((type, index) => {
        const printed = line[index + 1] ?? ''
        if (!FIGURE.test(printed) || line.length > 1 + types.length + SPREAD_CELLS) throw new LayoutError(`a line ${label} with ${types.join(' and ')}`, excerpt(line.join(' ')))
        return { date, base: 'USD', quote: 'HTG', type, value: readDecimal(printed.replace(',', '.')) }
      })
    })
  }
})
