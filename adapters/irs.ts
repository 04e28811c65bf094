import { atLeastOne, codeOf, documentAt, excerpt, readDecimal, skip } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.irs.gov/individuals/international-taxpayers/yearly-average-currency-exchange-rates'

// prettier-ignore
const COUNTRIES = {
  'Afghanistan': 'AFN', 'Algeria': 'DZD', 'Argentina': 'ARS', 'Australia': 'AUD', 'Bahrain': 'BHD', 'Brazil': 'BRL',
  'Canada': 'CAD', 'Cayman Islands': 'KYD', 'China': 'CNY', 'Denmark': 'DKK', 'Egypt': 'EGP', 'Euro Zone': 'EUR',
  'Hong Kong': 'HKD', 'Hungary': 'HUF', 'Iceland': 'ISK', 'India': 'INR', 'Iraq': 'IQD', 'Israel': 'ILS',
  'Japan': 'JPY', 'Lebanon': 'LBP', 'Mexico': 'MXN', 'Morocco': 'MAD', 'New Zealand': 'NZD', 'Norway': 'NOK',
  'Qatar': 'QAR', 'Russia': 'RUB', 'Saudi Arabia': 'SAR', 'Singapore': 'SGD', 'South Africa': 'ZAR',
  'South Korea': 'KRW', 'South Korean': 'KRW', 'Sweden': 'SEK', 'Switzerland': 'CHF', 'Taiwan': 'TWD',
  'Thailand': 'THB', 'Tunisia': 'TND', 'Turkey': 'TRY', 'United Arab Emirates': 'AED', 'United Kingdom': 'GBP',
  'Venezuela': 'VES'
}

const YEAR = /^(?<year>\d{4})\b/
const NO_RATE = /^[-–—]?$/
const LESS_THAN_ONE = /^0,\d+$/ // a stray decimal comma: 0,924
const COMMA_ALONE = /^\d+,\d+$/ // the comma may be a decimal mark or a separator, so the check decides

function readRate(printed: string): string {
  if (LESS_THAN_ONE.test(printed)) return readDecimal(printed, ',')
  return COMMA_ALONE.test(printed) ? printed : readDecimal(printed)
}

export default defineSource({
  code: 'irs',
  name: 'Internal Revenue Service',
  country: 'US',
  homeCurrency: 'USD',
  kind: 'tax_authority',
  rateTypes: ['yearly_average'],
  pairs: [[28, 50]],
  sourceUrl: PAGE,
  timezone: 'America/New_York',
  schedule: '0 12 * * 1',
  cadence: 'yearly',
  historyFrom: '2020-12-31',
  dated: 'period',
  notes:
    'Units of foreign currency per dollar, dated by the last day of the year. The page shows the last five or ' +
    'six years; a new year appears between January and March.',
  verified: 'description',

  fetch: documentAt(PAGE),

  parse(publication) {
    const rows = readHtml(publication)
      .all('table')
      .flatMap((table) => table.rows)
    const start = rows.findIndex(([country, currency]) => country === 'Country' && currency === 'Currency')
    const [, , ...headings] = rows[start] ?? []
    const years = headings.map((heading) => YEAR.exec(heading)?.groups?.year)
    if (years.length === 0 || years.includes(undefined)) {
      throw new LayoutError('a table with Country, Currency and years', excerpt(headings.join(', ')))
    }
    return atLeastOne(rows.slice(start + 1), 'currency').flatMap(([country = '', , ...cells]) => {
      if (cells.length !== years.length) {
        throw new LayoutError(`${years.length} figures`, excerpt([country, ...cells].join(', ')))
      }
      return skip(
        cells.map((printed, index) => ({ printed, year: years[index]! })),
        'no rate',
        ({ printed }) => NO_RATE.test(printed)
      ).map(({ printed, year }) => {
        return {
          date: `${year}-12-31`,
          base: 'USD',
          quote: codeOf(COUNTRIES, country),
          type: 'yearly_average',
          value: readRate(printed)
        }
      })
    })
  }
})
