import {
  againstInverse,
  atLeastOne,
  formPost,
  onlyOne,
  readCount,
  readDate,
  readDecimal,
  recordsUnder,
  requestedBetween,
  spansOf
} from './kit/index.ts'
import { readHtml, type HtmlElement } from './kit/html.ts'
import { defineSource, LayoutError, type Row, type Window } from './source.ts'

const PAGES = 'https://www.cbsl.gov.lk/cbsl_custom/exrates'

// The adjacent column, `1 LKR -> AUD`, is the inverse rounded to four decimals, which is 0 for gold.
const PAIR = /^(\d+) (\S+) -> LKR$/
const INVERSE = /^1 LKR -> \S+$/
const GOLD = 'Gold (per Troy oz.)'

function fields({ from, to }: Window, currencies: string[]): Array<[string, string]> {
  const chosen = currencies.map((currency): [string, string] => ['chk_cur[]', currency])
  return [
    ['lookupPage', 'lookup_daily_exchange_rates.php'],
    ['rangeType', 'dates'],
    ['txtStart', from],
    ['txtEnd', to],
    ...chosen,
    ['submit_button', 'Submit']
  ]
}

function readTable(table: HtmlElement, name: string): Row[] {
  const [heading, count, base] =
    table
      .all('th')
      .map((cell) => PAIR.exec(cell.text))
      .find((match) => match !== null) ?? []
  if (!heading || !count || !base) throw new LayoutError('a column `1 <code> -> LKR`', name)
  if (base === 'XAU' && name !== GOLD) throw new LayoutError(GOLD, name)
  const inverse = onlyOne(
    table.all('th').map((cell) => cell.text),
    'column `1 LKR -> <code>`',
    (text) => INVERSE.test(text)
  )
  return recordsUnder(['Date', heading, inverse], table.rows).map((day) => {
    const [value, unit] = [readDecimal(day(heading)), readCount(count)]
    return {
      date: readDate(day('Date'), 'YYYY-MM-DD'),
      base,
      quote: 'LKR',
      type: 'indicative',
      value,
      unit,
      contradicted: againstInverse(value, readDecimal(day(inverse)), unit)
    }
  })
}

export default defineSource({
  code: 'cbsl',
  name: 'Central Bank of Sri Lanka',
  country: 'LK',
  homeCurrency: 'LKR',
  kind: 'central_bank',
  rateTypes: ['indicative'],
  pairs: [[45, 62]],
  sourceUrl: 'https://www.cbsl.gov.lk/en/rates-and-indicators/exchange-rates/daily-indicative-exchange-rates',
  timezone: 'Asia/Colombo',
  schedule: '0 10 * * 1-5',
  cadence: 'daily',
  historyFrom: '2011-01-20',
  dated: 'made',
  publishes: '10:00',
  notes: 'The printed inverse of each rate is left out, because it is rounded to four decimals, for gold to 0.',
  unread: {
    'column "1 LKR -> *': 'the inverse of the rate, rounded'
  },
  verified: 'recording',

  requested: requestedBetween('txtStart', 'txtEnd'),

  async *fetch(window, http) {
    const form = readHtml(await http.get(`${PAGES}/exrates.php`))
    const currencies = atLeastOne(form.all('input[name="chk_cur[]"]'), 'currency to choose').map((input) =>
      input.attribute('value')
    )
    for (const span of spansOf(window, 366)) {
      yield await http.post(`${PAGES}/exrates_results.php`, formPost(fields(span, currencies)))
    }
  },

  parse(publication) {
    const page = readHtml(publication)
    const [names, tables] = [page.all('h2[id]'), atLeastOne(page.all('table.rates'), 'table')]
    if (names.length !== tables.length) {
      throw new LayoutError('a table under every heading', `${tables.length} tables, ${names.length} headings`)
    }
    return tables.flatMap((table, index) => readTable(table, names[index]!.text))
  }
})
