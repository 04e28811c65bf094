// Hundredths in which securities are priced, by the code of their currency. No code of ISO 4217, and some differ from
// one in case alone.
const MINOR_UNITS: Record<string, readonly string[]> = {
  GBP: ['GBp', 'GBX', 'gbx'], ILS: ['ILA', 'ila'], ZAR: ['ZAc', 'ZAC', 'zac']
}

/**
 * Why a text of three letters is not read as a currency: it names a hundredth of one, or mixes capital and small
 * letters. Undefined for a code in one case.
 */
export function codeProblem (text: string): string | undefined {
  const major = Object.keys(MINOR_UNITS).find((code) => MINOR_UNITS[code]!.includes(text))
  if (major !== undefined) return `${text} is a hundredth of ${major}: expected ${major}, of which one is 100 ${text}`
  const isMixed = /[A-Z]/.test(text) && /[a-z]/.test(text)
  return isMixed
    ? `expected a currency code in capital letters, because ${text.slice(0, 40)} may mean another unit`
    : undefined
}
