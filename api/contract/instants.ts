import { DAY_MS } from './dates.ts'

// ISO 8601-1:2019: a calendar, ordinal or week date in the extended or the basic format, and a time to the hour, minute
// or second, each optionally with decimals.
const CALENDAR = /^(\d{4})(-?)(\d\d)\2(\d\d)$/
const ORDINAL = /^(\d{4})-?(\d{3})$/
const WEEK = /^(\d{4})(-?)W(\d\d)\2([1-7])$/
const TIME = /^(\d\d)(?:(:?)(\d\d)(?:\2(\d\d))?)?(?:[.,](\d{1,9}))?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?$/

const MICROSECONDS = 1_000_000
const MAX_OFFSET = 15 * 3600 // the farthest zones are 14 hours from UTC

/**
 * An instant in any form of ISO 8601, in UTC and to the microsecond: `2026-03-10T15:00Z` is `2026-03-10T15:00:00Z`. A
 * time without a zone is in UTC; a date without a time is its beginning. Undefined for other text, and for a date or a
 * time that does not exist.
 */
export function readInstant(text: string): string | undefined {
  const [date, time, ...others] = text.toUpperCase().split('T') as [string, ...string[]]
  const day = dayStart(date)
  const micros = time === undefined ? 0 : microsecondsOf(time)
  if (day === undefined || micros === undefined || others.length > 0) return undefined
  const seconds = Math.floor(micros / MICROSECONDS)
  const decimals = micros - seconds * MICROSECONDS
  return `${new Date(day + seconds * 1000).toISOString().slice(0, 19)}${decimals === 0 ? '' : `.${String(decimals).padStart(6, '0')}`}Z`
}

/** An instant as text, to the minute or with seconds: 2026-03-17 15:00 UTC. */
export function utcText(instant: string, hasSeconds = false): string {
  return `${instant.slice(0, hasSeconds ? 19 : 16).replace('T', ' ')} UTC`
}

/** The beginning of a date in UTC, in milliseconds since 1970. */
function dayStart(text: string): number | undefined {
  const calendar = CALENDAR.exec(text)
  const ordinal = ORDINAL.exec(text)
  const week = WEEK.exec(text)
  if (calendar) {
    const at = Date.UTC(Number(calendar[1]), Number(calendar[3]) - 1, Number(calendar[4]))
    return new Date(at).toISOString().slice(0, 10).replaceAll('-', '') === text.replaceAll('-', '') ? at : undefined
  }
  if (ordinal) {
    const [first, next] = [0, 1].map((more) => Date.UTC(Number(ordinal[1]) + more, 0, 1)) as [number, number]
    const at = first + (Number(ordinal[2]) - 1) * DAY_MS
    return at >= first && at < next ? at : undefined
  }
  if (!week) return undefined
  const at = firstMonday(Number(week[1])) + ((Number(week[3]) - 1) * 7 + Number(week[4]) - 1) * DAY_MS
  return Number(week[3]) >= 1 && at < firstMonday(Number(week[1]) + 1) ? at : undefined
}

/** The Monday of week 1, which is the week of 4 January. */
function firstMonday(year: number): number {
  const fourth = Date.UTC(year, 0, 4)
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS
}

/** The microseconds of a time since the beginning of its day in UTC. */
function microsecondsOf(text: string): number | undefined {
  const parts = TIME.exec(text)
  if (!parts) return undefined
  const [hour, minute, second, offsetHour, offsetMinute] = [parts[1], parts[3], parts[4], parts[7], parts[8]].map(
    (it) => Number(it ?? 0)
  ) as [number, number, number, number, number]
  const decimals = Number(`0.${parts[5] ?? 0}`)
  const unit = parts[3] === undefined ? 3600 : parts[4] === undefined ? 60 : 1
  const seconds = hour * 3600 + minute * 60 + second
  const offset = offsetHour * 3600 + offsetMinute * 60
  // second 60 is a leap second
  const exists =
    seconds + decimals <= 24 * 3600 && minute < 60 && second <= 60 && offsetMinute < 60 && offset < MAX_OFFSET
  return exists
    ? (seconds - (parts[6] === '-' ? -offset : offset)) * MICROSECONDS + Math.round(decimals * unit * MICROSECONDS)
    : undefined
}
