import { z } from 'zod'
import {
  addMonths,
  atLeastOne,
  documentsAt,
  endOfMonth,
  excerpt,
  readCount,
  readDate,
  readDecimal,
  requestedBetween,
  skip
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const CUBE = 'https://data.snb.ch/api/cube/devkum/data/json/en'

const TYPES: Record<string, string> = { M0: 'monthly_average', M1: 'month_end' }
const FORWARD = /\{M\d,[A-Z]{3}\d+M\}$/ // EPB@SNB.devkum{M0,USD6M}
const NO_RATE = 'null'
// EPB@SNB.devkum{M0,DKK100}
const SPOT = /\{(?<kind>[^,{}]+),(?<base>[A-Z]{3})(?<unit>10*)\}$/

const Value = z.object({ date: z.string(), value: z.string().nullable().transform(String) })
const Series = z.object({
  metadata: z.object({ key: z.string(), scale: z.literal(''), unit: z.string().includes('CHF') }),
  values: z.array(Value)
})
const Cube = z.object({ timeseries: z.array(Series) })

function readSeries({ metadata, values }: z.infer<typeof Series>): Row[] {
  const { kind = '', base = '', unit = '' } = SPOT.exec(metadata.key)?.groups ?? {}
  const type = TYPES[kind]
  if (!type) throw new LayoutError('a key {M0,…} or {M1,…}', excerpt(metadata.key))
  return skip(values, 'no rate', ({ value }) => value === NO_RATE).map(({ date, value }) => {
    return {
      date: endOfMonth(readDate(date, 'YYYY-MM').slice(0, 7)),
      base,
      quote: 'CHF',
      type,
      value: readDecimal(value),
      unit: readCount(unit)
    }
  })
}

export default defineSource({
  code: 'snb',
  name: 'Swiss National Bank',
  country: 'CH',
  homeCurrency: 'CHF',
  kind: 'central_bank',
  rateTypes: ['monthly_average', 'month_end'],
  pairs: [[10, 34]],
  sourceUrl: 'https://data.snb.ch/en/topics/ziredev/cube/devkum',
  timezone: 'Europe/Zurich',
  schedule: '0 10 1-5 * *',
  cadence: 'monthly',
  historyFrom: '1914-01-01',
  dated: 'period',
  notes:
    'The publisher has no daily table. Averages and month-end values are dated by the last day of their month. ' +
    'Forward rates of the dollar are left out.',
  verified: 'description',
  backfillDays: 50000, // the whole cube is one document

  requested: requestedBetween('fromDate', 'toDate', 'YYYY-MM'),

  // A month is published in the first days of the next one.
  fetch: documentsAt(({ from, to }) => [
    `${CUBE}?fromDate=${addMonths(from.slice(0, 7), -2)}&toDate=${to.slice(0, 7)}`
  ]),

  parse(publication) {
    return atLeastOne(
      skip(readJson(publication, Cube).timeseries, 'forward rate', ({ metadata }) =>
        FORWARD.test(metadata.key)
      ).flatMap(readSeries),
      'rate'
    )
  }
})
