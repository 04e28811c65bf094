import type { Database } from '../../sql/database.ts'

/** A note on a currency's rates in a period. */
export interface CurrencyNote {
  currency: string
  /** `unit` is a redenomination after which the code denotes the new unit. */
  kind: 'peg' | 'regime' | 'redenomination' | 'unit' | 'doubt' | 'waiting' | 'unread'
  since: string
  until: string | null
  note: string
  verified: boolean
}

const NOTES = 'select currency, kind, since, until, note, verified from currency_notes($1, $2, $3)'

/**
 * The pegs, the periods with multiple exchange rates and the redenominations of some currencies between two dates, by
 * currency and day.
 */
export function currencyNotes(database: Database, codes: string[], from: string, to: string): Promise<CurrencyNote[]> {
  return database.read<CurrencyNote>(NOTES, [codes, from, to])
}

const OUTLIER_FACTOR = 0.025 // the share of the median by which consensus_of lets half of the banks deviate

/**
 * The reason why a rate of a day differs widely from the median of others: a period with multiple exchange rates. Null
 * if it does not differ, or no reason is known.
 */
export function reasonOf(notes: CurrencyNote[], rate: number, median: number | null, date: string): string | null {
  if (median !== null && Math.abs(rate / median - 1) <= OUTLIER_FACTOR) return null
  return (
    notes
      .filter(({ kind, since, until }) => kind === 'regime' && since <= date && (until === null || until >= date))
      .map(({ currency, note }) => `${currency}: ${note}`)
      .join(' ') || null
  )
}
