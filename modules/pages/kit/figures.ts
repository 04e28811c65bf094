import { MINOR_UNITS } from '../../../api/sources/symbols-query.ts'

const SIGNIFICANT_DIGITS = 6

/**
 * A decimal as money: with thousands separators and the decimals of its currency, rounded half up. All digits are kept
 * if `isExact`, or if ISO 4217 gives no decimals.
 */
export function money(value: string, currency: string, isExact = false): string {
  const units = MINOR_UNITS.get(currency) ?? undefined
  if (units !== undefined && !isExact) {
    return new Intl.NumberFormat('en', { minimumFractionDigits: units, maximumFractionDigits: units }).format(
      value as Intl.StringNumericLiteral
    )
  }
  const [whole, fraction = ''] = value.split('.')
  const decimals = fraction.padEnd(units ?? 0, '0')
  return new Intl.NumberFormat('en').format(whole as Intl.StringNumericLiteral) + (decimals && `.${decimals}`)
}

/**
 * A positive decimal with six significant digits, rounded half up; digits before the decimal point and `decimals` after
 * it are always kept.
 */
export function rounded(value: string, decimals = 0): string {
  const [whole = '', fraction = ''] = value.split('.')
  const digits = whole.replace(/^0+/, '').length
  const places = Math.max(
    decimals,
    digits > 0 ? SIGNIFICANT_DIGITS - digits : SIGNIFICANT_DIGITS + /^0*/.exec(fraction)![0].length
  )
  if (fraction.length <= places) return value
  const kept = BigInt(whole + fraction.slice(0, places)) + (fraction[places]! >= '5' ? 1n : 0n)
  const text = kept.toString().padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

/** The difference between two rates: in percent, or as a factor above 2 or below 0.5. */
export function differenceOf(rate: string, other: string): string {
  const factor = Number(rate) / Number(other)
  if (factor > 2 || factor < 0.5) return `× ${Number(factor.toPrecision(3))}`
  return `${signed((factor - 1) * 100, 2)} %`
}

/** A number with its sign and a number of decimals; zero has no sign. */
export function signed(value: number, decimals: number): string {
  const text = value.toFixed(decimals)
  return Number(text) === 0 ? text.replace('-', '') : text.replace(/^-?/, (sign) => (sign === '-' ? '−' : '+'))
}
