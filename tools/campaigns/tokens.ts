import { readDecimal } from '../../adapters/kit/numbers.ts'
import { addDays, daysBetween, isDate } from '../../adapters/kit/dates.ts'
import type { Row } from '../../adapters/source.ts'

/** A piece of a document's text. */
export interface Token {
  start: number
  end: number
  text: string
}

export interface DateToken extends Token {
  date: string
  /** Another date in the form of this one. */
  write: (date: string) => string
}

/** A text with some of its pieces replaced; they must not overlap. */
export function replaced (text: string, changes: Array<[Token, string]>): string {
  let [result, end] = ['', 0]
  for (const [token, other] of changes.toSorted(([one], [next]) => one.start - next.start)) {
    result += text.slice(end, token.start) + other
    end = token.end
  }
  return result + text.slice(end)
}

/** Every match of an expression. */
export function matchesOf (text: string, expression: RegExp): Token[] {
  return [...text.matchAll(expression)].map((match) => ({ start: match.index, end: match.index + match[0].length, text: match[0] }))
}

// Figures with their marks, and in lists whose separator is a mark itself.
const FIGURES = [/(?<![\p{L}\d]|\d[.,:/-])\d+(?:[.,]\d+)*(?:e[+-]?\d+)?(?![\p{L}\d]|[:/-]\d)/gu, /(?<![\p{L}\d]|\d[.:/-])\d+(?:\.\d+)?(?![\p{L}\d.]|[:/-]\d)/gu]

const LIST = 40 // characters from which on it is no figure, but a list of them

/** The printed figures of some rows. */
export function valuesIn (text: string, rows: Row[]): Token[] {
  const values = new Set(rows.map(({ value }) => plain(value)))
  const isFigure = ({ text: printed }: Token) => printed.length < LIST && /[.,]|\d{3}/.test(printed) && (values.has(plain(readDecimal(printed))) || values.has(plain(readDecimal(printed, ','))))
  const [whole = [], listed = []] = FIGURES.map((figure) => matchesOf(text, figure).filter(isFigure))
  const starts = new Set(whole.map(({ start }) => start))
  return [...whole, ...listed.filter(({ start }) => !starts.has(start))].sort((one, other) => one.start - other.start)
}

function plain (decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal
}

/** The units of some rows that are quoted for more than one. */
export function unitsIn (text: string, rows: Row[]): Token[] {
  const units = new Set(rows.map(({ unit = 1 }) => String(unit)).filter((unit) => /^10+$/.test(unit)))
  return matchesOf(text, /(?<![\d.,])10+(?![\d.,])/g).filter((token) => units.has(token.text))
}

/** The currency codes of some rows. */
export function codesIn (text: string, rows: Row[]): Token[] {
  const codes = new Set(rows.flatMap(({ base, quote }) => [base, quote]))
  return matchesOf(text, /(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g).filter((token) => codes.has(token.text))
}

/** The words that stand in the cell before a figure. */
export function labelsIn (text: string, values: Token[]): Token[] {
  const cells = matchesOf(text, /[^<>"\t\n;,|]*\p{L}[^<>"\t\n;,|]*/gu).filter((cell) => !/[=/]/.test(cell.text))
  return values.flatMap((value) => cells.findLast((cell) => cell.end <= value.start && value.start - cell.end < 60) ?? [])
}

// The forms in which publishers print a date: named groups, and how to write one again.
const MONTHS = Object.fromEntries(['en', 'fr', 'es'].map((language) => [language, Array.from({ length: 12 }, (_, month) => {
  return new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month, 1)))
})]))

const NUMERIC = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY', 'YYYYMMDD', 'YYYY-MM']
const NAMED = ['D MMM YYYY', 'D-MMM-YYYY', 'D/MMM/YYYY', 'DMMMYYYY', 'D de MMM de YYYY']
const PARTS: Record<string, string> = { YYYY: '(?<year>\\d{4})', MMM: '(?<name>\\p{L}{3,})\\.?', MM: '(?<month>\\d{2})', DD: '(?<day>\\d{2})', D: '(?<day>\\d{1,2})' }

function expressionOf (form: string): RegExp {
  const body = form.replace(/YYYY|MMM|MM|DD|D|[.]/g, (part) => PARTS[part] ?? `\\${part}`).replaceAll(' ', '\\s')
  return new RegExp(`(?<![\\p{L}\\d])${body}(?!\\d)`, 'giu')
}

const FORMS = [...NUMERIC.map((form) => ({ form, language: '' })), ...NAMED.flatMap((form) => Object.keys(MONTHS).map((language) => ({ form, language })))]
  .map((it) => ({ ...it, expression: expressionOf(it.form) }))

/** Dates in the one form in which most of the rows' dates are printed; serial numbers of workbooks are one. */
export function datesIn (text: string, rows: Row[]): DateToken[] {
  const wanted = new Set(rows.map(({ date }) => date))
  const hits = (tokens: DateToken[]) => new Set(tokens.filter(({ date }) => wanted.has(date)).map(({ date }) => date)).size
  return [...FORMS.map((it) => datesOf(text, it)), serialsOf(text, wanted)].reduce((best, next) => hits(next) > hits(best) ? next : best, [])
}

function datesOf (text: string, { form, language, expression }: typeof FORMS[number]): DateToken[] {
  return [...text.matchAll(expression)].flatMap((match) => {
    const { year = '', month, day, name } = match.groups as Record<string, string | undefined>
    const number = month ?? monthOf(name ?? '', language)
    const date = day === undefined ? endOf(`${year}-${number}`) : `${year}-${number}-${day.padStart(2, '0')}`
    if (!isDate(date)) return []
    return { start: match.index, end: match.index + match[0].length, text: match[0], date, write: (other: string) => writeDate(other, form, language, name, day) }
  })
}

function endOf (month: string): string {
  return isDate(`${month}-01`) ? addDays(addDays(`${month}-28`, 4).slice(0, 8) + '01', -1) : ''
}

function monthOf (name: string, language: string): string {
  const place = MONTHS[language]!.findIndex((month) => plainName(month).startsWith(plainName(name)))
  return String(place + 1).padStart(2, '0')
}

function plainName (name: string): string {
  return name.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase()
}

function writeDate (date: string, form: string, language: string, name = '', oldDay = ''): string {
  const [year = '', month = '', day = ''] = date.split('-')
  const long = MONTHS[language]?.[Number(month) - 1] ?? ''
  const isShort = name.length === 3
  const cased = name === name.toUpperCase() ? long.toUpperCase() : name[0] === name[0]?.toUpperCase() ? long[0]?.toUpperCase() + long.slice(1) : long
  const parts: Record<string, string> = { YYYY: year, MMM: isShort ? cased.slice(0, 3) : cased, MM: month, DD: day, D: oldDay.startsWith('0') || oldDay.length === 2 ? day : String(Number(day)) }
  return form.replace(/YYYY|MMM|MM|DD|D/g, (part) => parts[part]!)
}

function serialsOf (text: string, wanted: Set<string>): DateToken[] {
  return matchesOf(text, /(?<![\d.,\p{L}])[34]\d{4}(?![\d.,\p{L}])/gu).map((token) => {
    return { ...token, date: addDays('1899-12-30', Number(token.text)), write: (date: string) => String(daysBetween('1899-12-30', date)) }
  }).filter(({ date }) => wanted.has(date))
}

/** What a publisher would call the line of a figure: the object, the table row, the element or the line that it stands in. */
export function recordsAround (text: string, { start, end }: Token): Token[] {
  const spans: Array<[number, number]> = [
    [text.lastIndexOf('{', start), text.indexOf('}', end) + 1],
    [text.lastIndexOf('<tr', start), text.indexOf('</tr>', end) + 5],
    emptyElementAround(text, start, end),
    elementAround(text, start, end, '<', '</', '>', 1),
    elementAround(text, start, end, '<', '</', '>', 2),
    elementAround(text, start, end, '&lt;', '&lt;/', '&gt;', 1),
    [text.lastIndexOf('\n', start - 1) + 1, text.indexOf('\n', end) + 1]
  ]
  return spans.filter(([from, to]) => from >= 0 && to > end && from < start).map(([from, to]) => ({ start: from, end: to, text: text.slice(from, to) }))
}

function emptyElementAround (text: string, start: number, end: number): [number, number] {
  const open = text.lastIndexOf('<', start)
  const close = text.indexOf('/>', end)
  return close < 0 || text.slice(open, close).includes('>') ? [-1, -1] : [open, close + 2]
}

function elementAround (text: string, start: number, end: number, mark: string, endMark: string, close: string, depth: number): [number, number] {
  for (let open = text.lastIndexOf(mark, start), left = depth; open >= 0; open = text.lastIndexOf(mark, open - 1)) {
    const [name] = /^[\w.:]+/.exec(text.slice(open + mark.length, open + 80)) ?? []
    const last = name === undefined ? -1 : text.indexOf(`${endMark}${name}${close}`, end)
    const isAround = last >= 0 && !text.slice(open + 1, last).includes(`${mark}${name}`)
    if (isAround && --left === 0) return [open, last + `${endMark}${name}${close}`.length]
    if (open === 0) break
  }
  return [-1, -1]
}
