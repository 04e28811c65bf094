import {
  addMonths,
  atLeastOne,
  codeOf,
  distinctRows,
  excerpt,
  readDate,
  readDecimal,
  requestedAt,
  skip
} from './kit/index.ts'
import { readCsv } from './kit/csv.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const INDEX = 'https://www.revenue.ie/en/customs/businesses/importing-exporting/exchange-rates/index.aspx'
const MONTH = /\/(\d{4}\/[a-z]+)(?:-\d{4})?\.(?:aspx|csv)$/ // in an address: 2024/january.aspx, 2020/august-2020.aspx
const HEADING = /^Rate at (\d{2}\/\d{2}\/)(?:20)?(\d{2})$/ // the year has two or four digits
const NOTHING = ''
const STRAY_POINT = /\.$/ // 1.0569.

// prettier-ignore
const CURRENCIES = {
  'US Dollar': 'USD', 'Sterling': 'GBP', 'Japanese Yen': 'JPY', 'Swiss Franc': 'CHF', 'Danish Krone': 'DKK',
  'Swedish Krona': 'SEK', 'Norwegian Krone': 'NOK', 'Czech Koruna': 'CZK', 'Hungarian Forint': 'HUF',
  'Polish Zloty': 'PLN', 'Canadian Dollar': 'CAD', 'Australian Dollar': 'AUD', 'New Zealand Dollar': 'NZD',
  'Chinese Renminbi': 'CNY', 'Hong Kong Dollar': 'HKD', 'Indian Rupee': 'INR', 'Indonesian Rupiah': 'IDR',
  'Israeli Shekel': 'ILS', 'South Korean Won': 'KRW', 'Malaysian Ringgit': 'MYR', 'Mexican Peso': 'MXN',
  'Philippines Peso': 'PHP', 'Romanian Leu': 'RON', 'Russian Rouble': 'RUB', 'Singapore Dollar': 'SGD',
  'South African Rand': 'ZAR', 'Thailand Baht': 'THB', 'Turkish Lira': 'TRY', 'Bulgarian Lev': 'BGN',
  'Brazil Real': 'BRL', 'Algerian Dinar': 'DZD', 'Bahrain Dinar': 'BHD', 'Botswana Pula': 'BWP', 'CFA Franc': 'XOF',
  'Costa Rican Colon': 'CRC', 'Egyptian Pound': 'EGP', 'Ghana Cedi': 'GHS', 'Gibraltar Pound': 'GIP',
  'Iraqi Dinar': 'IQD', 'Kenyan Shilling': 'KES', 'Kuwaiti Dinar': 'KWD', 'Lebanese Pound': 'LBP',
  'Malawi Kwacha': 'MWK', 'Moroccan Dirham': 'MAD', 'Nigerian Naira': 'NGN', 'Pakistan Rupee': 'PKR',
  'Qatar Riya': 'QAR', 'Qatar Riyal': 'QAR', 'Saudi Arabia Riyal': 'SAR', 'Sri Lankan Rupee': 'LKR',
  'Taiwan Dollar': 'TWD', 'Tanzanian Shilling': 'TZS', 'Trinidad/Tobago Dollar': 'TTD', 'Tunisian Dinar': 'TND',
  'UAE Dirham': 'AED', 'Yemen Rial': 'YER', 'Omani Rial': 'OMR', 'Argentina Peso': 'ARS', 'Colombian Peso': 'COP',
  'Bermuda Dollar': 'BMD', 'Brunei Dollar': 'BND', 'Fiji Dollar': 'FJD', 'Namibia Dollar': 'NAD',
  'Libyan Dinar': 'LYD', 'Chilean Peso': 'CLP', 'Vietnam Dong': 'VND', 'Peruvian New Sol': 'PEN',
  'Nepalese Rupee': 'NPR', 'Icelandic Krona': 'ISK', 'Maur Rupee': 'MUR', 'Ukraine Hryvnia': 'UAH',
  'Serbia Dinar': 'RSD', 'Georgia Lari': 'GEL', 'Cayman Island Dollar': 'KYD'
}

function monthOf(address: string): string {
  return readDate(MONTH.exec(address)?.[1] ?? '', 'YYYY/MMM').slice(0, 7)
}

const readRate = (printed: string) => readDecimal(printed.trim().replace(STRAY_POINT, ''))

function readFile(publication: Publication): Row[] {
  const date = `${monthOf(publication.request.url)}-01`
  return atLeastOne(readCsv(publication).records, 'rate').map((record) => ({
    date,
    base: 'EUR',
    quote: record('Currency_Code'),
    type: 'customs',
    value: readRate(record('Rate'))
  }))
}

function readPage(publication: Publication): Row[] {
  const rows = readHtml(publication)
    .all('table')
    .map((table) => table.rows)
    .find(([headings = []]) => HEADING.test(headings.at(-1) ?? ''))
  if (!rows) {
    throw new LayoutError('a table with a last heading `Rate at DD/MM/YYYY`', excerpt(readHtml(publication).text))
  }
  const [, day, year] = HEADING.exec(rows[0]!.at(-1)!)!
  const date = readDate(`${day}${year}`, 'DD/MM/YY')
  return atLeastOne(
    skip(rows.slice(1), 'empty', (cells) => cells.join('') === NOTHING),
    'rate'
  ).map((cells) => {
    const [name = '', value = ''] = cells.slice(-2)
    return { date, base: 'EUR', quote: codeOf(CURRENCIES, name), type: 'customs', value: readRate(value) }
  })
}

export default defineSource({
  code: 'ie_revenue',
  name: 'Revenue Commissioners (Ireland)',
  country: 'IE',
  homeCurrency: 'EUR',
  kind: 'customs_authority',
  rateTypes: ['customs'],
  pairs: [[55, 115]],
  sourceUrl: INDEX,
  timezone: 'Europe/Dublin',
  schedule: '0 12 20-31 * *',
  cadence: 'monthly',
  historyFrom: '2020-08-01',
  dated: 'effective',
  notes:
    'A rate is valid for a whole month: the rate of the European Central Bank on the second-last Wednesday of ' +
    'the month before, or Revenue’s own rate for other currencies. The CFA franc on pages before 2025 is stored as ' +
    'XOF; XAF has the same parity. The files from 2025 were written from a public description.',
  verified: 'description',

  requested: requestedAt(/\/(\d{4}\/[a-z]+)(?:-\d{4})?\.aspx$/, 'YYYY/MMM'),

  async *fetch({ from, to }, http) {
    // A month's rates are published before it begins.
    const [first, last] = [from.slice(0, 7), addMonths(to.slice(0, 7), 1)]
    const links = readHtml(await http.get(INDEX))
      .all('a[href]')
      .map((link) => new URL(link.attribute('href'), INDEX).href)
    const months = new Map(links.filter((url) => MONTH.test(url)).map((url) => [monthOf(url), url]))
    atLeastOne([...months], 'link to a month')
    for (const [month, url] of months) if (month >= first && month <= last) yield await http.get(url)
  },

  parse(publication) {
    return distinctRows(publication.request.url.endsWith('.csv') ? readFile(publication) : readPage(publication))
  }
})
