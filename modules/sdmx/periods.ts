import { badRequest } from '../../api/contract/errors.ts'

/**
 * The periods of SDMX: Gregorian ones, as in 2026 and 2026-03, and reporting periods, as in 2026-Q1, 2026-S1 and
 * 2026-W07.
 */

const DAY_MS = 86_400_000
const GREGORIAN = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?)?$/
const REPORTING = /^(\d{4})-?([ASTQMWD])(\d{1,3})$/
const LENGTHS: Record<string, { count: number; months: number }> = {
  A: { count: 1, months: 12 },
  S: { count: 2, months: 6 },
  T: { count: 3, months: 4 },
  Q: { count: 4, months: 3 },
  M: { count: 12, months: 1 }
}

export interface Span {
  from: string
  to: string
}

/** The window of a request that does not name one. */
export const ALWAYS: Span = { from: '0001-01-01', to: '9999-12-31' }

/** The error for a text that is not a period. */
export const PERIOD = 'expected a date or a period, such as 2026-03-17, 2026-03, 2026-Q1 or 2026'

/** The first and last day of a period; undefined for other text. */
export function spanOf(text: string): Span | undefined {
  const [, year, month, day] = GREGORIAN.exec(text) ?? []
  if (year !== undefined) return gregorian(Number(year), month, day)
  const [, of, letter, number] = REPORTING.exec(text) ?? []
  return of === undefined ? undefined : reporting(Number(of), letter!, Number(number))
}

function gregorian(year: number, month?: string, day?: string): Span | undefined {
  if (year === 0) return undefined
  if (month === undefined) return months(year, 0, 12)
  const place = Number(month) - 1
  if (place < 0 || place > 11) return undefined
  const span = months(year, place, 1)
  if (day === undefined) return span
  const date = `${span.from.slice(0, 8)}${day}`
  return date >= span.from && date <= span.to ? { from: date, to: date } : undefined
}

function reporting(year: number, letter: string, number: number): Span | undefined {
  if (year === 0 || number === 0) return undefined
  const length = LENGTHS[letter]
  if (length) return number <= length.count ? months(year, (number - 1) * length.months, length.months) : undefined
  const { from, to } = months(year, 0, 12)
  const start =
    letter === 'W' ? firstMonday(from) + (number - 1) * 7 * DAY_MS : Date.parse(from) + (number - 1) * DAY_MS
  const end = letter === 'W' ? start + 6 * DAY_MS : start
  const isOf = letter === 'W' ? start + 3 * DAY_MS <= Date.parse(to) : end <= Date.parse(to)
  return isOf ? { from: dayOf(start), to: dayOf(end) } : undefined
}

// The Monday of the first week with a Thursday in the year (ISO 8601).
function firstMonday(newYear: string): number {
  const fourth = Date.parse(newYear) + 3 * DAY_MS
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS
}

function months(year: number, first: number, count: number): Span {
  return {
    from: `${String(year).padStart(4, '0')}-${String(first + 1).padStart(2, '0')}-01`,
    to: dayOf(utc(year, first + count) - DAY_MS)
  }
}

// Date.UTC reads a year below 100 as one of the twentieth century.
function utc(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1)
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** The window between two days. Throws 400 if it ends before it begins. */
export function windowOf(from: string, to: string): Span {
  if (from > to) throw badRequest('startPeriod', 'must not begin after endPeriod')
  return { from, to }
}

/** The text of a period of a frequency, from its first day. */
export function periodOf(frequency: string, day: string): string {
  switch (frequency) {
    case 'A':
      return day.slice(0, 4)
    case 'Q':
      return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
    case 'M':
      return day.slice(0, 7)
    default:
      return day
  }
}

/** The number of months of each longer period. */
export const MONTHS = { month: 1, quarter: 3, year: 12 }

/** The number of calendar months that two days and those between them touch. */
export function monthsBetween(from: string, to: string): number {
  return monthOf(to) - monthOf(from) + 1
}

/** The number of the calendar month of a day. */
export function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}
