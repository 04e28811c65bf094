import { codeOf } from './kit/currencies.ts'
import { readDate, weekdaysIn, writeDate, yearsIn } from './kit/dates.ts'
import { readDecimal } from './kit/numbers.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const SITE = 'https://www.bcb.gob.bo'
// Yearly tables of the dollar, bought and sold. That of 2026 is not asked for: since the reform of June there is one official rate, beside which it goes on printing a sale.
const LAST_YEARLY = '2025-12-31'
// Daily tables of all currencies. Those before have another layout, which is not read.
const FIRST_DAILY = '2026-07-01'

const YEAR = /^AÑO (\d{4})$/
const DAY = /^TABLA DE COTIZACIONES DEL (.+)$/
const AVERAGES = 'PROM'
const BLANK = ''

const YEARLY_TYPES: Record<string, string> = { VENTA: 'sell', COMPRA: 'buy' }
const CODES = { 'ORO': 'XAU', 'PLATA': 'XAG', 'DERECHO ESPECIAL DE GIRO': 'XDR' } // metals by the troy ounce
const NOT_CURRENCIES = new Set([
  'Cotizacion de UFV', // an index of consumer prices, which has no code
  'Tasa SOFR (Secured Overnight Financing Rate)**' // an interest rate
])

type Figure = Pick<Row, 'base' | 'quote' | 'value'>

const TABLES: Record<string, { heading: string, read: (cells: string[]) => Figure[] }> = {
  'Cotizacion Oficial del Boliviano respecto al Dolar (BCB)': {
    heading: 'Pais / Concepto|Moneda|Codigo|Tipo de Cambio Oficial (TCO) (Bs/USD)',
    read: ([, , code = '', value = '']) => [{ base: code, quote: 'BOB', value }]
  },
  'COTIZACION DE MONEDAS*': {
    heading: 'Pais / Region|Moneda|Codigo|TIPO DE CAMBIO EN Bs POR UNIDAD DE MONEDA EXTRANJERA|TIPO CAMBIO EN M.E.',
    read: ([, , code = '', inBolivianos = '', forDollar = '']) => [{ base: code, quote: 'BOB', value: inBolivianos }, { base: 'USD', quote: code, value: forDollar }]
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

/** The tables of a sheet, each of a title, a heading and its rows; blank rows lie between. Letterhead and footnotes fill the first column alone. */
function tablesOf (rows: string[][]): string[][][] {
  const blocks: string[][][] = [[]]
  for (const row of rows) {
    if (row.some((cell) => cell !== BLANK)) blocks.at(-1)!.push(row)
    else blocks.push([])
  }
  return blocks.filter((block) => block.some(([, ...cells]) => cells.some((cell) => cell !== BLANK)))
}

function readDay (date: string, rows: string[][]): Row[] {
  const tables = tablesOf(rows).map(([title, heading, ...lines]) => ({ title: title![0]!, heading: heading?.join('|').replace(/\|+$/, ''), lines }))
    .filter(({ title }) => !NOT_CURRENCIES.has(title))
  const found = tables.map(({ title, heading }) => `${title}: ${heading}`).join('; ')
  const expected = Object.entries(TABLES).map(([title, { heading }]) => `${title}: ${heading}`).join('; ')
  if (found !== expected) throw new LayoutError(expected, found)
  return tables.flatMap(({ title, lines }) => lines.flatMap(TABLES[title]!.read)).map((figure) => ({ date, ...figure, type: 'official', value: readDecimal(figure.value) }))
}

function readYear (year: string, rows: string[][]): Row[] {
  const top = rows.findIndex(([cell]) => cell === 'DIAS')
  const end = rows.findIndex(([cell]) => cell === AVERAGES)
  const [months = [], kinds = []] = rows.slice(Math.max(top, 0))
  const columns = kinds.map((kind, place) => ({ place, kind, month: months.slice(0, place + 1).findLast((cell) => cell !== BLANK) })).filter(({ kind }) => kind !== BLANK)
  const days = rows.slice(top + 2, Math.max(end, 0))
  if (days.length !== 31 || columns.length !== 24 || !columns.every(({ kind }) => kind in YEARLY_TYPES)) {
    throw new LayoutError('31 days with VENTA and COMPRA for 12 months', `${days.length} days with ${kinds.join(' ')}`)
  }
  return days.flatMap((row) => columns.filter(({ place }) => row[place] !== BLANK).map(({ place, kind, month }) => {
    const date = readDate(`${row[0]} ${month} ${year}`, 'D MMM YYYY', 'es')
    return { date, base: 'USD', quote: 'BOB', type: YEARLY_TYPES[kind]!, value: readDecimal(row[place]!) }
  }))
}

export default defineSource({
  code: 'bcbol',
  name: 'Central Bank of Bolivia',
  country: 'BO',
  homeCurrency: 'BOB',
  kind: 'central_bank',
  rateTypes: ['official', 'sell', 'buy'],
  sourceUrl: `${SITE}/?q=cotizaciones_tc`,
  timezone: 'America/La_Paz',
  schedule: '0 9 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-01',
  backfillDays: 30, // a request for each day

  async * fetch ({ from, to }, http) {
    for (const year of yearsIn({ from, to: to < LAST_YEARLY ? to : LAST_YEARLY })) yield await http.get(`${SITE}/tiposDeCambioHistorico/xls.php?anio=${year}`)
    for (const day of weekdaysIn({ from: from > FIRST_DAILY ? from : FIRST_DAILY, to })) {
      yield await http.get(`${SITE}/librerias/indicadores/otras/otras_imprimir2XLS.php?${writeDate(day, 'qdd=D&qmm=M&qaa=YYYY')}`)
    }
  },

  parse (publication) {
    const rows = readWorkbook(publication, 'xls').flatMap((sheet) => sheet.rows)
    const titles = rows.map(([cell = '']) => cell)
    const year = titles.map((title) => YEAR.exec(title)?.[1]).find((match) => match !== undefined)
    if (year !== undefined) return readYear(year, rows)
    const day = titles.map((title) => DAY.exec(title)?.[1]).find((match) => match !== undefined)
    return readDay(readDate(day ?? '', 'D de MMM de YYYY', 'es'), rows)
  }
})
