import type { Database } from '../../sql/database.ts'
import { Rows } from './rows.ts'

export interface DatesLookup {
  bank: string
  from: string
  to: string
  limit: number
}

const DATES = 'select date from availability($1, $2, $3) limit $4'

/** The dates in a window for which a source has a table, ascending, and whether there are more than the limit. */
export async function findDates (database: Database, { bank, from, to, limit }: DatesLookup): Promise<{ dates: Rows, truncated: boolean }> {
  const { columns, cells } = Rows.of(await database.readCells(DATES, [bank, from, to, limit + 1]))
  return { dates: new Rows(columns, cells.slice(0, limit), { isFlat: true }), truncated: cells.length > limit }
}
