import type { Database } from '../../sql/database.ts'
import type { Pair } from '../contract/parameters.ts'
import { Decimal } from './rows.ts'

interface ResolvedRow {
  rate_date: string
  rate: string
  rate_type: string
  derived: boolean
  method: string
  valid_from: string | null
  valid_to: string | null
}

export interface PairLookup extends Pair {
  bank: string
  /** The rate comes from the newest table on or before this date that has the pair. */
  on: string
  type?: string
  asOf?: string
  withCrosses?: boolean
}

const PAIR = `
  select found.date as rate_date, as_written(rate, derived) as rate, rate_type, derived, found.method, valid_from, valid_to
  from resolve_pair($1, $2, $3, $4, $5, $6, $7) found
  left join lateral pair_validity($1, $2, $3, found.date, found.date, $6) validity on (validity.type, validity.method) = (rate_type, found.method)`

/** A pair at one source: the date of its table, the rate and how it was derived. Undefined if the pair does not resolve. */
export async function findPair (database: Database, { bank, source, target, on, type, asOf, withCrosses = true }: PairLookup) {
  const [found] = await database.read<ResolvedRow>(PAIR, [bank, source, target, on, type ?? null, asOf ?? null, withCrosses])
  if (!found) return undefined
  const { rate_date: rateDate, rate, valid_from, valid_to, ...method } = found
  const validity = { ...(valid_from && { valid_from }), ...(valid_to && { valid_to }) }
  return { rateDate, resolved: { source, target, rate: new Decimal(rate), ...method, ...validity } }
}

export interface Conversion {
  converted: string
  rate: string
  rate_date: string
  rate_type: string
  method: 'published' | 'inverse' | 'cross' | 'composite'
  /** The published rates that a derived rate comes from; empty for a published one. */
  legs: Array<{ base: string, quote: string, value: string }>
}

const CONVERSION = 'select converted, rate, rate_date, rate_type, method, legs from convert_amount($1, $2, $3, $4)'

/** The exact product of an amount and the newest rate of a pair at a source. Undefined if the pair does not resolve. */
export async function convertAmount (database: Database, { bank, amount, source, target }: Pair & { bank: string, amount: string }): Promise<Conversion | undefined> {
  const [found] = await database.read<Conversion>(CONVERSION, [amount, bank, source, target])
  return found
}

/** The pairs that most sources publish, the most common first. */
export function listCommonPairs (database: Database, limit: number): Promise<Array<Pair & { banks: number }>> {
  return database.read<Pair & { banks: number }>('select source, target, banks from common_pairs($1)', [limit])
}
