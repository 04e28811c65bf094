import { z } from 'zod'
import {
  checkSubject,
  codeOn,
  documentsAt,
  excerpt,
  readDate,
  readDecimal,
  requestedAt,
  skip,
  spansOf
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const SERVICE = 'https://custom.resbank.co.za/SarbWebApi/WebIndicators/Shared/GetTimeseriesObservations'

// The daily series, the name by which an answer calls each, and its currency.
const SERIES: Array<[code: string, name: string, currency: string]> = [
  ['EXCX135D', 'Rand per US Dollar', 'USD'],
  ['EXCZ001D', 'Rand per British Pound', 'GBP'],
  ['EXCZ002D', 'Rand per Euro', 'EUR'],
  ['EXCB080D', 'Australia: Dollar per Rand', 'AUD'],
  ['EXCB051D', 'Botswana: Pula per Rand', 'BWP'],
  ['EXCB036D', 'Brazil: Real per Rand', 'BRL'],
  ['EXCB031D', 'Canada: Dollar per Rand', 'CAD'],
  ['EXCB121D', 'China: Yuan per Rand', 'CNY'],
  ['EXCB003D', 'Denmark: Krone per Rand', 'DKK'],
  ['EXCB122D', 'Hong Kong: Dollar per Rand', 'HKD'],
  ['EXCB123D', 'India: Rupee per Rand', 'INR'],
  ['EXCB094D', 'Israel: Shekel per Rand', 'ILS'],
  ['EXCB120D', 'Japan: Yen per Rand', 'JPY'],
  ['EXCB059D', 'Kenya: Schilling per Rand', 'KES'],
  ['EXCB063D', 'Malawi: Kwacha per Rand', 'MWK'],
  ['EXCB081D', 'New Zealand: Dollar per Rand', 'NZD'],
  ['EXCB013D', 'Norway: Krone per Rand', 'NOK'],
  ['EXCB118D', 'South Korea: Won per Rand', 'KRW'],
  ['EXCB015D', 'Sweden: Krona per Rand', 'SEK'],
  ['EXCB016D', 'Switzerland: Franc per Rand', 'CHF'],
  ['EXCB126D', 'Taiwan: NT Dollar per Rand', 'TWD'],
  ['EXCB115D', 'Thailand: Baht per Rand', 'THB'],
  ['EXCB071D', 'Zambia: Kwacha per Rand', 'ZMW']
]

const RAND_PER_UNIT = /^Rand per / // all other series are foreign units per rand

const Observation = z.object({
  Period: z.string(),
  Timeseries: z.string(),
  Value: z.string().nullable().transform(String)
})
const Observations = z.array(Observation) // empty where a window has no business day

const NO_RATE = 'null'

function pairOf(name: string, date: string): Pick<Row, 'base' | 'quote'> {
  const [, , currency] = SERIES.find(([, it]) => it === name) ?? []
  if (!currency) throw new LayoutError('the name of a series, such as Rand per Euro', excerpt(name))
  return RAND_PER_UNIT.test(name)
    ? { base: currency, quote: 'ZAR' }
    : { base: 'ZAR', quote: codeOn(currency, date, { ZMW: '2013-01-01' }) }
}

export default defineSource({
  code: 'sarb',
  name: 'South African Reserve Bank',
  country: 'ZA',
  homeCurrency: 'ZAR',
  kind: 'central_bank',
  rateTypes: ['weighted_average'],
  pairs: [[1, 33]],
  sourceUrl: 'https://www.resbank.co.za/en/home/what-we-do/statistics/key-statistics/selected-historical-rates',
  timezone: 'Africa/Johannesburg',
  schedule: '35 11 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-01',
  dated: 'made',
  publishes: '11:30',
  notes:
    'Weighted averages of the banks’ rates at about 10:30. Dollar, pound and euro are in rand per unit, the ' +
    'others in units per rand with four decimals. The bank does not say how it calculates the rate of the Kenyan ' +
    'shilling. The Zambian series is in old kwacha (ZMK) before 2013.',
  verified: 'recording',

  requested: requestedAt(/\/([\d-]{10})T[\d:]+\/([\d-]{10})T[\d:]+$/),
  fetch: documentsAt((window) =>
    spansOf(window, 366).flatMap(({ from, to }) => {
      return SERIES.map(([code]) => `${SERVICE}/${code}/${from}T00:00:00/${to}T00:00:00`)
    })
  ),

  parse(publication) {
    const [, code] = /\/(\w+)\/[^/]+\/[^/]+$/.exec(publication.request.url) ?? []
    const [, wanted = ''] = SERIES.find(([series]) => series === code) ?? []
    return skip(readJson(publication, Observations), 'no rate', ({ Value }) => Value === NO_RATE).map(
      ({ Period, Timeseries, Value }) => {
        checkSubject(wanted, Timeseries)
        const date = readDate(Period, 'YYYY-MM-DDT00:00:00')
        return { date, ...pairOf(Timeseries, date), type: 'weighted_average', value: readDecimal(Value) }
      }
    )
  }
})
