import { addDays, atLeastOne, figuresOf, partsOf, readDate, readDecimal } from './kit/index.ts'
import { readHtml, type HtmlElement } from './kit/html.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const PAGE = 'https://www.cbl.org.lr/research/buying-selling-rates'

const DATE = '.views-field-field-content-post-date'
// in the order of the source's rate types
const FIGURES = { '.views-field-field-selling-us': 'sell', '.views-field-field-buying-us': 'buy' }
const FIGURE = /^L\$ ?([\d.,]+) ?\/ ?US\$1\.00$/
const NO_RATE = ''
const NOON = /T12:00:00Z$/ // every row has this time, whatever the hour of publication

function readRow(row: HtmlElement): Row[] {
  const date = readDate(row.one(`td${DATE} time`).attribute('datetime').replace(NOON, ''), 'YYYY-MM-DD')
  return figuresOf(FIGURES, (cell) => row.one(`td${cell}`).text, NO_RATE).map(({ type, printed }) => {
    const [value = ''] = partsOf(printed, FIGURE, 'a figure like L$182.0819/US$1.00')
    return { date, base: 'USD', quote: 'LRD', type, value: readDecimal(value) }
  })
}

function readPage(publication: Publication): Row[] {
  const table = readHtml(publication)
    .all('table')
    .find((it) => it.all(`th${DATE}`).length > 0)
  if (!table) throw new LayoutError('a table of Date, Buying, Selling', 'none')
  return atLeastOne(table.all('tbody tr'), 'day').flatMap(readRow)
}

export default defineSource({
  code: 'cblr',
  name: 'Central Bank of Liberia',
  country: 'LR',
  homeCurrency: 'LRD',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy'],
  pairs: [[1, 1]],
  sourceUrl: PAGE,
  timezone: 'Africa/Monrovia',
  schedule: '0 14 * * 1-6',
  cadence: 'daily',
  historyFrom: '2012-07-05',
  dated: 'made',
  notes:
    'Rates are published on Saturdays too, and some business days are missing. The publisher prints no middle rate.',
  verified: 'recording',
  pause: 500,
  backfillDays: 20000, // the pages go back from the newest

  async *fetch({ from, to }, http) {
    for (let page = 0, oldest = addDays(to, 1); oldest > from; page += 1) {
      const publication = await http.get(page === 0 ? PAGE : `${PAGE}?page=${page}`)
      yield publication
      oldest = readPage(publication).at(-1)!.date
    }
  },

  parse: readPage
})
