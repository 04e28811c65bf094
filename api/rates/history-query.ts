import type { Database } from '../../sql/database.ts'
import * as fields from '../contract/fields.ts'
import { period, periodFields, type Grouping } from '../contract/grouping.ts'
import type { Pair } from '../contract/parameters.ts'
import type { FileContent } from '../contract/prices.ts'
import { readBankRow, readBankRows, type Bank, type BankQuery } from './bank-query.ts'
import { filledColumns } from './columns.ts'
import { columnsOf, selectOf } from '../formats/columns.ts'
import { linesOf, readLines } from '../formats/lines.ts'
import { Rows, type Column, type LongRows } from '../formats/rows.ts'

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
  /** For a row on every calendar day (see filled_days): the day after which no day without a table has one. */
  filledUntil?: string
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
 * A source and the first rates of a pair, or the first published rates of a currency, in a window, ascending, in a
 * page. The dates of figures by period are those of the periods. Throws 404 for an unknown source, 400 for a rate type
 * that it does not have.
 */
export async function findHistory(
  database: Database,
  lookup: HistoryLookup & PageLookup
): Promise<{ bank: Bank } & Page> {
  const { limit, skip = 0, type } = lookup
  const { text, values } = rowsOf(lookup, limit + skip + 1)
  const columns = columnsIn(lookup)
  const { bank, rows } = await readBankRows(database, {
    text: selectOf(columns, `(${text}) rows`),
    values,
    type,
    columns
  })
  const { rows: page, ...rest } = pageOf(rows.withoutEmpty(), lookup)
  if (!isPairHistory(lookup)) return { bank, rows: page, ...rest }
  const fields = pairFields(page.columns)
  return {
    bank,
    rows: Rows.ofLists(
      fields.map(({ column }) => column),
      fields.map(({ at }) => page.lists[at]!)
    ),
    ...rest
  }
}

// Complete dates, or exactly `limit` rows.
function pageOf(found: Rows, { limit, skip }: PageLookup): Page {
  const end = limit + (skip ?? 0)
  if (found.length <= end) return { rows: found.slice(skip ?? 0) }
  const dates = found.lists[0] as string[]
  const next = dates[end]!
  const given = end - dates.indexOf(next)
  return skip === undefined
    ? { rows: found.slice(0, end - given), next }
    : { rows: found.slice(skip, end), next, given }
}

// The rows of a history. The sides of a pair are those of the request.
const SYMBOL_ROWS = `
  select rate_date, base, quote, type, value, valid_from, valid_to, printed_value, printed_unit, note
  from symbol_history($1, $2, $3, $4, $5, $6, $7)`
const PAIR_ROWS = `
  select date as rate_date, $2::text as base, $3::text as quote, rate_type as type, as_written(rate, derived) as value, derived,
    method, valid_from, valid_to, printed_value, printed_unit, note
  from pair_history($1, $2, $3, $4, $5, $6, $7)
  limit $8`
// The same by period.
const SYMBOL_PERIODS = `
  select period, base, quote, type, value, true as derived, $8::text as method, days, first_date, last_date, partial
  from symbol_periods($1, $2, $3, $4, $5, $6, $7, $8, $9)
  limit $10`
const PAIR_PERIODS = `
  select period, $2::text as base, $3::text as quote, type, value, true as derived, $9::text as method, days, first_date, last_date, partial
  from pair_periods($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  limit $11`
// The same in the currencies of today.
const RESTATED_ROWS = `
  select date as rate_date, base, quote, rate_type as type, as_written(rate, derived) as value, derived, method, ratio,
    null::date as valid_from, null::date as valid_to, null as printed_value
  from restated_history($1, $2, $3, $4, $5, $6, $7)
  limit $8`
// The same on every calendar day.
const FILLED_SYMBOL_ROWS = `
  select day as date, base, quote, type, value, rate_date, rate_date < day as filled, valid_from, valid_to, printed_value, printed_unit, note
  from filled_symbol_history($1, $2, $3, $4, $5, $6, $7)
  limit $8`
const FILLED_PAIR_ROWS = `
  select day as date, $2::text as base, $3::text as quote, rate_type as type, as_written(rate, derived) as value, derived, method,
    date as rate_date, date < day as filled, valid_from, valid_to, printed_value, printed_unit, note
  from filled_pair_history($1, $2, $3, $4, $5, $6, $7, $8)
  limit $9`
// of a batch
const ROWS = 4000
const DATES = 100

const RATE = { base: fields.base, quote: fields.quote, type: fields.type, value: fields.value }
const DERIVATION = { derived: fields.derived, method: fields.method }
const TABLE = { rate_date: fields.rateDate }
const FILLED = { ...TABLE, filled: fields.filled }

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

/**
 * A source and the extent of a history. Throws 404 for an unknown source, 400 for a rate type that it does not have.
 */
export async function extentOfHistory(
  database: Database,
  lookup: HistoryLookup
): Promise<{ bank: Bank; extent: HistoryExtent }> {
  const { text, values } = isKept(lookup) ? keptExtent(lookup) : countedExtent(lookup)
  const extent = `select it.*, to_json(bank) as bank from find_bank($1) bank cross join lateral (${text}) it`
  const { bank, row } = await readBankRow<HistoryExtent>(database, {
    text: extent,
    values,
    type: lookup.type,
    isLong: true
  })
  return { bank, extent: row }
}

/** True for the published rates of a currency as known now, whose extent is kept. */
function isKept({ of, asOf, grouping, filledUntil }: HistoryLookup): boolean {
  return 'symbol' in of && !asOf && !grouping && !filledUntil
}

function keptExtent({ bank, of, from, to, type }: HistoryLookup): Pick<BankQuery, 'text' | 'values'> {
  return {
    text: `
      select count, pair_months as "pairMonths", whole, scale, is_repeated as "isRepeated",
        has_validity as "hasValidity", has_printed as "hasPrinted"
      from symbol_extent($1, $2, $3, $4, $5)`,
    values: [bank, ...Object.values(of), from, to, type ?? null]
  }
}

function countedExtent(lookup: HistoryLookup): Pick<BankQuery, 'text' | 'values'> {
  const { text, values } = rowsOf(lookup)
  const [date, validity, printed] = lookup.grouping
    ? ['period', '0', '0']
    : [lookup.filledUntil ? 'date' : 'rate_date', 'count(valid_from) + count(valid_to)', 'count(printed_value)']
  return {
    text: `
      select coalesce(sum(rates), 0)::bigint as count, count(*) as "pairMonths",
        coalesce(length(trunc(max(most))::text), 0) as whole, coalesce(max(scale), 0) as scale,
        coalesce(bool_or(dates < rates), false) as "isRepeated", coalesce(sum(validity), 0) > 0 as "hasValidity",
        coalesce(sum(printed), 0) > 0 as "hasPrinted"
      from (
        select count(*) as rates, count(distinct ${date}) as dates, max(value) as most, max(scale(value)) as scale,
          ${validity} as validity, ${printed} as printed
        from (${text}) rows
        group by base, quote, date_trunc('month', ${date}::timestamp)
      ) months`,
    values
  }
}

/**
 * The rows of a whole history for a file, with the columns of pages: the validity and the printed figure only if a rate
 * has one.
 */
export function readHistory(database: Database, lookup: HistoryLookup, extent: HistoryExtent): LongRows {
  const { text, values } = rowsOf(lookup)
  const known = filledColumns(columnsIn(lookup), extent)
  const columns = known.map((column) => (column.name === 'value' ? { ...column, scale: extent.scale } : column))
  const [by, size] = isKept(lookup) ? [columns[0]!.name, DATES] : [undefined, ROWS]
  const rows = readLines(columns, database.readBatches(linesOf(columns, text, by), values, size))
  return isPairHistory(lookup) ? withPairFields(rows) : rows
}

function columnsIn({ of, grouping, isRestated, filledUntil }: HistoryLookup): Column[] {
  if (grouping) return columnsOf({ period, ...RATE, ...periodFields })
  if (isRestated) return columnsOf({ ...TABLE, ...RATE, ...DERIVATION, ratio: fields.ratio })
  const rate = 'symbol' in of ? RATE : { ...RATE, ...DERIVATION }
  return filledUntil
    ? columnsOf({ date: fields.rateDate, ...rate, ...FILLED, ...fields.beside })
    : columnsOf({ ...TABLE, ...rate, ...fields.beside })
}

function isPairHistory({ of, grouping }: HistoryLookup): boolean {
  return !grouping && 'source' in of
}

/**
 * The rows of a pair's history with the fields of an answer: the date is `date`, and the value and the rate type have
 * two names each.
 */
function withPairFields({ columns, batches }: LongRows): LongRows {
  const fields = pairFields(columns)
  async function* doubled() {
    for await (const { cells } of batches) yield { cells: cells.map((row) => fields.map(({ at }) => row[at])) }
  }
  return { columns: fields.map(({ column }) => column), batches: doubled() }
}

/** The fields of a pair's history, each with the column of its cells. */
function pairFields(columns: Column[]): Array<{ column: Column; at: number }> {
  const field = (name: string, of = name) => {
    const at = columns.findIndex((column) => column.name === of)
    return { at, column: { ...columns[at]!, name } }
  }
  const rest = columns.slice(1 + Object.keys(RATE).length).map(({ name }) => field(name))
  return [
    field('date', columns[0]!.name),
    ...['base', 'quote', 'type', 'value'].map((name) => field(name)),
    field('rate', 'value'),
    field('rate_type', 'type'),
    ...rest
  ]
}

/** A statement that selects the rows of a history, up to a limit if one is given. */
function rowsOf(
  { bank, of, from, to, type, asOf, grouping, isRestated, filledUntil }: HistoryLookup,
  limit: number | null = null
): Pick<BankQuery, 'text' | 'values'> {
  const isSymbol = 'symbol' in of
  const sides = isSymbol ? [of.symbol] : [of.source, of.target]
  const rest = [...sides, from, to, type ?? null, asOf ?? null]
  if (grouping) {
    const values: BankQuery['values'] = [bank, ...rest, grouping.unit, grouping.stat, grouping.round ?? null, limit]
    return { text: isSymbol ? SYMBOL_PERIODS : PAIR_PERIODS, values }
  }
  if (filledUntil) {
    return { text: isSymbol ? FILLED_SYMBOL_ROWS : FILLED_PAIR_ROWS, values: [bank, ...rest, filledUntil, limit] }
  }
  return { text: isSymbol ? SYMBOL_ROWS : isRestated ? RESTATED_ROWS : PAIR_ROWS, values: [bank, ...rest, limit] }
}
