import type { Unit } from '../../adapters/source.ts'

// The unit of ISO 4217's metals is one troy ounce (31.1034768 g): a price per gram is converted to one per ounce.
const GRAMS_PER_OUNCE = '31.1034768'

/** A plain positive or negative decimal: digits, at most one point, no exponent. */
export const DECIMAL = /^-?\d+(\.\d+)?$/

/** True if division by the unit gives a finite decimal: its only prime factors are two and five. */
export function isExactUnit(unit: Unit): boolean {
  let rest = unit === 'gram' ? 1 : unit
  for (const factor of [2, 5]) while (rest % factor === 0) rest /= factor
  return rest === 1
}

/**
 * Converts a printed figure exactly to one unit of base: shifts its digits by the unit's zeros, or multiplies it by the
 * grams of an ounce. Throws a `RangeError` for a unit without an exact result.
 */
export function perOneUnit(printed: string, unit: Unit): string {
  return unit === 'gram' ? multiply(printed, GRAMS_PER_OUNCE) : multiply(printed, reciprocal(unit))
}

function reciprocal(unit: number): string {
  for (let digits = 0; digits <= 30; digits += 1) {
    const power = 10n ** BigInt(digits)
    if (power % BigInt(unit) === 0n) return place((power / BigInt(unit)).toString(), digits)
  }
  throw new RangeError(`1/${unit} is not a finite decimal`)
}

/** The exact product of two plain decimals, with the sum of their decimals. */
export function multiply(one: string, other: string): string {
  const product = digitsOf(one) * digitsOf(other)
  const sign = product < 0n ? '-' : ''
  return sign + place(product.toString().replace('-', ''), decimalsOf(one) + decimalsOf(other))
}

function digitsOf(decimal: string): bigint {
  return BigInt(decimal.replace('.', ''))
}

function decimalsOf(decimal: string): number {
  return decimal.split('.')[1]?.length ?? 0
}

function place(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0')
  return decimals === 0 ? padded : `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
}
