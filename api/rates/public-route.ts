import { z } from 'zod'
import { daysBefore, yearBefore } from '../contract/dates.ts'
import { badRequest, notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { FILE_COST, unitsOfFile } from '../contract/prices.ts'
import type { Answer } from '../formats/answer.ts'
import { NO_STORE } from '../server/cache-control.ts'
import { endpoint, shape } from '../server/endpoint.ts'
import { route, variant, type Context, type Route } from '../server/route.ts'
import { assertIngested, assertSource } from './bank-query.ts'
import { bankTable } from './calls.ts'
import { extentOfTables, readTables, type TablesLookup } from './tables-query.ts'

const RAW_NAMES = { base: 'base_ccy', quote: 'quote_ccy', type: 'rate_type' }

const newest = endpoint({
  path: '/api/public/central-bank/:bank',
  elsewhere: parameters.NEWEST_ONLY,
  summary: 'Get the newest table of a source with raw column names; as a file for logged-in users',
  access: 'keyless',
  params: { bank: parameters.bank },
  formats: ['json', 'csv', 'xlsx'],
  failures: [404],
  cacheControl: 'public, max-age=300',
  cache: { of: (request) => request.bank },
  shapes: [
    shape({
      call: bankTable,
      values: (_request: { bank: string }, { today }) => ({ wanted: 'infinity', today }),
      fields: z.strictObject({
        bank: fields.bank,
        rate_date: fields.rateDate,
        rates: z.array(
          z.strictObject({
            base_ccy: fields.base,
            quote_ccy: fields.quote,
            rate_type: fields.type,
            value: fields.value,
            ...fields.beside
          })
        )
      }),
      computed: { rates: ({ list }) => list.rename(RAW_NAMES) },
      async check(found, request: { bank: string }, { database }) {
        await assertSource(database, found?.head, request)
        if (found!.list.length === 0) throw notFound(`${found!.head.bank} has no table yet`)
      },
      rest: ({ head }) => ({
        rows: { list: 'rates', beside: ['bank', 'rate_date'] },
        fileName: `${head.bank}-${head.rate_date}`
      })
    })
  ]
})

const files = variant(newest, {
  what: 'files',
  when: (query) => ['csv', 'xlsx'].includes(query.get('format') ?? ''),
  access: 'session'
})

export const publicBank: Route = { ...newest, variants: [files] }

const MAX_DAYS = 366 // both ends included

export const publicHistory = route({
  path: '/api/public/central-bank/:bank/history',
  summary: `Download all tables of a source in a window of at most 366 days, one rate for each pair and date. Costs ${FILE_COST}`,
  access: 'paid-session',
  params: { bank: parameters.bank },
  query: { from: parameters.from.optional(), to: parameters.to.optional(), type: parameters.type.optional() },
  examples: [{ summary: 'The tables of a year', request: { from: '2025-03-19', to: '2026-03-18' } }],
  cost: FILE_COST,
  formats: ['json', 'csv', 'xlsx', 'ndjson'],
  response: z.strictObject({
    bank: fields.bank,
    from: fields.day('The first requested date.'),
    to: fields.day('The last requested date.'),
    rates: z.array(
      z.strictObject({
        rate_date: fields.rateDate,
        base_ccy: fields.base,
        quote_ccy: fields.quote,
        rate_type: fields.type,
        value: fields.value,
        ...fields.beside
      })
    )
  }),
  failures: [404],
  cacheControl: NO_STORE,
  run: (request, context) => fileOfTables({ ...request, ...downloadWindowOf(request, context.today) }, context)
})

/**
 * All tables of a source in a window as a file, priced by its content. Throws 404 if there is no rate, and 503 if the
 * source has no table yet.
 */
export async function fileOfTables(lookup: TablesLookup, { database }: Pick<Context, 'database'>): Promise<Answer> {
  const { from, to, type } = lookup
  const { bank, extent } = await extentOfTables(database, lookup)
  assertIngested(bank)
  if (extent.pairMonths === 0) {
    throw notFound(`${bank.code} has no rate${type === undefined ? '' : ` of type ${type}`} from ${from} to ${to}`)
  }
  return {
    fields: { bank: bank.code, from, to, rates: readTables(database, lookup, extent) },
    rows: { list: 'rates', beside: [] },
    fileName: `${bank.code}-history-${from}-${to}`,
    units: unitsOfFile(extent)
  }
}

/** The window of a download: by default the year up to today, and at most a year. */
function downloadWindowOf({ from, to }: { from?: string; to?: string }, today: string): { from: string; to: string } {
  const last = to ?? today
  const earliest = daysBefore(last, MAX_DAYS - 1)
  const year = yearBefore(last)
  const window = parameters.windowOf({ from: from ?? (year > earliest ? year : earliest), to: last }, today)
  if (window.from < earliest) {
    throw badRequest(
      'from',
      `expected at most ${MAX_DAYS} days, both ends included: ${earliest} or later for a window up to ${last}`
    )
  }
  return window
}
