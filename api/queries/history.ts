import type { Database } from '../../sql/database.ts'
import { Table } from './table.ts'
import type { Pair } from '../contract/parameters.ts'

const SYMBOL_HISTORY = 'select rate_date, base, quote, type, value from symbol_history($1, $2, $3, $4, $5, $6, $7)'
const PAIR_HISTORY = `
  select date, $2::text as base, $3::text as quote, rate_type as type, written as value, written as rate, rate_type, derived, method
  from pair_history($1, $2, $3, $4, $5, $6, $7)
  cross join lateral (select as_written(rate, derived) as written) it
  limit $8`

export interface HistoryLookup {
  bank: string
  of: Pair | { symbol: string }
  from: string
  to: string
  type?: string
  asOf?: string
  /** How many rows at most. */
  most: number
}

/** The rates of a pair, or the published ones of a currency, in a window: the first of them, the last date whole, and with which date they go on. */
export async function findHistory (database: Database, { bank, of, from, to, type, asOf, most }: HistoryLookup): Promise<{ rows: Table, next?: string }> {
  const rest = [from, to, type ?? null, asOf ?? null, most + 1]
  const found = 'symbol' in of
    ? await database.readCells(SYMBOL_HISTORY, [bank, of.symbol, ...rest])
    : await database.readCells(PAIR_HISTORY, [bank, of.source, of.target, ...rest])
  return firstPage(Table.of(found), most)
}

function firstPage (table: Table, most: number): { rows: Table, next?: string } {
  if (table.length <= most) return { rows: table }
  const next = table.cells[most]![0] as string
  const end = table.cells.findIndex((row) => row[0] === next)
  return { rows: new Table(table.columns, table.cells.slice(0, end)), next }
}

const DATES = 'select date from availability($1, $2, $3) limit $4'

export interface DatesLookup {
  bank: string
  from: string
  to: string
  most: number
}

/** The dates of a window for which a source has a table, ascending, and whether there are more than the most that are wanted. */
export async function findDates (database: Database, { bank, from, to, most }: DatesLookup): Promise<{ dates: Table, truncated: boolean }> {
  const { columns, cells } = Table.of(await database.readCells(DATES, [bank, from, to, most + 1]))
  return { dates: new Table(columns, cells.slice(0, most), { isFlat: true }), truncated: cells.length > most }
}
