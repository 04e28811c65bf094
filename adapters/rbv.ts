import { atLeastOne, documentAt, excerpt, readDate, readDecimal, skip, ZERO_OR_EMPTY } from './kit/index.ts'
import { readHtml, type HtmlElement } from './kit/html.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const PAGE = 'https://www.rbv.gov.vu/index.php/en/exchange-rates'
const FIRST_DAY = '2025-08-26'
const CURRENCIES = ['usd', 'jpy', 'nzd', 'gbp', 'aud', 'eur']

// the class that names the column: exchange_rates___usd, in capitals only for GBP
const COLUMN = /\bexchange_rates___(\w+)/
const SHORT_DATE = /-/ // 26-Aug-25, in the oldest rows

const isButton = (cell: HtmlElement) => !COLUMN.test(cell.attribute('class', ''))

function readRow(element: HtmlElement): Row[] {
  const named = skip(element.all('td'), 'button', isButton).map((cell): [string, string] => [
    COLUMN.exec(cell.attribute('class'))![1]!.toLowerCase(),
    cell.text
  ])
  const cells = new Map(named)
  const [day = '', ...currencies] = cells.keys()
  if (day !== 'date' || cells.size !== named.length || CURRENCIES.some((currency) => !cells.has(currency))) {
    throw new LayoutError(`a date and ${CURRENCIES.join(', ')}`, excerpt([...cells.keys()].join(', ')))
  }
  const printed = cells.get('date')!
  const date = readDate(printed, SHORT_DATE.test(printed) ? 'D-MMM-YY' : 'D MMM YYYY')
  return skip(currencies, 'no rate', (currency) => ZERO_OR_EMPTY.test(cells.get(currency)!)).map((currency) => ({
    date,
    base: currency.toUpperCase(),
    quote: 'VUV',
    type: 'reference',
    value: readDecimal(cells.get(currency)!)
  }))
}

export default defineSource({
  code: 'rbv',
  name: 'Reserve Bank of Vanuatu',
  country: 'VU',
  homeCurrency: 'VUV',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[4, 9]],
  sourceUrl: PAGE,
  timezone: 'Pacific/Efate',
  schedule: '0 9 * * 1-5',
  cadence: 'daily',
  historyFrom: FIRST_DAY,
  dated: 'made',
  notes:
    'The page does not say what kind of rate it prints. A row with a date before the first day of the list, 26 ' +
    'August 2025, is a misprint and left out.',
  verified: 'recording',
  tls: [
    {
      quirk: 'incomplete_chain',
      reason: 'The server leaves out the intermediate certificate Trustico RSA DV SSL CA 2.'
    }
  ],
  backfillDays: 20000, // one page holds the whole history

  fetch: documentAt(`${PAGE}?limit1=100000`), // ten rows without a limit

  parse(publication) {
    return skip(
      atLeastOne(readHtml(publication).all('tr.fabrik_row'), 'day').flatMap(readRow),
      'date before the first of the list',
      ({ date }) => date < FIRST_DAY
    )
  }
})
