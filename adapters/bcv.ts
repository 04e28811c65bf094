import {
  addDays,
  atLeastOne,
  excerpt,
  findParts,
  readDate,
  readDecimal,
  skip,
  withDollarsCompared
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readWorkbook, type Sheet } from './kit/workbook.ts'
import { defineSource, LayoutError, type Http, type Row } from './source.ts'

const PAGE = 'https://www.bcv.org.ve/estadisticas/tipo-cambio-de-referencia-smc'
// Quarter and year. A workbook that was uploaded again has a suffix.
const WORKBOOK = /\/2_1_2([a-d])(\d\d)_smc[^"'/]*\.xls$/
// prettier-ignore
const QUARTERS: Record<string, string> = {
  '01': 'a', '02': 'a', '03': 'a', '04': 'b', '05': 'b', '06': 'b', '07': 'c', '08': 'c', '09': 'c', '10': 'd',
  '11': 'd', '12': 'd'
}
const LONGEST_WAIT = 7 // days from a sheet's date to its value date

const DIGITAL_BOLIVAR = '2021-10-04' // the first day of the bolívar without six zeros, under the same code
const VALUE_DATE = /^Fecha Valor: (\S+)$/
// A rate in dollars can differ by a tenth from the rates in bolívares (ANG on 2025-10-02); an inverted rate differs by
// more.
const CROSS_TOLERANCE = 0.1

const FIGURES = { 'Compra (BID)': 'buy', 'Venta (ASK)': 'sell' }
const CODES: Record<string, string> = { MXP: 'MXN' }
const CROSSES = '(a) Cotización M.E./US$' // foreign currency per dollar, except for the currencies in a note
const IN_DOLLARS = /^\(a\) (.+) en términos del dólar de los EEUU por moneda extranjera/
const CODE = /\b[A-Z]{3}\b/g
const NO_RATE = /^0?$/

function quarterOf(date: string): string {
  return `${date.slice(2, 4)}${QUARTERS[date.slice(5, 7)]}`
}

/**
 * The addresses of the workbooks since a quarter (`25d`), newest first, from as many pages of the list as necessary.
 */
async function findWorkbooks(http: Http, first: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (
    let page = 0, before = -1;
    found.size > before && ![...found.keys()].some((quarter) => quarter <= first);
    page += 1
  ) {
    before = found.size
    for (const link of readHtml(await http.get(`${PAGE}?page=${page}`))
      .all('a[href]')
      .map((it) => it.attribute('href'))) {
      const [, quarter, year] = WORKBOOK.exec(link) ?? []
      if (year !== undefined && !found.has(`${year}${quarter}`)) {
        found.set(`${year}${quarter}`, new URL(link, PAGE).href)
      }
    }
  }
  atLeastOne([...found], 'workbook in the list')
  return found
}

function readSheet({ name, rows }: Sheet): Row[] {
  const [printed] = findParts(rows.flat(), VALUE_DATE)
  const top = rows.findIndex((row) => row.includes('Moneda/País'))
  const column = rows[top - 1]?.indexOf('Bs./M.E.') ?? -1
  const headings = rows[top]?.slice(column, column + 2).join(', ')
  if (printed === undefined || column < 0 || headings !== Object.keys(FIGURES).join(', ')) {
    throw new LayoutError(
      `a Fecha Valor, and ${Object.keys(FIGURES).join(', ')} under Bs./M.E. in sheet ${name}`,
      excerpt(rows.flat().join(' '))
    )
  }
  const date = readDate(printed, 'DD/MM/YYYY')
  const dated = skip(rows.slice(top + 1), 'before the digital bolívar', () => date < DIGITAL_BOLIVAR)
  if (dated.length === 0) return []
  const priced = skip(dated, 'no rate', (row) => NO_RATE.test(row[column] ?? ''))
  const lines = skip(atLeastOne(priced, `currency in sheet ${name}`), 'ended in June 2021', (row) => row[1] === 'CUC')
  const dollars = rows[top - 1]!.indexOf(CROSSES)
  const note = dollars < 0 ? undefined : findParts(rows.flat(), IN_DOLLARS)[0]
  const inDollars = new Set(note?.match(CODE))
  const read = lines.flatMap((row) => {
    const code = row[1]!
    const base = CODES[code] ?? code
    const crossed = inDollars.has(code) ? { base, quote: 'USD' } : { base: 'USD', quote: base }
    const types = Object.values(FIGURES)
    const figures = types.map((type, index) => ({ base, quote: 'VES', type, printed: row[column + index]! }))
    const crosses = types.map((type, index) => ({ ...crossed, type, printed: row[dollars + index] ?? '' }))
    const known = skip(crosses, 'no word of the direction', () => note === undefined)
    const others = skip(known, 'the dollar in dollars', (it) => it.base === it.quote)
    const rates = skip(others, 'no rate', (it) => NO_RATE.test(it.printed))
    return [...figures, ...rates].map(({ printed: figure, ...rate }) => ({ date, ...rate, value: readDecimal(figure) }))
  })
  return withDollarsCompared(read, { home: 'VES', types: { buy: 'buy', sell: 'sell' }, share: CROSS_TOLERANCE })
}

export default defineSource({
  code: 'bcv',
  name: 'Central Bank of Venezuela',
  country: 'VE',
  homeCurrency: 'VES',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy'],
  pairs: [
    [15, 25],
    [29, 49]
  ],
  sourceUrl: PAGE,
  timezone: 'America/Caracas',
  schedule: '0 19 * * 1-5',
  cadence: 'daily',
  historyFrom: DIGITAL_BOLIVAR,
  dated: 'effective',
  publishes: '19:00',
  notes:
    'The selling rate is the one that the bank quotes as its reference rate. The same sheet has the rates of the ' +
    'dollar; a note names the currencies whose price is in dollars. Days before 4 October 2021 are ' +
    'left out: they are in older bolívares, worth a millionth, with the same code. The ANG is still printed although ' +
    'it has been withdrawn; the CUC, which ended in June 2021, is left out.',
  verified: 'recording',
  tls: [
    { quirk: 'incomplete_chain', reason: 'the server sends an intermediate certificate that did not issue its own' }
  ],

  async *fetch({ from, to }, http) {
    const first = quarterOf(addDays(from, -LONGEST_WAIT))
    for (const [quarter, url] of await findWorkbooks(http, first)) {
      if (quarter >= first && quarter <= quarterOf(to)) yield await http.get(url)
    }
  },

  parse(publication) {
    return atLeastOne(readWorkbook(publication, 'xls'), 'sheet').flatMap(readSheet)
  }
})
