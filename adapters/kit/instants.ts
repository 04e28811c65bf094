import { LayoutError } from '../source.ts'
import { excerpt } from './text.ts'

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?)(?:Z|([+-]\d\d):?(\d\d))$/
const UNIX = /^\d{9,10}$/ // seconds since 1970, from 1973 to 2286; longer numbers are milliseconds

/**
 * A printed instant with its offset (`2026-03-12T10:43:31+0000`) as ISO 8601 in UTC. Throws a `LayoutError` for
 * anything else.
 */
export function readInstant(printed: string): string {
  const [, clock, hours = '+00', minutes = '00'] = INSTANT.exec(printed) ?? []
  const time = clock === undefined ? NaN : Date.parse(`${clock}${hours}:${minutes}`)
  if (Number.isNaN(time)) throw new LayoutError('an instant with its offset', excerpt(printed))
  return new Date(time).toISOString()
}

/** Printed seconds since 1970 as ISO 8601 in UTC. Throws a `LayoutError` for anything else. */
export function readUnixTime(printed: string): string {
  if (!UNIX.test(printed)) throw new LayoutError('seconds since 1970', excerpt(printed))
  return new Date(parseInt(printed, 10) * 1000).toISOString()
}

/** The ISO date in a time zone at a printed instant with its offset. Throws a `LayoutError` for anything else. */
export function dayIn(printed: string, timezone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit'
  }).format(new Date(readInstant(printed)))
}
