import { z } from 'zod'

const DECIMAL = /^(-?)(?:(\d+)(?:\.(\d+))?|\.(\d+))(?:[eE]([+-]?\d{1,2}))?$/
const UNSIGNED = /^(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,2})?$/

interface AmountBounds {
  /** The maximum number of digits before the point. */
  whole: number
  /** The maximum number of digits after the point. */
  decimals: number
  isSigned?: boolean
}

/**
 * A parameter that accepts a decimal number, also with an exponent such as `1.5e6` or without a zero before the point,
 * and returns it in plain digits.
 */
export function amountWith({ whole, decimals, isSigned = false }: AmountBounds) {
  const expected = `expected a decimal number${isSigned ? '' : ' of at least 0'} with at most ${whole} digits and ${decimals} decimals, such as 1234.50 or 1.5e6`
  const bounds = new RegExp(`^${isSigned ? '-?' : ''}\\d{1,${whole}}(\\.\\d{1,${decimals}})?$`)
  return z
    .string(expected)
    .regex(isSigned ? DECIMAL : UNSIGNED, expected)
    .transform(plainDecimal)
    .refine((text) => bounds.test(text), expected)
}

/** A decimal number in plain digits, without leading zeros: `1.5e3` is `1500`. */
export function plainDecimal(text: string): string {
  const [, sign, whole = '', decimals = '', fraction = decimals, exponent = '0'] = DECIMAL.exec(text)!
  const point = whole.length + Number(exponent)
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(point, '0')
  const place = Math.max(1, point)
  return `${sign}${digits.slice(0, place).replace(/^0+(?=\d)/, '')}${digits.length > place ? `.${digits.slice(place)}` : ''}`
}
