import type { Database } from '../../sql/database.ts'
import type { Grouping } from '../contract/grouping.ts'
import type { Pair } from '../contract/parameters.ts'
import type { FileContent } from '../contract/prices.ts'
import { bankRows, readBank, readBankRow, readBankRows, type Bank } from './bank-query.ts'
import { Rows, type Column, type LongRows } from '../formats/rows.ts'
import { PRINTED, RATE_COLUMNS, VALIDITY, VALIDITY_COLUMNS } from './tables-query.ts'

const SYMBOL_HISTORY = bankRows([...RATE_COLUMNS, ...VALIDITY_COLUMNS, PRINTED], 'symbol_history($1, $2, $3, $4, $5, $6, $7)', {
  sharable: ['base', 'quote', 'type'],
  shared: 'common_series_fields($1, $2)'
})
const PAIR_HISTORY = bankRows(
  [{ name: 'date', kind: 'date' }, { name: 'value', kind: 'number' }, { name: 'type', kind: 'text' }, { name: 'method', kind: 'text' }, ...VALIDITY_COLUMNS, PRINTED],
  '(select date, as_written(rate, derived) as value, rate_type as type, method, valid_from, valid_to, printed from pair_history($1, $2, $3, $4, $5, $6, $7) limit $8)')

export interface HistoryLookup {
  bank: string
  of: Pair | { symbol: string }
  from: string
  to: string
  type?: string
  asOf?: string
  grouping?: Grouping
  /** Restated in the currencies of today (see restated_history). */
  isRestated?: boolean
}

interface PageLookup {
  /** The maximum number of rows. */
  limit: number
  /** The number of rows of the first date to skip. Without it a page ends with a complete date. */
  skip?: number
}

/** Rows up to a limit. If there are more, they continue at the date `next`, of which `given` rows are in this page. */
interface Page {
  rows: Rows
  next?: string
  given?: number
}

/**
 * A source and the first rates of a pair, or the first published rates of a currency, in a window, ascending, in a page. Throws 404 for an unknown source, 400 for a rate type that it does not have.
 */
export async function findHistory (database: Database, lookup: HistoryLookup & PageLookup): Promise<{ bank: Bank } & Page> {
  if (lookup.isRestated) return findRestated(database, lookup)
  const { bank: code, of, from, to, type, asOf, limit, skip } = lookup
  const rest = [from, to, type ?? null, asOf ?? null, limit + (skip ?? 0) + 1]
  if ('symbol' in of) {
    const { bank, rows } = await readBankRows(database, SYMBOL_HISTORY, { values: [code, of.symbol, ...rest], type })
    return { bank, ...pageOf(rows, { limit, skip }) }
  }
  const { bank, rows } = await readBankRows(database, PAIR_HISTORY, { values: [code, of.source, of.target, ...rest], type })
  return { bank, ...pageOf(asPairRows(rows, of), { limit, skip }) }
}

// Fields that the database does not send: the currencies of the pair, and those that follow from the method.
function asPairRows (rows: Rows, { source, target }: Pair): Rows {
  const validity = rows.columns.filter(({ name }) => [...VALIDITY, PRINTED.name].includes(name))
  const named = pairColumns([{ name: 'date', kind: 'date' }, ...PAIR_COLUMNS.slice(1), ...validity])
  const [date = [], value = [], type = [], method = [], ...rest] = rows.lists
  const all = (cell: unknown) => Array<unknown>(rows.length).fill(cell)
  return Rows.ofLists(named, [date, all(source), all(target), type, value, value, type, method.map((it) => it !== 'published'), method, ...rest])
}

/** The columns of a pair's history in JSON, which has the value and the rate type under two names each. */
function pairColumns ([date, base, quote, type, value, ...rest]: Column[]): Column[] {
  return [date!, base!, quote!, type!, value!, { ...value!, name: 'rate' }, { ...type!, name: 'rate_type' }, ...rest]
}

// Complete dates, or exactly `limit` rows.
function pageOf (found: Rows, { limit, skip }: PageLookup): Page {
  const end = limit + (skip ?? 0)
  if (found.length <= end) return { rows: found.slice(skip ?? 0) }
  const dates = found.lists[0] as string[]
  const next = dates[end]!
  const given = end - dates.indexOf(next)
  return skip === undefined ? { rows: found.slice(0, end - given), next } : { rows: found.slice(skip, end), next, given }
}

// All rows of a history. The sides of a pair are those of the request.
const SYMBOL_ROWS = 'select rate_date, base, quote, type, value, valid_from, valid_to, printed from symbol_history($1, $2, $3, $4, $5, $6)'
const PAIR_ROWS = `
  select date as rate_date, $2::text as base, $3::text as quote, rate_type as type, as_written(rate, derived) as value, derived, method, valid_from, valid_to, printed
  from pair_history($1, $2, $3, $4, $5, $6, $7)`
// The same by period.
const SYMBOL_PERIODS = `
  select period, base, quote, type, value, true as derived, $8::text as method, days, first_date, last_date
  from symbol_periods($1, $2, $3, $4, $5, $6, $7, $8, $9)`
const PAIR_PERIODS = `
  select period, $2::text as base, $3::text as quote, type, value, true as derived, $9::text as method, days, first_date, last_date
  from pair_periods($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
// The same in the currencies of today.
const RESTATED_ROWS = `
  select date as rate_date, base, quote, rate_type as type, as_written(rate, derived) as value, derived, method, ratio, null::date as valid_from, null::date as valid_to, null as printed
  from restated_history($1, $2, $3, $4, $5, $6, $7)`
const BATCH = 500

const PAIR_COLUMNS: Column[] = [...RATE_COLUMNS, { name: 'derived', kind: 'boolean' }, { name: 'method', kind: 'text' }]
const RESTATED_COLUMNS: Column[] = [...PAIR_COLUMNS, { name: 'ratio', kind: 'number' }]
const PERIOD_COLUMNS: Column[] = [
  { name: 'period', kind: 'date' }, ...PAIR_COLUMNS.slice(1), { name: 'days', kind: 'number', scale: 0 }, { name: 'first_date', kind: 'date' }, { name: 'last_date', kind: 'date' }
]

/** The extent of a history, before it is read. */
interface HistoryExtent extends FileContent {
  count: number
  /** The maximum numbers of digits before and after the point. */
  whole: number
  scale: number
  /** True if a date has several rates of one pair. */
  isRepeated: boolean
  hasValidity: boolean
  hasPrinted: boolean
}

/** A source and the extent of a history. Throws 404 for an unknown source, 400 for a rate type that it does not have. */
export async function extentOfHistory (database: Database, lookup: HistoryLookup): Promise<{ bank: Bank, extent: HistoryExtent }> {
  const { text, values } = rowsOf(lookup)
  const [date, validity, printed] = lookup.grouping ? ['period', 'false', 'false'] : ['rate_date', 'count(valid_from) + count(valid_to) > 0', 'count(printed) > 0']
  const extent = `
    select it.*, to_json(bank) as bank
    from find_bank($1) bank
    cross join lateral (
      select count(*) as count, count(distinct (base, quote, date_trunc('month', ${date}))) as "pairMonths",
        coalesce(length(trunc(max(value))::text), 0) as whole, coalesce(max(scale(value)), 0) as scale,
        count(distinct (base, quote, ${date})) < count(*) as "isRepeated", ${validity} as "hasValidity", ${printed} as "hasPrinted"
      from (${text}) rows
    ) it`
  const { bank, row } = await readBankRow<HistoryExtent>(database, { text: extent, values, type: lookup.type, isLong: true })
  return { bank, extent: row }
}

/**
 * A source and the first figures of a history by period, in a page whose dates are those of the periods. Throws as `findHistory` does.
 */
export async function findPeriods (database: Database, lookup: HistoryLookup & PageLookup): Promise<{ bank: Bank } & Page> {
  const { bank, rows } = await findRows(database, lookup, PERIOD_COLUMNS)
  return { bank, ...pageOf(rows, lookup) }
}

async function findRestated (database: Database, lookup: HistoryLookup & PageLookup): Promise<{ bank: Bank } & Page> {
  const { bank, rows } = await findRows(database, lookup, RESTATED_COLUMNS)
  const { rows: page, ...rest } = pageOf(rows, lookup)
  const [date = [], base = [], quote = [], type = [], value = [], ...more] = page.lists
  const [, ...others] = RESTATED_COLUMNS
  return { bank, rows: Rows.ofLists(pairColumns([{ name: 'date', kind: 'date' }, ...others]), [date, base, quote, type, value, value, type, ...more]), ...rest }
}

async function findRows (database: Database, { limit, skip, ...lookup }: HistoryLookup & PageLookup, of: Column[]): Promise<{ bank: Bank, rows: Rows }> {
  const { text, values } = rowsOf(lookup)
  const columns = of.map(({ name }) => name)
  return readBank(database, {
    text: `
      select ${columns.map((name) => `null as ${name}`).join()}, to_json(it) as bank
      from find_bank($1) it
      union all
      (select ${columns.join()}, null from (${text}) rows limit ${limit + (skip ?? 0) + 1})`,
    values,
    type: lookup.type
  })
}

/** All rows of a history for a file: date or period, base, quote, type, value, for a pair whether and how it was derived, and the validity if a rate has one. */
export function readHistory (database: Database, lookup: HistoryLookup, { hasValidity, hasPrinted, scale }: HistoryExtent): LongRows {
  const { text, values } = rowsOf(lookup)
  const own = lookup.isRestated ? RESTATED_COLUMNS : lookup.grouping ? PERIOD_COLUMNS : 'symbol' in lookup.of ? RATE_COLUMNS : PAIR_COLUMNS
  const known = [...own, ...hasValidity ? VALIDITY_COLUMNS : [], ...hasPrinted ? [PRINTED] : []]
  const columns = known.map((column) => column.name === 'value' ? { ...column, scale } : column)
  return { columns, batches: database.readBatches(`select ${columns.map(({ name }) => name).join()} from (${text}) rows`, values, BATCH) }
}

/** The rows of a pair's history for files, with the columns of JSON: the date is `date`, and the value and the rate type have two names each. */
export function asPairFields ({ columns, batches }: LongRows): LongRows {
  const [date, ...others] = columns
  async function * doubled () {
    for await (const { cells } of batches) yield { cells: cells.map((row) => [...row.slice(0, 5), row[4], row[3], ...row.slice(5)]) }
  }
  return { columns: pairColumns([{ ...date!, name: 'date' }, ...others]), batches: doubled() }
}

function rowsOf ({ bank, of, from, to, type, asOf, grouping, isRestated }: HistoryLookup): { text: string, values: [code: string, ...rest: unknown[]] } {
  const rest = [from, to, type ?? null, asOf ?? null]
  if (grouping) {
    const periods = [...rest, grouping.unit, grouping.stat, grouping.round ?? null]
    return 'symbol' in of ? { text: SYMBOL_PERIODS, values: [bank, of.symbol, ...periods] } : { text: PAIR_PERIODS, values: [bank, of.source, of.target, ...periods] }
  }
  return 'symbol' in of ? { text: SYMBOL_ROWS, values: [bank, of.symbol, ...rest] } : { text: isRestated ? RESTATED_ROWS : PAIR_ROWS, values: [bank, of.source, of.target, ...rest] }
}

const SERIES = 'select date, base, quote, type, value, bank from bank_symbol_series($1, $2, $3)'

/**
 * A source and one published series of it with a currency on either side, over so many days up to its newest table, ascending: date, base, quote,
 * type and value. Throws 404 for an unknown source.
 */
export async function findSeries (database: Database, { bank: code, symbol, days }: { bank: string, symbol: string, days: number }): Promise<{ bank: Bank, points: Rows }> {
  const { bank, rows } = await readBank(database, { text: SERIES, values: [code, symbol, days] })
  return { bank, points: rows }
}
