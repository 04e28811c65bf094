import { z } from 'zod'
import { badRequest, notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import { STREAMED_FORMATS, streamTable } from '../formats/stream.ts'
import { Table, type Column } from '../queries/table.ts'
import * as parameters from '../contract/parameters.ts'
import { dayOf, windowOf, yearBefore } from '../contract/parameters.ts'
import { route } from '../http/route.ts'
import { assertIngested, findBank } from '../queries/bank.ts'

const RAW = 'select rate_date, base as base_ccy, quote as quote_ccy, type as rate_type, value from table_on($1, $2)'

export const publicBank = route({
  path: '/api/public/central-bank/:bank',
  summary: 'The newest table of a source in its raw shape; as a file for those who are logged in',
  access: 'keyless',
  fileAccess: 'session',
  params: { bank: parameters.bank },
  formats: ['json', 'csv', 'xlsx'],
  response: z.strictObject({
    bank: fields.bank,
    rate_date: fields.rateDate,
    rates: z.array(z.strictObject({ base_ccy: fields.base, quote_ccy: fields.quote, rate_type: fields.type, value: fields.value }))
  }),
  failures: [401, 404],
  cacheControl: 'public, max-age=300',
  cache: { of: (asked) => asked.bank },
  run: async (asked, { database }) => {
    const [bank, found] = await Promise.all([findBank(database, asked.bank), database.readCells(RAW, [asked.bank, 'infinity'])])
    const rows = Table.of(found)
    if (rows.length === 0) throw notFound(`${bank.code} has no table yet`)
    return {
      kind: 'fields',
      fields: { bank: bank.code, rate_date: rows.cells[0]![0], rates: rows.after(1) },
      rows: { list: 'rates', beside: ['bank', 'rate_date'] },
      fileName: `${bank.code}-${rows.cells[0]![0] as string}`
    }
  }
})

const MOST_DAYS = 366 // both ends counted
const DAY = 86_400_000
const BATCH = 100 // a few milliseconds of work in the slowest format
const HISTORY = 'select rate_date, base_ccy, quote_ccy, rate_type, value from table_history($1, $2, $3, $4)'
const COST = 'select table_history_cost($1, $2, $3, $4) as units'

const COLUMNS: Column[] = [
  { name: 'rate_date', kind: 'date' },
  { name: 'base_ccy', kind: 'text' },
  { name: 'quote_ccy', kind: 'text' },
  { name: 'rate_type', kind: 'text' },
  { name: 'value', kind: 'number' }
]

export const publicHistory = route({
  path: '/api/public/central-bank/:bank/history',
  summary: 'Every table of a source in a window of at most 366 days, one rate a pair and date; costs a unit for each pair and calendar month',
  access: 'paid-session',
  params: { bank: parameters.bank },
  query: { from: parameters.from.optional(), to: parameters.to.optional(), type: parameters.type.optional() },
  examples: [{ summary: 'The tables of a year', asked: { from: '2025-01-01', to: '2025-12-31' } }],
  cost: 'a unit for each pair and calendar month',
  formats: STREAMED_FORMATS,
  response: z.strictObject({
    bank: fields.bank,
    from: fields.day('The first date that was asked for.'),
    to: fields.day('The last date that was asked for.'),
    rates: z.array(z.strictObject({ rate_date: fields.rateDate, base_ccy: fields.base, quote_ccy: fields.quote, rate_type: fields.type, value: fields.value }))
  }),
  failures: [404, 503],
  cacheControl: 'private, no-store',
  run: async (asked, { database, today }) => {
    const { from, to } = downloadWindowOf(asked, today)
    const values = [asked.bank, from, to, asked.type ?? null]
    const [bank, [cost]] = await Promise.all([findBank(database, asked.bank, asked.type), database.read<{ units: number }>(COST, values)])
    assertIngested(bank)
    if (cost!.units === 0) throw notFound(`${bank.code} has no rate${asked.type === undefined ? '' : ` of type ${asked.type}`} from ${from} to ${to}`)
    const { headers, body } = streamTable({
      format: asked.format as typeof STREAMED_FORMATS[number],
      name: `${bank.code}-history-${from}-${to}`,
      fields: { bank: bank.code, from, to },
      list: 'rates',
      columns: COLUMNS,
      batches: database.readBatches(HISTORY, values, BATCH)
    })
    return { kind: 'stream', stream: body, headers, units: cost!.units }
  }
})

/** The window of a download: up to today and one year long unless it says otherwise, and never longer than that. */
function downloadWindowOf ({ from, to }: { from?: string, to?: string }, today: string): { from: string, to: string } {
  const last = to ?? today
  const earliest = dayOf(Date.parse(last) - (MOST_DAYS - 1) * DAY)
  const year = yearBefore(last)
  const window = windowOf({ from: from ?? (year > earliest ? year : earliest), to: last }, today)
  if (window.from < earliest) throw badRequest('from', `expected at most ${MOST_DAYS} days, both ends counted: from ${earliest} on for a window up to ${last}`)
  return window
}
