import {
  codeOf,
  findParameter,
  findParts,
  readDate,
  readDecimal,
  requestedFor,
  skip,
  weekdaysIn,
  writeDate,
  yearsIn
} from './kit/index.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const SITE = 'https://www.bcb.gob.bo'
// Yearly tables of the dollar, bought and sold. Later years are not requested: the daily tables print the same figures
// and more.
const LAST_YEARLY = '2007-12-31'
// Daily tables of all currencies. Those before the reform of 2026 have a layout of their own.
const FIRST_DAILY = '2008-01-01'

const YEAR = /^AÑO (\d{4})$/
const DAY = /^TABLA DE COTIZACIONES DEL (.+)$/
const AVERAGES = 'PROM'
const BLANK = ''

const YEARLY_TYPES: Record<string, string> = { VENTA: 'sell', COMPRA: 'buy' }
const CODES = { ORO: 'XAU', PLATA: 'XAG', 'DERECHO ESPECIAL DE GIRO': 'XDR' } // metals are priced per troy ounce
const NOT_CURRENCIES = new Set([
  'Cotizacion de UFV', // an index of consumer prices, which has no code
  'Tasa SOFR (Secured Overnight Financing Rate)**' // an interest rate
])

type Figure = Pick<Row, 'base' | 'quote' | 'value'> & { type?: string }

const TABLES: Record<string, { heading: string; read: (cells: string[]) => Figure[] }> = {
  'Cotizacion Oficial del Boliviano respecto al Dolar (BCB)': {
    heading: 'Pais / Concepto|Moneda|Codigo|Tipo de Cambio Oficial (TCO) (Bs/USD)',
    read: ([, , code = '', value = '']) => [{ base: code, quote: 'BOB', value }]
  },
  'COTIZACION DE MONEDAS*': {
    heading: 'Pais / Region|Moneda|Codigo|TIPO DE CAMBIO EN Bs POR UNIDAD DE MONEDA EXTRANJERA|TIPO CAMBIO EN M.E.',
    read: ([, , code = '', inBolivianos = '', forDollar = '']) => [
      { base: code, quote: 'BOB', value: inBolivianos },
      { base: 'USD', quote: code, value: forDollar }
    ]
  },
  'Cotizacion de Metales': {
    heading: 'Metal|Unidad||Valor en USD/O.T.F.',
    read: ([metal = '', , , value = '']) => [{ base: codeOf(CODES, metal), quote: 'USD', value }]
  },
  'Derechos Especiales de Giro (DEG)': {
    heading: 'FMI|Moneda||Valor en USD/D.E.G.',
    read: ([, unit = '', , value = '']) => [{ base: codeOf(CODES, unit), quote: 'USD', value }]
  }
}

// Before the reform, a marker in the fourth column gives the direction of the figures in the fifth and sixth.
const DOLLAR_TYPES: Record<string, string> = { 'USD.VENTA': 'sell', 'USD.COMPRA': 'buy' }
const NOT_CURRENCY_MARKERS = new Set([
  BLANK, // letterhead and footnotes name no currency
  ...['CODIGO', 'MONEDA'], // headings
  'Bs/UFV', // an index of consumer prices, which has no code
  'USD' // the row of a country whose currency is the dollar, which repeats it
])
const HEADINGS: Array<[column: number, says: RegExp]> = [
  [4, /\bBs\b/],
  [5, /\bM\.E\./]
]

/**
 * The tables of a sheet, each with a title, a heading and its rows; blank rows separate them. Letterhead and footnotes
 * fill only the first column.
 */
function tablesOf(rows: string[][]): string[][][] {
  const blocks: string[][][] = [[]]
  for (const row of rows) {
    if (row.some((cell) => cell !== BLANK)) blocks.at(-1)!.push(row)
    else blocks.push([])
  }
  return skip(blocks, 'letterhead and footnotes', (block) =>
    block.every(([, ...cells]) => cells.every((cell) => cell === BLANK))
  )
}

function readDay(date: string, rows: string[][]): Row[] {
  const all = tablesOf(rows).map(([title, heading, ...lines]) => ({
    title: title![0]!,
    heading: heading?.join('|').replace(/(?<!\|)\|+$/, ''),
    lines
  }))
  const tables = skip(all, 'not a currency', ({ title }) => NOT_CURRENCIES.has(title))
  const found = tables.map(({ title, heading }) => `${title}: ${heading}`).join('; ')
  const expected = Object.entries(TABLES)
    .map(([title, { heading }]) => `${title}: ${heading}`)
    .join('; ')
  if (found !== expected) throw new LayoutError(expected, found)
  return rowsOf(
    date,
    tables.flatMap(({ title, lines }) => lines.flatMap(TABLES[title]!.read))
  )
}

function readMarkedDay(date: string, rows: string[][]): Row[] {
  const lines = skip(rows, 'not a currency', ([, , , marker = BLANK]) => NOT_CURRENCY_MARKERS.has(marker))
  const markers = lines.map((cells) => cells[3]!)
  const top = rows.slice(0, rows.indexOf(lines[0]!))
  const headings = HEADINGS.map(([column]) =>
    top
      .map((cells) => cells[column])
      .join(' ')
      .trim()
  )
  if (
    !Object.keys(DOLLAR_TYPES).every((marker) => markers.includes(marker)) ||
    !HEADINGS.every(([, says], place) => says.test(headings[place]!))
  ) {
    throw new LayoutError(
      'USD.VENTA and USD.COMPRA under headings with Bs and M.E.',
      `${markers.join(', ')} under ${headings.join('; ')}`
    )
  }
  return rowsOf(date, lines.flatMap(readMarked))
}

function readMarked([name = '', , , marker = '', first = '', second = '']: string[]): Figure[] {
  if (marker in DOLLAR_TYPES) return [{ base: 'USD', quote: 'BOB', type: DOLLAR_TYPES[marker], value: first }]
  if (marker === 'USD./O.T.F.') return [{ base: codeOf(CODES, name), quote: 'USD', value: first }]
  if (marker === 'USD/D.E.G.') return [{ base: 'XDR', quote: 'USD', value: second }]
  return skip(
    [
      { base: marker, quote: 'BOB', value: first },
      { base: 'USD', quote: marker, value: second }
    ],
    'empty',
    ({ value }) => value === BLANK
  )
}

function rowsOf(date: string, figures: Figure[]): Row[] {
  return figures.map((figure) => ({ date, type: 'official', ...figure, value: readDecimal(figure.value) }))
}

function readYear(year: string, rows: string[][]): Row[] {
  const top = rows.findIndex(([cell]) => cell === 'DIAS')
  const end = rows.findIndex(([cell]) => cell === AVERAGES)
  const [months = [], kinds = []] = rows.slice(Math.max(top, 0))
  const columns = skip(
    kinds.map((kind, place) => ({ place, kind, month: months.slice(0, place + 1).findLast((cell) => cell !== BLANK) })),
    'empty',
    ({ kind }) => kind === BLANK
  )
  const days = rows.slice(top + 2, Math.max(end, 0))
  if (days.length !== 31 || columns.length !== 24 || !columns.every(({ kind }) => kind in YEARLY_TYPES)) {
    throw new LayoutError('31 days with VENTA and COMPRA for 12 months', `${days.length} days with ${kinds.join(' ')}`)
  }
  return days.flatMap((row) =>
    skip(columns, 'empty', ({ place }) => row[place] === BLANK).map(({ place, kind, month }) => {
      const date = readDate(`${row[0]} ${month} ${year}`, 'D MMM YYYY', 'es')
      return { date, base: 'USD', quote: 'BOB', type: YEARLY_TYPES[kind]!, value: readDecimal(row[place]!) }
    })
  )
}

export default defineSource({
  code: 'bcbol',
  name: 'Central Bank of Bolivia',
  country: 'BO',
  homeCurrency: 'BOB',
  kind: 'central_bank',
  rateTypes: ['official', 'sell', 'buy'],
  pairs: [[1, 58]],
  sourceUrl: `${SITE}/?q=cotizaciones_tc`,
  timezone: 'America/La_Paz',
  schedule: '0 9 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-01',
  dated: 'made',
  publishes: '09:00',
  notes:
    'Until the end of 2007 there is only the dollar, from the yearly tables; from 2008 the daily tables have ' +
    'all currencies, metals and the SDR. The dollar has a buy and a sell rate before the reform of June 2026 and one ' +
    'official rate after it. The UFV, which is an index, and the SOFR, which is an interest rate, are left out. The ' +
    'daily tables before July 2026 were written from a public description.',
  unread: {
    'row "PROM"': 'averages of months, which follow from the days'
  },
  verified: 'recording',
  backfillDays: 30, // a request for each day

  requested(publication) {
    const [year, month, day] = ['qaa', 'qmm', 'qdd'].map((name) => findParameter(publication, name))
    if (year === undefined) return requestedFor('anio', 'YYYY')(publication)
    const date = readDate(`${year}-${month}-${day}`, 'YYYY-M-D')
    return { from: date, to: date }
  },

  async *fetch({ from, to }, http) {
    for (const year of yearsIn({ from, to: to < LAST_YEARLY ? to : LAST_YEARLY }))
      yield await http.get(`${SITE}/tiposDeCambioHistorico/xls.php?anio=${year}`)
    for (const day of weekdaysIn({ from: from > FIRST_DAILY ? from : FIRST_DAILY, to })) {
      yield await http.get(
        `${SITE}/librerias/indicadores/otras/otras_imprimir2XLS.php?${writeDate(day, 'qdd=D&qmm=M&qaa=YYYY')}`
      )
    }
  },

  parse(publication) {
    const rows = readWorkbook(publication, 'xls').flatMap((sheet) => sheet.rows)
    const titles = rows.flat()
    const [year] = findParts(titles, YEAR)
    if (year !== undefined) return readYear(year, rows)
    const [day = ''] = findParts(titles, DAY)
    const read = rows.some(([, , , marker = BLANK]) => marker in DOLLAR_TYPES) ? readMarkedDay : readDay
    return read(readDate(day, 'D de MMM de YYYY', 'es'), rows)
  }
})
