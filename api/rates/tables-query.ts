import type { Database } from '../../sql/database.ts'
import type { FileContent } from '../contract/prices.ts'
import { readBankRow, type Bank } from './bank-query.ts'
import { base, beside, quote, rateDate, type, value } from '../contract/fields.ts'
import { columnsOf, selectOf } from '../formats/columns.ts'
import { filledColumns } from './columns.ts'
import type { LongRows } from '../formats/rows.ts'

export interface TablesLookup {
  bank: string
  from: string
  to: string
  type?: string
}

const COLUMNS = columnsOf({
  rate_date: rateDate,
  base_ccy: base,
  quote_ccy: quote,
  rate_type: type,
  value,
  ...beside
})

const EXTENT = `
  select pair_months as "pairMonths", has_validity as "hasValidity", has_printed as "hasPrinted", bank
  from bank_tables($1, $2, $3, $4)`
const BATCH = 100 // a few milliseconds of work in the slowest format

/** The extent of the tables of a window, and whether a rate has a validity and a printed figure. */
interface TablesExtent extends FileContent {
  hasValidity: boolean
  hasPrinted: boolean
}

/**
 * A source and the extent of its tables in a window. Throws 404 for an unknown source, 400 for a rate type that it does
 * not have.
 */
export async function extentOfTables(
  database: Database,
  lookup: TablesLookup
): Promise<{ bank: Bank; extent: TablesExtent }> {
  const query = { text: EXTENT, values: valuesOf(lookup), type: lookup.type, isLong: true }
  const { bank, row } = await readBankRow<TablesExtent>(database, query)
  return { bank, extent: row }
}

/** Every table of a source in a window, one rate a pair and date, in batches of rows. */
export function readTables(database: Database, lookup: TablesLookup, extent: TablesExtent): LongRows {
  const columns = filledColumns(COLUMNS, extent)
  return {
    columns,
    batches: database.readBatches(selectOf(columns, 'table_history($1, $2, $3, $4)'), valuesOf(lookup), BATCH)
  }
}

function valuesOf({ bank, from, to, type }: TablesLookup): [code: string, ...rest: unknown[]] {
  return [bank, from, to, type ?? null]
}
