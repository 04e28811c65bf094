import { z } from 'zod'
import { amount, BY_DATE, DATED, monthsIn, NEWEST, origin, rangeOf, rates, TABLE, type Range } from './compat-fields.ts'
import { dayOf } from '../contract/dates.ts'
import { badRequest, HttpError, notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { openTables, keyTables } from './tables.ts'
import { route, type Route } from '../server/route.ts'
import { FAMILY_B, FAMILY_C, HOME, namesOf, tableOn, tablesIn, type RatesRequest } from './compat-query.ts'

const query = {
  base: parameters.base.optional(),
  symbols: parameters.symbols.optional(),
  from: parameters.base.optional().meta({ description: 'Another name of `base`.', examples: ['EUR'] }),
  to: parameters.symbols.optional().meta({ description: 'Another name of `symbols`.', examples: ['USD,GBP'] }),
  amount: parameters.amount.optional()
}

type Request = Partial<z.output<z.ZodObject<typeof query>>>

const ratesOfC = rates.meta({
  description:
    'The rate of the base, or of the amount of it, in each currency. Includes the base itself only if it is requested.'
})
const common = {
  amount: amount.meta({ description: 'The requested amount of the base; 1 by default.', examples: [1] }),
  base: fields.base
}
const table = z.strictObject({ ...common, date: fields.rateDate, rates: ratesOfC, ...origin })
const tables = z.strictObject({
  ...common,
  start_date: fields.day('The date of the first table.'),
  end_date: fields.day('The date of the last table.'),
  rates: z.record(z.iso.date(), ratesOfC).meta(BY_DATE),
  ...origin
})

/** The field of an error that clients of family C expect. */
function failure({ message }: { message: string }): object {
  return { message }
}

/** The request with the names of the other families. Throws 400 if a parameter is sent under both names. */
function readRequest({ base, from, symbols, to, amount }: Request): RatesRequest {
  if (base !== undefined && from !== undefined) throw badRequest('from', 'alias of base: send only one of them')
  if (symbols !== undefined && to !== undefined) throw badRequest('to', 'alias of symbols: send only one of them')
  return { base: base ?? from ?? HOME, symbols: symbols ?? to, amount }
}

/** Resolves a lookup; in this family an unknown currency is an error 404. */
async function found<Result>(finding: Promise<Result>): Promise<Result> {
  try {
    return await finding
  } catch (error) {
    throw error instanceof HttpError && error.status === 400 ? notFound(error.message) : error
  }
}

/** The requested amount. */
function amountIn({ amount = '1' }: Request): number {
  return Number(amount)
}

/** The newest table, which the family serves under two names. */
function newestAt(path: string): Route {
  return route({
    ...openTables,
    path,
    summary: `Get the newest table ${TABLE} of family C`,
    query,
    response: table,
    failures: [404],
    failure,
    run: async (request, { database }) => ({
      fields: { amount: amountIn(request), ...(await found(tableOn(database, NEWEST, readRequest(request), FAMILY_C))) }
    })
  })
}

export const latestC = newestAt('/api/compat/c/latest')
export const currentC = newestAt('/api/compat/c/current')

export const currenciesC = route({
  ...openTables,
  path: '/api/compat/c/currencies',
  summary: `List the currencies of the newest table ${TABLE} of family C`,
  response: z
    .record(fields.currency, fields.currencyName)
    .meta({ description: 'The names of the currencies by code.' }),
  failure,
  run: async (_request, { database }) => ({
    fields: namesOf((await tableOn(database, NEWEST, { base: HOME }, FAMILY_B)).rates)
  })
})

const DATES =
  'expected a date that exists, as YYYY-MM-DD, or a range of two dates joined by .., of which the second is optional'
const dates = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d(\.\.(\d{4}-\d\d-\d\d)?)?$/, DATES)
  .refine((text) => text.split('..').every((it) => it === '' || parameters.date.safeParse(it).success), DATES)
  .meta({
    description:
      'A date, for the newest table on or before it; or a range of at most one year, such as ' +
      '`2026-03-02..2026-03-17`, or `2026-03-02..` up to today.',
    examples: ['2026-03-17', '2025-05-01..2025-05-09']
  })

/**
 * The range that a text names; without an end it ends today. Undefined for a date. Throws 400 if it is longer than a
 * year, or ends before it begins.
 */
function rangeIn(text: string, today: string): Range | undefined {
  const [from, to] = text.split('..') as [string, string?]
  return to === undefined ? undefined : rangeOf({ from, to: to || today })
}

export const datedC = route({
  ...keyTables,
  path: '/api/compat/c/:dates',
  pattern: DATED,
  summary: `Get the newest table on or before a date, or all tables in a range of at most one year from the one in force on its first day, ${TABLE} of family C`,
  params: { dates },
  query,
  cost: 'one unit for a date, and for a range one for each calendar month that it touches',
  units: ({ dates }, now) => monthsIn(rangeIn(dates, dayOf(now)) ?? { from: dates, to: dates }),
  examples: [
    { summary: 'A date', request: { dates: '2026-03-17' } },
    { summary: 'A range', request: { dates: '2026-03-02..2026-03-06' } }
  ],
  response: z.union([table, tables]),
  failures: [404],
  failure,
  run: async (request, { database, today }) => {
    const range = rangeIn(request.dates, today)
    const wanted = readRequest(request)
    if (!range) {
      return {
        fields: { amount: amountIn(request), ...(await found(tableOn(database, request.dates, wanted, FAMILY_C))) }
      }
    }
    const tables = await found(tablesIn(database, range, wanted, FAMILY_C))
    const days = Object.keys(tables.rates)
    if (days.length === 0) throw notFound(`there is no table from ${range.from} to ${range.to}`)
    return { fields: { amount: amountIn(request), start_date: days[0], end_date: days.at(-1), ...tables } }
  }
})
