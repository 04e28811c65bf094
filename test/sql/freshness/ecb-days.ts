import { addDays } from '../../../adapters/kit/dates.ts'

/** Easter Sunday of a year, by the Gregorian calendar (Butcher's rule). */
export function easterOf(year: number): string {
  const [century, ofCentury] = [Math.floor(year / 100), year % 100]
  const golden = year % 19
  const skipped = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - Math.floor(century / 4) - skipped + 15) % 30
  const day = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const shift = Math.floor((golden + 11 * moon + 22 * day) / 451)
  const place = moon + day - 7 * shift + 114
  return `${year}-0${Math.floor(place / 31)}-${String((place % 31) + 1).padStart(2, '0')}`
}

// The days on which the European Central Bank publishes: its archive has 6,239 of them up to 2023-05-12. It published on
// both holidays of Easter 1999, and not on the last days of 1999 and 2001.
function isPublicationDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  if (weekday === 0 || weekday === 6 || day === '1999-12-31' || day === '2001-12-31') return false
  const easter = easterOf(Number(day.slice(0, 4)))
  if (day === addDays(easter, -2) || day === addDays(easter, 1)) return day.startsWith('1999')
  return !['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))
}

/** The publication days from 1999 to 2027. */
export const DAYS: string[] = []
for (let day = '1999-01-04'; day <= '2027-12-31'; day = addDays(day, 1)) if (isPublicationDay(day)) DAYS.push(day)
