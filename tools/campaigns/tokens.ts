import { addDays, daysBetween, endOfMonth, monthName, readDate, writeDate } from '../../adapters/kit/dates.ts'
import { readDecimal } from '../../adapters/kit/numbers.ts'
import type { Row } from '../../adapters/source.ts'

/** A part of a document's text. */
export interface Token {
  start: number
  end: number
  text: string
}

export interface DateToken extends Token {
  date: string
  /** Formats another date in the same way. */
  write: (date: string) => string
}

/** The new text of some tokens, which must not overlap. */
export type Changes = Array<[Token, string]>

export function replaced(text: string, changes: Changes): string {
  let [result, end] = ['', 0]
  for (const [token, other] of changes.toSorted(([one], [next]) => one.start - next.start)) {
    result += text.slice(end, token.start) + other
    end = token.end
  }
  return result + text.slice(end)
}

export function matchesOf(text: string, expression: RegExp): Token[] {
  return [...text.matchAll(expression)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0]
  }))
}

// Figures with thousands separators, and figures in a list whose separator is a comma.
const FIGURES = [
  /(?<![\p{L}\d]|\d[.,:/-])\d+(?:[.,]\d+)*(?:e[+-]?\d+)?(?![\p{L}\d]|[:/-]\d)/gu,
  /(?<![\p{L}\d]|\d[.:/-])\d+(?:\.\d+)?(?![\p{L}\d.]|[:/-]\d)/gu
]
const MAX_FIGURE = 40 // characters; a longer match is a list of figures

/** The printed figures of some rows. */
export function valuesIn(text: string, rows: Row[]): Token[] {
  const values = new Set(rows.map(({ value }) => plain(value)))
  const isFigure = ({ text: printed }: Token) =>
    printed.length < MAX_FIGURE &&
    /[.,]|\d{3}/.test(printed) &&
    (values.has(plain(readDecimal(printed))) || values.has(plain(readDecimal(printed, ','))))
  const found = FIGURES.toReversed().flatMap((figure) => matchesOf(text, figure).filter(isFigure))
  return [...new Map(found.map((token) => [token.start, token])).values()].sort((one, other) => one.start - other.start)
}

function plain(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal
}

/** The units of some rows, except 1. */
export function unitsIn(text: string, rows: Row[]): Token[] {
  const units = new Set(rows.map(({ unit = 1 }) => String(unit)))
  return matchesOf(text, /(?<![\d.,])10+(?![\d.,])/g).filter((token) => units.has(token.text))
}

/** The currency codes of some rows. */
export function codesIn(text: string, rows: Row[]): Token[] {
  const codes = new Set(rows.flatMap(({ base, quote }) => [base, quote]))
  return matchesOf(text, /(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g).filter((token) => codes.has(token.text))
}

/** The text of the cell before each figure. */
export function labelsIn(text: string, values: Token[]): Token[] {
  const cells = matchesOf(text, /[^<>"\t\n;,|]*\p{L}[^<>"\t\n;,|]*/gu).filter((cell) => !/[=/]/.test(cell.text))
  return values.flatMap(
    (value) => cells.findLast((cell) => cell.end <= value.start && value.start - cell.end < 60) ?? []
  )
}

const PARTS: Record<string, string> = { YYYY: '\\d{4}', MMM: '\\p{L}{3,}', MM: '\\d{2}', DD: '\\d{2}', D: '\\d{1,2}' }
// prettier-ignore
const FORMS = [
  'YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY', 'YYYYMMDD', 'YYYY-MM', 'D MMM YYYY',
  'D-MMM-YYYY', 'D/MMM/YYYY', 'DMMMYYYY'
].map((form) => {
  const body = form.replace(/YYYY|MMM|MM|DD|D|[. ]/g, (part) => PARTS[part] ?? (part === ' ' ? '\\s' : '\\.'))
  return { form, expression: new RegExp(`(?<![\\p{L}\\d])${body}(?!\\d)`, 'giu') }
})

/** The dates in the form that most dates of the rows have; serial numbers of workbooks are one. */
export function datesIn(text: string, rows: Row[]): DateToken[] {
  const wanted = new Set(rows.map(({ date }) => date))
  const hits = (tokens: DateToken[]) =>
    new Set(tokens.filter(({ date }) => wanted.has(date)).map(({ date }) => date)).size
  const serials = matchesOf(text, /(?<![\d.,\p{L}])[34]\d{4}(?![\d.,\p{L}])/gu)
    .map((token) => ({
      ...token,
      date: addDays('1899-12-30', Number(token.text)),
      write: (date: string) => String(daysBetween('1899-12-30', date))
    }))
    .filter(({ date }) => wanted.has(date))
  return [...FORMS.map((it) => datesOf(text, it)), serials].reduce(
    (best, next) => (hits(next) > hits(best) ? next : best),
    []
  )
}

function datesOf(text: string, { form, expression }: (typeof FORMS)[number]): DateToken[] {
  return matchesOf(text, expression).flatMap((token) => {
    try {
      const date = readDate(token.text, form)
      return [
        {
          ...token,
          date: form === 'YYYY-MM' ? endOfMonth(date.slice(0, 7)) : date,
          write: (other: string) => writeLike(token.text, other, form)
        }
      ]
    } catch {
      return [] // the text is not a date
    }
  })
}

/** Writes a date with the leading zero, the length and the case of a printed one. */
function writeLike(printed: string, date: string, form: string): string {
  const name = /\p{L}+/u.exec(printed)?.[0] ?? ''
  const written = writeDate(date, /^\d\d/.test(printed) ? form.replace(/^D(?!D)/, 'DD') : form)
  const long =
    name.length > 3 ? written.replace(/[A-Z][a-z]+/, (short) => short[0] + monthName(date).slice(1)) : written
  return name !== '' && name === name.toUpperCase() ? long.toUpperCase() : long
}

/** The parts of a document that may be the record of a figure: its object, its table row, its elements and its line. */
export function recordsAround(text: string, { start, end }: Token): Token[] {
  const empty = text.lastIndexOf('<', start)
  const emptyEnd = text.indexOf('/>', end)
  const spans: Array<[number, number]> = [
    [text.lastIndexOf('{', start), text.indexOf('}', end) + 1],
    [text.lastIndexOf('<tr', start), text.indexOf('</tr>', end) + 5],
    text.slice(empty, Math.max(emptyEnd, 0)).includes('>') ? [-1, -1] : [empty, emptyEnd + 2],
    elementAround(text, start, end, ['<', '>'], 1),
    elementAround(text, start, end, ['<', '>'], 2),
    elementAround(text, start, end, ['&lt;', '&gt;'], 1),
    [text.lastIndexOf('\n', start - 1) + 1, text.indexOf('\n', end) + 1]
  ]
  return spans
    .filter(([from, to]) => from >= 0 && to > end && from < start)
    .map(([from, to]) => ({ start: from, end: to, text: text.slice(from, to) }))
}

function elementAround(
  text: string,
  start: number,
  end: number,
  [open, close]: [string, string],
  depth: number
): [number, number] {
  for (
    let from = text.lastIndexOf(open, start), left = depth;
    from >= 0;
    from = from === 0 ? -1 : text.lastIndexOf(open, from - 1)
  ) {
    const [name] = /^[\w.:]+/.exec(text.slice(from + open.length, from + 80)) ?? []
    const last = name === undefined ? -1 : text.indexOf(`${open}/${name}${close}`, end)
    const isAround = last >= 0 && !text.slice(from + 1, last).includes(`${open}${name}`)
    if (isAround && --left === 0) return [from, last + `${open}/${name}${close}`.length]
  }
  return [-1, -1]
}
