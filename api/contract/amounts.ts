import { z } from 'zod'

const DECIMAL = /^(-?)(?:(\d+)(?:\.(\d+))?|\.(\d+))(?:[eE]([+-]?\d{1,3}))?$/
const UNSIGNED = /^(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/

interface AmountBounds {
  /** The maximum number of digits before the point. */
  whole: number
  /** The maximum number of digits after the point. */
  decimals: number
  isSigned?: boolean
}

/**
 * A parameter that accepts a decimal number, including forms such as `1.5e6` and `.5`, and returns it in plain digits.
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

/** The decimal mark of a written amount. */
export type DecimalMark = 'point' | 'comma'

/**
 * An amount as a person writes it: its readings with either decimal mark, and the currencies that its sign may mean.
 */
export interface WrittenAmount {
  /** The plain number, if the amount has a decimal point or no decimals. */
  point?: string
  /** The plain number, if the amount has a decimal comma or no decimals. */
  comma?: string
  /** A sign or a code next to the number, such as `€`. */
  sign?: string
}

// Signs that accompany amounts in files and on invoices, with the currencies that they may mean.
const SIGNS: Record<string, RegExp> = {
  '€': /^EUR$/,
  '£': /^(?:GBP|EGP|FKP|GIP|SHP|LBP|SYP|SDG|SSP|IEP|CYP)$/,
  '¥': /^(?:JPY|CNY|CNH)$/,
  $: /^(?:(?:US|AU|CA|NZ|HK|SG|TW|BB|BM|BN|BS|BZ|FJ|GY|JM|KY|LR|NA|SB|SR|TT|XC)D|MXN|ARS|CLP|COP|UYU|DOP|CUP|NIO|MOP|TOP|BRL)$/,
  US$: /^USD$/,
  A$: /^AUD$/,
  C$: /^(?:CAD|NIO)$/,
  NZ$: /^NZD$/,
  HK$: /^HKD$/,
  S$: /^SGD$/,
  R$: /^BRL$/,
  zł: /^PLN$/,
  Kč: /^CZK$/,
  Ft: /^HUF$/,
  kr: /^(?:SEK|NOK|DKK|ISK)$/,
  'kr.': /^(?:SEK|NOK|DKK|ISK)$/,
  lei: /^(?:RON|MDL)$/,
  лв: /^BGN$/,
  '₴': /^UAH$/,
  '₽': /^RUB$/,
  '₺': /^TRY$/,
  '₹': /^INR$/,
  '₪': /^ILS$/,
  '₩': /^K[RP]W$/,
  '₫': /^VND$/,
  '₱': /^PHP$/,
  '฿': /^THB$/,
  '₦': /^NGN$/,
  'Fr.': /^CH[FW]$/,
  SFr: /^CHF$/
}
const BY_LENGTH = Object.keys(SIGNS).sort((one, other) => other.length - one.length)

const GROUPED_POINT =
  /^(?:\d+|[1-9]\d{0,2}(?:([, \u00A0\u202F'’])\d{3})(?:\1\d{3})*|[1-9]\d?(?:,\d\d)+,\d{3})(?:\.\d+)?$/
const GROUPED_COMMA = /^(?:\d+|[1-9]\d{0,2}(?:([. \u00A0\u202F'’])\d{3})(?:\1\d{3})*)(?:,\d+)?$/

/**
 * An amount as a person or a program writes it: with thousands separators, a sign or a code of a currency, a minus
 * before or after it, or parentheses for a negative amount. Without readings if it is not a number.
 */
export function readWritten(text: string): WrittenAmount {
  let rest = text.trim().replaceAll('−', '-')
  const isEnclosed = /^\(.*\)$/.test(rest)
  if (isEnclosed) rest = rest.slice(1, -1).trim()
  const take = (minus: RegExp) => {
    const without = rest.replace(minus, '').trim()
    const isTaken = without !== rest
    rest = without
    return isTaken
  }
  let minus = take(/^-/)
  take(/^\+(?=\d)/)
  const sign = signOf(rest)
  if (sign !== undefined) rest = (rest.startsWith(sign) ? rest.slice(sign.length) : rest.slice(0, -sign.length)).trim()
  if (!minus) minus = take(/^-|-$/)
  if (isEnclosed && minus) return { sign }
  const signed = (digits: string) => `${isEnclosed || minus ? '-' : ''}${digits}`
  return {
    ...(GROUPED_POINT.test(rest) && { point: signed(rest.replace(/[^\d.]/g, '')) }),
    ...(GROUPED_COMMA.test(rest) && { comma: signed(rest.replace(/[^\d,]/g, '').replace(',', '.')) }),
    ...(sign !== undefined && { sign })
  }
}

function signOf(text: string): string | undefined {
  const known = BY_LENGTH.find((sign) => text.startsWith(sign) || text.endsWith(sign))
  return known ?? /^[A-Z]{3}(?![A-Za-z])|(?<![A-Za-z])[A-Z]{3}$/.exec(text)?.[0]
}

/** Describes a contradiction between a currency and the sign of a written amount; undefined if there is none. */
export function signProblem({ sign }: WrittenAmount, currency: string): string | undefined {
  if (sign === undefined || (SIGNS[sign]?.test(currency) ?? sign === currency)) return undefined
  return `expected an amount in ${currency}, found ${sign}`
}

/** The two numbers that an amount such as 1.000 or 1,000 may mean; undefined if it is unambiguous. */
export function readingsOf({ point, comma }: WrittenAmount): [string, string] | undefined {
  if (point === undefined || comma === undefined || point === comma) return undefined
  const [whole, decimal] = point.includes('.') ? [comma, point] : [point, comma]
  return [whole, decimal.endsWith('0') ? decimal.slice(0, -1) : `${decimal}0`]
}

/** The question about an amount with two readings. Each of the numbers that it offers has one reading. */
export function whichAmount(text: string, [whole, decimal]: [string, string]): string {
  return `${whole} or ${decimal}? ${text} may mean either`
}

/**
 * The plain number that a person typed as an amount of a currency, or an error that says what to correct. Text that is
 * not a number is returned unchanged.
 */
export function readTyped(text: string, currency = ''): { text: string } | { error: string } {
  const written = readWritten(text)
  const readings = readingsOf(written)
  if (readings) return { error: whichAmount(text, readings) }
  const problem = currency === '' ? undefined : signProblem(written, currency)
  return problem === undefined ? { text: written.point ?? written.comma ?? text } : { error: problem }
}
