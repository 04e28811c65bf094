import { atLeastOne, plainLabel, readBinary, readSerial, skip } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.bch.hn/estadisticas-y-publicaciones-economicas/tipo-de-cambio-nominal'
const WORKBOOK =
  'https://www.bch.hn/estadisticos/GIE/LIBTipo%20de%20cambio/Precio%20Promedio%20Diario%20del%20D%C3%B3lar.xlsx'

const SHEET = 'Tipo de Cambio Diario'
const HEADINGS = ['fecha', 'compra', 'venta'] // the first three columns; a heading may end with a footnote mark
const TYPES = ['buy', 'sell']
const MONTH = /^(ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)/i // starts a line of averages
const NO_FIGURE = '' // a note or a blank line

export default defineSource({
  code: 'bch',
  name: 'Central Bank of Honduras',
  country: 'HN',
  homeCurrency: 'HNL',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy'],
  pairs: [[1, 1]],
  sourceUrl: PAGE,
  timezone: 'America/Tegucigalpa',
  schedule: '0 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-03',
  dated: 'effective',
  notes: 'The dollar rate, with the date in the workbook, which seems to be the day on which the rate applies.',
  verified: 'description',
  backfillDays: 20_000, // the history is one document

  async *fetch(_window, http) {
    const workbook = await http.find(WORKBOOK)
    if (workbook) return yield workbook
    // The link's name has changed before.
    const [newest] = atLeastOne(readHtml(await http.get(PAGE)).all('a[href$=".xlsx"]'), 'link to a workbook')
    yield await http.get(new URL(newest!.attribute('href'), PAGE).href)
  },

  parse(publication) {
    const sheets = readWorkbook(publication, 'xlsx')
    const { rows } = sheets.find(({ name }) => name === SHEET) ?? sheets[0]!
    const top = rows.findIndex((cells) =>
      HEADINGS.every((heading, column) => plainLabel(cells[column] ?? '').startsWith(heading))
    )
    if (top < 0) throw new LayoutError(`a row ${HEADINGS.join(', ')}`, sheets.map(({ name }) => name).join(', '))
    const days = skip(
      rows.slice(top + 1),
      'months and notes',
      ([first = '', ...figures]) => MONTH.test(first) || figures.every((figure) => figure === NO_FIGURE)
    )
    return atLeastOne(days, 'day').flatMap(([serial = '', ...figures]) => {
      return TYPES.map((type, column) => ({
        date: readSerial(serial),
        base: 'USD',
        quote: 'HNL',
        type,
        value: readBinary(figures[column]!)
      }))
    })
  }
})
