import { expandExponent } from '../../adapters/kit/numbers.ts'
import type { Figure } from './files.ts'

const CODES = /(?<![A-Z])(?:EUR|IDR|IRR|JPY|RON|USD)(?![A-Z])/g
const DATE = /\b(2026)[-/](\d\d)[-/](\d\d)(?:[T ]00:00:00(?:\.0+)?Z?)?/
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * The figures that a program printed: either lines with a date, two currencies and the value as the last number, or a
 * heading with the pairs, and below it lines with a date and a cell for each pair.
 */
export function readingsOf(printed: string): Figure[] {
  let pairs: string[][] = []
  return printed.split('\n').flatMap((line) => {
    const codes = line.match(CODES) ?? []
    const found = DATE.exec(line)
    if (found === null) {
      if (codes.length > 2) pairs = Array.from({ length: codes.length / 2 }, (_, at) => codes.slice(2 * at, 2 * at + 2))
      return []
    }
    const [whole, ...parts] = found
    const date = parts.join('-')
    const cells = line
      .slice(found.index + whole.length)
      .replaceAll(CODES, ' ')
      .split(line.includes(',') ? /[,;|\t]/ : line.includes('|') ? /\|/ : /[;\t]|\s+/)
      .flatMap((it) => (codes.length > 0 ? it.trim().split(/\s+/) : [it.replaceAll('"', '').trim()]))
    const numbers = cells.map((it) => (NUMBER.test(it) ? plain(it) : undefined))
    if (codes.length > 0) {
      const value = numbers.findLast((it) => it !== undefined)
      return value === undefined ? [] : [{ date, base: codes[0]!, quote: codes[1]!, value }]
    }
    return pairs.flatMap(([base, quote], at) => {
      const value = numbers[at + 1]
      return value === undefined ? [] : [{ date, base: base!, quote: quote!, value }]
    })
  })
}

/** A number without an exponent and without zeros at its ends. */
export function plain(number: string): string {
  const text = expandExponent(number.startsWith('.') ? `0${number}` : number)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** The figures as lines in order, for a comparison to the last digit. */
export function linesOf(figures: readonly Figure[]): string[] {
  return figures.map(({ date, base, quote, value }) => `${date} ${base} ${quote} ${plain(value)}`).sort()
}
