import { ISO_4217, REDENOMINATIONS } from './currency-facts.ts'
import { plainLabel, squeeze } from './text.ts'

// XTS is for tests and XXX for transactions without a currency.
const NO_MONEY = ['XTS', 'XXX']

/** Codes that publishers and markets use and ISO 4217 does not list, with their English names. */
const MARKET_CODES: Record<string, string> = {
  CNH: 'Chinese Yuan (offshore)' // the yuan as it trades outside the mainland, at a price of its own
}

/** The codes that a rate may have, with their English names: those of ISO 4217, current and historical, and CNH. */
export const CURRENCIES: Record<string, string> = {
  ...Object.fromEntries(ISO_4217.filter(({ code }) => !NO_MONEY.includes(code)).map(({ code, name }) => [code, name])),
  ...MARKET_CODES
}

const byCode = new Map(ISO_4217.map((it) => [it.code, it]))
const AREAS = ['EUR', 'USD', 'XAF', 'XOF'] // joined by several currencies: none of them is their former unit

/**
 * The code of the unit that a code stands for on an ISO date, where a publisher prints one code on both sides of a redenomination: RUR for RUB in
 * 1997, TRY for TRL in 2006. A publisher that changed its unit on another day than the law is given that first day of a new code.
 */
export function codeOn (code: string, date: string, switched: Record<string, string> = {}): string {
  if (AREAS.includes(code)) return code
  const { first = null, successor = null } = byCode.get(code) ?? {}
  const former = date < (switched[code] ?? first ?? '') && REDENOMINATIONS.find((it) => it.successor === code && byCode.get(it.former)?.successor === code && it.former !== code)
  if (former) return codeOn(former.former, date, switched)
  const next = successor === null || AREAS.includes(successor) ? undefined : switched[successor] ?? byCode.get(successor)?.first
  return next && date >= next ? codeOn(successor!, date, switched) : code
}

/**
 * The code for a publisher's own label, compared without accents, case and footnote marks.
 * Returns an unknown label as it was printed: the pipeline's check quarantines it with its reason.
 */
export function codeOf (codes: Record<string, string>, label: string): string {
  let plain = plainCodes.get(codes)
  if (!plain) plainCodes.set(codes, plain = new Map(Object.entries(codes).map(([name, code]) => [plainLabel(name), code])))
  return plain.get(plainLabel(label)) ?? squeeze(label)
}

const plainCodes = new WeakMap<Record<string, string>, Map<string, string>>()
