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

/** The column of a printed figure, which only rates of more than one unit have. */
export const PRINTED: Column = { name: 'printed', kind: 'printed' }

/** The columns of a published rate, without those of its validity. */
export const RATE_COLUMNS: Column[] = [
  { name: 'rate_date', kind: 'date' },
  { name: 'base', kind: 'text' },
  { name: 'quote', kind: 'text' },
  { name: 'type', kind: 'text' },
  { name: 'value', kind: 'number' }
]
export const VALIDITY_COLUMNS: Column[] = VALIDITY.map((name) => ({ name, kind: 'date' }))

const TABLE = bankRows([...RATE_COLUMNS, ...VALIDITY_COLUMNS, PRINTED], '(select * from table_on($1, $2, $3) where $4::text is null or type = $4)')

export interface BankTable {
  rateDate: string
  /** Base, quote, type, value, and the validity and the printed figure if a rate has one. */
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

const EXTENT = 'select pair_months, has_validity, has_printed, bank from bank_tables($1, $2, $3, $4)'
const BATCH = 100 // a few milliseconds of work in the slowest format

/** The extent of the tables of a window, and whether a rate has a validity and a printed figure. */
interface TablesExtent extends FileContent {
  hasValidity: boolean
  hasPrinted: boolean
}

/** A source and the extent of its tables in a window. Throws 404 for an unknown source, 400 for a rate type that it does not have. */
export async function extentOfTables (database: Database, lookup: TablesLookup): Promise<{ bank: Bank, extent: TablesExtent }> {
  const { bank, head: [pairMonths, hasValidity, hasPrinted] } = await readBank(database, { text: EXTENT, values: valuesOf(lookup), type: lookup.type, isLong: true })
  return { bank, extent: { pairMonths: pairMonths as number, hasValidity: hasValidity as boolean, hasPrinted: hasPrinted as boolean } }
}

/** Every table of a source in a window, one rate a pair and date, in batches of rows. */
export function readTables (database: Database, lookup: TablesLookup, { hasValidity, hasPrinted }: TablesExtent): LongRows {
  const columns = [...COLUMNS, ...hasValidity ? VALIDITY_COLUMNS : [], ...hasPrinted ? [PRINTED] : []]
  return { columns, batches: database.readBatches(`select ${columns.map(({ name }) => name).join()} from table_history($1, $2, $3, $4)`, valuesOf(lookup), BATCH) }
}

function valuesOf ({ bank, from, to, type }: TablesLookup): [code: string, ...rest: unknown[]] {
  return [bank, from, to, type ?? null]
}
