import type { Database } from '../../sql/database.ts'
import type { Pair } from '../contract/parameters.ts'
import { splitHead, type Rows } from './rows.ts'
import { VALIDITY } from './tables.ts'

const COMPARISON = `
  select code, name, rate, rate_date, rate_type, derived, method, stale, valid_from, valid_to, stats
  from compare_banks($1, $2, $3, $4)`

export interface Stats {
  min: number
  max: number
  median: number
  spread_bps: number
  banks_in_stats: number
}

/** The same statistics with the digits that a reader sees. */
export interface PrintedStats {
  min: string
  max: string
  median: string
  spread: string
}

type StoredStats = Stats & Record<`${keyof PrintedStats}_text`, string>

export interface ComparisonLookup extends Pair {
  type?: string
  today: string
}

export interface Comparison {
  /** By code: code, name, rate, rate_date, rate_type, derived, method and stale, and the validity if a rate has one. */
  banks: Rows
  /** Over the banks that are not stale; null if there are none. */
  stats: Stats | null
  printed: PrintedStats | null
}

/** A pair at every source that can give it, with statistics. */
export async function compareBanks (database: Database, { source, target, type, today }: ComparisonLookup): Promise<Comparison> {
  const { value, rows } = splitHead<StoredStats>(await database.readCells(COMPARISON, [source, target, today, type ?? null]))
  const { min_text, max_text, median_text, spread_text, ...stats } = value!
  const isEmpty = stats.banks_in_stats === 0
  return {
    banks: rows.withoutEmpty(...VALIDITY),
    stats: isEmpty ? null : stats,
    printed: isEmpty ? null : { min: min_text, max: max_text, median: median_text, spread: spread_text }
  }
}
