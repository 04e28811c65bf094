import { z } from 'zod'
import { addMonths, documentsAt, partsOf, readDecimal, requestedBetween, skip } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const GROUPS = 'https://www.bankofcanada.ca/valet/observations/group'
const SERIES = /^FX([MA])([A-Z]{3})(CAD)$/ // FXMUSDCAD is monthly, FXAUSDCAD is yearly
const TYPES: Record<string, string> = { M: 'monthly_average', A: 'yearly_average' }
const NO_RATE = '' // a currency without a rate in the period

const Observations = z.object({
  seriesDetail: z.record(z.string(), z.object({ label: z.string() })),
  observations: z.array(z.object({ d: z.iso.date() }).catchall(z.object({ v: z.string() })))
})

export default defineSource({
  code: 'boc_avg',
  name: 'Bank of Canada, averages of months and years',
  country: 'CA',
  homeCurrency: 'CAD',
  kind: 'central_bank',
  rateTypes: ['monthly_average', 'yearly_average'],
  pairs: [[18, 30]],
  sourceUrl: 'https://www.bankofcanada.ca/rates/exchange/monthly-exchange-rates/',
  termsUrl: 'https://www.bankofcanada.ca/terms/',
  timezone: 'America/Toronto',
  schedule: '0 17 28-31,1-5 * *',
  cadence: 'monthly',
  historyFrom: '2017-01-01',
  dated: 'period',
  notes:
    'The average of a month or a year is dated by the first day of the month or the year. The daily averages ' +
    'are those of the source boc.',
  verified: 'description',
  backfillDays: 20_000, // a group gives its whole history in one answer

  requested: requestedBetween('start_date', 'end_date'),

  // The bank publishes an average at the end of its period and dates it by the beginning.
  fetch: documentsAt(({ from, to }) => [
    `${GROUPS}/FX_RATES_MONTHLY/json?start_date=${addMonths(from.slice(0, 7), -1)}-01&end_date=${to}`,
    `${GROUPS}/FX_RATES_ANNUAL/json?start_date=${addMonths(from.slice(0, 7), -12).slice(0, 4)}-01-01&end_date=${to}`
  ]),

  parse(publication) {
    return readJson(publication, Observations).observations.flatMap(({ d: date, ...averages }) =>
      skip(Object.entries(averages), 'no rate', ([, { v }]) => v === NO_RATE).map(([id, { v }]) => {
        const [period = '', base = '', quote = ''] = partsOf(id, SERIES, 'a series like FXMUSDCAD or FXAUSDCAD')
        return { date, base, quote, type: TYPES[period]!, value: readDecimal(v) }
      })
    )
  }
})
