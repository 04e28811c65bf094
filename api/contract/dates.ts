export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** The date of an instant in UTC. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}

/**
 * Today, or the day of an earlier `as_of`: the same question must have the same answer on every later day. The form of a
 * page may send one that is empty or no instant.
 */
export function askedDay(request: object, now: number): string {
  const asOf = Date.parse((request as { as_of?: string }).as_of ?? '')
  return dayOf(asOf < now ? asOf : now)
}

/** The dates of a month given as 2026-03. */
export function datesOf(month: string): string[] {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}

/** The date a number of days before another date. */
export function daysBefore(day: string, days: number): string {
  return dayOf(Date.parse(day) - days * DAY_MS)
}

/** The same date a year earlier; 28 February for 29 February. */
export function yearBefore(day: string): string {
  const year = Math.max(Number(day.slice(0, 4)) - 1, 1)
  const earlier = `${String(year).padStart(4, '0')}${day.slice(4)}`
  return earlier.endsWith('-02-29') ? earlier.replace('-29', '-28') : earlier
}
