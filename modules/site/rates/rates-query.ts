import { base, quote, rateDate, type, value } from '../../../api/contract/fields.ts'
import { columnsOf, selectOf } from '../../../api/formats/columns.ts'
import { readBankRows, type Bank } from '../../../api/rates/bank-query.ts'
import { bankTable, readBank } from '../../../api/rates/calls.ts'
import type { Rows } from '../../../api/formats/rows.ts'
import type { Database } from '../../../sql/database.ts'

/** The dates of the tables adjacent to that of a date; null if there is none. */
export interface DatesAround {
  earlier: string | null
  later: string | null
}

/** A table of a source. */
export interface BankTable {
  rateDate: string
  rates: Rows
}

/**
 * A source and its newest table, or the one in force on a date as it was known at an instant; no table if there is
 * none. Throws 404 for an unknown source.
 */
export async function findTable(
  database: Database,
  values: { bank: string; wanted?: string; as_of?: string; today: string }
): Promise<{ bank: Bank; table?: BankTable }> {
  const { bank, head, list } = await readBank(bankTable, database, { wanted: 'infinity', ...values })
  if (list.length === 0) return { bank }
  return { bank, table: { rateDate: head.rate_date!, rates: list } }
}

/** The dates of a source's tables before and after a date. */
export async function findDatesAround(database: Database, code: string, date: string): Promise<DatesAround> {
  const [around] = await database.read<DatesAround>('select earlier, later from neighbouring_tables($1, $2)', [
    code,
    date
  ])
  return around!
}

/** Statistics in the form in which pages show them; the spread is in basis points. */
export interface PrintedStats {
  min: string
  max: string
  median: string
  spread: string
}

const STATISTICS = `
  select min::text, max::text, trim_scale(round(median, 12))::text as median, round(spread_bps, 2)::text as spread
  from compare_stats($1::numeric[])`

/** The statistics of one or more rates, in the same form. */
export async function statisticsOf(database: Database, rates: string[]): Promise<PrintedStats> {
  const [stats] = await database.read<PrintedStats>(STATISTICS, [rates])
  return stats!
}

const COLUMNS = columnsOf({ date: rateDate, base, quote, type, value })
const SERIES = selectOf(COLUMNS, 'newest_symbol_series($1, $2, $3)')

/**
 * A source and one published series with a currency on either side, over a number of days up to its newest table,
 * ascending: date, base, quote, type and value. Throws 404 for an unknown source.
 */
export async function findSeries(
  database: Database,
  { bank: code, symbol, days }: { bank: string; symbol: string; days: number }
): Promise<{ bank: Bank; points: Rows }> {
  const { bank, rows } = await readBankRows(database, { text: SERIES, values: [code, symbol, days], columns: COLUMNS })
  return { bank, points: rows }
}
