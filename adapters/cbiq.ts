import { atLeastOne, excerpt, only, readBinary, readDate, readSerial, skip } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readWorkbook, type Sheet } from './kit/workbook.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const PAGE = 'https://cbi.iq/page/144'
const GOLD_LINK = 'الذهب' // the workbook of the main currencies and gold

const TYPES: Record<string, string> = {
  'Buy ID': 'buy',
  Buy: 'buy',
  'Sell ID': 'sell',
  Sell: 'sell',
  'Sell ID 2': 'sell_2'
}
const GOLD = 'Gold'
const CODE = /(?:^| )([A-Z.]{3,})$/ // the last word of a label
const CODES: Record<string, string> = { 'S.FR': 'CHF', UAE: 'AED', SDR: 'XDR' }

const YEAR = /^\d{4}$/ // of a sheet; in it, the banner of January
const BANNER = /^\*?(?<name>[A-Z]+)[., ]*(?<year>\d{4})$/i // Feb.2026
const SERIAL = /^\d{5}$/ // the banner of May in some years
const MISPRINT = /^Spet/
const DAY = /^\d{1,2}$/
const NOT_DAYS = /^(?:$|\D)/ // averages, notes, names of holidays
const HOLIDAY = /\p{L}/u // its name, in any column
const NO_RATE = /^(?:0(?:\.0*)?)?$/

interface Column {
  column: number
  base: string
  type: string
}

/**
 * The columns of figures. Those of a currency begin with the buying rate, and its code is above one of them. The column
 * of gold may have no label.
 */
function columnsOf(labels: string[], above: string[][]): Column[] {
  const groups: Array<Array<Omit<Column, 'base'>>> = []
  for (const [column, label] of labels.entries()) {
    const type = TYPES[label]
    if (type === 'buy') groups.push([])
    if (type !== undefined) groups.at(-1)?.push({ column, type })
  }
  const named = groups.map((columns) => ({
    columns,
    labels: columns.flatMap(({ column }) => above.map((row) => row[column] ?? ''))
  }))
  return skip(named, 'gold', (it) => it.labels.includes(GOLD)).flatMap(({ columns, labels }) => {
    const [code] = labels.flatMap((label) => CODE.exec(label)?.[1] ?? [])
    if (code === undefined) {
      throw new LayoutError('the code of a currency above its buying rate', excerpt(labels.join(' ')))
    }
    return columns.map((it) => ({ ...it, base: CODES[code] ?? code }))
  })
}

/** The month that a banner begins, as `YYYY-MM`; undefined for any other label. */
function monthOf(label: string): string | undefined {
  if (YEAR.test(label)) return `${label}-01`
  if (SERIAL.test(label)) return readSerial(label).slice(0, 7)
  const { name, year } = BANNER.exec(label)?.groups ?? {}
  return name && readDate(`${name.replace(MISPRINT, 'Sept')} ${year}`, 'MMM YYYY').slice(0, 7)
}

function readYear({ name, rows }: Sheet): Row[] {
  const top = rows.findIndex((cells) => cells.some((label) => TYPES[label] === 'buy'))
  if (top < 0 || rows[top]![0] !== name.trim()) {
    throw new LayoutError(`a row ${name} with Buy ID`, excerpt(rows.slice(0, 5).flat().join(' ')))
  }
  const columns = columnsOf(rows[top]!, rows.slice(0, top))
  let month = `${name.trim()}-01`
  const lines = rows.slice(top + 1).map(([label = '', ...cells]) => {
    const banner = monthOf(label)
    month = banner ?? month
    return { month, label: banner === undefined ? label : '', cells }
  })
  const days = skip(
    skip(lines, 'averages and notes', ({ label }) => NOT_DAYS.test(label)),
    'holiday',
    ({ cells }) => cells.some((cell) => HOLIDAY.test(cell))
  )
  return only(days, `a day, or the name of a month in sheet ${name}`, ({ label }) => DAY.test(label)).flatMap(
    ({ month, label, cells }) => {
      return skip(
        columns.map(({ column, ...rate }) => ({ ...rate, cell: cells[column - 1] ?? '' })),
        'no rate',
        ({ cell }) => NO_RATE.test(cell)
      ).map(({ base, type, cell }) => ({
        date: readDate(`${month}-${label.padStart(2, '0')}`, 'YYYY-MM-DD'),
        base,
        quote: 'IQD',
        type,
        value: readBinary(cell)
      }))
    }
  )
}

export default defineSource({
  code: 'cbiq',
  name: 'Central Bank of Iraq',
  country: 'IQ',
  homeCurrency: 'IQD',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy', 'sell_2'],
  pairs: [[12, 22]],
  sourceUrl: PAGE,
  timezone: 'Asia/Baghdad',
  schedule: '30 14 * * 0-4',
  cadence: 'daily',
  historyFrom: '2009-01-01',
  dated: 'made',
  publishes: '14:30',
  notes:
    'The bank updates the workbook some days late. Since 2026 it prints two selling rates, the second 0.76 % ' +
    'above the first. Gold is left out, because many of its figures are misprinted.',
  unread: {
    'column "Gold"': 'gold, of which many figures are misprinted'
  },
  verified: 'recording',
  backfillDays: 20_000, // the history is one document

  async *fetch(_window, http) {
    const workbook = readHtml(await http.get(PAGE))
      .all('a[href$=".xlsx"]')
      .find((link) => link.text.includes(GOLD_LINK))
    if (!workbook) throw new LayoutError(`a link to a workbook with ${GOLD_LINK}`, PAGE)
    yield await http.get(new URL(workbook.attribute('href'), PAGE).href)
  },

  parse(publication) {
    const years = skip(readWorkbook(publication, 'xlsx'), 'empty sheet', ({ rows }) => rows.length === 0)
    return atLeastOne(
      only(years, 'a sheet for each year', ({ name }) => YEAR.test(name.trim())).flatMap(readYear),
      'rate in the sheets of the years'
    )
  }
})
