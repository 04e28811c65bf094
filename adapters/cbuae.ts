import {
  addMonths,
  atLeastOne,
  codeOf,
  monthsIn,
  partsOf,
  readDate,
  readDecimal,
  readSerial,
  recordsUnder,
  requestedFor,
  skip,
  weekdaysIn,
  writeDate
} from './kit/index.ts'
import { readHtml, type HtmlElement } from './kit/html.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const SITE = 'https://www.centralbank.ae'
const PAGE = `${SITE}/en/forex-eibor/exchange-rates/`
const TABLE = `${SITE}/umbraco/Surface/Exchange/GetExchangeRateAllCurrencyDate`

// The request that the page's own script sends. For a day without a table, the answer is an error.
const PAGE_REQUEST = {
  headers: { 'x-requested-with': 'XMLHttpRequest', referer: PAGE, 'accept-language': 'en' },
  absent: [404, 500]
}

// prettier-ignore
const NAMES = {
  'US Dollar': 'USD', 'Argentine Peso': 'ARS', 'Australian Dollar': 'AUD', 'Azerbaijan manat': 'AZN',
  'Bangladesh Taka': 'BDT', 'Bahrani Dinar': 'BHD', 'Bahraini Dinar': 'BHD', 'Brunei Dollar': 'BND',
  'Brazilian Real': 'BRL', 'Botswana Pula': 'BWP', 'Belarus Rouble': 'BYN', 'Bulgarian lev': 'BGN',
  'Canadian Dollar': 'CAD', 'Swiss Franc': 'CHF', 'Chilean Peso': 'CLP', 'Chinese Yuan - Offshore': 'CNH',
  'Chinese Yuan': 'CNY', 'Colombian Peso': 'COP', 'Croatian kuna': 'HRK', 'Czech Koruna': 'CZK',
  'Danish Krone': 'DKK', 'Algerian Dinar': 'DZD', 'Egypt Pound': 'EGP', 'Ethiopian birr': 'ETB', 'Euro': 'EUR',
  'GB Pound': 'GBP', 'Hongkong Dollar': 'HKD', 'Hungarian Forint': 'HUF', 'Indonesia Rupiah': 'IDR',
  'Indian Rupee': 'INR', 'Iceland Krona': 'ISK', 'Iraqi dinar': 'IQD', 'Israeli new shekel': 'ILS',
  'Jordan Dinar': 'JOD', 'Japanese Yen': 'JPY', 'Kenya Shilling': 'KES', 'Korean Won': 'KRW', 'Kuwaiti Dinar': 'KWD',
  'Kazakhstan Tenge': 'KZT', 'Lebanon Pound': 'LBP', 'Libyan dinar': 'LYD', 'Sri Lanka Rupee': 'LKR',
  'Moroccan Dirham': 'MAD', 'Mauritian rupee': 'MUR', 'Macedonia Denar': 'MKD', 'Mexican Peso': 'MXN',
  'Malaysia Ringgit': 'MYR', 'Nepalese Rupee': 'NPR', 'Nigerian Naira': 'NGN', 'Norwegian Krone': 'NOK',
  'NewZealand Dollar': 'NZD', 'New Zealand Dollar': 'NZD', 'Omani Rial': 'OMR', 'Peru Sol': 'PEN',
  'Philippine Piso': 'PHP', 'Pakistan Rupee': 'PKR', 'Polish Zloty': 'PLN', 'Qatari Riyal': 'QAR',
  'Romanian leu': 'RON', 'Serbian Dinar': 'RSD', 'Russia Rouble': 'RUB', 'Saudi Riyal': 'SAR',
  'Sudanese Pound': 'SDG', 'Swedish Krona': 'SEK', 'Singapore Dollar': 'SGD', 'Syrian pound': 'SYP',
  'Thai Baht': 'THB', 'Tunisian Dinar': 'TND', 'Turkish Lira': 'TRY', 'Turkmen manat': 'TMT',
  'Trin Tob Dollar': 'TTD', 'Taiwan Dollar': 'TWD', 'Tanzania Shilling': 'TZS', 'Uganda Shilling': 'UGX',
  'Uzbekistani som': 'UZS', 'Vietnam Dong': 'VND', 'Yemen Rial': 'YER', 'South Africa Rand': 'ZAR',
  'Zambian Kwacha': 'ZMW'
}

const UPDATED = /Last updated: \p{L}+ (\d\d \p{L}+ \d{4}) /u // Last updated: Thursday 09 May 2024 06:05:07 PM
const NOTE = '' // a line without a currency follows the rates

/** The addresses of the workbooks of past months, by the names that the page gives them: `August 2026`. */
function findWorkbooks(page: HtmlElement): Map<string, string> {
  const links = page
    .all('a[href$=".xlsx"]')
    .map((link): [string, string] => [link.text, new URL(link.attribute('href'), PAGE).href])
  return new Map(
    links.filter(([name]) => MONTH_NAME.test(name)).map(([name, url]) => [readDate(name, 'MMM YYYY').slice(0, 7), url])
  )
}

const MONTH_NAME = /^\p{L}+ \d{4}$/u

function rowOf(date: string, name: string, printed: string): Row {
  return { date, base: codeOf(NAMES, name), quote: 'AED', type: 'reference', value: readDecimal(printed) }
}

function readMonth(publication: Publication): Row[] {
  const rows = readWorkbook(publication, 'xlsx')[0]?.rows ?? []
  const records = skip(
    recordsUnder(['Date', 'Currency', 'Rate'], rows),
    'note',
    (record) => record('Currency') === NOTE
  )
  return records.map((record) => rowOf(readSerial(record('Date')), record('Currency'), record('Rate')))
}

function readDay(publication: Publication): Row[] {
  const page = readHtml(publication, '</script>')
  const [day = ''] = partsOf(page.text, UPDATED, 'a line `Last updated: Thursday 09 May 2024`')
  return recordsUnder(['Currency', 'Rates'], page.one('table').rows).map((record) =>
    rowOf(readDate(day, 'DD MMM YYYY'), record('Currency'), record('Rates'))
  )
}

export default defineSource({
  code: 'cbuae',
  name: 'Central Bank of the UAE',
  country: 'AE',
  homeCurrency: 'AED',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[63, 85]],
  sourceUrl: PAGE,
  termsUrl: 'https://centralbank.ae/en/open-data-landing/open-data-policy/',
  timezone: 'Asia/Dubai',
  schedule: '10 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '2018-01-01',
  dated: 'made',
  publishes: '18:05',
  terms: 'Reuse is allowed with attribution and a link.',
  notes:
    'Rates for value-added tax. Months before the current one come from the workbooks on the page. The ' +
    'publisher’s firewall refuses many clients, and then the run fails.',
  verified: 'recording',

  requested: requestedFor('dateTime'),

  async *fetch(window, http) {
    const current = window.today.slice(0, 7)
    const past = monthsIn(window).filter((month) => month < current)
    const workbooks = past.length > 0 ? findWorkbooks(readHtml(await http.get(PAGE))) : new Map<string, string>()
    for (const month of past) {
      const url = workbooks.get(month)
      // In the first days of a month, the workbook of the previous month is not yet published.
      if (!url && month < addMonths(current, -1)) {
        throw new LayoutError(
          `a link to the workbook of ${writeDate(`${month}-01`, 'MMM YYYY')}`,
          [...workbooks.keys()].join(', ')
        )
      }
      if (url) yield await http.get(url)
    }
    for (const day of weekdaysIn(window).filter((date) => !workbooks.has(date.slice(0, 7)))) {
      const table = await http.find(`${TABLE}?dateTime=${day}`, PAGE_REQUEST)
      if (table) yield table
    }
  },

  parse(publication) {
    return atLeastOne(publication.request.url.endsWith('.xlsx') ? readMonth(publication) : readDay(publication), 'rate')
  }
})
