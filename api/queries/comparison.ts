import type { Database } from '../../sql/database.ts'
import { Table } from './table.ts'
import type { Pair } from '../contract/parameters.ts'

const COMPARISON = `
  select code, name, as_written(rate, derived) as rate, rate_date, rate_type, derived, method, stale
  from compare_pair($1, $2, $3, $4)`

const STATS = `
  select min::float8, max::float8, median::float8, spread_bps::float8, banks_in_stats
  from compare_stats($1, $2, $3, $4)`

export interface Stats {
  min: number
  max: number
  median: number
  spread_bps: number
  banks_in_stats: number
}

export interface ComparisonLookup extends Pair {
  type?: string
  today: string
}

/** A pair at every source that gives it, and statistics over those that are not stale; none where all are. */
export async function compareBanks (database: Database, { source, target, type, today }: ComparisonLookup): Promise<{ banks: Table, stats: Stats | null }> {
  const values = [source, target, today, type ?? null]
  const [found, [stats]] = await Promise.all([database.readCells(COMPARISON, values), database.read<Stats>(STATS, values)])
  return { banks: Table.of(found), stats: stats!.banks_in_stats === 0 ? null : { ...stats! } }
}
