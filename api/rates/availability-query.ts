import type { Database } from '../../sql/database.ts'
import { readBank, type Bank } from './bank-query.ts'
import { Rows } from '../formats/rows.ts'

interface DatesLookup {
  bank: string
  from: string
  to: string
  limit: number
}

const DATES = 'select date as rate_date, bank from availability($1, $2, $3, $4)'

/**
 * A source and the dates in a window for which it has a table, ascending, and whether there are more than the limit. Throws 404 for an unknown
 * source.
 */
export async function findDates (database: Database, { bank: code, from, to, limit }: DatesLookup): Promise<{ bank: Bank, dates: Rows, truncated: boolean }> {
  const { bank, rows: { columns, cells } } = await readBank(database, { text: DATES, values: [code, from, to, limit + 1] })
  return { bank, dates: new Rows(columns, cells.slice(0, limit), { isFlat: true }), truncated: cells.length > limit }
}

/** The dates of the tables next to that of a date; null if there is none. */
export interface DatesAround {
  earlier: string | null
  later: string | null
}

/** The dates of a source's tables before and after a date. */
export async function findDatesAround (database: Database, code: string, date: string): Promise<DatesAround> {
  const [around] = await database.read<DatesAround>('select earlier, later from neighbouring_tables($1, $2)', [code, date])
  return around!
}
