import { documentsAt, only, powerOfTen, readDate, readDecimal, requestedBetween, skip, spansOf } from './kit/index.ts'
import { isMissing, readSdmxCsv } from './kit/sdmx.ts'
import { defineSource } from './source.ts'

const SERIES = 'https://edge.boi.gov.il/FusionEdgeServer/sdmx/v2/data/dataflow/BOI.STATISTICS/EXR/1.0/'

// Besides the official daily rates, the flow has averages and other kinds of rates.
const DAILY = 'D'
const REPRESENTATIVE = 'OF00'
const AVERAGES = new Set(['M', 'Q', 'A', 'AV00', 'AF00'])
// The currencies that joined the euro are printed for these units, which UNIT_MULT does not give.
const SIZES: Record<string, number> = { ATS: 10, BEL: 10, ESP: 100, ITL: 1000 }
const CODES: Record<string, string> = { BEL: 'BEF' }
const HOLIDAYS = 10 // more consecutive days than the bank is ever closed

export default defineSource({
  code: 'boi',
  name: 'Bank of Israel',
  country: 'IL',
  homeCurrency: 'ILS',
  kind: 'central_bank',
  rateTypes: ['representative'],
  pairs: [[7, 18]],
  sourceUrl: 'https://www.boi.org.il/en/economic-roles/statistics/foreign-exchange-market/exchange-rates/',
  termsUrl: 'https://www.boi.org.il/en/terms-of-use',
  timezone: 'Asia/Jerusalem',
  schedule: '30 15 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-01',
  dated: 'made',
  publishes: '15:15',
  notes:
    'The averages in the same data flow are left out. Until January 2002 the schilling and the Belgian franc ' +
    'are printed per 10, the peseta per 100 and the lira per 1,000, while UNIT_MULT is 0. The recorded answer ' +
    'against which the adapter was checked was assembled by hand.',
  verified: 'description',

  requested: requestedBetween('startperiod', 'endperiod'),
  fetch: documentsAt((window) =>
    spansOf(window, 366, HOLIDAYS).map(({ from, to }) => {
      return `${SERIES}?c%5BDATA_TYPE%5D=${REPRESENTATIVE}&startperiod=${from}&endperiod=${to}&format=csv`
    })
  ),

  parse(publication) {
    const daily = skip(
      readSdmxCsv(publication),
      'average',
      (it) => AVERAGES.has(it('FREQ')) || AVERAGES.has(it('DATA_TYPE'))
    )
    const rates = only(
      daily,
      'daily representative rates',
      (it) => it('FREQ') === DAILY && it('DATA_TYPE') === REPRESENTATIVE
    )
    return skip(rates, 'no rate', isMissing).map((it) => ({
      date: readDate(it('TIME_PERIOD'), 'YYYY-MM-DD'),
      base: CODES[it('BASE_CURRENCY')] ?? it('BASE_CURRENCY'),
      quote: it('COUNTER_CURRENCY'),
      type: 'representative',
      value: readDecimal(it('OBS_VALUE')),
      unit: powerOfTen(it('UNIT_MULT')) * (SIZES[it('BASE_CURRENCY')] ?? 1)
    }))
  }
})
