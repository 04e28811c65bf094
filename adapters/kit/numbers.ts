import { noteFigure } from '../notation.ts'
import { LayoutError } from '../source.ts'
import { excerpt, squeeze } from './text.ts'

// No digit can match in two ways, so the pattern reads a long run of digits only once. A group of thousands cannot
// begin with 0.
const GROUPED = {
  '.': /^[+-]?[1-9]\d{0,2}(?:[, '’]\d{3})+(?:\.\d+)?$/,
  ',': /^[+-]?[1-9]\d{0,2}(?:[. '’]\d{3})+(?:,\d+)?$/
}
const UNGROUPED = {
  '.': /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,3})?$/i,
  ',': /^[+-]?(?:\d+(?:,\d+)?|,\d+)(?:e[+-]?\d{1,3})?$/i
}
const SEPARATORS = { '.': /[, '’]/g, ',': /[. '’]/g }
const WHOLE = /^(?:\d{1,12}|[1-9]\d{0,2}(?:[.,]\d{3}){1,3})$/
const LONGEST_FIGURE = 60

/** A zero, which many publishers print for a currency without a rate. */
export const ZERO = /^0(\.0*)?$/

/** A zero or an empty figure. */
export const ZERO_OR_EMPTY = /^(0(\.0*)?)?$/

/**
 * A printed figure as a plain decimal with the same digits: removes thousands separators, replaces the decimal mark by
 * a point and writes out an exponent. Text that is not a number in that notation is returned unchanged; the pipeline's
 * check quarantines it with a reason. Throws a `LayoutError` for a number of more than 60 characters, which is no
 * figure.
 */
export function readDecimal(printed: string, mark: '.' | ',' = '.'): string {
  const text = squeeze(printed)
  noteFigure(text, mark)
  const isGrouped = GROUPED[mark].test(text)
  if (!isGrouped && !UNGROUPED[mark].test(text)) return text
  if (text.length > LONGEST_FIGURE) {
    throw new LayoutError(`a figure of at most ${LONGEST_FIGURE} characters`, excerpt(text))
  }
  return expandExponent((isGrouped ? text.replace(SEPARATORS[mark], '') : text).replace(',', '.'))
}

/**
 * A figure of a publisher that prints whole numbers: any separator before three digits separates thousands. Other text
 * is read by `readDecimal`.
 */
export function readWhole(printed: string): string {
  const text = squeeze(printed)
  return WHOLE.test(text) ? text.replace(/\D/g, '') : readDecimal(printed)
}

/** A decimal without an exponent: `5.39256E-05` is `0.0000539256`. Text that is not a decimal is returned unchanged. */
export function expandExponent(text: string): string {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text)
  if (!match) return text
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const point = whole.length + parseInt(exponent, 10)
  const padded = digits.padStart(digits.length + Math.max(0, 1 - point), '0').padEnd(Math.max(point, 0), '0')
  const cut = Math.max(point, 1)
  const integer = padded.slice(0, cut).replace(/^0+(?=\d)/, '')
  return `${sign === '-' ? '-' : ''}${integer}${padded.length > cut ? `.${padded.slice(cut)}` : ''}`
}

/** A printed whole number, such as the number of units of a figure. Throws a `LayoutError` for anything else. */
export function readCount(printed: string): number {
  const text = squeeze(printed).replace(/[ ,.](?=\d{3}\b)/g, '')
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new LayoutError('a whole number of units', excerpt(printed))
  return parseInt(text, 10)
}

/** Ten to a printed power: SDMX prints the unit of a figure so (UNIT_MULT). */
export function powerOfTen(printed: string): number {
  if (!/^[0-9]$/.test(printed)) throw new LayoutError('a power of ten', excerpt(printed))
  return 10 ** parseInt(printed, 10)
}

/** True for a decimal between the lower and the higher of two others, both included. */
export function isBetween(decimal: string, one: string, other: string): boolean {
  const [value, low, high] = [
    parseFloat(decimal),
    ...[parseFloat(one), parseFloat(other)].sort((first, second) => first - second)
  ]
  return value >= low! && value <= high!
}

/** An empty cell or dashes, which many publishers print for a currency without a rate. */
export const NOTHING = /^[-–—]*$/

const EXACT_DIGITS = 15 // significant decimal digits that a 64-bit binary number always keeps (IEEE 754)

/**
 * A figure that the publisher converted to binary and back, such as `4.2199999999999998` for 4.22 or
 * `7.8245000000000005` for 7.8245. Rounds figures of more than 15 significant digits to 15; returns others unchanged.
 */
export function readBinary(printed: string): string {
  const [digits = ''] = /^[+-]?[\d.]+/.exec(printed) ?? []
  const isExact = digits.replace(/\D/g, '').replace(/^0+/, '').length <= EXACT_DIGITS
  return readDecimal(isExact ? printed : String(parseFloat(parseFloat(printed).toPrecision(EXACT_DIGITS))))
}
