import { LayoutError } from '../source.ts'
import { excerpt, squeeze } from './text.ts'

const GROUPED = { '.': /^[+-]?\d{1,3}(?:[, '’]\d{3})+(?:\.\d+)?$/, ',': /^[+-]?\d{1,3}(?:[. '’]\d{3})+(?:,\d+)?$/ }
const UNGROUPED = { '.': /^[+-]?\d*\.?\d+(?:e[+-]?\d+)?$/i, ',': /^[+-]?\d*,?\d+(?:e[+-]?\d+)?$/i }

/**
 * A printed figure as a plain decimal, its digits kept: thousands separators go, the decimal mark becomes a point, an exponent is written out.
 * What is not a number in that notation comes back as it was printed, for the pipeline's check to put aside with its reason.
 */
export function readDecimal (printed: string, mark: '.' | ',' = '.'): string {
  const text = squeeze(printed)
  if (GROUPED[mark].test(text)) return expandExponent(text.replace(mark === '.' ? /[, '’]/g : /[. '’]/g, '').replace(',', '.'))
  if (UNGROUPED[mark].test(text)) return expandExponent(text.replace(',', '.'))
  return text
}

/** A decimal without an exponent: `5.39256E-05` is `0.0000539256`. */
export function expandExponent (text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const digits = whole + fraction
  const point = whole.length + parseInt(exponent, 10)
  const padded = digits.padStart(digits.length + Math.max(0, 1 - point), '0').padEnd(Math.max(point, 0), '0')
  const cut = Math.max(point, 1)
  const integer = padded.slice(0, cut).replace(/^0+(?=\d)/, '')
  return `${sign === '-' ? '-' : ''}${integer}${padded.length > cut ? `.${padded.slice(cut)}` : ''}`
}

/** A printed whole number, such as the units a figure is for. Throws a `LayoutError` for anything else. */
export function readCount (printed: string): number {
  const text = squeeze(printed).replace(/[ ,.](?=\d{3}\b)/g, '')
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new LayoutError('a whole number of units', excerpt(printed))
  return parseInt(text, 10)
}

/** Ten to a printed power, as SDMX's UNIT_MULT says how many units a figure is for. */
export function powerOfTen (printed: string): number {
  if (!/^[0-9]$/.test(printed)) throw new LayoutError('a power of ten', excerpt(printed))
  return 10 ** parseInt(printed, 10)
}

const EXACT_DIGITS = 15 // what a binary number of 64 bits keeps of any decimal (IEEE 754)

/**
 * A figure that went through a binary number on its way: `4.2199999999999998` and `7.8245000000000005` are printed for 4.22 and 7.8245.
 * More than 15 significant digits are rounded to 15; a figure with fewer is read as it stands.
 */
export function readBinary (printed: string): string {
  const [digits = ''] = /^[+-]?[\d.]+/.exec(printed) ?? []
  const isExact = digits.replace(/\D/g, '').replace(/^0+/, '').length <= EXACT_DIGITS
  return readDecimal(isExact ? printed : String(parseFloat(parseFloat(printed).toPrecision(EXACT_DIGITS))))
}
