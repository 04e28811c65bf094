import {
  checkSubject,
  documentsAt,
  parameterOf,
  readDate,
  readDecimal,
  recordsUnder,
  skip,
  yearsIn
} from './kit/index.ts'
import { readHtml, type HtmlElement } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

// All currencies that have rates. The page's form also offers the SDR, which has no rate in any year.
// prettier-ignore
const CURRENCIES = [
  'USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'CNY', 'BRL', 'ARS', 'CLP', 'MXN', 'UYU', 'COP', 'BOB', 'NZD',
  'ZAR', 'SEK', 'DKK', 'NOK', 'AED', 'PEN', 'SGD', 'TWD', 'XAU'
]
// The names of currencies that the page's form does not offer.
const NOT_OFFERED = {
  'UAE DIRHAM': 'AED',
  'PERUVIAN NUEVO SOL': 'PEN',
  'SINGAPORE DOLLAR': 'SGD',
  'NEW TAIWAN DOLLAR': 'TWD'
}

const TABLES = 'table[id=cotizacion-interbancaria]' // the title and the year are in two tables with the same id
const TITLE = /^PLANILLA DE COTIZACIONES DEL AÑO (\d{4}) DE MONEDA (.+)$/
const MONTHS = ['ENE', 'FEB', 'MAR', 'ABR', 'MAY', 'JUN', 'JUL', 'AGO', 'SEP', 'OCT', 'NOV', 'DIC']
const NO_RATE = 'ND' // no rate on that day, or no such day in that month

/** The currency and the year in a page's title; the currency is the value of the form's option. */
function subjectOf(page: HtmlElement): { year: string; currency: string } {
  const [title = ''] = page.all(TABLES).map(({ text }) => text)
  const [, year, name] = TITLE.exec(title) ?? []
  const offered = page.all('select[name=moneda] option').map((option) => [option.text, option.attribute('value')])
  const currency = new Map([...offered, ...Object.entries(NOT_OFFERED)] as Array<[string, string]>).get(name ?? '')
  if (!year || !currency) throw new LayoutError('a title with a year and a known currency', title)
  return { year, currency }
}

export default defineSource({
  code: 'bcp',
  name: 'Central Bank of Paraguay',
  country: 'PY',
  homeCurrency: 'PYG',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[1, 35]],
  sourceUrl: 'https://www.bcp.gov.py/webapps/web/cotizacion/monedas',
  timezone: 'America/Asuncion',
  schedule: '0 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2001-01-01',
  dated: 'made',
  publishes: '16:00',
  notes: 'The SDR is left out: the publisher’s form offers it, but returns no rate for any year.',
  verified: 'recording',
  pause: 500,

  fetch: documentsAt((window) =>
    yearsIn(window).flatMap((year) => {
      return CURRENCIES.map(
        (currency) => `https://www.bcp.gov.py/webapps/web/cotizacion/monedas-historica?anho=${year}&moneda=${currency}`
      )
    })
  ),

  parse(publication) {
    const page = readHtml(publication)
    const { year, currency } = subjectOf(page)
    const wanted = [parameterOf(publication, 'anho'), parameterOf(publication, 'moneda')].join(' ')
    checkSubject(wanted, `${year} ${currency}`)
    return recordsUnder(
      ['#', ...MONTHS],
      page.all(TABLES).flatMap((table) => table.rows)
    ).flatMap((day) => {
      return skip(MONTHS, 'no rate', (month) => day(month) === NO_RATE).map((month) => {
        const date = readDate(`${day('#')} ${month} ${year}`, 'D MMM YYYY', 'es')
        return { date, base: currency, quote: 'PYG', type: 'reference', value: readDecimal(day(month), ',') }
      })
    })
  }
})
