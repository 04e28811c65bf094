import { atLeastOne, excerpt, findParts, leaveOut, readDate, readDecimal, squeeze } from './kit/index.ts'
import { readPdf } from './kit/pdf.ts'
import { defineSource, LayoutError, type Http, type Row } from './source.ts'

const FILE = 'https://sbi.bank.in/documents/16012/1400784/FOREX_CARD_RATES.pdf'
const OLD_FILE = 'https://bank.sbi/documents/16012/1400784/FOREX_CARD_RATES.pdf'

const DATE = /\bDate (\d\d-\d\d-\d{4})/
const REFERENCE = /To be used as reference rates/
const OTHER_TABLE = /^CARD RATES FOR TRANSACTIONS BELOW/ // on a second page
// those of the travel cards, the fifth and sixth, are printed around them
const HEADINGS = 'TT BUY TT SELL BILL BUY BILL SELL CN BUY CN SELL'
const TYPES = ['tt_buy', 'tt_sell', 'bill_buy', 'bill_sell', 'card_buy', 'card_sell', 'banknote_buy', 'banknote_sell']
const CARDS = /^card_/
const HUNDREDS = /^(?:Note: )?\d+\.? (.+) are quoted in terms of 100 fc units/
const TOP = /^CURRENCY\b/
const NOTES = /^Note:/
const LINE = /\b([A-Z]{3})\/INR\s?([\d. ]+)$/
const NO_RATE = /^0(?:\.0+)?$/

function readLine(line: string, date: string, hundreds: Set<string>): Row[] {
  const [, base, figures = ''] = LINE.exec(line) ?? []
  const printed = squeeze(figures).split(' ')
  if (base === undefined || printed.length !== TYPES.length) {
    throw new LayoutError('a currency against the rupee with eight figures', excerpt(line))
  }
  const rates = leaveOut(
    TYPES.map((type, place) => ({ type, value: printed[place]! })),
    'rate of a travel card',
    ({ type }) => CARDS.test(type)
  )
  return leaveOut(rates, 'no rate', ({ value }) => NO_RATE.test(value)).map(({ type, value }) => ({
    date,
    base,
    quote: 'INR',
    type,
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
  sourceUrl: FILE,
  timezone: 'Asia/Kolkata',
  schedule: '30 10,18 * * 1-6',
  cadence: 'daily',
  historyFrom: '2026-08-20',
  dated: 'made',
  publishes: '10:00',
  notes:
    'Rates of a commercial bank: its table for transactions between 10 and 20 lakh rupees, which the bank calls ' +
    'its reference rates. The bank overwrites the file and keeps no archive. Rates of travel cards are left out. The ' +
    'won and the lira are printed “for publication purpose only”.',
  verified: 'recording',

  async *fetch(_window, http) {
    yield* http.firstOf(
      () => file(FILE, http),
      () => file(OLD_FILE, http)
    )
  },

  async parse(publication) {
    const lines = (await readPdf(publication)).map((cells) => cells.join(' '))
    const second = lines.findIndex((line) => OTHER_TABLE.test(line))
    const page = second < 0 ? lines : lines.slice(0, second)
    const text = page.join(' ')
    const [, day] = DATE.exec(text) ?? []
    if (day === undefined || !REFERENCE.test(text) || !page.includes(HEADINGS)) {
      throw new LayoutError('dated reference rates with the known headings', excerpt(text))
    }
    const [named] = findParts(page, HUNDREDS)
    const [top, notes] = [TOP, NOTES].map((pattern) => page.findIndex((line) => pattern.test(line))) as [number, number]
    if (named === undefined || top < 0 || notes < 0) {
      throw new LayoutError('a table with a note on units of 100', excerpt(text))
    }
    const hundreds = new Set([...named.matchAll(/\(([A-Z]{3})\)/g)].map(([, code]) => code!))
    return atLeastOne(page.slice(top + 1, notes), 'rate').flatMap((line) =>
      readLine(line, readDate(day, 'DD-MM-YYYY'), hundreds)
    )
  }
})
