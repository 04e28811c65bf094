import {
  distinctRows,
  documentsAt,
  excerpt,
  readDate,
  readDecimal,
  readText,
  recordsUnder,
  requestedBetween,
  spansOf,
  writeDate
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.dof.gob.mx/indicadores_detalle.php?cod_tipo_indicador=158' // the page of the dollar

const TITLE = '>DOLAR<'
const TABLE = /<table\b[^<>]*>/g
const CLASS = 'class="Tabla_borde"'
const END = '</table>'

/** The markup of the table of rates. The page around it doesn't matter. */
function tableIn(text: string): string | undefined {
  const start = [...text.matchAll(TABLE)].find(([tag]) => tag.includes(CLASS))?.index
  const end = text.indexOf(END, start)
  return start === undefined || end === -1 ? undefined : text.slice(start, end + END.length)
}

export default defineSource({
  code: 'dof',
  name: 'Official Gazette of the Federation of Mexico (DOF), exchange rate for tax',
  country: 'MX',
  homeCurrency: 'MXN',
  kind: 'tax_authority',
  rateTypes: ['reference'],
  pairs: [[1, 1]],
  sourceUrl: PAGE,
  timezone: 'America/Mexico_City',
  schedule: '0 8 * * 1-5',
  cadence: 'daily',
  historyFrom: '2020-01-01',
  dated: 'made',
  notes:
    'The date is that of publication in the gazette; the Bank of Mexico determined the rate on the business ' +
    'day before.',
  verified: 'recording',
  tls: [{ quirk: 'incomplete_chain', reason: 'The server leaves out the intermediate certificate.' }],

  requested: requestedBetween('dfecha', 'hfecha', 'DD/MM/YYYY'),
  fetch: documentsAt((window) =>
    spansOf(window, 31).map(({ from, to }) => {
      const [start, end] = [from, to].map((day) => encodeURIComponent(writeDate(day, 'DD/MM/YYYY')))
      return `${PAGE}&dfecha=${start}&hfecha=${end}`
    })
  ),

  parse(publication) {
    const text = readText(publication)
    const table = tableIn(text)
    if (table === undefined || !text.includes(TITLE)) {
      throw new LayoutError('a whole table of class Tabla_borde under DOLAR', excerpt(text))
    }
    const { rows } = readHtml({ ...publication, charset: 'utf-8', body: Buffer.from(table) }, END).one('table')
    return distinctRows(
      recordsUnder(['Fecha', 'Valor'], rows).map((record) => {
        return {
          date: readDate(record('Fecha'), 'DD-MM-YYYY'),
          base: 'USD',
          quote: 'MXN',
          type: 'reference',
          value: readDecimal(record('Valor'))
        }
      })
    )
  }
})
