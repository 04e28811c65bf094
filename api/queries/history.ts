import type { Database } from '../../sql/database.ts'
import type { Pair } from '../contract/parameters.ts'
import { readBank, type Bank } from './bank.ts'
import { Rows } from './rows.ts'
import { VALIDITY } from './tables.ts'

const SYMBOL_HISTORY = 'select rate_date, base, quote, type, value, valid_from, valid_to, bank from bank_symbol_history($1, $2, $3, $4, $5, $6, $7)'
const PAIR_HISTORY = `
  select date, $2::text as base, $3::text as quote, rate_type as type, rate as value, rate, rate_type, derived, method, valid_from, valid_to, bank
  from bank_pair_history($1, $2, $3, $4, $5, $6, $7, $8)`

export interface HistoryLookup {
  bank: string
  of: Pair | { symbol: string }
  from: string
  to: string
  type?: string
  asOf?: string
  /** How many rows at most. */
  limit: number
}

/**
 * A source and the rates of a pair, or the published rates of a currency, in a window, ascending. Where there are more rows than the limit, the
 * last date given is whole and `next` is the date that follows it. Throws 404 for an unknown source, 400 for a rate type that it does not have.
 */
export async function findHistory (database: Database, { bank: code, of, from, to, type, asOf, limit }: HistoryLookup): Promise<{ bank: Bank, rows: Rows, next?: string }> {
  const rest = [from, to, type ?? null, asOf ?? null, limit + 1]
  const { bank, rows } = 'symbol' in of
    ? await readBank(database, { text: SYMBOL_HISTORY, values: [code, of.symbol, ...rest], type })
    : await readBank(database, { text: PAIR_HISTORY, values: [code, of.source, of.target, ...rest], type })
  return { bank, ...firstPage(rows.withoutEmpty(...VALIDITY), limit) }
}

function firstPage (found: Rows, limit: number): { rows: Rows, next?: string } {
  if (found.length <= limit) return { rows: found }
  const next = found.cells[limit]![0] as string
  const end = found.cells.findIndex((row) => row[0] === next)
  return { rows: new Rows(found.columns, found.cells.slice(0, end)), next }
}

const SERIES = 'select date, base, quote, type, value, bank from bank_symbol_series($1, $2, $3)'

/**
 * A source and one published series of it with a currency on either side, over so many days up to its newest table, ascending: date, base, quote,
 * type and value. Throws 404 for an unknown source.
 */
export async function findSeries (database: Database, { bank: code, symbol, days }: { bank: string, symbol: string, days: number }): Promise<{ bank: Bank, points: Rows }> {
  const { bank, rows } = await readBank(database, { text: SERIES, values: [code, symbol, days] })
  return { bank, points: rows }
}
