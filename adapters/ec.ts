import { z } from 'zod'
import {
  addMonths,
  atLeastOne,
  distinctRows,
  monthsIn,
  parameterOf,
  readDate,
  readDecimal,
  skip,
  writeDate
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, type Publication } from './source.ts'

const API = 'https://ec.europa.eu/budg/inforeuro/api/public/monthly-rates'

const FIRST_EURO_MONTH = '1999-01-01'
const HOME = new Set(['EUR', 'XEU']) // every country that uses the euro has a row with the rate 1
const NO_RATE = /^null$|^-|^0(\.0*)?$/ // a currency without a rate: null, zero or negative

const Rates = z.array(z.object({ isoA3Code: z.string(), value: z.string().nullable().transform(String) }))

/** The code of a currency that the list prints under another code, or under a code that became standard later. */
function codeOn(date: string, code: string): string {
  if (code === 'ZIG') return 'ZWG'
  if (code === 'FRC') return 'CDF' // in the lists of July 1998 to February 1999
  return code === 'AOK' && date.startsWith('2000-') ? 'AOA' : code // in the lists of January and February 2000
}

const addressOf = (month: string) => `${API}?${writeDate(month, 'year=YYYY&month=M')}&lang=en`

/**
 * True for a list of rates. For a month that is not yet published, the answer is an object with a code and a message,
 * or an empty list.
 */
function isPublished(answer: Publication): boolean {
  const list = readJson(answer, z.unknown())
  return Array.isArray(list) && list.length > 0
}

export default defineSource({
  code: 'ec',
  name: 'European Commission',
  country: 'EU',
  homeCurrency: 'EUR',
  kind: 'international',
  rateTypes: ['accounting'],
  pairs: [[128, 170]],
  sourceUrl:
    'https://commission.europa.eu/funding-tenders/procedures-guidelines-tenders/information-contractors-and-beneficiaries/exchange-rate-inforeuro_en',
  timezone: 'Europe/Brussels',
  schedule: '0 12 1,2,28-31 * *',
  cadence: 'monthly',
  historyFrom: '1994-03-01',
  dated: 'period',
  notes:
    'InforEuro, the monthly accounting rates per euro (before 1999 per ECU, XEU), dated by the first day of ' +
    'the month. They are fixed on the second-last working day of the month before.',
  verified: 'recording',

  async *fetch(window, http) {
    for (const month of monthsIn(window)) yield await http.get(addressOf(month))
    const following = window.to === window.today && (await http.find(addressOf(addMonths(window.to.slice(0, 7), 1))))
    if (following && isPublished(following)) yield following
  },

  parse(publication) {
    // The answer does not name its month.
    const date = readDate(`${parameterOf(publication, 'year')}-${parameterOf(publication, 'month')}`, 'YYYY-M')
    const base = date < FIRST_EURO_MONTH ? 'XEU' : 'EUR'
    const others = skip(atLeastOne(readJson(publication, Rates), 'rate'), 'the euro in euros', ({ isoA3Code }) =>
      HOME.has(isoA3Code)
    )
    return distinctRows(
      skip(others, 'no rate', ({ value }) => NO_RATE.test(value)).map(({ isoA3Code, value }) => {
        return { date, base, quote: codeOn(date, isoA3Code), type: 'accounting', value: readDecimal(value) }
      })
    )
  }
})
