import {
  atLeastOne,
  daysBetween,
  excerpt,
  formBody,
  onlyOne,
  parameterOf,
  readCount,
  readDate,
  readDecimal,
  readText,
  skip,
  spansOf
} from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource, LayoutError, type Publication, type Row, type Window } from './source.ts'

const SITE = 'https://www.nbkr.kg'
const TABLES = ['daily', 'weekly'] // the daily table has five currencies, the weekly one all others
const SHORT_WINDOW = 8 // for up to this many days, the newest tables are enough

// The bank's numbers of the currencies, and the units, which the history pages don't print. A redenominated currency
// has a number for each unit.
// prettier-ignore
const CURRENCIES: Record<string, string> = {
  15: '1 USD', 16: '1 ATS', 17: '1 GBP', 18: '10 BEF', 19: '1 DKK', 20: '1 EUR', 21: '1 INR', 22: '100 ITL',
  23: '1 CAD', 24: '1 CNY', 25: '1 KRW', 26: '1 DEM', 27: '1 NLG', 28: '1 NOK', 29: '1 PTE', 30: '1 XDR',
  31: '1000 TRL', 32: '1 FIM', 33: '1 FRF', 34: '1 SEK', 35: '1 CHF', 36: '10 JPY', 37: '1000 AZM', 38: '10 AMD',
  39: '100 BYR', 40: '1 KZT', 41: '1 LVL', 42: '1 LTL', 43: '1 MDL', 44: '1 RUB', 45: '1 TJS', 46: '1 UZS',
  47: '1 UAH', 48: '1 EEK', 49: '100 TJR', 50: '1 KWD', 51: '10 HUF', 52: '1 CZK', 53: '1 NZD', 55: '1 PKR',
  56: '1 AUD', 57: '1 TRY', 82: '1 AZN', 86: '1 SGD', 98: '1000 RUR', 99: '1 AFN', 100: '1 BGN', 101: '1 BRL',
  102: '1 GEL', 103: '1 AED', 104: '10 IRR', 105: '1 MYR', 106: '1 MNT', 107: '1 TWD', 108: '1 TMT', 109: '1 PLN',
  139: '1 SAR', 160: '1 BYN', 180: '1 OMR', 182: '1 HKD', 184: '10 IDR'
}

const MARK = '<!--date-->' // surrounds a date
const VALUE = /<!--value-->([^<]*)<!--value-->/g
const FORM_FIELD = 'name="valuta_id"' // also on a page without rates
const NO_RATE = /^(0(,0*)?)?$/
const FROZEN = 'BYR' // the bank went on printing its last rate, beside that of its successor
const LAST_FROZEN_DAY = '2016-12-31'

function questionOf(id: string, { from, to }: Window): string {
  const [begin, end] = [from, to].map((date) => date.split('-')) as [string[], string[]]
  return formBody([
    ['item', '1562'],
    ['lang', 'ENG'],
    ['valuta_id', id],
    ['beg_day', begin[2]!],
    ['beg_month', begin[1]!],
    ['beg_year', begin[0]!],
    ['end_day', end[2]!],
    ['end_month', end[1]!],
    ['end_year', end[0]!]
  ])
}

function readTable(publication: Publication): Row[] {
  const table = readXml(publication, 'CurrencyRates')
  const date = readDate(table.attribute('Date'), 'DD.MM.YYYY')
  return atLeastOne(table.only('Currency'), 'Currency').map((rate) => {
    return {
      date,
      base: rate.attribute('ISOCode'),
      quote: 'KGS',
      type: 'official',
      value: rate.one('Value').text,
      unit: readCount(rate.one('Nominal').text)
    }
  })
}

function readHistory(publication: Publication): Row[] {
  const text = readText(publication)
  if (!/<\/(table|html)>\s*$/i.test(text)) throw new LayoutError('a whole page', excerpt(text.slice(-80)))
  const [count, base] = CURRENCIES[parameterOf(publication, 'valuta_id')]!.split(' ') as [string, string]
  const [, ...parts] = text.split(MARK)
  if (parts.length === 0 && !text.includes(FORM_FIELD)) {
    throw new LayoutError('rates, or the form of a page without rates', excerpt(text))
  }
  return parts.flatMap((day, at) => {
    if (at % 2 === 1) return []
    const [, value = ''] = onlyOne([...(parts[at + 1] ?? '').matchAll(VALUE)], `rate of ${day}`)
    return [
      {
        date: readDate(day, 'DD.MM.YYYY'),
        base,
        quote: 'KGS',
        type: 'official',
        value: value.trim(),
        unit: readCount(count)
      }
    ]
  })
}

export default defineSource({
  code: 'nbkr',
  name: 'National Bank of the Kyrgyz Republic',
  country: 'KG',
  homeCurrency: 'KGS',
  kind: 'central_bank',
  rateTypes: ['official'],
  pairs: [
    [1, 1],
    [4, 7],
    [32, 45]
  ],
  sourceUrl: 'https://www.nbkr.kg/index1.jsp?item=1562&lang=ENG',
  timezone: 'Asia/Bishkek',
  schedule: '5 16 * * *',
  cadence: 'daily',
  historyFrom: '1999-01-01',
  dated: 'effective',
  publishes: '16:00',
  notes:
    'Five currencies have a rate every day, the others once a week, with the date of their table. The frozen ' +
    'BYR value that is printed after 2016 is left out.',
  unread: {
    '/CurrencyRates/Currency/ValidFor': 'the number of days of the validity'
  },
  verified: 'recording',
  pause: 500,

  async *fetch(window, http) {
    if (window.to === window.today && daysBetween(window.from, window.to) <= SHORT_WINDOW) {
      for (const table of TABLES) yield await http.get(`${SITE}/XML/${table}.xml`, { charset: 'windows-1251' })
      return
    }
    for (const span of spansOf(window, 366)) {
      for (const id of Object.keys(CURRENCIES)) yield await http.get(`${SITE}/index1.jsp?${questionOf(id, span)}`)
    }
  },

  parse(publication) {
    const rows = publication.request.url.endsWith('.xml') ? readTable(publication) : readHistory(publication)
    const current = skip(rows, 'withdrawn currency', ({ date, base }) => base === FROZEN && date > LAST_FROZEN_DAY)
    return skip(current, 'no rate', ({ value }) => NO_RATE.test(value)).map((row) => ({
      ...row,
      value: readDecimal(row.value, ',')
    }))
  }
})
