import {
  atLeastOne,
  documentAt,
  figuresOf,
  plainLabel,
  readCount,
  readDate,
  readDecimal,
  recordsUnder
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource } from './source.ts'

const PAGE = 'https://www.bcv.cv/pt/PoliticaMonetaria/EstatisticasCambiais/Paginas/Estatisticas_Cambiais.aspx'

const HEADINGS = ['pais', 'moeda', 'unidades', 'compra', 'venda']
const TYPES = { compra: 'buy', venda: 'sell' }
const DATE = /Taxas de C[âa]mbio para o dia (\d{2}\/\d{2}\/\d{4})/i
const QUOTES = /^['"]|['"]$/g // figures may be in quotes
const NO_RATE = ''

/** The row of headings in plain letters; any other row unchanged. */
function readHeadings(cells: string[]): string[] {
  const plain = cells.map(plainLabel)
  return plain.join() === HEADINGS.join() ? plain : cells
}

export default defineSource({
  code: 'bcvcv',
  name: 'Banco de Cabo Verde',
  country: 'CV',
  homeCurrency: 'CVE',
  kind: 'central_bank',
  rateTypes: ['buy', 'sell'],
  pairs: [[2, 30]],
  sourceUrl: PAGE,
  timezone: 'Atlantic/Cape_Verde',
  schedule: '0 10 * * 1-5',
  cadence: 'daily',
  historyFrom: '2026-07-21',
  dated: 'effective',
  notes: 'Only the current table is published. The euro is at its fixed parity of 110.265 escudos.',
  verified: 'description',

  fetch: documentAt(`${PAGE}?_expType=PDF`, { headers: { accept: 'text/html' } }), // a page in spite of the parameter

  parse(publication) {
    const page = readHtml(publication)
    const date = readDate(DATE.exec(page.text)?.[1] ?? '', 'DD/MM/YYYY')
    const records = recordsUnder(
      HEADINGS,
      page.all('table').flatMap((table) => table.rows.map(readHeadings))
    )
    return atLeastOne(records, 'currency').flatMap((record) => {
      return figuresOf(TYPES, (heading) => record(heading).replace(QUOTES, ''), NO_RATE).map(({ type, printed }) => {
        return {
          date,
          base: record('moeda'),
          quote: 'CVE',
          type,
          value: readDecimal(printed, ','),
          unit: readCount(record('unidades'))
        }
      })
    })
  }
})
