import { z } from 'zod'
import { amountWith } from '../contract/amounts.ts'
import { DAY_MS, HOUR_MS } from '../contract/dates.ts'
import { badRequest, HttpError, notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import type { Answer } from '../formats/answer.ts'
import { FORMATS } from '../formats/index.ts'
import { Decimal, type Rows } from '../formats/rows.ts'
import { REVALIDATE } from '../server/cache-control.ts'
import { MARKET } from '../server/cache.ts'
import { endpoint, shape } from '../server/endpoint.ts'
import { variant, type Context, type Route } from '../server/route.ts'
import { isCurrency } from '../sources/symbols-query.ts'
import { lastRates, marketConversion, rateAt, ratesAt, rateSeries } from './calls.ts'
import { feedClass, marketRow, targets, time } from './market-fields.ts'
import { assertBegun, assertKnown, listMarketCurrencies, noRate } from './missing.ts'

const CACHE = { of: () => MARKET, seconds: 60 }
const MAX_POINTS = 10_000 // a year of hours is 8,784

export const marketRate = endpoint({
  path: '/api/rate',
  summary: 'Get the current market rate of a pair, in a minimal answer',
  access: 'key',
  isKeyOnly: true,
  cors: true,
  query: { source: parameters.source, target: parameters.target },
  failures: [404, 502],
  cacheControl: REVALIDATE,
  cache: CACHE,
  shapes: [
    shape({
      call: rateAt,
      values: (request: parameters.Pair, { now }) => ({ targets: [request.target], at: new Date(now).toISOString() }),
      fields: z.strictObject({ rate: fields.rate, source: feedClass }),
      computed: { source: ({ head }) => head.class },
      async check(found, { source, target }, { database }) {
        if (found) return
        throw asUpstream(await noRate(database, { source, targets: [target] }).catch((error: unknown) => error))
      }
    })
  ]
})

const instant = parameters.instantParameter({ needsTime: false }).transform((text) => new Date(text).toISOString())

/** Answers a failure of all feeds with 502, the status that clients of this endpoint expect. */
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

// How far back to look for the last interval with a rate. Official tables have no rates on weekends and holidays.
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

/** The values that all calls share. Throws 400 for parameters that exclude or require each other. */
function valuesOf(request: MarketRequest, { now }: Pick<Context, 'now'>) {
  checkRates(request, now)
  const { source = 'USD', target: targets, time, group = 'day' } = request
  const at = time ?? new Date(now).toISOString()
  const to = request.to ?? at
  const from = request.from ?? new Date(Date.parse(to) - LOOK_BACK[group]).toISOString()
  return { source, targets, target: targets?.[0], at, from, to, group, most: MAX_POINTS + 1 }
}

/** The requested targets that have no rate. */
function missingOf({ target: targets }: MarketRequest, list: Rows): string[] {
  const given = new Set(list.list('target'))
  return targets?.filter((it) => !given.has(it)) ?? []
}

const rateList = z.array(z.strictObject(marketRow))

/** The fields that all shapes with a list have. */
const listed = {
  values: valuesOf,
  fields: z.strictObject({ rates: rateList }),
  list: 'rates',
  rest({ list }: { list: Rows }, request: MarketRequest): Answer {
    const { source = 'USD', target: targets, from, to, time } = request
    const named = [
      source,
      targets?.length === 1 ? targets[0] : undefined,
      ...[from, to, time].map((it) => it?.slice(0, 10))
    ].filter((it) => it !== undefined)
    const missing = missingOf(request, list)
    return {
      rows: { list: 'rates', beside: [], isBare: true },
      units: new Set(list.list('target')).size,
      fileName: `rates-${named.join('-')}`,
      headers: missing.length > 0 ? { 'X-Missing-Targets': missing.join(',') } : undefined
    }
  }
}

/**
 * Throws 400 for a currency that is not known, and for a list without a rate the error that `nothing` returns for the
 * known targets.
 */
async function assertRates(
  found: { list: Rows } | undefined,
  request: MarketRequest,
  { database }: Context,
  nothing: (lookup: { source: string; targets?: string[] }) => Promise<HttpError | void> = async () => {}
): Promise<void> {
  const { source = 'USD', target: targets } = request
  const missing = found ? missingOf(request, found.list) : targets
  if (found && missing!.length === 0) return
  const known = await listMarketCurrencies(database)
  assertKnown([source, ...(missing ?? []).filter((it) => !isCurrency(it))], known)
  const priced = targets?.filter((it) => known.includes(it))
  const error = found || priced?.length === 0 ? undefined : await nothing({ source, targets: priced })
  if (error) throw error
}

const current = shape({
  ...listed,
  when: ({ from, group }: MarketRequest) => from === undefined && group === undefined,
  call: ratesAt,
  check: (found, request, context) =>
    assertRates(found, request, context, (lookup) => noRate(context.database, { ...lookup, time: request.time }))
})

const last = shape({
  ...listed,
  when: ({ from }: MarketRequest) => from === undefined,
  call: lastRates,
  check: (found, request, context) =>
    assertRates(found, request, context, async ({ source, targets }) => {
      const { database } = context
      assertKnown([source, ...(targets ?? [])], await listMarketCurrencies(database))
      const { from, to } = valuesOf(request, context)
      await assertBegun(database, source, targets, to)
      return notFound(
        `no rate is stored from ${source} to ${targets?.join(', ') ?? 'any other currency'} from ${from} to ${to}`
      )
    })
})

const series = shape({
  ...listed,
  call: rateSeries,
  async check(found, request: MarketRequest, context) {
    const next = found && found.list.length > MAX_POINTS ? found.list.list('time')[MAX_POINTS] : undefined
    if (next !== undefined) {
      throw badRequest(
        'to',
        `the series has more than ${MAX_POINTS} rates; with to=${next as string} it is complete, and from=${next as string} continues it`
      )
    }
    await assertRates(found, request, context, async ({ source, targets }) => {
      assertKnown([source, ...(targets ?? [])], await listMarketCurrencies(context.database))
    })
  }
})

const conversion = shape({
  when: ({ amount }: MarketRequest) => amount !== undefined,
  call: marketConversion,
  values: valuesOf,
  fields: z.strictObject({ from: money, to: money, rate: fields.rate, source: feedClass, time }),
  computed: {
    from: (_found, { source, amount }) => ({ currency: source, amount: new Decimal(amount!) }),
    to: ({ head }, { target }) => ({ currency: target![0], amount: head.converted }),
    source: ({ head }) => head.class
  },
  async check(found, { source, target, time }, { database }) {
    if (!found) throw await noRate(database, { source: source!, targets: target, time })
  },
  rest: (_found, { source, target }) => ({ fileName: `conversion-${source}-${target![0]}` })
})

const rates = endpoint({
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
  response: z.union([rateList, conversion.fields]),
  failures: [404, 409],
  cacheControl: REVALIDATE,
  cache: CACHE,
  shapes: [conversion, current, last, series]
})

const pastRates = variant(rates, {
  what: 'past rates and series',
  when: (query) => ['time', 'from', 'to', 'group'].some((name) => query.has(name)),
  access: 'paid'
})

export const marketRates: Route = { ...rates, variants: [pastRates] }

/** Throws 400 for parameters that exclude or require each other. */
function checkRates({ source: named, target, time, from, to, group, amount }: MarketRequest, now: number): void {
  if (amount !== undefined && named === undefined) {
    throw badRequest('source', 'expected a currency, because amount is set')
  }
  if (amount !== undefined && target?.length !== 1) throw badRequest('amount', 'needs exactly one target')
  if (amount !== undefined && from !== undefined) throw badRequest('amount', "can't be combined with from")
  if (time !== undefined && Date.parse(time) > now) throw badRequest('time', 'expected an instant in the past')
  if (time !== undefined && from !== undefined) throw badRequest('time', 'expected either time, or from and to')
  if (time !== undefined && group !== undefined) throw badRequest('group', "can't be combined with time")
  if (amount !== undefined && group !== undefined) throw badRequest('amount', "can't be combined with group")
  if (from === undefined && group === undefined && to !== undefined) throw badRequest('to', 'needs from or group')
  if (from !== undefined && Date.parse(from) > (to === undefined ? now : Date.parse(to))) {
    throw badRequest('from', 'must not be after to (default: now)')
  }
}
