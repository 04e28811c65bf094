import { addMonths, documentsAt, endOfMonth, readDate, readDecimal, requestedAt, skip } from './kit/index.ts'
import { isMissing, readSdmxCsv, type Observation } from './kit/sdmx.ts'
import { defineSource, LayoutError } from './source.ts'

const SERIES = 'https://stats.bis.org/api/v2/data/dataflow/BIS/WS_XRU/1.0/M...E' // monthly, end of period
const FORMAT = 'application/vnd.sdmx.data+csv;version=1.0.0'
const KIND = 'M E 0' // frequency, collection, power of ten
const HOME = 'USD'
const REVISED_MONTHS = -12 // months come late and are revised

// The area that represents a currency of several countries. For other areas the bank converts an old national currency
// into it.
const AREAS: Record<string, string> = { AUD: 'AU', EUR: 'XM', XAF: 'CM', XCD: 'AG', XOF: 'WA' }

const isOfOtherArea = (it: Observation) => (AREAS[it('CURRENCY')] ?? it('REF_AREA')) !== it('REF_AREA')

/** The series of a country spans its redenominations. */
function codeIn(month: string, code: string): string {
  if (code === 'EUR' && month < '1999-01') return 'XEU'
  if (code === 'VEF' && month >= '2018-08') return 'VES'
  return code === 'SLL' ? 'SLE' : code // restated in new leones throughout
}

export default defineSource({
  code: 'bis',
  name: 'Bank for International Settlements',
  country: 'XX',
  homeCurrency: 'USD',
  kind: 'international',
  rateTypes: ['month_end'],
  pairs: [[110, 160]],
  sourceUrl: 'https://data.bis.org/topics/XRU',
  timezone: 'Europe/Zurich',
  schedule: '0 18 * * 1-5',
  cadence: 'monthly',
  historyFrom: '1957-01-31',
  dated: 'period',
  notes:
    'Units of a currency per dollar at the end of a month, dated by its last day. The bank restates a ' +
    'currency’s history after a redenomination. If several countries share a currency, the series of one area is ' +
    'used: the euro area for the euro. Daily rates and monthly averages of the same data set are left out.',
  restated: ['all'],
  verified: 'recording',
  backfillDays: 3660,

  requested: requestedAt(/ge:([\d-]{7})\+le:([\d-]{7})/, 'YYYY-MM'),
  fetch: documentsAt(
    ({ from, to }) => {
      const [first, last] = [addMonths(from.slice(0, 7), REVISED_MONTHS), to.slice(0, 7)]
      return [`${SERIES}?c%5BTIME_PERIOD%5D=ge:${first}%2Ble:${last}`]
    },
    { headers: { accept: FORMAT } }
  ),

  parse(publication) {
    const observations = readSdmxCsv(publication)
    const other = observations
      .map((it) => ['FREQ', 'COLLECTION', 'UNIT_MULT'].map(it).join(' '))
      .find((kind) => kind !== KIND)
    if (other) throw new LayoutError(`FREQ, COLLECTION, UNIT_MULT ${KIND}`, other)
    const currencies = skip(
      skip(observations, 'no rate', isMissing),
      'the dollar in dollars',
      (it) => it('CURRENCY') === HOME
    )
    return skip(currencies, 'another country of a shared currency', isOfOtherArea).map((it) => {
      const month = readDate(it('TIME_PERIOD'), 'YYYY-MM').slice(0, 7)
      const quote = codeIn(month, it('CURRENCY'))
      return { date: endOfMonth(month), base: HOME, quote, type: 'month_end', value: readDecimal(it('OBS_VALUE')) }
    })
  }
})
