import { z } from 'zod'
import { amountWith } from '../contract/amounts.ts'
import { DAY_MS, HOUR_MS } from '../contract/dates.ts'
import { badRequest, HttpError, notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import { listOf } from '../contract/lists.ts'
import * as parameters from '../contract/parameters.ts'
import { pairOf } from '../contract/parameters.ts'
import type { FieldsAnswer } from '../formats/answer.ts'
import { FORMATS } from '../formats/index.ts'
import { REVALIDATE } from '../server/cache-control.ts'
import { MARKET } from '../server/cache.ts'
import { route, type Context } from '../server/route.ts'
import { convertAtMarket, findLastRates, findMarketPoints, findMarketRates, findMarketSeries, findMarketStart, listMarketCurrencies, type MarketRate } from './market-query.ts'
import { Decimal, Rows, type Column } from '../formats/rows.ts'
import { isCurrency } from '../sources/symbols-query.ts'

const CACHE = { of: () => MARKET, seconds: 60 }
const MAX_POINTS = 10_000 // a year of hours is 8,784
const MAX_TARGETS = 200

const feedClass = z.enum(['interbank', 'official'])
  .meta({ description: 'The kind of feed: a feed of interbank rates, or official tables and rates calculated from them.', examples: ['official'] })
const time = fields.instant.meta({ description: 'The time of the rate: as reported by the feed, or 00:00 UTC on the day of the official tables.' })

export const marketRate = route({
  path: '/api/rate',
  summary: 'Get the current market rate of a pair, in a minimal answer',
  access: 'key',
  isKeyOnly: true,
  cors: true,
  query: { source: parameters.source, target: parameters.target },
  response: z.strictObject({ rate: fields.rate, source: feedClass }),
  failures: [404, 502],
  cacheControl: REVALIDATE,
  cache: CACHE,
  run: async (request, context) => {
    const { source, target } = pairOf(request)!
    const [found] = await findMarketRates(context.database, { source, targets: [target], at: new Date(context.now).toISOString() })
    if (!found) throw await noRate(context, { source, targets: [target] })
    return { kind: 'fields', fields: { rate: new Decimal(found.rate), source: found.class } }
  }
})

const instant = z.union([z.iso.date(), parameters.instant], 'expected a date or an instant, such as 2026-11-20 or 2026-03-17T15:00:00Z; one without an offset is UTC (a + is written as %2B)')
  .refine((text) => text >= '1900' && !Number.isNaN(Date.parse(text)), 'expected a date or an instant after 1900')
  .transform((text) => new Date(text).toISOString())

const LIST = 'expected a three-letter currency code (ISO 4217), or several separated by commas, such as EUR,GBP'
const targets = listOf({ item: /^[A-Z]{3}$/, letters: 'upper', expected: LIST, most: { count: MAX_TARGETS, what: 'currencies' } })
  .meta({ description: 'The currencies in which the rates are expressed, separated by commas. The default is all. One that has no rate is left out and named in the header `X-Missing-Targets`.', examples: ['EUR,GBP'] })

const amount = amountWith({ whole: 30, decimals: 30 })
  .meta({ description: 'An amount of the source currency to convert. Needs exactly one target.', examples: ['250'] })

const maxCost = z.string()
  .regex(/^[1-9][0-9]{0,8}$/, 'expected a number of units')
  .meta({ description: 'The most units that the answer may cost; a dearer one is refused.', examples: ['200'] })

const GROUPS = ['minute', 'hour', 'day', 'week', 'month'] as const

// The lookback for the last interval with a rate: official tables have none on weekends and holidays.
const LOOK_BACK: Record<typeof GROUPS[number], number> = { minute: HOUR_MS, hour: DAY_MS, day: 31 * DAY_MS, week: 35 * DAY_MS, month: 62 * DAY_MS }

const marketRow = { rate: fields.rate, source: fields.source, target: fields.target, time }
const money = z.strictObject({ currency: fields.currency, amount: z.number().nonnegative().meta({ description: 'The exact amount.', examples: [250] }) })

export const marketRates = route({
  path: '/api/v1/rates',
  summary: 'Get market rates, current, at an instant, or as a series, or convert an amount. Costs a unit for each target',
  access: 'key',
  isRestrictedFor: ({ time, from, to, group }) => [time, from, to, group].some((it) => it !== undefined),
  units: ({ target }) => target?.length ?? 1,
  query: {
    source: parameters.source.optional().meta({ description: 'The currency that is priced: the rates are for one unit of it. The default is the US dollar.', examples: ['EUR'] }),
    target: targets.optional(),
    time: instant.optional().meta({ description: 'Returns the rates at this instant. Needs a paid plan.', examples: ['2026-03-17T15:00:00Z'] }),
    from: instant.optional().meta({ description: 'The start of a series. Needs a paid plan.', examples: ['2026-03-02'] }),
    to: instant.optional().meta({ description: 'The end of a series, exclusive. The default is now. If it is the same date as `from`, the series is that day.', examples: ['2026-03-17'] }),
    group: z.enum(GROUPS, `expected ${GROUPS.join(', ')}`).optional().meta({ description: 'The interval of a series; each interval has its last rate. The default is day. Without `from`, only the last interval that has a rate.', examples: ['day'] }),
    amount: amount.optional(),
    max_cost: maxCost.optional()
  },
  examples: [
    { summary: 'Some pairs', request: { source: 'EUR', target: 'USD,GBP' } },
    { summary: 'An amount', request: { source: 'EUR', target: 'USD', amount: '250' } }
  ],
  cost: 'a unit for each target',
  formats: FORMATS,
  response: z.union([
    z.array(z.strictObject(marketRow)),
    z.strictObject({ from: money, to: money, rate: fields.rate, source: feedClass, time })
  ]),
  failures: [404, 409, 502],
  cacheControl: REVALIDATE,
  cache: CACHE,
  run: async (request, context) => {
    const { database, now } = context
    checkRates(request, now)
    const { source = 'USD', target: targets, amount, from, group } = request
    const moment = request.time ?? new Date(now).toISOString()
    if (amount !== undefined) return convert(context, { source, target: targets![0]!, amount, time: request.time })
    if (from === undefined && group === undefined) {
      const found = await findMarketRates(database, { source, targets, at: moment })
      return answerOf(context, request, found.map(({ rate, target, time }) => [rate, source, target, time]), (targets) => noRate(context, { source, targets, time: request.time }))
    }
    return from === undefined ? lastOf(context, request) : seriesOf(context, { ...request, from })
  }
})

/** The last interval before `to` in which each target has a rate. */
async function lastOf (context: Context, request: MarketRequest): Promise<FieldsAnswer> {
  const { database, now } = context
  const { source = 'USD', target: targets, group = 'day' } = request
  const to = request.to ?? new Date(now).toISOString()
  const from = new Date(Date.parse(to) - LOOK_BACK[group]).toISOString()
  const rows = await findLastRates(database, { source, targets, from, to, group })
  return answerOf(context, request, rows.cells, (targets) => noSeries(context, { ...request, target: targets }, { from, to }))
}

/** A complete series. Throws 400 for a series that is too long, with the longest complete part of it. */
async function seriesOf (context: Context, request: MarketRequest & { from: string }): Promise<FieldsAnswer> {
  const { database, now } = context
  const { source = 'USD', target: targets, from, group = 'day' } = request
  const to = request.to === undefined ? new Date(now).toISOString() : request.to === from ? nextDay(from) : request.to
  const { rows, next } = await findMarketSeries(database, { source, targets, from, to, group, limit: MAX_POINTS })
  if (next !== undefined) throw badRequest('to', `the series has more than ${MAX_POINTS} rates; with to=${next} it is complete, and from=${next} continues it`)
  return answerOf(context, request, rows.cells, (targets) => noSeries(context, { ...request, target: targets }, { from, to }))
}

/** The error for a window without a rate. Throws for a currency that no feed or source has. */
async function noSeries ({ database }: Context, { source = 'USD', target: targets }: MarketRequest, { from, to }: { from: string, to: string }): Promise<HttpError> {
  assertKnown([source, ...targets ?? []], await listMarketCurrencies(database))
  await assertBegun(database, source, targets, to)
  return notFound(`no rate is stored from ${source} to ${targets?.join(', ') ?? 'any other currency'} from ${from} to ${to}`)
}

function nextDay (instant: string): string {
  return new Date(Date.parse(instant) + DAY_MS).toISOString()
}

interface MarketRequest {
  source?: string
  target?: string[]
  time?: string
  from?: string
  to?: string
  group?: typeof GROUPS[number]
  amount?: string
  max_cost?: string
  format: string
}

/** Throws 400 for parameters that exclude or require each other. */
function checkRates ({ source = 'USD', target, time, from, to, group, amount }: MarketRequest, now: number): void {
  if (target?.includes(source)) throw badRequest('target', 'expected a currency other than source')
  if (amount !== undefined && target?.length !== 1) throw badRequest('amount', 'needs exactly one target')
  if (amount !== undefined && from !== undefined) throw badRequest('amount', 'excludes from')
  if (time !== undefined && Date.parse(time) > now) throw badRequest('time', 'expected an instant in the past')
  if (time !== undefined && from !== undefined) throw badRequest('time', 'expected either time, or from and to')
  if (time !== undefined && group !== undefined) throw badRequest('group', 'excludes time')
  if (amount !== undefined && group !== undefined) throw badRequest('amount', 'excludes group')
  if (from === undefined && group === undefined && to !== undefined) throw badRequest('to', 'needs from or group')
  if (from !== undefined && from === to && from.endsWith('T00:00:00.000Z')) return
  if (from !== undefined && Date.parse(from) >= (to === undefined ? now : Date.parse(to))) throw badRequest('from', 'expected an instant before to (default: now)')
}

/** Rates as a list without the targets that have none. Throws 400 for an unknown currency, and the error of `nothing` if the list is empty. */
async function answerOf ({ database }: Context, request: MarketRequest, cells: unknown[][], nothing: (known?: string[]) => Promise<HttpError>): Promise<FieldsAnswer> {
  const { source = 'USD', target: targets, from, to, time, max_cost: accepted = String(Infinity) } = request
  const given = new Set(cells.map(([, , target]) => target as string))
  const missing = targets?.filter((it) => !given.has(it)) ?? []
  if (missing.length > 0 || given.size === 0) {
    const known = await listMarketCurrencies(database)
    assertKnown([source, ...missing.filter((it) => !isCurrency(it))], known)
    const priced = targets?.filter((it) => known.includes(it))
    if (given.size === 0 && priced?.length !== 0) throw await nothing(priced)
  }
  if (given.size > Number(accepted)) throw new HttpError('price_not_accepted', `the answer costs ${given.size} units, more than max_cost`)
  const named = [source, targets?.length === 1 ? targets[0] : undefined, ...[from, to, time].map((it) => it?.slice(0, 10))].filter((it) => it !== undefined)
  return {
    kind: 'fields',
    fields: { rates: new Rows([{ name: 'rate', kind: 'number' }, { name: 'source', kind: 'text' }, { name: 'target', kind: 'text' }, { name: 'time', kind: 'time' }], cells) },
    rows: { list: 'rates', beside: [], isBare: true },
    units: given.size,
    fileName: `rates-${named.join('-')}`,
    headers: missing.length > 0 ? { 'X-Missing-Targets': missing.join(',') } : undefined
  }
}

async function convert (context: Context, { source, target, amount, time }: { source: string, target: string, amount: string, time?: string }): Promise<FieldsAnswer> {
  const found = await convertAtMarket(context.database, { source, target, amount, at: time ?? new Date(context.now).toISOString() })
  if (!found) throw await noRate(context, { source, targets: [target], time })
  const from = { currency: source, amount: new Decimal(amount) }
  const to = { currency: target, amount: new Decimal(found.converted) }
  return {
    kind: 'fields',
    fields: { from, to, rate: new Decimal(found.rate), source: found.class, time: found.time },
    fileName: `conversion-${source}-${target}`
  }
}

/** Throws 400 for a currency that no feed or source gives, and 502 if there is no rate at all. */
function assertKnown (currencies: string[], known: string[]): void {
  if (known.length === 0) throw nothingFresh()
  const unknown = currencies.find((it) => !known.includes(it))
  if (unknown !== undefined) throw new HttpError('unknown_currency', `no feed and no source has ${unknown}`)
}

/** The error for targets that have no rate, now or at a time; without targets for a source that has none in any currency. */
async function noRate ({ database }: Context, { source, targets = [], time }: { source: string, targets?: string[], time?: string }): Promise<HttpError> {
  assertKnown([source, ...targets], await listMarketCurrencies(database))
  if (time !== undefined) await assertBegun(database, source, targets, time)
  return nothingFresh(source, targets[0])
}

/** Throws 404 for a time before the first rate of a currency in others, by default in any. */
async function assertBegun (database: Context['database'], source: string, targets: string[] = [], time: string): Promise<void> {
  const starts = await Promise.all((targets.length > 0 ? targets : [source]).map((target) => findMarketStart(database, [source, target])))
  const first = starts.filter((it) => it !== null).sort()[0]
  if (first !== undefined && time < first) throw notFound(`the first rate from ${source} to ${targets.length > 0 ? targets.join(', ') : 'any other currency'} is of ${first}`)
}

function nothingFresh (source?: string, target?: string): HttpError {
  const pair = source === undefined ? '' : ` from ${source}${target === undefined ? '' : ` to ${target}`}`
  return new HttpError('no_fresh_rate', `the feeds have failed, and no stored rate${pair} is recent enough`, { 'Retry-After': '60' })
}

// Backwards from the current hour or day: the distance of the first point, the step between points, and the span of one point, in milliseconds.
const PERIODS = {
  '1d': { back: 23 * HOUR_MS, step: HOUR_MS, width: HOUR_MS },
  '7d': { back: 6 * DAY_MS, step: DAY_MS, width: DAY_MS },
  '30d': { back: 29 * DAY_MS, step: DAY_MS, width: DAY_MS },
  '1y': { back: 52 * 7 * DAY_MS, step: 7 * DAY_MS, width: DAY_MS }
} as const
const PERIOD_NAMES = Object.keys(PERIODS) as Array<keyof typeof PERIODS>

const MAX_DAYS = 366
const MAX_CHARTED = 20

const charted = targets.refine((list) => list.length <= MAX_CHARTED, `expected at most ${MAX_CHARTED} currencies`)
  .meta({ description: 'The currency in which the rates are expressed, or several separated by commas.', examples: ['USD'] })

export const historicalRates = route({
  path: '/api/historical-rates',
  summary: 'Get chart points of a period (hourly for a day, weekly for a year, else daily) or of a window',
  access: 'paid',
  query: {
    source: parameters.source,
    target: charted,
    period: z.enum(PERIOD_NAMES, `expected ${PERIOD_NAMES.join(', ')}`).optional().meta({ description: 'The period up to now. The default is 7d, unless `from` or `to` is set.', examples: ['7d'] }),
    from: parameters.from.optional().meta({ description: 'The first day of a window, instead of `period`. The default is `to`.', examples: ['2026-03-11'] }),
    to: parameters.to.optional().meta({ description: 'The last day of a window, at most a year after `from`. The default is `from`.', examples: ['2026-03-17'] })
  },
  units: ({ target }) => target.length,
  cost: 'a unit for each target',
  formats: FORMATS,
  response: z.strictObject({
    source: fields.source,
    target: z.string().meta({ description: 'The requested target currencies, separated by commas.', examples: ['USD'] }),
    data: z.array(z.strictObject({
      date: z.union([z.iso.date(), z.iso.datetime()]).meta({ description: 'The day, or for 1d the start of the hour, in UTC.', examples: ['2026-03-17'] }),
      target: fields.target.optional().meta({ description: 'The target currency, if several were requested.' }),
      rate: fields.rate,
      timestamp: z.int().meta({ description: 'The start of the hour or day, in milliseconds since 1970.', examples: [1795132800000] })
    })).meta({ description: 'The last rate known at the end of each hour or day, oldest first.' }),
    missing: z.array(fields.currency).optional().meta({ description: 'The targets that have no rate.', examples: [['HRK']] }),
    source_api: feedClass.meta({ description: 'The kind of feed: official if at least one of the rates is official.' }),
    period: z.enum(PERIOD_NAMES).optional().meta({ description: 'The requested period.' }),
    from: fields.day('The first requested day.').optional(),
    to: fields.day('The last requested day.').optional()
  }),
  failures: [404, 502],
  cacheControl: REVALIDATE,
  cache: CACHE,
  run: async (request, context) => {
    const { database, now } = context
    const { source, target: targets } = request
    if (targets.includes(source)) throw badRequest('target', 'expected a currency other than source')
    const { points, isHourly, ...asked } = pointsOf(request, now)
    const found = await findMarketPoints(database, { source, targets, ...points, now: new Date(now).toISOString() })
    if (found.length === 0) throw await noRate(context, { source, targets, time: asked.to })
    const dateOf = (time: string) => isHourly ? time : time.slice(0, 10)
    const given = new Set(found.map(({ target }) => target))
    const without = targets.filter((it) => !given.has(it))
    return {
      kind: 'fields',
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

/** The points of a chart, and the fields of the request that its answer repeats. Throws 400 for a window that ends before it begins, in the future, or after more than a year. */
function pointsOf ({ period, from, to }: ChartRequest, now: number) {
  if (from === undefined && to === undefined) {
    const { back, step, width } = PERIODS[period ?? '7d']
    const last = now - now % width
    return { points: { first: new Date(last - back).toISOString(), last: new Date(last).toISOString(), step, width }, isHourly: period === '1d', period: period ?? '7d' }
  }
  if (period !== undefined) throw badRequest('period', 'expected either period, or from and to')
  const [first, last] = [(from ?? to)!, (to ?? from)!]
  if (first > last) throw badRequest('from', `expected a date on or before to (${last})`)
  if (Date.parse(last) > now) throw badRequest('to', 'expected a date that is not in the future')
  if ((Date.parse(last) - Date.parse(first)) / DAY_MS >= MAX_DAYS) throw badRequest('from', 'expected at most a year before to')
  return { points: { first, last, step: DAY_MS, width: DAY_MS }, isHourly: false, from: first, to: last }
}

function chartRows (found: MarketRate[], { dateOf, isHourly, hasTarget }: { dateOf: (time: string) => string, isHourly: boolean, hasTarget: boolean }): Rows {
  const columns: Column[] = [
    { name: 'date', kind: isHourly ? 'time' : 'date' },
    ...(hasTarget ? [{ name: 'target', kind: 'text' } as const] : []),
    { name: 'rate', kind: 'number' },
    { name: 'timestamp', kind: 'number' }
  ]
  return new Rows(columns, found.map(({ time, target, rate }) => [dateOf(time), ...(hasTarget ? [target] : []), rate, Date.parse(time)]))
}
