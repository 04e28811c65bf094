import { documentAt, excerpt, NOTHING, onlyOne, plainLabel, readDate, readDecimal, skip } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.brh.ht/taux-du-jour/'
const TITLE = /Taux du jour : (\d{1,2} \p{L}+ \d{4})/iu

// The lines of the table by the beginnings of their labels, with the rate types of the cells after the label. The
// spread after two of them is skipped.
const LINES: Array<[label: string, types: string[]]> = [
  ['taux de reference', ['reference']],
  ['marche bancaire', ['buy', 'sell']],
  ['marche informel', ['informal_buy', 'informal_sell']]
]
const CELLS = 3 // cells after the label; a line without a dash may have fewer
const FIGURE = /^\d{2,3}[.,]\d{4}$/ // the decimal mark is a comma or a point
const DAY = /\((\d{2}\/\d{2}\/\d{2})\)/ // Taux de référence (18/06/26)

/** The day in brackets after a label. */
function dayOf(label: string): string | undefined {
  const [, day] = DAY.exec(label) ?? []
  return day === undefined ? undefined : readDate(day, 'DD/MM/YY')
}

export default defineSource({
  code: 'brh',
  name: 'Bank of the Republic of Haiti',
  country: 'HT',
  homeCurrency: 'HTG',
  kind: 'central_bank',
  rateTypes: ['reference', 'sell', 'buy', 'informal_sell', 'informal_buy'],
  pairs: [[1, 1]],
  sourceUrl: PAGE,
  timezone: 'America/Port-au-Prince',
  schedule: '0 9 * * 1-5',
  cadence: 'daily',
  historyFrom: '2026-03-12',
  dated: 'made',
  notes:
    'Only the current table is published. The acquisition rate, which repeats the banks’ selling rate, and the ' +
    'rates of individual banks are left out.',
  unread: {
    'column "Écart"': 'the spread between the two prices'
  },
  verified: 'description',

  fetch: documentAt(PAGE, { headers: { accept: 'text/html', 'accept-language': 'fr-FR' } }),

  parse(publication) {
    const page = readHtml(publication)
    const date = readDate(TITLE.exec(page.text)?.[1] ?? '', 'D MMM YYYY', 'fr')
    const rows = page.all('table').flatMap((table) =>
      table.rows.map(([first = '', ...cells]) => ({
        label: plainLabel(first),
        day: dayOf(first) ?? date,
        cells
      }))
    )
    const current = skip(rows, 'rate of an earlier day', ({ day }) => day < date)
    return LINES.flatMap(([label, types]) => {
      const { cells } = onlyOne(current, `line ${label}`, (row) => row.label.startsWith(label))
      const [printed, rest] = [cells.slice(0, types.length), cells.slice(types.length)]
      // A line with two prices ends with their spread; a line with one price ends with empty cells.
      const isFigure = (cell: string) => FIGURE.test(cell) || (NOTHING.test(cell) && cells.length === CELLS)
      const isWhole =
        printed.length === types.length &&
        printed.every(isFigure) &&
        rest.every((it, index) => NOTHING.test(it) || (types.length > 1 && index === 0))
      if (!isWhole) throw new LayoutError(`a line ${label} with ${types.join(' and ')}`, excerpt(cells.join(' ')))
      return skip(
        types.map((type, index) => ({ type, figure: printed[index]! })),
        'no rate',
        ({ figure }) => NOTHING.test(figure)
      ).map(({ type, figure }) => ({
        date,
        base: 'USD',
        quote: 'HTG',
        type,
        value: readDecimal(figure.replace(',', '.'))
      }))
    })
  }
})
