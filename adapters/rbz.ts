import {
  atLeastOne,
  daysIn,
  documentsLinked,
  excerpt,
  findParts,
  monthsIn,
  readDate,
  readDecimal,
  skip,
  weekday,
  withDollarsCompared,
  writeDate
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readPdf } from './kit/pdf.ts'
import { defineSource, LayoutError, type Http, type Publication, type Row } from './source.ts'

const INDEX = 'https://www.rbz.co.zw/index.php/research/markets/exchange-rates'
const TABLES = 'https://www.rbz.co.zw/documents/Exchange_Rates/'
// prettier-ignore
const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
  'December'
]

const DAY = /^\p{L}+day, (\d{1,2} \p{L}+ \d{4})$/u
const HEADINGS = /^CURRENCY INDICES BID ASK MID RATE BID( RATE)? ASK( RATE)? MID RATE$/i
const HOME = /^(ZWG|ZWL|ZIG) \1 \1$/
const HOME_CODES: Record<string, string> = { ZIG: 'ZWG' }

// Printed as home currency for one unit.
// prettier-ignore
const PER_UNIT: Record<string, string> = {
  USD: 'USD', GBP: 'GBP', EUR: 'EUR', AUD: 'AUD', NZD: 'NZD', SDR: 'XDR', BWP: 'BWP', CHF: 'CHF', XAU: 'XAU'
}
// Printed as units for one of home currency.
// prettier-ignore
const PER_HOME: Record<string, string> = {
  'ZAR': 'ZAR', 'JPY': 'JPY', 'ZMW/ZMK': 'ZMW', 'MWK': 'MWK', 'MZN/MET': 'MZN', 'NOK': 'NOK', 'SEK': 'SEK',
  'CAD': 'CAD', 'CNY': 'CNY', 'INR': 'INR', 'DKK': 'DKK', 'AFN': 'AFN', 'THB': 'THB', 'ETB': 'ETB', 'SZL': 'SZL',
  'MUR': 'MUR', 'MYR': 'MYR', 'LSL': 'LSL', 'EGP': 'EGP', 'BRL': 'BRL', 'TZS': 'TZS', 'RUB': 'RUB', 'KES': 'KES',
  'HKD': 'HKD', 'ARS': 'ARS', 'XAF': 'XAF'
}
// Former currencies of the euro area and of Cyprus, whose printed rates never change, and the gold token of before
// April 2024.
const SKIPPED_LABELS = new Set(['CYP', 'DEM', 'ESP', 'ITL', 'FRF', 'ZIG'])
const DOLLAR = 'USD'
const FRANC = 'CHF' // its cross is in francs per dollar, although its other rates are per franc
const FRANC_CORRECT_FROM = '2026-01-01' // until 2025, its two figures had opposite directions
const MARK = '*' // after some labels
const CROSSES = 3 // the bid, ask and middle rate against the US dollar
const TYPES = ['buy', 'sell', 'middle']

const monthOf = (day: string) => MONTHS.find((name) => name.startsWith(writeDate(day, 'MMM')))!

/** The address of a month's page; its number is only known from the list of pages. */
function pageOf(month: string): RegExp {
  return new RegExp(`/\\d+-${monthOf(`${month}-01`)}-${month.slice(0, 4)}/?$`, 'i')
}

/** The tables of some days that the page of their month links, one row a day. */
function findLinked(page: Publication, days: string[]): string[] {
  const rows = atLeastOne(readHtml(page).all('.item-page table tr'), 'row of a day')
  return rows.flatMap((row) => {
    const number = row.all('td')[0]?.text.padStart(2, '0')
    if (!days.some((day) => day.slice(8) === number)) return []
    return row.links(/\.pdf$/i).map((href) => new URL(href, INDEX).href)
  })
}

/** The tables of some days at their usual addresses, for a month whose page is not linked. */
async function* findGuessed(days: string[], http: Http): AsyncGenerator<Publication> {
  for (const day of days.filter((it) => ![0, 6].includes(weekday(it)))) {
    const month = monthOf(day)
    const at = (number: string) =>
      `${TABLES}${day.slice(0, 4)}/${month}/RATES_${number}_${month.toUpperCase()}_${day.slice(0, 4)}.pdf`
    const [short, long] = [writeDate(day, 'D'), writeDate(day, 'DD')]
    const table = (await http.find(at(short))) ?? (short === long ? undefined : await http.find(at(long)))
    if (table) yield table
  }
}

function pairOf(label: string, home: string): Pick<Row, 'base' | 'quote'> {
  if (PER_UNIT[label]) return { base: PER_UNIT[label], quote: home }
  if (PER_HOME[label]) return { base: home, quote: PER_HOME[label] }
  throw new LayoutError('a currency whose direction is known', excerpt(label))
}

function crossOf(label: string): Pick<Row, 'base' | 'quote'> {
  const { base, quote } = pairOf(label, DOLLAR)
  return label === FRANC ? { base: quote, quote: base } : { base, quote }
}

function readLine(cells: string[], date: string, home: string): Row[] {
  const [label = '', ...figures] = skip(cells, 'mark of a note', (cell) => cell === MARK)
  if (figures.length !== CROSSES + TYPES.length) {
    throw new LayoutError('six figures on a line', excerpt(cells.join(' ')))
  }
  const printed = skip(figures, 'withdrawn currency or gold token', () => SKIPPED_LABELS.has(label))
  const rates = skip(
    printed.map((figure, index) => ({ figure, index })),
    'the dollar in dollars',
    ({ index }) => label === DOLLAR && index < CROSSES
  )
  return rates.map(({ figure, index }) => ({
    date,
    ...(index < CROSSES ? crossOf(label) : pairOf(label, home)),
    type: TYPES[index % CROSSES]!,
    value: readDecimal(figure)
  }))
}

export default defineSource({
  code: 'rbz',
  name: 'Reserve Bank of Zimbabwe',
  country: 'ZW',
  homeCurrency: 'ZWG',
  kind: 'central_bank',
  rateTypes: ['middle', 'buy', 'sell'],
  pairs: [[56, 82]],
  sourceUrl: INDEX,
  timezone: 'Africa/Harare',
  schedule: '0 12 * * 1-5',
  cadence: 'daily',
  historyFrom: '2024-03-08',
  dated: 'made',
  notes:
    'Some currencies are printed per unit, most per unit of home currency; each keeps its direction. The ' +
    'same table has them against the US dollar. The gold token and the withdrawn CYP, DEM, ESP, ITL and FRF are left ' +
    'out. In 2025 the publisher calculated the franc against home currency in the wrong direction.',
  verified: 'recording',
  tls: [{ quirk: 'incomplete_chain', reason: 'The server leaves out the intermediate certificate.' }],
  backfillDays: 60, // one document a day

  async *fetch(window, http) {
    const index = await http.find(INDEX)
    const linked: string[] = []
    for (const month of monthsIn(window)) {
      const days = daysIn(window).filter((day) => day.startsWith(month))
      const [page] = index ? readHtml(index).links(pageOf(month)) : []
      if (page === undefined) yield* findGuessed(days, http)
      else linked.push(...findLinked(await http.get(new URL(page, INDEX).href), days))
    }
    yield* documentsLinked(linked, http)
  },

  async parse(publication) {
    const lines = await readPdf(publication)
    const texts = lines.map((cells) => cells.join(' '))
    const [day] = findParts(texts, DAY)
    const start = texts.findIndex((text) => HEADINGS.test(text))
    const [, home] = HOME.exec(texts[start + 1] ?? '') ?? []
    if (!day || !home) {
      throw new LayoutError('a day, the headings and the home currency', excerpt(texts.slice(0, 4).join(' ')))
    }
    const [date, code] = [readDate(day, 'D MMM YYYY'), HOME_CODES[home] ?? home]
    const rows = atLeastOne(lines.slice(start + 3), 'currency').flatMap((cells) => readLine(cells, date, code))
    return withDollarsCompared(rows, {
      home: code,
      types: { middle: 'middle' }, // a bid may be calculated from the ask of the dollar
      unchecked: date < FRANC_CORRECT_FROM ? [FRANC] : []
    })
  }
})
