import type { Database } from '../../sql/database.ts'
import { notFound, type HttpError } from '../contract/errors.ts'
import type { Pair } from '../contract/parameters.ts'
import { notIngested, readBankRow, type Bank, type BankQuery } from './bank-query.ts'
import { Decimal } from '../formats/rows.ts'

export type Method = 'published' | 'inverse' | 'cross'

/** All is null if the pair does not resolve. */
interface ResolvedRow {
  rate_date: string | null
  rate: string
  rate_type: string
  derived: boolean
  method: Method
  valid_from: string | null
  valid_to: string | null
  printed_value: string | null
  printed_unit: number | 'gram'
  note: string | null
  in_force: boolean
}

export interface PairLookup extends Pair {
  bank: string
  /** The rate comes from the newest table on or before this date that has the pair. */
  on: string
  type?: string
  asOf?: string
  withCrosses?: boolean
}

const PAIR =
  'select rate_date, rate, rate_type, derived, method, valid_from, valid_to, printed_value, printed_unit, note, in_force, bank ' +
  'from bank_pair($1, $2, $3, $4, $5, $6, $7)'

/**
 * A rate of a pair with the date of its table and how it was derived, and the validity and the printed figure if it has
 * one.
 */
interface BankPair {
  rateDate: string
  resolved: Pair & {
    rate: Decimal
    rate_type: string
    derived: boolean
    method: Method
    valid_from?: string
    valid_to?: string
    printed?: { value: Decimal; unit: number | 'gram' }
    note?: string
  }
}

/**
 * A source and the rate of a pair at it; no rate if the pair does not resolve, or its last rate, of the date `last`, is
 * no longer in force. Throws 404 for an unknown source, 400 for a rate type that it does not have.
 */
export async function findPair(
  database: Database,
  { bank: code, source, target, on, type, asOf, withCrosses = true }: PairLookup
): Promise<{ bank: Bank; found?: BankPair; last?: string }> {
  const values: BankQuery['values'] = [code, source, target, on, type ?? null, asOf ?? null, withCrosses]
  const { bank, row } = await readBankRow<ResolvedRow>(database, { text: PAIR, values, type })
  const { rate_date: rateDate, rate, rate_type, derived, method, in_force } = row
  if (rateDate === null) return { bank }
  if (!in_force) return { bank, last: rateDate }
  const resolved: BankPair['resolved'] = { source, target, rate: new Decimal(rate), rate_type, derived, method }
  if (row.valid_from !== null) resolved.valid_from = row.valid_from
  if (row.valid_to !== null) resolved.valid_to = row.valid_to
  if (row.printed_value !== null) {
    resolved.printed = { value: new Decimal(row.printed_value), unit: row.printed_unit }
  }
  if (row.note !== null) resolved.note = row.note
  return { bank, found: { rateDate, resolved } }
}

/**
 * The context of a pair without a rate: the requested date (now by default), and the date of the last rate, which is no
 * longer in force.
 */
export interface MissingRate {
  when?: string
  last?: string
}

/** The error for such a pair. */
export function pairNotCovered(
  { code, latest_date: latest }: Bank,
  { source, target }: Pair,
  { when, last }: MissingRate
): HttpError {
  if (latest === null) return notIngested(code)
  const pair = `${source} to ${target}`
  const what =
    when === undefined && last === undefined
      ? `${code} does not publish the pair ${pair}`
      : `${code} has no rate from ${pair} ${when ?? 'now'}`
  return notFound(last === undefined ? what : `${what}; its last one is of ${last}`, 'pair_not_covered')
}

export interface Conversion {
  converted: string
  rate: string
  rate_date: string
  rate_type: string
  derived: boolean
  method: Method
  /** The published rates that a derived rate comes from; empty for a published one. */
  legs: Array<{ base: string; quote: string; value: string }>
}

const CONVERSION =
  'select converted, rate, rate_date, rate_type, derived, method, legs, in_force, bank from convert_amount($1, $2, $3, $4, $5, $6)'

/**
 * A source and the exact product of an amount and its rate of a pair: the newest on or before a date, or the one in
 * force today; no
 * product if the pair does not resolve, or its last rate, of the date `last`, is no longer in force. Throws 404 for an
 * unknown source.
 */
export async function convertAmount(
  database: Database,
  { bank: code, amount, source, target, on, today }: Pair & { bank: string; amount: string; on?: string; today: string }
): Promise<{ bank: Bank; found?: Conversion; last?: string }> {
  const { bank, row } = await readBankRow<(Conversion & { in_force: boolean }) | Record<keyof Conversion, null>>(
    database,
    { text: CONVERSION, values: [code, source, target, amount, on ?? null, today] }
  )
  if (row.converted === null) return { bank }
  const { in_force: isInForce, ...found } = row
  return isInForce ? { bank, found } : { bank, last: row.rate_date }
}

/** The pairs that most sources publish, the most common first. */
export function listCommonPairs(database: Database, limit: number): Promise<Array<Pair & { banks: number }>> {
  return database.read<Pair & { banks: number }>('select source, target, banks from common_pairs($1)', [limit])
}
