import type { Database } from '../../sql/database.ts'
import type { FileContent } from '../contract/prices.ts'
import { bankRows, readBank, readBankRows, type Bank } from './bank-query.ts'
import type { Column, LongRows, Rows } from '../formats/rows.ts'

/** The columns of a rate's validity, which only some sources print. */
export const VALIDITY = ['valid_from', 'valid_to']

export interface TableLookup {
  bank: string
  /** The table is the newest on or before this date. */
  on: string
  type?: string
  asOf?: string
}

/** The columns of a published rate, without those of its validity. */
export const RATE_COLUMNS: Column[] = [
  { name: 'rate_date', kind: 'date' },
  { name: 'base', kind: 'text' },
  { name: 'quote', kind: 'text' },
  { name: 'type', kind: 'text' },
  { name: 'value', kind: 'number' }
]
export const VALIDITY_COLUMNS: Column[] = VALIDITY.map((name) => ({ name, kind: 'date' }))

const TABLE = bankRows([...RATE_COLUMNS, ...VALIDITY_COLUMNS], '(select * from table_on($1, $2, $3) where $4::text is null or type = $4)')

export interface BankTable {
  rateDate: string
  /** Base, quote, type, value, and the validity if a rate has one. */
  rates: Rows
}

/**
 * A source and its newest table on or before a date, or the rates of one type in that table; no table if there is none. Throws 404 for an
 * unknown source, 400 for a rate type that it does not have.
 */
export async function findTable (database: Database, { bank: code, on, type, asOf }: TableLookup): Promise<{ bank: Bank, table?: BankTable }> {
  const { bank, rows } = await readBankRows(database, TABLE, { values: [code, on, asOf ?? null, type ?? null], type })
  if (rows.length === 0) return { bank }
  return { bank, table: { rateDate: rows.lists[0]![0] as string, rates: rows.after(1) } }
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

const HISTORY = 'select rate_date, base_ccy, quote_ccy, rate_type, value from table_history($1, $2, $3, $4)'
const HISTORY_WITH_VALIDITY = 'select rate_date, base_ccy, quote_ccy, rate_type, value, valid_from, valid_to from table_history($1, $2, $3, $4)'
const EXTENT = 'select pair_months, has_validity, bank from bank_tables($1, $2, $3, $4)'
const BATCH = 100 // a few milliseconds of work in the slowest format

/** The extent of the tables of a window, and whether a rate has a validity. */
interface TablesExtent extends FileContent {
  hasValidity: boolean
}

/** A source and the extent of its tables in a window. Throws 404 for an unknown source, 400 for a rate type that it does not have. */
export async function extentOfTables (database: Database, lookup: TablesLookup): Promise<{ bank: Bank, extent: TablesExtent }> {
  const { bank, head: [pairMonths, hasValidity] } = await readBank(database, { text: EXTENT, values: valuesOf(lookup), type: lookup.type })
  return { bank, extent: { pairMonths: pairMonths as number, hasValidity: hasValidity as boolean } }
}

/** Every table of a source in a window, one rate a pair and date, in batches of rows. */
export function readTables (database: Database, lookup: TablesLookup, { hasValidity }: TablesExtent): LongRows {
  return {
    columns: hasValidity ? [...COLUMNS, ...VALIDITY_COLUMNS] : COLUMNS,
    batches: database.readBatches(hasValidity ? HISTORY_WITH_VALIDITY : HISTORY, valuesOf(lookup), BATCH)
  }
}

function valuesOf ({ bank, from, to, type }: TablesLookup): [code: string, ...rest: unknown[]] {
  return [bank, from, to, type ?? null]
}
