import { z } from 'zod'
import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { yearBefore } from '../contract/dates.ts'
import { badRequest } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { REVALIDATE, SHARED } from '../http/cache-control.ts'
import { route } from '../http/route.ts'
import { FAMILY_A, FAMILY_B, HOME, SOURCE, tableOn, tablesIn, type Range } from '../queries/compat.ts'

const TABLE = 'of the European Central Bank’s reference rates, in the format'
const NEWEST = 'infinity'

const common = { keyParameters: ['api_key', 'access_key'], ignored: ['callback', 'format', 'prettyprint', 'show_alternative', 'v'], cache: { of: () => SOURCE, perOrigin: true } } as const
const open = { ...common, access: 'keyless', cors: true, cacheControl: SHARED, failures: [503] } as const
const paid = { ...common, access: 'paid', cacheControl: REVALIDATE } as const
const dated = { ...paid, params: { date: parameters.date }, failures: [404, 503] } as const
const ranged = { ...paid, cost: 'one unit for each calendar month that the range touches', failures: [503] } as const

const queryOfA = { base: parameters.base.default(HOME), symbols: parameters.symbols.optional() }
const onlySource = z.enum([SOURCE], `expected ${SOURCE}; the currency that is priced is base`)
  .meta({ description: 'The source of the rates: always the European Central Bank.', examples: [SOURCE] })
const queryOfB = { ...queryOfA, places: parameters.places.optional(), amount: parameters.amount.optional(), source: onlySource.optional() }

const rates = z.record(fields.currency, fields.baseIn)
const ratesOfA = rates.meta({ description: 'The rate of the base in each currency, by currency code. Includes the base itself, as 1, if it is requested or is not EUR.' })
const ratesOfB = rates.meta({ description: 'The rate of the base in each currency, by currency code. Includes the base itself unless `symbols` leaves it out, and excludes requested symbols that the table does not have.' })
const BY_DATE = { description: 'The rates by the date of their table. Dates without a table, or without the base in their table, are left out.' }
const start = fields.day('The first requested date.')
const end = fields.day('The last requested date.')
const origin = { source: fields.bank, attribution: fields.attribution }
const derived = fields.derived.meta({ description: 'True if Ratebook calculated the rates: for a base other than EUR, for an amount, and for rounded places.', examples: [false] })
const answerOfA = z.strictObject({ base: fields.base, date: fields.rateDate, rates: ratesOfA, derived, ...origin })
const answerOfB = z.strictObject({ success: z.literal(true), base: fields.base, date: fields.rateDate, rates: ratesOfB, derived, ...origin })

const CODES: Record<number, { code: number, type: string }> = {
  400: { code: 400, type: 'bad_request' },
  401: { code: 101, type: 'invalid_access_key' },
  403: { code: 105, type: 'function_access_restricted' },
  404: { code: 404, type: 'not_found' },
  429: { code: 104, type: 'usage_limit_reached' }
}

/** An error as clients of family B expect it, with the codes of the services that they were written for. */
function failure (status: number, message: string, id?: string): object {
  const { code, type } = CODES[status] ?? { code: status, type: 'server_error' }
  return { success: false, error: { code, type, info: message, id } }
}

/** A range of at most a year. Throws 400 if it is longer, or ends before it begins. */
function rangeOf (range: Record<string, string>): Range {
  const [[first, from], [last, to]] = Object.entries(range) as [[string, string], [string, string]]
  if (from > to) throw badRequest(first, `expected a date on or before ${last} (${to})`)
  if (from < yearBefore(to)) throw badRequest(first, `expected at most one year: ${yearBefore(to)} or later if ${last} is ${to}`)
  return { from, to }
}

/** The number of calendar months that a range touches. */
function monthsIn ({ from, to }: Range): number {
  const [first, last] = [from, to].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)))
  return last! - first! + 1
}

export const latestA = route({
  ...open,
  path: '/api/compat/a/latest',
  summary: `Get the newest table ${TABLE} of family A`,
  query: queryOfA,
  response: answerOfA,
  run: async (request, { database }) => ({ kind: 'fields', fields: await tableOn(database, NEWEST, request, FAMILY_A) })
})

export const datedA = route({
  ...dated,
  path: '/api/compat/a/:date',
  summary: `Get the newest table on or before a date ${TABLE} of family A`,
  query: queryOfA,
  response: answerOfA,
  run: async (request, { database }) => ({ kind: 'fields', fields: await tableOn(database, request.date, request, FAMILY_A) })
})

export const historyA = route({
  ...ranged,
  path: '/api/compat/a/history',
  summary: `Get all tables in a range of at most one year ${TABLE} of family A`,
  query: { start_at: parameters.rangeStart, end_at: parameters.rangeEnd, ...queryOfA },
  units: ({ start_at, end_at }) => monthsIn(rangeOf({ start_at, end_at })),
  response: z.strictObject({ rates: z.record(z.iso.date(), ratesOfA).meta(BY_DATE), start_at: start, end_at: end, base: fields.base, derived, ...origin }),
  run: async (request, { database }) => {
    const { start_at, end_at } = request
    const { rates, ...rest } = await tablesIn(database, rangeOf({ start_at, end_at }), request, FAMILY_A)
    return { kind: 'fields', fields: { rates, start_at, end_at, ...rest } }
  }
})

export const latestB = route({
  ...open,
  path: '/api/compat/b/latest',
  summary: `Get the newest table ${TABLE} of family B`,
  query: queryOfB,
  response: answerOfB,
  failure,
  run: async (request, { database }) => ({ kind: 'fields', fields: { success: true, ...await tableOn(database, NEWEST, request, FAMILY_B) } })
})

export const datedB = route({
  ...dated,
  path: '/api/compat/b/:date',
  summary: `Get the newest table on or before a date ${TABLE} of family B`,
  query: queryOfB,
  response: answerOfB,
  failure,
  run: async (request, { database }) => ({ kind: 'fields', fields: { success: true, ...await tableOn(database, request.date, request, FAMILY_B) } })
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
    derived,
    ...origin
  }),
  failure,
  run: async (request, { database }) => {
    const { start_date, end_date } = request
    const { rates, base, ...rest } = await tablesIn(database, rangeOf({ start_date, end_date }), request, FAMILY_B)
    return { kind: 'fields', fields: { success: true, timeseries: true, start_date, end_date, base, rates, ...rest } }
  }
})

export const symbolsB = route({
  ...open,
  path: '/api/compat/b/symbols',
  summary: `List the currencies of the newest table ${TABLE} of family B`,
  response: z.strictObject({
    success: z.literal(true),
    symbols: z.record(fields.currency, z.strictObject({ description: fields.currencyName, code: fields.currency })).meta({ description: 'The currencies by code.' }),
    ...origin
  }),
  failure,
  run: async (_request, { database }) => {
    const { rates, source, attribution } = await tableOn(database, NEWEST, { base: HOME }, FAMILY_B)
    const symbols = Object.fromEntries(Object.keys(rates).map((code) => [code, { description: CURRENCIES[code], code }]))
    return { kind: 'fields', fields: { success: true, symbols, source, attribution } }
  }
})
