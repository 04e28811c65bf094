import { ISO_4217 } from './currency-facts.ts'
import { plainLabel, squeeze } from './text.ts'

// XTS is for tests and XXX for transactions without a currency.
const NO_MONEY = ['XTS', 'XXX']

/** Codes that publishers and markets use and ISO 4217 does not list, with their English names. */
const MARKET_CODES: Record<string, string> = {
  CNH: 'Chinese Yuan (offshore)' // the yuan outside the mainland, which has a price of its own
}

/** The codes that a rate may have, with their English names: those of ISO 4217, current and historical, and CNH. */
export const CURRENCIES: Record<string, string> = {
  ...Object.fromEntries(ISO_4217.filter(({ code }) => !NO_MONEY.includes(code)).map(({ code, name }) => [code, name])),
  ...MARKET_CODES
}

const byCode = new Map(ISO_4217.map((it) => [it.code, it]))
/**
 * The code of the unit in which a publisher prints a rate on an ISO date, for publishers that change a code before or
 * after the redenomination: RUR for RUB in 1997, TRY for TRL in 2006. `switched` has the publisher's first day of each
 * such code. Other codes are returned unchanged.
 */
export function codeOn(code: string, date: string, switched: Record<string, string>): string {
  const { successor = null } = byCode.get(code) ?? {}
  if (successor !== null && date >= (switched[successor] ?? '9999')) return codeOn(successor, date, switched)
  const former = date < (switched[code] ?? '') && ISO_4217.find((it) => it.successor === code)
  return former ? codeOn(former.code, date, switched) : code
}

/** The current currency that replaced a currency, directly or through others; the currency itself if none did. */
export function currentCode(code: string): string {
  const { successor = null } = byCode.get(code) ?? {}
  return successor === null ? code : currentCode(successor)
}

/**
 * The code for a publisher's own label, compared without accents, case and footnote marks.
 * Returns an unknown label as it was printed: the pipeline's check quarantines it with its reason.
 */
export function codeOf(codes: Record<string, string>, label: string): string {
  let plain = plainCodes.get(codes)
  if (!plain) {
    plainCodes.set(codes, (plain = new Map(Object.entries(codes).map(([name, code]) => [plainLabel(name), code]))))
  }
  return plain.get(plainLabel(label)) ?? squeeze(label)
}

const plainCodes = new WeakMap<Record<string, string>, Map<string, string>>()
