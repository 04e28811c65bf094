import { z } from 'zod'
import { amount, BY_DATE, DATED, monthsIn, NEWEST, origin, rangeOf, rates, TABLE } from './compat-fields.ts'
import { badRequest, HttpError, notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { openTables, keyTables } from './tables.ts'
import { route, variant, type Context, type Route } from '../server/route.ts'
import { rateChanges, FAMILY_A, FAMILY_B, HOME, namesOf, tableOn, tablesIn, type RatesRequest } from './compat-query.ts'

const dated = { ...keyTables, params: { date: parameters.date }, failures: [404] } as const
const ranged = { ...keyTables, cost: 'one unit for each calendar month that the range touches' } as const

const queryOfA = { base: parameters.base.default(HOME), symbols: parameters.symbols.optional() }
const queryOfB = { ...queryOfA, places: parameters.places.optional(), amount: parameters.amount.optional() }

const ratesOfA = rates.meta({
  description:
    'The rate of the base in each currency, by currency code. Includes the base itself, as 1, if it is ' +
    'requested or is not EUR.'
})
const ratesOfB = rates.meta({
  description:
    'The rate of the base in each currency, by currency code. Includes the base itself unless `symbols` ' +
    'leaves it out, and excludes requested symbols that the table does not have.'
})
const start = fields.day('The first requested date.')
const end = fields.day('The last requested date.')
const answerOfA = z.strictObject({ base: fields.base, date: fields.rateDate, rates: ratesOfA, ...origin })
const answerOfB = z.strictObject({
  success: z.literal(true),
  base: fields.base,
  date: fields.rateDate,
  rates: ratesOfB,
  ...origin
})

const CODES: Record<number, { code: number; type: string }> = {
  400: { code: 400, type: 'bad_request' },
  401: { code: 101, type: 'invalid_access_key' },
  403: { code: 105, type: 'function_access_restricted' },
  404: { code: 404, type: 'not_found' },
  429: { code: 104, type: 'usage_limit_reached' }
}

const CODES_OF_PARAMETERS: Record<string, { code: number; type: string }> = {
  base: { code: 201, type: 'invalid_base_currency' },
  from: { code: 201, type: 'invalid_base_currency' },
  symbols: { code: 202, type: 'invalid_currency_codes' },
  to: { code: 202, type: 'invalid_currency_codes' }
}

/** The fields of an error that clients of family B expect, with the codes of these services. */
function failure({ status, message, parameter = '' }: Pick<HttpError, 'status' | 'message' | 'parameter'>): object {
  const { code, type } = CODES_OF_PARAMETERS[status === 400 ? parameter : ''] ??
    CODES[status] ?? { code: status, type: 'server_error' }
  return { success: false, details: { code, type, info: message } }
}

/** A table in the format of family B. */
async function tableOfB(database: Context['database'], day: string, request: RatesRequest) {
  return { success: true, ...(await tableOn(database, day, request, FAMILY_B)) }
}

export const latestA = route({
  ...openTables,
  path: '/api/compat/a/latest',
  summary: `Get the newest table ${TABLE} of family A`,
  query: queryOfA,
  response: answerOfA,
  run: async (request, { database }) => ({ fields: await tableOn(database, NEWEST, request, FAMILY_A) })
})

export const datedA = route({
  ...dated,
  path: '/api/compat/a/:date',
  pattern: DATED,
  summary: `Get the newest table on or before a date ${TABLE} of family A`,
  query: queryOfA,
  response: answerOfA,
  run: async (request, { database }) => ({ fields: await tableOn(database, request.date, request, FAMILY_A) })
})

export const historyA = route({
  ...ranged,
  path: '/api/compat/a/history',
  summary: `Get all tables in a range of at most one year ${TABLE} of family A`,
  query: { start_at: parameters.rangeStart, end_at: parameters.rangeEnd, ...queryOfA },
  units: ({ start_at, end_at }) => monthsIn(rangeOf({ start_at, end_at })),
  response: z.strictObject({
    rates: z.record(z.iso.date(), ratesOfA).meta(BY_DATE),
    start_at: start,
    end_at: end,
    base: fields.base,
    ...origin
  }),
  run: async (request, { database }) => {
    const { start_at, end_at } = request
    const { rates, ...rest } = await tablesIn(database, rangeOf({ start_at, end_at }), request, FAMILY_A)
    return { fields: { rates, start_at, end_at, ...rest } }
  }
})

export const latestB = route({
  ...openTables,
  path: '/api/compat/b/latest',
  summary: `Get the newest table ${TABLE} of family B`,
  query: queryOfB,
  response: answerOfB,
  failure,
  run: async (request, { database }) => ({ fields: await tableOfB(database, NEWEST, request) })
})

export const datedB = route({
  ...dated,
  path: '/api/compat/b/:date',
  pattern: DATED,
  summary: `Get the newest table on or before a date ${TABLE} of family B`,
  query: queryOfB,
  response: answerOfB,
  failure,
  run: async (request, { database }) => ({ fields: await tableOfB(database, request.date, request) })
})

export const timeseriesB = route({
  ...ranged,
  path: '/api/compat/b/timeseries',
  summary: `Get all tables in a range of at most one year ${TABLE} of family B`,
  query: { start_date: parameters.rangeStart, end_date: parameters.rangeEnd, ...queryOfB },
  units: ({ start_date, end_date }) => monthsIn(rangeOf({ start_date, end_date })),
  response: z.strictObject({
    success: z.literal(true),
    timeseries: z.literal(true),
    start_date: start,
    end_date: end,
    base: fields.base,
    rates: z.record(z.iso.date(), ratesOfB).meta(BY_DATE),
    ...origin
  }),
  failure,
  run: async (request, { database }) => {
    const { start_date, end_date } = request
    const { rates, base, ...rest } = await tablesIn(database, rangeOf({ start_date, end_date }), request, FAMILY_B)
    return { fields: { success: true, timeseries: true, start_date, end_date, base, rates, ...rest } }
  }
})

export const symbolsB = route({
  ...openTables,
  path: '/api/compat/b/symbols',
  summary: `List the currencies of the newest table ${TABLE} of family B`,
  response: z.strictObject({
    success: z.literal(true),
    symbols: z
      .record(fields.currency, fields.currencyName)
      .meta({ description: 'The names of the currencies by code.' }),
    ...origin
  }),
  failure,
  run: async (_request, { database }) => {
    const { rates, source, attribution } = await tableOn(database, NEWEST, { base: HOME }, FAMILY_B)
    return { fields: { success: true, symbols: namesOf(rates), source, attribution } }
  }
})

const figure = z.number().meta({ examples: [1.0834] })

const conversion = route({
  ...openTables,
  path: '/api/compat/b/convert',
  summary: 'Convert an amount at the ECB’s table, newest or of a date, in the format of family B',
  query: {
    from: parameters.base.meta({ description: 'The currency of the amount.', examples: ['EUR'] }),
    to: parameters.base.meta({ description: 'The currency to convert to.', examples: ['USD'] }),
    amount: parameters.amount.default('1').meta({ description: 'The amount. The default is one.', examples: ['25'] }),
    date: parameters.date.optional().meta({
      description: 'Converts at the newest table on or before this date. Needs a key.',
      examples: ['2026-03-17']
    })
  },
  response: z.strictObject({
    success: z.literal(true),
    query: z.strictObject({ from: fields.currency, to: fields.currency, amount }),
    info: z.strictObject({ rate: fields.baseIn }),
    date: fields.rateDate,
    result: figure.meta({ description: 'The amount in the other currency.', examples: [29.04] }),
    ...origin
  }),
  examples: [{ summary: 'An amount', request: { from: 'EUR', to: 'USD', amount: '25' } }],
  failures: [404],
  failure,
  run: async ({ from, to, amount, date = NEWEST }, { database }) => {
    const table = (multiplied?: string) => tableWith(database, date, { from, to, amount: multiplied })
    const [one, multiplied] = await Promise.all([table(), table(amount)])
    return {
      fields: {
        success: true,
        query: { from, to, amount: Number(amount) },
        info: { rate: one.rates[to] },
        date: one.date,
        result: multiplied.rates[to],
        source: one.source,
        attribution: one.attribution
      }
    }
  }
})

const datedConversion = variant(conversion, {
  what: 'conversions of a date',
  when: (query) => query.has('date'),
  access: 'key'
})

export const convertB: Route = { ...conversion, variants: [datedConversion] }

/** The table for a conversion. Its errors use the parameter names of a conversion. */
async function tableWith(
  database: Context['database'],
  day: string,
  { from, to, amount }: { from: string; to: string; amount?: string }
) {
  try {
    return await tableOn(database, day, { base: from, symbols: [to], amount }, FAMILY_B)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const parameter = { base: 'from', symbols: 'to' }[error.parameter ?? '']
    throw parameter === undefined ? error : badRequest(parameter, error.reason)
  }
}

export const fluctuationB = route({
  ...keyTables,
  path: '/api/compat/b/fluctuation',
  summary: 'Get the changes of the ECB’s rates between two dates, in the format of family B',
  query: { start_date: parameters.rangeStart, end_date: parameters.rangeEnd, ...queryOfA },
  response: z.strictObject({
    success: z.literal(true),
    fluctuation: z.literal(true),
    start_date: start,
    end_date: end,
    base: fields.base,
    rates: z
      .record(
        fields.currency,
        z.strictObject({
          start_rate: fields.baseIn,
          end_rate: fields.baseIn,
          change: figure.meta({ description: 'The last rate minus the first.', examples: [-0.0012] }),
          change_pct: figure.meta({
            description: 'The change in per cent of the first rate, with four decimals.',
            examples: [-0.1034]
          })
        })
      )
      .meta({
        description:
          'The rates at the newest tables on or before both dates, by currency. A currency that one of ' +
          'them lacks is left out.'
      }),
    ...origin
  }),
  failures: [404],
  failure,
  run: async ({ start_date, end_date, ...request }, { database }) => {
    const { from, to } = rangeOf({ start_date, end_date })
    const [first, last] = await Promise.all([
      tableOn(database, from, request, FAMILY_B),
      tableOn(database, to, request, FAMILY_B)
    ])
    const rates = await rateChanges(database, first.rates, last.rates)
    if (Object.keys(rates).length === 0) throw notFound('no currency is in the tables of both dates')
    const { base, source, attribution } = first
    return { fields: { success: true, fluctuation: true, start_date, end_date, base, rates, source, attribution } }
  }
})
