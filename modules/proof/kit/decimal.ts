/** Exact arithmetic with decimals as they are printed. */

const DECIMAL = /^(\d+)(?:\.(\d+))?$/
const DIGITS = 60n

/** A non-negative fraction. */
export interface Fraction {
  over: bigint
  under: bigint
}

/** A decimal as a fraction. Throws a `RangeError` for anything else. */
export function fractionOf(text: string): Fraction {
  const [, whole, decimals = ''] = DECIMAL.exec(text) ?? []
  if (whole === undefined) throw new RangeError(`expected a decimal, found ${text}`)
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) }
}

export function times(one: Fraction, other: Fraction): Fraction {
  return { over: one.over * other.over, under: one.under * other.under }
}

/** One divided by a fraction. Throws a `RangeError` for zero. */
export function inverseOf({ over, under }: Fraction): Fraction {
  if (over === 0n) throw new RangeError('zero has no inverse')
  return { over: under, under: over }
}

/** The mean of decimals. */
export function meanOf(decimals: Fraction[]): Fraction {
  const finest = decimals.reduce((most, { under }) => (under > most ? under : most), 1n)
  return {
    over: decimals.reduce((sum, { over, under }) => sum + over * (finest / under), 0n),
    under: finest * BigInt(decimals.length)
  }
}

export function isEqual(one: Fraction, other: Fraction): boolean {
  return one.over * other.under === other.over * one.under
}

/** The double nearest to a fraction. */
export function doubleOf({ over, under }: Fraction): number {
  const shift = DIGITS + BigInt(under.toString().length)
  return Number(`${(over * 10n ** shift) / under}e-${shift}`)
}

const GRAMS_PER_OUNCE = 311_034_768n // times 10^-7

/** The figure as printed, for a number of units or per gram of a metal, from the value for one unit. */
export function asPrinted(value: string, unit: string): string {
  const { over, under } = fractionOf(value)
  const decimals = under.toString().length - 1
  if (unit === 'gram') return decimalOf(over / GRAMS_PER_OUNCE, decimals - 7)
  const moved = decimalsOfInverse(BigInt(unit))
  return decimalOf((over * BigInt(unit)) / 10n ** BigInt(moved), decimals - moved)
}

function decimalsOfInverse(unit: bigint): number {
  for (let decimals = 0; ; decimals++) if (10n ** BigInt(decimals) % unit === 0n) return decimals
}

function decimalOf(digits: bigint, decimals: number): string {
  if (decimals <= 0) return String(digits * 10n ** BigInt(-decimals))
  const padded = String(digits).padStart(decimals + 1, '0')
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
}
