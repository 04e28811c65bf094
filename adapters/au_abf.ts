import { z } from 'zod'
import { addDays, atLeastOne, daysIn, excerpt, plainLabel, readDate, readDecimal, requestedAt } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const SEARCH = 'https://api.prod.legislation.gov.au/v1/Versions'
const MAX_RESULTS = 100 // results per search
const NOTICE_DELAY = 10 // a week's notice is registered after its last day

const NOTICE = /RATES OF EXCHANGE.*section 161J/i
const [COUNTRY, CURRENCY] = ['Foreign country', 'Foreign Currency']

// The first words of the countries, in lower case.
// prettier-ignore
const CURRENCIES: Record<string, string> = {
  'brazil': 'BRL', 'canada': 'CAD', 'china': 'CNY', 'denmark': 'DKK', 'european': 'EUR', 'fiji': 'FJD',
  'hong kong': 'HKD', 'india': 'INR', 'indonesia': 'IDR', 'israel': 'ILS', 'japan': 'JPY', 'korea': 'KRW',
  'malaysia': 'MYR', 'new zealand': 'NZD', 'norway': 'NOK', 'pakistan': 'PKR', 'papua': 'PGK', 'philippines': 'PHP',
  'singapore': 'SGD', 'solomon': 'SBD', 'south africa': 'ZAR', 'sri lanka': 'LKR', 'sweden': 'SEK',
  'switzerland': 'CHF', 'taiwan': 'TWD', 'thailand': 'THB', 'uk': 'GBP', 'united kingdom': 'GBP', 'usa': 'USD',
  'united states': 'USD'
}
const NAMES = Object.keys(CURRENCIES)

const Found = z.object({
  value: z
    .array(z.object({ titleId: z.string(), name: z.string(), registeredAt: z.string().regex(/^\d{4}-\d\d-\d\dT/) }))
    .max(MAX_RESULTS - 1)
})

/** The currency of a country. An unknown country is returned as printed, and the pipeline's check quarantines it. */
function currencyOf(country: string): string {
  const label = plainLabel(country)
  const name = NAMES.find((it) => label === it || label.startsWith(`${it} `) || label.startsWith(`${it},`))
  return name === undefined ? country : CURRENCIES[name]!
}

export default defineSource({
  code: 'au_abf',
  name: 'Australian Border Force',
  country: 'AU',
  homeCurrency: 'AUD',
  kind: 'customs_authority',
  rateTypes: ['customs'],
  pairs: [[20, 36]],
  sourceUrl: 'https://www.abf.gov.au/importing-exporting-and-manufacturing/exchange-rates',
  termsUrl: 'https://www.legislation.gov.au/copyright',
  timezone: 'Australia/Sydney',
  schedule: '0 12 * * 3-5',
  cadence: 'weekly',
  historyFrom: '2012-09-18',
  dated: 'effective',
  notes:
    'The ruling rates of section 161J of the Customs Act, one for each calendar day, in a notice that is ' +
    'registered after its week from Wednesday to Tuesday. The adapter was written from the text of notices; no ' +
    'answer of the search that finds them was seen.',
  verified: 'description',

  requested: requestedAt(/\/asmade\/([\d-]+)\//, 'YYYY-MM-DD', { early: 17 }),

  async *fetch({ from, to, today }, http) {
    for (const day of daysIn({ from, to: addDays(to, NOTICE_DELAY) }).filter((it) => it <= today)) {
      const filter = `registeredAt ge ${day}T00:00:00 and registeredAt le ${day}T23:59:59`
      const { value } = readJson(
        await http.get(`${SEARCH}?$filter=${encodeURIComponent(filter)}&$top=${MAX_RESULTS}`),
        Found
      )
      for (const { titleId, registeredAt } of value.filter(({ name }) => NOTICE.test(name))) {
        yield await http.get(
          `https://www.legislation.gov.au/${titleId}/asmade/${registeredAt.slice(0, 10)}/text/original/epub/OEBPS/document_1/document_1.html`
        )
      }
    }
  },

  parse(publication) {
    const page = readHtml(publication)
    if (!NOTICE.test(page.text)) throw new LayoutError('a notice of rates of exchange', excerpt(page.text))
    const { rows } = page.one('table')
    const top = rows.findIndex(([first, second]) => first === COUNTRY && second === CURRENCY)
    const [, , ...days] = rows[top] ?? []
    const dates = atLeastOne(days, 'day under the headings').map((day) => readDate(day, 'DD/MM/YYYY'))
    return atLeastOne(rows.slice(top + 1), 'rate').flatMap(([country = '', name, ...figures]) => {
      if (figures.length !== dates.length) {
        throw new LayoutError(`a line of ${dates.length} figures`, excerpt([country, name, ...figures].join(' ')))
      }
      return dates.map((date, place) => ({
        date,
        base: 'AUD',
        quote: currencyOf(country),
        type: 'customs',
        value: readDecimal(figures[place]!)
      }))
    })
  }
})
