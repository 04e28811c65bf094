import type { Database } from '../../sql/database.ts'
import { Table, type Column } from './table.ts'

export interface TableLookup {
  bank: string
  /** The table is the newest on or before this date. */
  on: string
  type?: string
  asOf?: string
}

const TABLE = 'select rate_date, base, quote, type, value from table_on($1, $2, $3) where $4::text is null or type = $4'

/** The newest table of one source on or before a date, or its rates of one type: base, quote, type and value. Undefined if there is none. */
export async function findTable (database: Database, { bank, on, type, asOf }: TableLookup): Promise<{ rateDate: string, rates: Table } | undefined> {
  const table = Table.of(await database.readCells(TABLE, [bank, on, asOf ?? null, type ?? null]))
  return table.length === 0 ? undefined : { rateDate: table.cells[0]![0] as string, rates: table.after(1) }
}

export interface TablesLookup {
  bank: string
  from: string
  to: string
  type?: string
}

/** The columns of `readTables`. */
export const TABLES_COLUMNS: Column[] = [
  { name: 'rate_date', kind: 'date' },
  { name: 'base_ccy', kind: 'text' },
  { name: 'quote_ccy', kind: 'text' },
  { name: 'rate_type', kind: 'text' },
  { name: 'value', kind: 'number' }
]

const HISTORY = 'select rate_date, base_ccy, quote_ccy, rate_type, value from table_history($1, $2, $3, $4)'
const COST = 'select table_history_cost($1, $2, $3, $4) as units'
const BATCH = 100 // a few milliseconds of work in the slowest format

/** Every table of a source in a window, one rate a pair and date, in batches of rows. Nothing is read before the first batch is asked for. */
export function readTables (database: Database, lookup: TablesLookup): AsyncGenerator<{ cells: unknown[][] }> {
  return database.readBatches(HISTORY, valuesOf(lookup), BATCH)
}

/** The units that these tables cost: one for each pair and calendar month. */
export async function costOfTables (database: Database, lookup: TablesLookup): Promise<number> {
  const [cost] = await database.read<{ units: number }>(COST, valuesOf(lookup))
  return cost!.units
}

function valuesOf ({ bank, from, to, type }: TablesLookup): unknown[] {
  return [bank, from, to, type ?? null]
}
