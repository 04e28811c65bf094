import { z } from 'zod'
import { excerpt, readDecimal, requestedBetween, skip } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const GROUPS = 'https://www.bankofcanada.ca/valet/observations/group'
const FIRST_AVERAGES = '2017-01-03'
const LAST_NOON_RATES = '2017-04-28' // the archive is closed

// The series ids of the archive have no meaning (IEXE0101): only the label of a series names its currency.
const AVERAGE = /^(?<base>[^/]+)\/(?<quote>[^/]+)$/ // USD/CAD
const NOON = /^(?<base>.+)_NOON$/ // USD_NOON

const NO_RATE = '' // marks a currency without a rate on that day

const Observations = z.object({
  seriesDetail: z.record(z.string(), z.object({ label: z.string() })),
  observations: z.array(z.object({ d: z.iso.date() }).catchall(z.object({ v: z.string() })))
})

function readLabel(label: string) {
  const { base, quote = 'CAD' } = (AVERAGE.exec(label) ?? NOON.exec(label))?.groups ?? {}
  if (!base) throw new LayoutError('a label like USD/CAD or USD_NOON', excerpt(label))
  return { base, quote, type: NOON.test(label) ? 'noon' : 'average' }
}

export default defineSource({
  code: 'boc',
  name: 'Bank of Canada',
  country: 'CA',
  homeCurrency: 'CAD',
  kind: 'central_bank',
  rateTypes: ['average', 'noon'],
  pairs: [[19, 27]],
  sourceUrl: 'https://www.bankofcanada.ca/rates/exchange/daily-exchange-rates/',
  termsUrl: 'https://www.bankofcanada.ca/terms/',
  timezone: 'America/Toronto',
  schedule: '30 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2007-05-01',
  dated: 'made',
  publishes: '16:30',
  notes:
    'Average rates begin on 3 January 2017. Noon rates come from an archive that ends on 28 April 2017 and was ' +
    'written from a public description. Averages of months and years are in the source boc_avg. Closing rates are ' +
    'left out.',
  verified: 'recording',

  requested: requestedBetween('start_date', 'end_date'),

  async *fetch({ from, to }, http) {
    const days = `json?start_date=${from}&end_date=${to}`
    if (from <= LAST_NOON_RATES) yield await http.get(`${GROUPS}/LEGACY_NOON_RATES/${days}`)
    if (to >= FIRST_AVERAGES) yield await http.get(`${GROUPS}/FX_RATES_DAILY/${days}`)
  },

  parse(publication) {
    const { seriesDetail, observations } = readJson(publication, Observations)
    return observations.flatMap(({ d: date, ...day }) =>
      skip(Object.entries(day), 'no rate', ([, { v }]) => v === NO_RATE).map(([id, { v }]) => {
        const series = seriesDetail[id]
        if (!series) throw new LayoutError(`the series ${id} described`, excerpt(Object.keys(seriesDetail).join(', ')))
        return { date, ...readLabel(series.label), value: readDecimal(v) }
      })
    )
  }
})
