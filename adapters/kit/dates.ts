import { LayoutError, type Window } from '../source.ts'
import { excerpt, plainLabel, squeeze } from './text.ts'

const DAY = 86_400_000

const MONTH_NAMES: Record<string, string[]> = {
  // prettier-ignore
  en: [
    'january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november',
    'december'
  ],
  // prettier-ignore
  fr: [
    'janvier', 'fevrier', 'mars', 'avril', 'mai', 'juin', 'juillet', 'aout', 'septembre', 'octobre', 'novembre',
    'decembre'
  ],
  // prettier-ignore
  es: [
    'enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre', 'noviembre',
    'diciembre'
  ],
  // prettier-ignore
  sq: [
    'janar', 'shkurt', 'mars', 'prill', 'maj', 'qershor', 'korrik', 'gusht', 'shtator', 'tetor', 'nentor', 'dhjetor'
  ],
  // prettier-ignore
  id: [
    'januari', 'februari', 'maret', 'april', 'mei', 'juni', 'juli', 'agustus', 'september', 'oktober', 'november',
    'desember'
  ],
  // prettier-ignore
  nl: [
    'januari', 'februari', 'maart', 'april', 'mei', 'juni', 'juli', 'augustus', 'september', 'oktober', 'november',
    'december'
  ],
  // prettier-ignore
  pt: [
    'janeiro', 'fevereiro', 'marco', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro',
    'dezembro'
  ]
}

const TOKENS: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MMM: '(?<name>\\p{L}+)\\.?',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})'
}

/**
 * A printed date as an ISO date. The pattern consists of YYYY, YY (20YY), MM, M, DD, D and MMM (a month's name or an
 * abbreviation of at least three letters, in `language`). Other characters stand for themselves, words in lower case
 * (`D de MMM`), and a blank for any white space. Throws a `LayoutError` for another form or a day that does not exist.
 */
export function readDate(printed: string, pattern: string, language: keyof typeof MONTH_NAMES = 'en'): string {
  const groups = expressionOf(pattern).exec(squeeze(printed))?.groups
  const month = groups?.name === undefined ? groups?.month : monthNumber(groups.name, language)
  const year = groups?.year?.padStart(4, '20')
  const iso = `${year}-${month?.padStart(2, '0')}-${groups?.day?.padStart(2, '0') ?? '01'}`
  if (!isDate(iso)) throw new LayoutError(`a date like ${pattern}`, excerpt(printed))
  return iso
}

const CLOCK = /^(?<hour>\d{1,2})[:.](?<minute>[0-5]\d)(?:[:.][0-5]\d)? ?(?:(?<half>[ap])\.?m\.?)?$/i

/** A printed time (`9:08 AM`, `15.30`) as HH:MM. Undefined for another form. */
export function readTime(printed: string): string | undefined {
  const { hour = '', minute = '', half = '' } = CLOCK.exec(squeeze(printed))?.groups ?? {}
  const hours = half === '' ? parseInt(hour, 10) : (parseInt(hour, 10) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return hours < 24 ? `${String(hours).padStart(2, '0')}:${minute}` : undefined
}

const expressions = new Map<string, RegExp>()

function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern)
  if (known) return known
  const source = pattern.replace(
    /YYYY|YY|MMM|MM|M|DD|D|./gu,
    (part) => TOKENS[part] ?? part.replace(/[.*+?^${}()|[\]\\/]/, '\\$&')
  )
  const expression = new RegExp(`^${source}$`, 'iu')
  expressions.set(pattern, expression)
  return expression
}

function monthNumber(name: string, language: keyof typeof MONTH_NAMES): string | undefined {
  const label = plainLabel(name)
  const index = label.length < 3 ? -1 : MONTH_NAMES[language]!.findIndex((month) => month.startsWith(label))
  return index < 0 ? undefined : String(index + 1)
}

/**
 * The number of the only month whose full name is inside a text, as `MM`: `07` for `jJuli` in Dutch. Undefined for none
 * or several.
 */
export function findMonth(text: string, language: keyof typeof MONTH_NAMES): string | undefined {
  const label = plainLabel(text)
  const [month, ...others] = MONTH_NAMES[language]!.flatMap((name, index) => (label.includes(name) ? [index + 1] : []))
  return month === undefined || others.length > 0 ? undefined : String(month).padStart(2, '0')
}

/** True for an ISO date of the Gregorian calendar. */
export function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/**
 * An ISO date in a publisher's form, with the tokens of `readDate`; MMM is the English abbreviation of the month
 * (`Mar`).
 */
export function writeDate(date: string, pattern: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  const name = MONTH_NAMES.en![parseInt(month, 10) - 1]!
  const short = name[0]!.toUpperCase() + name.slice(1, 3)
  const parts: Record<string, string> = {
    YYYY: year,
    YY: year.slice(2),
    MMM: short,
    MM: month,
    M: String(parseInt(month, 10)),
    DD: day,
    D: String(parseInt(day, 10))
  }
  return pattern.replace(/YYYY|YY|MMM|MM|M|DD|D/g, (token) => parts[token]!)
}

/** The English name of a date's month, in lower case (`january`). */
export function monthName(date: string): string {
  return MONTH_NAMES.en![parseInt(date.slice(5, 7), 10) - 1]!
}

/** The date of a workbook's serial number (day 1 is 1900-01-01, with the workbook's own 29 February 1900). */
export function readSerial(serial: string): string {
  if (!/^\d{1,5}(\.\d+)?$/.test(serial)) throw new LayoutError('a date serial number', excerpt(serial))
  return addDays('1899-12-30', parseInt(serial, 10))
}

/** The date a number of days later, or earlier if the number is negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** The number of days between two dates; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY)
}

/** Every day of a window. */
export function daysIn(window: Pick<Window, 'from' | 'to'>): string[] {
  return Array.from({ length: Math.max(0, daysBetween(window.from, window.to) + 1) }, (_, index) =>
    addDays(window.from, index)
  )
}

/** The number of a date's weekday, from 0 for Sunday to 6. */
export function weekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

/** The days of a window that are not a Saturday or a Sunday. */
export function weekdaysIn(window: Pick<Window, 'from' | 'to'>): string[] {
  return daysIn(window).filter((day) => ![0, 6].includes(weekday(day)))
}

/** The first days of the weeks that a window touches. Weeks begin on `firstWeekday`, from 0 for Sunday to 6. */
export function weeksIn(window: Pick<Window, 'from' | 'to'>, firstWeekday: number): string[] {
  return daysIn({ from: addDays(window.from, -6), to: window.to }).filter((day) => weekday(day) === firstWeekday)
}

/** Every month that a window touches, as `YYYY-MM`. */
export function monthsIn(window: Pick<Window, 'from' | 'to'>): string[] {
  return [...new Set(daysIn(window).map((day) => day.slice(0, 7)))]
}

/** Every year that a window touches, as `YYYY`. */
export function yearsIn(window: Pick<Window, 'from' | 'to'>): string[] {
  return [...new Set(monthsIn(window).map((month) => month.slice(0, 4)))]
}

/** The month a number of months later, both as `YYYY-MM`. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map((part) => parseInt(part, 10))
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** The last day of a month given as `YYYY-MM`. */
export function endOfMonth(month: string): string {
  return addDays(`${addMonths(month, 1)}-01`, -1)
}

/**
 * Splits a window into windows of at most `days` days, oldest first. Each begins `overlap` days earlier, so that
 * holidays do not leave it without a table, and so that it includes a figure that is quoted from the day before.
 */
export function spansOf(window: Window, days: number, overlap = 0): Window[] {
  const count = Math.ceil((daysBetween(window.from, window.to) + 1) / days)
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const from = addDays(window.from, index * days)
    const last = addDays(from, days - 1)
    return { ...window, from: addDays(from, -overlap), to: last < window.to ? last : window.to }
  })
}
