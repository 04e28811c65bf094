import type { Database } from '../../sql/database.ts'
import { notFound } from '../contract/errors.ts'

/**
 * A change of unit: former units for one of the successor. If both codes are the same, the code had another unit
 * before.
 */
export interface Redenomination {
  former: string
  successor: string
  date: string
  ratio: string | null
  source: string | null
}

export interface Peg {
  anchor: string | null
  /** Units of the currency for one of the anchor. */
  rate: string | null
  band: string | null
  since: string
  until: string | null
  authority: string
  verified: boolean
}

export interface CurrencyProfile {
  code: string
  name: string
  first_date: string | null
  last_date: string | null
  successor: string | null
  redenominations: Redenomination[]
  pegs: Peg[]
  regimes: Array<{ since: string; until: string | null; note: string; verified: boolean }>
  sources: Array<{ bank: string; name: string; base: string; quote: string; first_date: string; last_date: string }>
}

const PROFILE =
  'select code, name, first_date, last_date, successor, redenominations, pegs, regimes, sources from ' +
  'currency_profile($1)'

/** A currency with its dated facts and the sources that quote it. Throws 404 for a code that no rate can have. */
export async function findCurrency(database: Database, code: string): Promise<CurrencyProfile> {
  const [profile] = await database.read<CurrencyProfile>(PROFILE, [code])
  if (!profile) throw notFound(`there is no currency ${code} in ISO 4217`)
  return profile
}

/** A note on a currency's rates in a period. */
export interface CurrencyNote {
  currency: string
  /** `unit` is a redenomination after which the code stands for the new unit. */
  kind: 'peg' | 'regime' | 'redenomination' | 'unit' | 'doubt'
  since: string
  until: string | null
  note: string
  verified: boolean
}

const NOTES = 'select currency, kind, since, until, note, verified from currency_notes($1, $2, $3)'

/**
 * The pegs, the times with several rates and the redenominations of some currencies between two dates, by currency and
 * day.
 */
export function currencyNotes(database: Database, codes: string[], from: string, to: string): Promise<CurrencyNote[]> {
  return database.read<CurrencyNote>(NOTES, [codes, from, to])
}

const OUTLIER_FACTOR = 0.025 // of the median, as far as half of the banks may be from a consensus

/**
 * Why a rate of a day may be far from the median of others: a period with multiple exchange rates. Null if it is not
 * far, or no reason is known.
 */
export function reasonOf(notes: CurrencyNote[], rate: number, median: number | undefined, date: string): string | null {
  if (median === undefined || Math.abs(rate / median - 1) <= OUTLIER_FACTOR) return null
  return (
    notes
      .filter(({ kind, since, until }) => kind === 'regime' && since <= date && (until === null || until >= date))
      .map(({ currency, note }) => `${currency}: ${note}`)
      .join(' ') || null
  )
}
