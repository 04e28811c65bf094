import facts from './currency-facts.json' with { type: 'json' }

/** A code of ISO 4217. */
export interface IsoCurrency {
  code: string
  /** Null for the few historical codes that have none. */
  numeric: string | null
  /** Decimal places; null where the standard gives none, as for metals and historical codes. */
  minorUnits: number | null
  name: string
  /** The date when the code was last withdrawn, as list three prints it; null for a current code. */
  withdrawn: string | null
  /**
   * The first day of the unit as money, and its last day as legal tender or in use. Null if unknown; the last day is
   * also null for money in use.
   */
  first: string | null
  last: string | null
  /** The code of the currency that replaced it. */
  successor: string | null
}

/** The publication dates of lists one and three of ISO 4217. */
export const PUBLISHED = facts.published

/** Every code of both lists once, with its name in CLDR. */
export const ISO_4217: readonly IsoCurrency[] = facts.currencies

/** Redenominations, pegs, and periods with multiple exchange rates, in the form that `register_currencies` takes. */
export const { redenominations: REDENOMINATIONS, pegs: PEGS, regimes: REGIMES } = facts
