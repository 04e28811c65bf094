import type { Database } from '../../sql/database.ts'
import { readBankRows, type Bank } from './bank-query.ts'
import { rateDate } from '../contract/fields.ts'
import { columnsOf } from '../formats/columns.ts'
import { Rows } from '../formats/rows.ts'

interface DatesLookup {
  bank: string
  from: string
  to: string
  limit: number
}

const DATES = 'select rate_date from availability($1, $2, $3, $4)'

/**
 * A source and the newest dates in a window for which it has a table, ascending. If there are more than the limit,
 * `next` is the newest of the others.
 * Throws 404 for an unknown source.
 */
export async function findDates(
  database: Database,
  { bank: code, from, to, limit }: DatesLookup
): Promise<{ bank: Bank; dates: Rows; next?: string }> {
  const {
    bank,
    rows: { columns, cells }
  } = await readBankRows(database, {
    text: DATES,
    values: [code, from, to, limit + 1],
    columns: columnsOf({ rate_date: rateDate })
  })
  const [[next]] = cells.length > limit ? (cells as [[string]]) : [[]]
  return { bank, dates: new Rows(columns, cells.slice(-limit), { isFlat: true }), next }
}
