import {
  asciiDigits,
  atLeastOne,
  daysIn,
  excerpt,
  partsOf,
  readCount,
  readWhole,
  readPersianDate,
  readText,
  writePersianDate
} from './kit/index.ts'
import { readForm } from './kit/form.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.cbi.ir/exrates/rates_fa.aspx'
const END = '</script>' // ends the script that the firewall appends to the page
const TABLE = /class="[^"]*exrate/i
const END_OF_TABLE = /<\/table>/i
const BUTTON = 'input[name$="$btnShowRates"]'

const CODE = /^([A-Z]{3})(\d*)$/ // a code and, if it is not 1, the unit: JPY100

export default defineSource({
  code: 'cbir',
  name: 'Central Bank of the Islamic Republic of Iran',
  country: 'IR',
  homeCurrency: 'IRR',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[38, 54]],
  sourceUrl: PAGE,
  timezone: 'Asia/Tehran',
  schedule: '0 12 * * 0-3,6',
  cadence: 'daily',
  historyFrom: '2002-03-21',
  dated: 'made',
  notes:
    'The volume-weighted average of the last month’s transactions: an indicator, not a dealing rate. SYP is the ' +
    'pound of 2026. The document has dates of the Solar Hijri calendar. Holidays have the rates of the day before. ' +
    'The page with the newest rates was checked against a recorded answer; the request for an earlier day was ' +
    'written from the page’s form.',
  verified: 'recording',
  pause: 1000,

  async *fetch({ from, to, today }, http) {
    const visit = http.session()
    const page = await visit.get(PAGE)
    for (const day of daysIn({ from, to })) {
      if (day >= today) continue
      const form = readForm(page, `form:has(${BUTTON})`)
      const date = writePersianDate(day)
        .split('/')
        .map((part) => part.replace(/^0/, ''))
      const fields = ['$ddlYear', '$ddlMonth', '$ddlDay'].map((name, index): [string, string] => [
        form.nameOf(name),
        date[index]!
      ])
      const button = form.element.one(BUTTON)
      yield await visit.post(form.url, form.submit([...fields, [button.attribute('name'), button.attribute('value')]]))
    }
    if (to === today) yield page
  },

  parse(publication) {
    const text = readText(publication)
    const start = text.search(TABLE)
    if (start === -1 || !END_OF_TABLE.test(text.slice(start))) {
      throw new LayoutError('a page with the whole table `exrate`', excerpt(text))
    }
    const table = readHtml(publication, END).one('table.exrate')
    const date = readPersianDate(table.one('span[id$="lblDate"]').text)
    return atLeastOne(table.rows.slice(1), 'currency').map(([code = '', , printed = '']) => {
      const [base = '', units = ''] = partsOf(code, CODE, 'a code like USD or JPY100')
      return {
        date,
        base,
        quote: 'IRR',
        type: 'reference',
        value: readWhole(asciiDigits(printed)),
        unit: readCount(units || '1')
      }
    })
  }
})
