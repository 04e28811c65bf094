import { LayoutError } from '../source.ts'
import { addDays, daysIn } from './dates.ts'
import { excerpt } from './text.ts'

const ZEROS = { persian: 0x06f0, arabic: 0x0660 }
const CALENDAR = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit'
})
const YEARS_APART = 621 // the year that begins in March 2026 is 1405

/** A text with its Persian and Arabic digits as ASCII. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u06f0-\u06f9\u0660-\u0669]/g, (digit) =>
    String(digit.charCodeAt(0) - (digit >= '\u06f0' ? ZEROS.persian : ZEROS.arabic))
  )
}

/** An ISO date in the Solar Hijri calendar of Iran, as `YYYY/MM/DD`. */
export function writePersianDate(date: string): string {
  const parts = Object.fromEntries(
    CALENDAR.formatToParts(new Date(`${date}T00:00:00Z`)).map(({ type, value }) => [type, value])
  )
  return `${parts.year}/${parts.month}/${parts.day}`
}

/**
 * A printed date of the Solar Hijri calendar, `YYYY/MM/DD` in any digits, as an ISO date. Throws a `LayoutError` for
 * anything else.
 */
export function readPersianDate(printed: string): string {
  const text = asciiDigits(printed)
  const [, year = '', month = '', day = ''] = /^(\d{4})\/(\d\d)\/(\d\d)$/.exec(text) ?? []
  // Months have 29 to 31 days, so the estimate is off by a few days at most.
  const about =
    year && addDays(`${parseInt(year, 10) + YEARS_APART}-03-21`, (parseInt(month, 10) - 1) * 30 + parseInt(day, 10))
  const date =
    about && daysIn({ from: addDays(about, -8), to: addDays(about, 8) }).find((it) => writePersianDate(it) === text)
  if (!date) throw new LayoutError('a date like ۱۴۰۵/۰۴/۲۳', excerpt(printed))
  return date
}
