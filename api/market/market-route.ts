import { z } from 'zod'
import { amountWith } from '../contract/amounts.ts'
import { DAY_MS, HOUR_MS } from '../contract/dates.ts'
import { badRequest, HttpError, notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import type { Answer } from '../formats/answer.ts'
import { columnsOf } from '../formats/columns.ts'
import { FORMATS } from '../formats/index.ts'
import { Decimal, Rows } from '../formats/rows.ts'
import { REVALIDATE } from '../server/cache-control.ts'
import { MARKET } from '../server/cache.ts'
import { route, variant, type Context, type Route } from '../server/route.ts'
import { isCurrency } from '../sources/symbols-query.ts'
import { feedClass, marketRow, targets, time } from './market-fields.ts'
import {
  assertBegun,
  assertKnown,
  convertAtMarket,
  findLastRates,
  findMarketRates,
  findMarketSeries,
  listMarketCurrencies,
  noRate
} from './market-query.ts'

const CACHE = { of: () => MARKET, seconds: 60 }
const MAX_POINTS = 10_000 // a year of hours is 8,784

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
    const { source, target } = parameters.pairOf(request)!
    const [found] = await findMarketRates(context.database, {
      source,
      targets: [target],
      at: new Date(context.now).toISOString()
    })
    if (!found) {
      throw asUpstream(await noRate(context.database, { source, targets: [target] }).catch((error: unknown) => error))
    }
    return { fields: { rate: new Decimal(found.rate), source: found.class } }
  }
})

const instant = parameters.instantParameter({ needsTime: false }).transform((text) => new Date(text).toISOString())

/** Makes the failure of all feeds a 502, the status that clients of this endpoint expect. */
function asUpstream(error: unknown): unknown {
  return error instanceof HttpError && error.code === 'no_market_rate'
    ? new HttpError('no_fresh_rate', error.message, error.headers)
    : error
}

const amount = amountWith({ whole: 30, decimals: 30 }).meta({
  description: 'An amount of the source currency to convert. Needs exactly one target.',
  examples: ['250']
})

const GROUPS = ['minute', 'hour', 'day', 'week', 'month'] as const

// The lookback for the last interval with a rate: official tables have none on weekends and holidays.
const LOOK_BACK: Record<(typeof GROUPS)[number], number> = {
  minute: HOUR_MS,
  hour: DAY_MS,
  day: 31 * DAY_MS,
  week: 35 * DAY_MS,
  month: 62 * DAY_MS
}

const money = z.strictObject({
  currency: fields.currency,
  amount: z
    .number()
    .nonnegative()
    .meta({ description: 'The exact amount.', examples: [250] })
})

const rates = route({
  path: '/api/v1/rates',
  summary:
    'Get market rates, current, at an instant, or as a series, or convert an amount. Costs a unit for each target',
  access: 'key',
  units: ({ target }) => target?.length ?? 1,
  query: {
    source: parameters.source.optional().meta({
      description: 'The currency that is priced: the rates are for one unit of it. The default is the US dollar.',
      examples: ['EUR']
    }),
    target: targets.optional(),
    time: instant.optional().meta({
      description: 'Returns the rates at this instant. Needs a paid plan.',
      examples: ['2026-03-17T15:00:00Z']
    }),
    from: instant
      .optional()
      .meta({ description: 'The start of a series. Needs a paid plan.', examples: ['2026-03-02'] }),
    to: instant.optional().meta({
      description: 'The end of a series, exclusive. The default is now.',
      examples: ['2026-03-17']
    }),
    group: z
      .enum(GROUPS, `expected ${GROUPS.join(', ')}`)
      .optional()
      .meta({
        description:
          'The interval of a series; each interval has its last rate. The default is day. Without `from`, ' +
          'only the last interval that has a rate.',
        examples: ['day']
      }),
    amount: amount.optional()
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
  failures: [404, 409],
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
      return answerOf(
        context,
        request,
        found.map(({ rate, target, time }) => [rate, source, target, time]),
        (targets) => noRate(context.database, { source, targets, time: request.time })
      )
    }
    return from === undefined ? lastOf(context, request) : seriesOf(context, { ...request, from })
  }
})

const pastRates = variant(rates, {
  what: 'past rates and series',
  when: (query) => ['time', 'from', 'to', 'group'].some((name) => query.has(name)),
  access: 'paid'
})

export const marketRates: Route = { ...rates, variants: [pastRates] }

/** The last interval before `to` in which each target has a rate. */
async function lastOf(context: Context, request: MarketRequest): Promise<Answer> {
  const { database, now } = context
  const { source = 'USD', target: targets, group = 'day' } = request
  const to = request.to ?? new Date(now).toISOString()
  const from = new Date(Date.parse(to) - LOOK_BACK[group]).toISOString()
  const rows = await findLastRates(database, { source, targets, from, to, group })
  return answerOf(context, request, rows.cells, (targets) =>
    noSeries(context, { ...request, target: targets }, { from, to })
  )
}

/** A complete series. Throws 400 for a series that is too long, with the longest complete part of it. */
async function seriesOf(context: Context, request: MarketRequest & { from: string }): Promise<Answer> {
  const { database, now } = context
  const { source = 'USD', target: targets, from, group = 'day' } = request
  const to = request.to ?? new Date(now).toISOString()
  const { rows, next } = await findMarketSeries(database, { source, targets, from, to, group, limit: MAX_POINTS })
  if (next !== undefined) {
    throw badRequest(
      'to',
      `the series has more than ${MAX_POINTS} rates; with to=${next} it is complete, and from=${next} continues it`
    )
  }
  return answerOf(context, request, rows.cells, async (targets) => {
    assertKnown([source, ...(targets ?? [])], await listMarketCurrencies(database))
  })
}

/** The error for a window without a rate. Throws for a currency that no feed or source has. */
async function noSeries(
  { database }: Context,
  { source = 'USD', target: targets }: MarketRequest,
  { from, to }: { from: string; to: string }
): Promise<HttpError> {
  assertKnown([source, ...(targets ?? [])], await listMarketCurrencies(database))
  await assertBegun(database, source, targets, to)
  return notFound(
    `no rate is stored from ${source} to ${targets?.join(', ') ?? 'any other currency'} from ${from} to ${to}`
  )
}

interface MarketRequest {
  source?: string
  target?: string[]
  time?: string
  from?: string
  to?: string
  group?: (typeof GROUPS)[number]
  amount?: string
  format: string
}

/** Throws 400 for parameters that exclude or require each other. */
function checkRates({ source: named, target, time, from, to, group, amount }: MarketRequest, now: number): void {
  if (amount !== undefined && named === undefined) {
    throw badRequest('source', 'expected a currency, because amount is set')
  }
  if (amount !== undefined && target?.length !== 1) throw badRequest('amount', 'needs exactly one target')
  if (amount !== undefined && from !== undefined) throw badRequest('amount', 'excludes from')
  if (time !== undefined && Date.parse(time) > now) throw badRequest('time', 'expected an instant in the past')
  if (time !== undefined && from !== undefined) throw badRequest('time', 'expected either time, or from and to')
  if (time !== undefined && group !== undefined) throw badRequest('group', 'excludes time')
  if (amount !== undefined && group !== undefined) throw badRequest('amount', 'excludes group')
  if (from === undefined && group === undefined && to !== undefined) throw badRequest('to', 'needs from or group')
  if (from !== undefined && Date.parse(from) > (to === undefined ? now : Date.parse(to))) {
    throw badRequest('from', 'expected an instant on or before to (default: now)')
  }
}

/**
 * Rates as a list without the targets that have none. Throws 400 for an unknown currency, and the error of `nothing`, if it
 * has one, for an empty list.
 */
async function answerOf(
  { database }: Context,
  request: MarketRequest,
  cells: unknown[][],
  nothing: (known?: string[]) => Promise<HttpError | void>
): Promise<Answer> {
  const { source = 'USD', target: targets, from, to, time } = request
  const given = new Set(cells.map(([, , target]) => target as string))
  const missing = targets?.filter((it) => !given.has(it)) ?? []
  if (missing.length > 0 || given.size === 0) {
    const known = await listMarketCurrencies(database)
    assertKnown([source, ...missing.filter((it) => !isCurrency(it))], known)
    const priced = targets?.filter((it) => known.includes(it))
    const error = given.size === 0 && priced?.length !== 0 ? await nothing(priced) : undefined
    if (error) throw error
  }
  const named = [
    source,
    targets?.length === 1 ? targets[0] : undefined,
    ...[from, to, time].map((it) => it?.slice(0, 10))
  ].filter((it) => it !== undefined)
  return {
    fields: {
      rates: new Rows(columnsOf(marketRow), cells)
    },
    rows: { list: 'rates', beside: [], isBare: true },
    units: given.size,
    fileName: `rates-${named.join('-')}`,
    headers: missing.length > 0 ? { 'X-Missing-Targets': missing.join(',') } : undefined
  }
}

async function convert(
  context: Context,
  { source, target, amount, time }: { source: string; target: string; amount: string; time?: string }
): Promise<Answer> {
  const found = await convertAtMarket(context.database, {
    source,
    target,
    amount,
    at: time ?? new Date(context.now).toISOString()
  })
  if (!found) throw await noRate(context.database, { source, targets: [target], time })
  const from = { currency: source, amount: new Decimal(amount) }
  const to = { currency: target, amount: new Decimal(found.converted) }
  return {
    fields: { from, to, rate: new Decimal(found.rate), source: found.class, time: found.time },
    fileName: `conversion-${source}-${target}`
  }
}
