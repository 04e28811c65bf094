import {
  addDays,
  atLeastOne,
  excerpt,
  formPost,
  parameterOf,
  readDate,
  readDecimal,
  requestedBetween,
  skip,
  writeDate,
  ZERO
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.cbk.gov.kw/en/monetary-policy/market-operations/exchange-rates'

const CURRENCY = /^[A-Z]{3}:\d+$/ // a code and the publisher's own number
const FILS = 1000 // fils per dinar: a figure in fils for one unit equals a figure in dinars for a thousand units

export default defineSource({
  code: 'cbk',
  name: 'Central Bank of Kuwait',
  country: 'KW',
  homeCurrency: 'KWD',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[1, 188]],
  sourceUrl: PAGE,
  timezone: 'Asia/Kuwait',
  schedule: '0 10 * * 0-4',
  cadence: 'daily',
  historyFrom: '2008-01-02',
  dated: 'made',
  terms: 'The disclaimer allows use if the bank is credited.',
  notes:
    'The publisher prints fils (thousandths of a dinar) per unit; they are stored as dinars per thousand ' +
    'units. The main currencies begin on 2 January 2008, most others on 18 June 2017.',
  verified: 'recording',
  pause: 500,

  requested: requestedBetween('txtDateFrom', 'txtDateTo', 'DD/MM/YYYY'),

  async *fetch({ from, to }, http) {
    const page = readHtml(await http.get(`${PAGE}/usd`))
    const formId = page.one('input[name=formId]').attribute('value')
    const currencies = page
      .all('select[name=selCurrency] option')
      .map((option) => option.attribute('value'))
      .filter((value) => CURRENCY.test(value))
    const dayBefore = addDays(from, -1) // the form excludes the first day
    for (const currency of atLeastOne(currencies, 'option like USD:128735')) {
      const fields: Array<[string, string]> = [
        ['formId', formId],
        ['selCurrency', currency],
        ['txtDateFrom', writeDate(dayBefore, 'DD/MM/YYYY')],
        ['txtDateTo', writeDate(to, 'DD/MM/YYYY')]
      ]
      yield await http.post(`${PAGE}/get-exchange-rates`, formPost(fields))
    }
  },

  parse(publication) {
    const base = parameterOf(publication, 'selCurrency').slice(0, 3)
    const page = readHtml(publication, '</div>')
    page.one('#currencyJSON') // the firewall's refusal page lacks this element
    const [headings = [], ...days] = page.one('table.ctable').rows
    if (headings.join('|') !== `Date|KWD / ${base}`) {
      throw new LayoutError(`a table of Date, KWD / ${base}`, excerpt(headings.join(', ')))
    }
    const odd = days.find((cells) => cells.length !== 2)
    if (odd) throw new LayoutError('a day and a rate', excerpt(odd.join(' ')))
    return skip(days, 'no rate', ([, rate = '']) => ZERO.test(rate)).map(([day = '', rate = '']) => {
      return {
        date: readDate(day, 'DD.MM.YYYY'),
        base,
        quote: 'KWD',
        type: 'reference',
        value: readDecimal(rate),
        unit: FILS
      }
    })
  }
})
