import { atLeastOne, documentAt, findParts, readDecimal, readSerial, skip } from './kit/index.ts'
import { readWorkbook, type Sheet } from './kit/workbook.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const BLOCK = /AVERAGE EXCHANGE RATES (BUY|MID|SELL)$/
const YEARS = /^(\d{4}) - (\d{4})$/

const BLANK = ''
const NO_RATE = new Set([BLANK, '0'])
const NOTE = /^\p{L}/u // text in place of the rates, on a holiday or a day of closure

interface Column {
  place: number
  quote: string
  type: string
}

/** The columns with a currency in their heading. A column without one may contain a stray copy of its neighbour. */
function columnsOf(blocks: string[], headings: string[]): Column[] {
  const columns = skip(
    headings.map((quote, place) => {
      const block = blocks.slice(0, place + 1).findLast((cell) => cell !== BLANK) ?? ''
      return { place, quote, type: BLOCK.exec(block)?.[1]?.toLowerCase() ?? block }
    }),
    'empty',
    ({ quote }) => quote === BLANK
  )
  const types = [...new Set(columns.map(({ type }) => type))].sort().join()
  if (types !== 'buy,mid,sell') {
    throw new LayoutError('blocks of currencies under BUY, MID and SELL', `${types} over ${headings.join(' ')}`)
  }
  return columns
}

function readSheet({ name, rows }: Sheet): Row[] {
  const top = rows.findIndex((row) => row.some((cell) => BLOCK.test(cell)))
  const [headings = [], ...below] = skip(rows.slice(top + 1), 'empty', (row) => row.every((cell) => cell === BLANK))
  const [first, last] = findParts(rows.slice(0, Math.max(top, 0)).flat(), YEARS)
  if (first === undefined || last === undefined) {
    throw new LayoutError('a sheet with its two years above BUY, MID and SELL', `${name} with ${rows.length} rows`)
  }
  const columns = columnsOf(rows[top]!, headings)
  // The lines of an address fill only the first two columns.
  const lines = skip(below, 'address', (row) => columns.slice(1).every(({ place }) => row[place] === BLANK)).map(
    (row) => {
      const printed = skip(
        columns.map((column) => ({ ...column, text: row[column.place]! })),
        'no rate',
        ({ text }) => NO_RATE.has(text)
      )
      return { date: readSerial(row[0]!), printed }
    }
  )
  const open = skip(
    lines,
    'day of closure',
    ({ printed }) => printed.length <= 3 && printed.every(({ text }) => NOTE.test(text))
  )
  return skip(
    open,
    'date outside the years of its sheet',
    ({ date }) => date < first || date > `${last}-12-31`
  ).flatMap(({ date, printed }) =>
    printed.map(({ quote, type, text }) => ({
      date,
      base: 'TOP',
      quote,
      type,
      value: readDecimal(text)
    }))
  )
}

export default defineSource({
  code: 'nrbt',
  name: 'National Reserve Bank of Tonga',
  country: 'TO',
  homeCurrency: 'TOP',
  kind: 'central_bank',
  rateTypes: ['mid', 'buy', 'sell'],
  pairs: [[9, 16]],
  sourceUrl: 'https://www.reservebank.to/index.php/financial-system/financial-markets/exchange-rates',
  timezone: 'Pacific/Tongatapu',
  schedule: '0 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '2017-01-03',
  dated: 'made',
  notes:
    'A row with a date outside the years of its sheet is a typing error and left out. On some days the sheet ' +
    'has a note instead of rates.',
  verified: 'recording',
  backfillDays: 20000, // one workbook holds the whole history

  fetch: documentAt('https://www.reservebank.to/data/docs/fmarkets/exrates/average_daily_exchange_rates.xlsx'),

  parse(publication) {
    return atLeastOne(readWorkbook(publication, 'xlsx').flatMap(readSheet), 'day of rates')
  }
})
