import type { Database } from '../../sql/database.ts'
import { Rows, type Column } from './rows.ts'

/** The columns of the days on which a rate holds, which only some sources print. */
export const VALIDITY = ['valid_from', 'valid_to']

export interface TableLookup {
  bank: string
  /** The table is the newest on or before this date. */
  on: string
  type?: string
  asOf?: string
}

const TABLE = 'select rate_date, base, quote, type, value, valid_from, valid_to from table_on($1, $2, $3) where $4::text is null or type = $4'

/**
 * The newest table of one source on or before a date, or its rates of one type: base, quote, type, value, and the validity if a rate has one.
 * Undefined if there is none.
 */
export async function findTable (database: Database, { bank, on, type, asOf }: TableLookup): Promise<{ rateDate: string, rates: Rows } | undefined> {
  const found = Rows.of(await database.readCells(TABLE, [bank, on, asOf ?? null, type ?? null]))
  return found.length === 0 ? undefined : { rateDate: found.cells[0]![0] as string, rates: found.after(1).withoutEmpty(...VALIDITY) }
}

export interface TablesLookup {
  bank: string
  from: string
  to: string
  type?: string
}

const COLUMNS: Column[] = [
  { name: 'rate_date', kind: 'date' },
  { name: 'base_ccy', kind: 'text' },
  { name: 'quote_ccy', kind: 'text' },
  { name: 'rate_type', kind: 'text' },
  { name: 'value', kind: 'number' }
]
const VALIDITY_COLUMNS: Column[] = VALIDITY.map((name) => ({ name, kind: 'date' }))

const HISTORY = 'select rate_date, base_ccy, quote_ccy, rate_type, value from table_history($1, $2, $3, $4)'
const HISTORY_WITH_VALIDITY = 'select rate_date, base_ccy, quote_ccy, rate_type, value, valid_from, valid_to from table_history($1, $2, $3, $4)'
const EXTENT = 'select table_history_cost($1, $2, $3, $4) as units, has_validity($1, $2, $3) as "hasValidity"'
const BATCH = 100 // a few milliseconds of work in the slowest format

/** What a window of tables is: the units that it costs, one for each pair and calendar month, and whether a rate has a validity. */
export interface TablesExtent {
  units: number
  hasValidity: boolean
}

export async function extentOfTables (database: Database, lookup: TablesLookup): Promise<TablesExtent> {
  const [extent] = await database.read<TablesExtent>(EXTENT, valuesOf(lookup))
  return extent!
}

/** Every table of a source in a window, one rate a pair and date, in batches of rows. Nothing is read before the first batch is requested. */
export function readTables (database: Database, lookup: TablesLookup, { hasValidity }: TablesExtent): { columns: Column[], batches: AsyncGenerator<{ cells: unknown[][] }> } {
  return {
    columns: hasValidity ? [...COLUMNS, ...VALIDITY_COLUMNS] : COLUMNS,
    batches: database.readBatches(hasValidity ? HISTORY_WITH_VALIDITY : HISTORY, valuesOf(lookup), BATCH)
  }
}

function valuesOf ({ bank, from, to, type }: TablesLookup): unknown[] {
  return [bank, from, to, type ?? null]
}
