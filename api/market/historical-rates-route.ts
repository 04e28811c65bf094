import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '../contract/dates.ts'
import { badRequest } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { FORMATS } from '../formats/index.ts'
import { columnsOf } from '../formats/columns.ts'
import { Rows } from '../formats/rows.ts'
import { REVALIDATE } from '../server/cache-control.ts'
import { MARKET } from '../server/cache.ts'
import { route } from '../server/route.ts'
import { feedClass, targets } from './market-fields.ts'
import { findMarketPoints, noRate, type MarketRate } from './market-query.ts'

const CACHE = { of: () => MARKET, seconds: 60 }

// Backwards from the current hour or day: the distance of the first point, the step between points, and the span of one
// point, in milliseconds.
const PERIODS = {
  '1d': { back: 23 * HOUR_MS, step: HOUR_MS, width: HOUR_MS },
  '7d': { back: 6 * DAY_MS, step: DAY_MS, width: DAY_MS },
  '30d': { back: 29 * DAY_MS, step: DAY_MS, width: DAY_MS },
  '1y': { back: 52 * 7 * DAY_MS, step: 7 * DAY_MS, width: DAY_MS }
} as const
const PERIOD_NAMES = Object.keys(PERIODS) as Array<keyof typeof PERIODS>

const MAX_DAYS = 366
const MAX_CHARTED = 20

const charted = targets
  .refine((list) => list.length <= MAX_CHARTED, `expected at most ${MAX_CHARTED} currencies`)
  .meta({
    description: 'The currency in which the rates are expressed, or several separated by commas.',
    examples: ['USD']
  })

const timestamp = z.int().meta({
  description: 'The start of the hour or day, in milliseconds since 1970.',
  examples: [1795132800000]
})

export const historicalRates = route({
  path: '/api/historical-rates',
  summary: 'Get chart points of a period (hourly for a day, weekly for a year, else daily) or of a window',
  access: 'paid',
  query: {
    source: parameters.source,
    target: charted,
    period: z
      .enum(PERIOD_NAMES, `expected ${PERIOD_NAMES.join(', ')}`)
      .optional()
      .meta({
        description: 'The period up to now. The default is 7d, unless `from` or `to` is set.',
        examples: ['7d']
      }),
    from: parameters.from.optional().meta({
      description: 'The first day of a window, instead of `period`. The default is `to`.',
      examples: ['2026-03-11']
    }),
    to: parameters.to.optional().meta({
      description: 'The last day of a window, at most a year after `from`. The default is `from`.',
      examples: ['2026-03-17']
    })
  },
  units: ({ target }) => target.length,
  cost: 'a unit for each target',
  formats: FORMATS,
  response: z.strictObject({
    source: fields.source,
    target: z
      .string()
      .meta({ description: 'The requested target currencies, separated by commas.', examples: ['USD'] }),
    data: z
      .array(
        z.strictObject({
          date: z.union([z.iso.date(), z.iso.datetime()]).meta({
            description: 'The day, or for 1d the start of the hour, in UTC.',
            examples: ['2026-03-17']
          }),
          target: fields.target.optional().meta({ description: 'The target currency, if several were requested.' }),
          rate: fields.rate,
          timestamp
        })
      )
      .meta({ description: 'The last rate known at the end of each hour or day, oldest first.' }),
    missing: z
      .array(fields.currency)
      .optional()
      .meta({ description: 'The targets that have no rate.', examples: [['HRK']] }),
    source_api: feedClass.meta({ description: 'The kind of feed: official if at least one of the rates is official.' }),
    period: z.enum(PERIOD_NAMES).optional().meta({ description: 'The requested period.' }),
    from: fields.day('The first requested day.').optional(),
    to: fields.day('The last requested day.').optional()
  }),
  failures: [404],
  cacheControl: REVALIDATE,
  cache: CACHE,
  run: async (request, context) => {
    const { database, now } = context
    const { source, target: targets } = request
    const { points, isHourly, ...asked } = pointsOf(request, now)
    const found = await findMarketPoints(database, { source, targets, ...points, now: new Date(now).toISOString() })
    if (found.length === 0) throw await noRate(database, { source, targets, time: asked.to })
    const dateOf = (time: string) => (isHourly ? time : time.slice(0, 10))
    const given = new Set(found.map(({ target }) => target))
    const without = targets.filter((it) => !given.has(it))
    return {
      fields: {
        source,
        target: targets.join(','),
        data: chartRows(found, { dateOf, isHourly, hasTarget: targets.length > 1 }),
        missing: without.length > 0 ? without : undefined,
        source_api: found.every((it) => it.class === 'interbank') ? 'interbank' : 'official',
        ...asked
      },
      rows: { list: 'data', beside: targets.length > 1 ? ['source'] : ['source', 'target'] },
      units: given.size,
      fileName: `historical-${[source, ...targets, ...Object.values(asked)].join('-')}`
    }
  }
})

interface ChartRequest {
  period?: keyof typeof PERIODS
  from?: string
  to?: string
}

/**
 * The points of a chart, and the fields of the request that its answer repeats. Throws 400 for a window that ends
 * before it begins, in the future, or after more than a year.
 */
function pointsOf({ period, from, to }: ChartRequest, now: number) {
  if (from === undefined && to === undefined) {
    const { back, step, width } = PERIODS[period ?? '7d']
    const last = now - (now % width)
    return {
      points: { first: new Date(last - back).toISOString(), last: new Date(last).toISOString(), step, width },
      isHourly: period === '1d',
      period: period ?? '7d'
    }
  }
  if (period !== undefined) throw badRequest('period', 'expected either period, or from and to')
  const [first, last] = [(from ?? to)!, (to ?? from)!]
  if (first > last) throw badRequest('from', `expected a date on or before to (${last})`)
  if (Date.parse(last) > now) throw badRequest('to', 'expected a date that is not in the future')
  if ((Date.parse(last) - Date.parse(first)) / DAY_MS >= MAX_DAYS) {
    throw badRequest('from', 'expected at most a year before to')
  }
  return { points: { first, last, step: DAY_MS, width: DAY_MS }, isHourly: false, from: first, to: last }
}

function chartRows(
  found: MarketRate[],
  { dateOf, isHourly, hasTarget }: { dateOf: (time: string) => string; isHourly: boolean; hasTarget: boolean }
): Rows {
  const columns = columnsOf({
    date: isHourly ? fields.instant : fields.rateDate,
    ...(hasTarget && { target: fields.target }),
    rate: fields.rate,
    timestamp
  })
  return new Rows(
    columns,
    found.map(({ time, target, rate }) => [dateOf(time), ...(hasTarget ? [target] : []), rate, Date.parse(time)])
  )
}
