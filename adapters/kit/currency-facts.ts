import facts from './currency-facts.json' with { type: 'json' }

/** A code of ISO 4217. */
export interface IsoCurrency {
  code: string
  /** Null for the few historical codes that have none. */
  numeric: string | null
  /** Decimal places; null where the standard gives none, as for metals and historical codes. */
  minorUnits: number | null
  name: string
  /** When the code was last withdrawn, as list three prints it; null for a current one. */
  withdrawn: string | null
  /**
   * The first day of the unit as money, and the last day of legal tender or use; null where it is not known, and for
   * the last one where it is in use.
   */
  first: string | null
  last: string | null
  /** The code of the money that replaced it. */
  successor: string | null
}

/** When lists one and three of ISO 4217 were published. */
export const PUBLISHED = facts.published

/** Every code of both lists, once, with CLDR's name. */
export const ISO_4217: readonly IsoCurrency[] = facts.currencies

/**
 * New units, pegs, and times in which several rates of a currency stood side by side, as `register_currencies` takes
 * them.
 */
export const { redenominations: REDENOMINATIONS, pegs: PEGS, regimes: REGIMES } = facts
