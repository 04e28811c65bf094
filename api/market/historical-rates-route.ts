import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '../contract/dates.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { FORMATS } from '../formats/index.ts'
import { columnsOf } from '../formats/columns.ts'
import { Rows } from '../formats/rows.ts'
import { REVALIDATE } from '../server/cache-control.ts'
import { MARKET } from '../server/cache.ts'
import { endpoint, shape } from '../server/endpoint.ts'
import { chartPoints } from './calls.ts'
import { feedClass } from './market-fields.ts'
import { noRate } from './missing.ts'

const CACHE = { of: () => MARKET, seconds: 60 }

// How far before the current hour or day the first point is, the step between points, and the length of a point, in
// milliseconds.
const PERIODS = {
  '1d': { back: 23 * HOUR_MS, step: HOUR_MS, width: HOUR_MS },
  '7d': { back: 6 * DAY_MS, step: DAY_MS, width: DAY_MS },
  '30d': { back: 29 * DAY_MS, step: DAY_MS, width: DAY_MS },
  '1y': { back: 52 * 7 * DAY_MS, step: 7 * DAY_MS, width: DAY_MS }
} as const
const PERIOD_NAMES = Object.keys(PERIODS) as Array<keyof typeof PERIODS>

const timestamp = z.int().meta({
  description: 'The start of the hour or day, in milliseconds since 1970.',
  examples: [1795132800000]
})

interface Request {
  source: string
  target: string
  period?: keyof typeof PERIODS
}

export const historicalRates = endpoint({
  path: '/api/historical-rates',
  summary: 'Get chart points of a period: hourly for a day, weekly for a year, else daily',
  access: 'paid',
  query: {
    source: parameters.source,
    target: parameters.target,
    period: z
      .enum(PERIOD_NAMES, `expected ${PERIOD_NAMES.join(', ')}`)
      .optional()
      .meta({ description: 'The period up to now. The default is 7d.', examples: ['7d'] })
  },
  formats: FORMATS,
  failures: [404],
  cacheControl: REVALIDATE,
  cache: CACHE,
  shapes: [
    shape({
      call: chartPoints,
      values({ target, period = '7d' }: Request, { now }) {
        const { back, step, width } = PERIODS[period]
        const last = now - (now % width)
        return {
          targets: [target],
          first: new Date(last - back).toISOString(),
          last: new Date(last).toISOString(),
          step: `${step} milliseconds`,
          width: `${width} milliseconds`,
          now: new Date(now).toISOString()
        }
      },
      fields: z.strictObject({
        source: fields.source,
        target: fields.target,
        data: z
          .array(
            z.strictObject({
              date: z.union([z.iso.date(), z.iso.datetime()]).meta({
                description: 'The day, or for 1d the start of the hour, in UTC.',
                examples: ['2026-03-17']
              }),
              rate: fields.rate,
              timestamp
            })
          )
          .meta({ description: 'The last rate known at the end of each hour or day, oldest first.' }),
        source_api: feedClass.meta({
          description: 'The kind of feed: official if at least one of the rates is official.'
        }),
        period: z.enum(PERIOD_NAMES).meta({ description: 'The requested period.' })
      }),
      computed: {
        data({ list }, { period }) {
          const isHourly = period === '1d'
          const points = list.cells as Array<[time: string, rate: string]>
          return new Rows(
            columnsOf({ date: isHourly ? fields.instant : fields.rateDate, rate: fields.rate, timestamp }),
            points.map(([time, rate]) => [isHourly ? time : time.slice(0, 10), rate, Date.parse(time)])
          )
        },
        source_api: ({ list }) => (list.list('class').every((it) => it === 'interbank') ? 'interbank' : 'official'),
        period: (_found, { period = '7d' }) => period
      },
      async check(found, { source, target }, { database }) {
        if (!found) throw await noRate(database, { source, targets: [target] })
      },
      rest: (_found, { source, target, period = '7d' }) => ({
        rows: { list: 'data', beside: ['source', 'target'] },
        fileName: `historical-${source}-${target}-${period}`
      })
    })
  ]
})
