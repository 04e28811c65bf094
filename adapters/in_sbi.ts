import { distinctRows, excerpt, only, onlyOne, readDate, readDecimal, readTime, skip, squeeze } from './kit/index.ts'
import { readPdf } from './kit/pdf.ts'
import { defineSource, LayoutError, type Http, type Row } from './source.ts'

const FILE = 'https://sbi.bank.in/documents/16012/1400784/FOREX_CARD_RATES.pdf'
const OLD_FILE = 'https://bank.sbi/documents/16012/1400784/FOREX_CARD_RATES.pdf'

const DATE = /\bDate ?:? ?(\d{1,2})[-/. ](\d{1,2}|\p{L}{3,9})[-/. ](\d{4})\b/iu
const TIME = /\bTime ?:? ?(\d{1,2}[:.]\d{2} ?[AP]\.?M)\b/i
const REFERENCE = /To be used as reference rates/i
const OTHER_TABLE = /^CARD RATES FOR TRANSACTIONS BELOW/ // on a second page
const HEADING = /\b(\p{L}+) (BUY|SELL)\b/gu
const COLUMNS = ['TT BUY', 'TT SELL', 'BILL BUY', 'BILL SELL']
const CARDS = ['CARD BUY', 'CARD SELL'] // may be printed on separate lines before or after the others
const NOTES_OF_BANK = ['CN BUY', 'CN SELL']
const TYPES: Record<string, string> = {
  'TT BUY': 'tt_buy',
  'TT SELL': 'tt_sell',
  'BILL BUY': 'bill_buy',
  'BILL SELL': 'bill_sell',
  'CN BUY': 'banknote_buy',
  'CN SELL': 'banknote_sell'
}
const HUNDREDS = 'are quoted in terms of 100 fc units'
const NUMBER_OF_NOTE = /(?:^|[ :])\d\.? (?=\p{L})/u
const NOTES = /^Note:/
const AGAINST_RUPEE = /\/INR\b/
const LINE = /\b([A-Z]{3})\/INR\b/
const FIGURES = /\/INR\s?([\d. ]+)$/
const NO_RATE = /^0(?:\.0+)?$/

/** The headings of the figures, in their order. Throws a `LayoutError` if the order is ambiguous. */
function findColumns(lines: string[]): string[] {
  const found = lines.map((line) => [...line.matchAll(HEADING)].map(([heading]) => heading))
  const main = onlyOne(found, 'line of headings with TT BUY', (headings) => headings.includes(COLUMNS[0]!))
  const around = found.filter((headings) => headings !== main).flat()
  const columns = around.join() === CARDS.join() ? main.toSpliced(COLUMNS.length, 0, ...CARDS) : main
  const others = around.join() === CARDS.join() ? [] : around
  const expected = [...COLUMNS, ...CARDS, ...NOTES_OF_BANK]
  const known = columns.filter((heading) => expected.includes(heading))
  if (known.join() !== expected.join() || others.length > 0) {
    throw new LayoutError(`the headings ${expected.join(', ')}`, excerpt(lines.join(' ')))
  }
  return columns
}

/** The codes of the currencies that a note declares as quoted for 100 units. */
function hundredsOf(notes: string): Set<string> {
  const end = notes.indexOf(HUNDREDS)
  if (end < 0) throw new LayoutError(`a note that currencies ${HUNDREDS}`, excerpt(notes))
  const named = notes.slice(0, end).split(NUMBER_OF_NOTE).at(-1)!
  return new Set([...named.matchAll(/\(([A-Z]{3})\)/g)].map(([, code]) => code!))
}

interface Sheet {
  date: string
  time?: string
  columns: string[]
  hundreds: Set<string>
}

function readLine(line: string, { columns, hundreds, ...day }: Sheet): Row[] {
  const [, base = ''] = LINE.exec(line)!
  const figures = squeeze(FIGURES.exec(line)?.[1] ?? '').split(' ')
  if (figures.length !== columns.length) {
    throw new LayoutError(`${columns.length} figures for ${base}`, excerpt(line))
  }
  const cells = columns.map((column, place) => ({ column, value: figures[place]! }))
  const quoted = skip(cells, 'rate of a travel card', ({ column }) => CARDS.includes(column))
  const read = skip(quoted, 'column that is not known', ({ column }) => TYPES[column] === undefined)
  return skip(read, 'no rate', ({ value }) => NO_RATE.test(value)).map(({ column, value }) => ({
    ...day,
    base,
    quote: 'INR',
    type: TYPES[column]!,
    value: readDecimal(value),
    unit: hundreds.has(base) ? 100 : 1
  }))
}

async function* file(url: string, http: Http) {
  yield await http.get(url)
}

export default defineSource({
  code: 'in_sbi',
  name: 'State Bank of India',
  country: 'IN',
  homeCurrency: 'INR',
  kind: 'commercial_bank',
  rateTypes: ['tt_buy', 'tt_sell', 'bill_buy', 'bill_sell', 'banknote_buy', 'banknote_sell'],
  pairs: [[20, 32]],
  sourceUrl: FILE,
  timezone: 'Asia/Kolkata',
  schedule: '30 10,18 * * 1-6',
  cadence: 'daily',
  historyFrom: '2026-08-20',
  dated: 'made',
  overwrites: true,
  publishes: '10:00',
  notes:
    'Rates of a commercial bank: its table for transactions between 10 and 20 lakh rupees, which the bank calls ' +
    'its reference rates. Its table for smaller transactions and the rates of travel cards are left out. The bank ' +
    'overwrites the file and keeps no archive. The ' +
    'won and the lira are printed “for publication purpose only”.',
  verified: 'recording',

  async *fetch(_window, http) {
    yield* http.firstOf(
      () => file(FILE, http),
      () => file(OLD_FILE, http)
    )
  },

  async parse(publication) {
    const lines = await readPdf(publication)
    const second = lines.findIndex((cells) => OTHER_TABLE.test(cells.join(' ')))
    const page = skip(lines, 'line of smaller transactions', (_, index) => second >= 0 && index >= second).map(
      (cells) => cells.join(' ')
    )
    const text = page.join(' ')
    const [, day, month, year] = DATE.exec(text) ?? []
    const [top, first, notes] = [REFERENCE, AGAINST_RUPEE, NOTES].map((pattern) =>
      page.findIndex((line) => pattern.test(line))
    )
    if (year === undefined || top! < 0 || first! < top! || notes! < first!) {
      throw new LayoutError('dated reference rates with notes', excerpt(text))
    }
    const [, time = ''] = TIME.exec(text) ?? []
    const date = readDate(`${day} ${month} ${year}`, /\d/.test(month!) ? 'D M YYYY' : 'D MMM YYYY')
    const sheet: Sheet = {
      date,
      time: readTime(time),
      columns: findColumns(page.slice(top! + 1, first)),
      hundreds: hundredsOf(page.slice(notes).join(' '))
    }
    return distinctRows(
      only(page.slice(first, notes), 'a currency against the rupee', (line) => LINE.test(line)).flatMap((line) =>
        readLine(line, sheet)
      )
    )
  }
})
