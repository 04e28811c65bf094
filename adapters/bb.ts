import {
  atLeastOne,
  documentAt,
  excerpt,
  findParts,
  isBetween,
  NOTHING,
  only,
  onlyOne,
  readDate,
  readDecimal,
  skip
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const PAGE = 'https://www.bb.org.bd/en/index.php/econdata/exchangerate'

// The date is in the first table, which is for the dollar, or above it.
const DATE = /\bon (?:([A-Z][a-z]{2,} \d{1,2}, \d{4})|(\d{1,2} [A-Z][a-z]{2,},? \d{4}))/
const HEADINGS = 'h1, h2, h3, h4, h5, h6, caption'
const HEADING = 'Currency'
const CODE = /^[A-Z]{3}$/
const TYPES = ['buy', 'sell'] // the dollar's lowest and highest rate; the bid and ask of other currencies
const FIGURE = /^[\d,]+\.\d+$/
const PER_TAKA = 'LKR' // printed as rupees per taka
const MORE_THAN_ONE = /^[1-9]/

/** Two figures, followed by their middle or an empty cell. A currency without a rate has dashes. */
function readLine(date: string, base: string, figures: string[]): Row[] {
  const [low = '', high = '', middle = '', ...others] = figures
  const isMiddle =
    NOTHING.test(middle) ||
    (FIGURE.test(middle) &&
      isBetween(...([middle, low, high].map((it) => readDecimal(it)) as [string, string, string])))
  if (
    ![low, high].every((it) => FIGURE.test(it) || NOTHING.test(it)) ||
    !isMiddle ||
    others.some((it) => !NOTHING.test(it))
  ) {
    throw new LayoutError(`two figures of ${base} and their middle`, excerpt(figures.join(' ')))
  }
  return skip(
    TYPES.map((type, index) => ({ type, printed: figures[index]! })),
    'no rate',
    ({ printed }) => NOTHING.test(printed)
  ).map(({ type, printed }) => {
    if (base !== PER_TAKA) return { date, base, quote: 'BDT', type, value: readDecimal(printed) }
    if (!MORE_THAN_ONE.test(printed)) throw new LayoutError('rupees per taka', printed)
    return { date, base: 'BDT', quote: base, type, value: readDecimal(printed) }
  })
}

export default defineSource({
  code: 'bb',
  name: 'Bangladesh Bank',
  country: 'BD',
  homeCurrency: 'BDT',
  kind: 'central_bank',
  rateTypes: ['buy', 'sell'],
  pairs: [[3, 16]],
  sourceUrl: PAGE,
  timezone: 'Asia/Dhaka',
  schedule: '0 18 * * 0-4',
  cadence: 'daily',
  historyFrom: '2026-09-01',
  dated: 'made',
  notes:
    'Only the current page is read. The two dollar rates are the lowest and the highest of the interbank ' +
    'market; the rates of other currencies are crosses. A third figure, their middle, is left out. LKR is printed as ' +
    'rupees per taka. The reference rate of the dollar is left out, because the dates on its page are not known.',
  unread: {
    'column "4"': 'the middle of the two rates, printed without a heading'
  },
  verified: 'description',

  fetch: documentAt(PAGE),

  parse(publication) {
    const page = readHtml(publication)
    const [dollar, crosses] = page.all('table')
    const [named, numbered] = findParts(
      [dollar, ...page.all(HEADINGS)].map((it) => it?.text ?? ''),
      DATE
    )
    if ((named ?? numbered) === undefined || !crosses) {
      throw new LayoutError('a table `… on Mon DD, YYYY`, and one of crosses', excerpt(dollar?.text ?? ''))
    }
    const date =
      named === undefined ? readDate(numbered!.replace(',', ''), 'D MMM YYYY') : readDate(named, 'MMM D, YYYY')
    const first = onlyOne(
      dollar!.all('tbody tr').map((row) => row.all('td').map(({ text }) => text)),
      'line of the dollar'
    )
    const lines = atLeastOne(
      skip(crosses.rows, 'headings', ([first]) => first === HEADING),
      'line of a currency'
    )
    const dollars = readLine(date, 'USD', first.slice(1))
    const others = only(lines, 'a line that begins with a code', ([code = '']) => CODE.test(code))
    return [...dollars, ...others.flatMap(([code = '', ...figures]) => readLine(date, code, figures))]
  }
})
