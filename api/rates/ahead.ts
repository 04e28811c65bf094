import { daysBefore } from '../contract/dates.ts'
import { notFound } from '../contract/errors.ts'
import type { Rows } from '../formats/rows.ts'

const MAX_DAYS_AHEAD = 30

interface Found {
  /** The date for which the rates are given. */
  on: string
  today: string
  rateDate: string
  /** The table, or the end of a pair's printed validity. */
  rates?: Rows
  valid_to?: string | null
}

/**
 * Throws 404 for a date in the future, more than 30 days after the newest table, for which no printed validity holds.
 */
export function assertNear(bank: string, { on, today, rateDate, rates, valid_to: ownEnd }: Found): void {
  const at = rates?.at('valid_to') ?? -1
  const isValid = at < 0 ? (ownEnd ?? '') >= on : rates!.cells.some((row) => ((row[at] as string | null) ?? '') >= on)
  if (on <= today || isValid || rateDate >= daysBefore(on, MAX_DAYS_AHEAD)) return
  throw notFound(`${bank} has no table for ${on}: its newest is of ${rateDate}`)
}
