import { readDate } from './kit/dates.ts'
import { readHtml } from './kit/html.ts'
import { leaveOut } from './kit/left-out.ts'
import { readBinary } from './kit/numbers.ts'
import { atLeastOne } from './kit/rows.ts'
import { excerpt } from './kit/text.ts'
import { readWorkbook, type Sheet } from './kit/workbook.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const PAGE = 'https://cbi.iq/page/144'
const GOLD_LINK = 'الذهب' // the workbook of the main currencies and gold

const YEAR = /^\d{4}$/
const TYPES: Record<string, string> = { 'Buy ID': 'buy', 'Buy': 'buy', 'Sell ID': 'sell', 'Sell': 'sell', 'Sell ID 2': 'sell_2' }
const CODE = /(?:^| )([A-Z.]{3,})$/ // the last word of a label
const CODES: Record<string, string> = { 'S.FR': 'CHF', 'UAE': 'AED', 'SDR': 'XDR' }

const BANNER = /^([A-Z]+)[., ]*(\d{4})$/i // Feb.2026; that of January may be the bare year
const DAY = /^\d{1,2}$/
const HOLIDAY = /\p{L}/u // its name, in any column
const NO_RATE = ''

interface Column {
  column: number
  base: string
  type: string
}

/** The columns of figures: those of a currency begin with the buying rate, and its code stands above any of them. The one of gold has no label. */
function columnsOf (labels: string[], above: string[][]): Column[] {
  const groups: Array<Array<Omit<Column, 'base'>>> = []
  for (const [column, label] of labels.entries()) {
    const type = TYPES[label]
    if (type === 'buy') groups.push([])
    if (type !== undefined) groups.at(-1)?.push({ column, type })
  }
  return groups.flatMap((columns) => {
    const [code] = columns.flatMap(({ column }) => above.flatMap((row) => CODE.exec(row[column] ?? '')?.[1] ?? []))
    if (code === undefined) throw new LayoutError('the code of a currency above its buying rate', excerpt(above.map((row) => row[columns[0]!.column]).join(' ')))
    return columns.map((it) => ({ ...it, base: CODES[code] ?? code }))
  })
}

function readYear ({ name, rows }: Sheet): Row[] {
  if (rows.length === 0) return []
  const [heading, top] = [rows.findIndex(([first]) => first === 'Date'), rows.findIndex((cells) => cells.some((label) => TYPES[label] === 'buy'))]
  if (heading < 0 || top < heading) throw new LayoutError('a row Date and below it one with Buy ID', excerpt(rows.slice(0, 5).flat().join(' ')))
  const columns = columnsOf(rows[top]!, rows.slice(heading, top))
  let month = `${name.trim()}-01`
  return rows.slice(top + 1).flatMap(([label = '', ...cells]) => {
    const [, monthName = '', year = ''] = BANNER.exec(label) ?? []
    if (monthName !== '') month = readDate(`${monthName} ${year}`, 'MMM YYYY').slice(0, 7)
    if (!DAY.test(label) || cells.some((cell) => HOLIDAY.test(cell))) return []
    return leaveOut(columns.map(({ column, ...rate }) => ({ ...rate, cell: cells[column - 1] ?? NO_RATE })), 'no rate', ({ cell }) => cell === NO_RATE)
      .map(({ base, type, cell }) => ({ date: readDate(`${month}-${label.padStart(2, '0')}`, 'YYYY-MM-DD'), base, quote: 'IQD', type, value: readBinary(cell) }))
  })
}

export default defineSource({
  code: 'cbiq',
  name: 'Central Bank of Iraq',
  country: 'IQ',
  homeCurrency: 'IQD',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy', 'sell_2'],
  sourceUrl: PAGE,
  timezone: 'Asia/Baghdad',
  schedule: '30 14 * * 0-4',
  cadence: 'daily',
  historyFrom: '2009-01-01',
  dated: 'made',
  publishes: '14:30',
  notes: 'The bank updates the workbook some days late. Since 2026 it prints two selling rates, the second 0.76 % above the first. Gold is left out, because many of its figures are misprinted.',
  verified: 'recording',
  backfillDays: 20_000, // the history is one document

  async * fetch (_window, http) {
    const workbook = readHtml(await http.get(PAGE)).all('a[href$=".xlsx"]').find((link) => link.text.includes(GOLD_LINK))
    if (!workbook) throw new LayoutError(`a link to a workbook with ${GOLD_LINK}`, PAGE)
    yield await http.get(new URL(workbook.attribute('href'), PAGE).href)
  },

  parse (publication) {
    const years = readWorkbook(publication, 'xlsx').filter(({ name }) => YEAR.test(name.trim()))
    return atLeastOne(years.flatMap(readYear), 'rate in the sheets of the years')
  }
})
