import { dayIn } from '../../adapters/kit/instants.ts'
import type { Database } from '../../sql/database.ts'
import type { CalendarEvent } from '../formats/icalendar.ts'
import { readRows } from '../formats/read.ts'
import { coming } from './calendar-fields.ts'

/** When a list of a source publishes, by its own past. */
export interface PublicationTimes {
  code: string
  name: string
  cadence: string
  /** The number of its series; null if the source has one list. */
  series: number | null
  timezone: string
  /** The time of day in that zone. */
  clock: string
  latest_date: string
  next_date: string | null
  next_at: string | null
  missed: string[] | null
  late_90_median: number | null
  late_90_worst: number | null
  /** The next tables, and when they are expected. */
  coming: Array<{ date: string; at: string }>
}

/** When each list of the sources with a table, or of one, publishes; with its next `most` tables. */
export async function readCalendar(
  database: Database,
  { now, bank, most = 1 }: { now: number; bank?: string; most?: number }
): Promise<PublicationTimes[]> {
  const rows = await readRows(coming, database, { now: new Date(now).toISOString(), banks: bank && [bank], most })
  return rows.objects<PublicationTimes>()
}

/** The calendar of publications in a file. An event changes when a table arrives or is missed. */
export const CALENDAR = { name: 'Publications of exchange rates', refresh: 'PT1H' }

/** The coming tables as events of a calendar, each with the address of its source. */
export function calendarEvents(
  sources: PublicationTimes[],
  addressOf: (code: string) => string | undefined
): CalendarEvent[] {
  return sources.flatMap((times) => {
    const { code, name, cadence, series, timezone, clock, latest_date: latest, coming } = times
    const arrival = arrivalOf(times)
    const late = latenessOf(times)
    return coming.map(({ date, at }) => ({
      uid: `${code}-${cadence}-${date}`,
      start: at,
      stamp: latest,
      summary: `${name}: ${series === null ? '' : `${cadence} `}table of ${date}`,
      description:
        `Expected on ${dayIn(at, timezone)} at ${clock} (${timezone}).` +
        (late === undefined ? ` Newest table: ${latest}.` : ` Late: ${late}.`) +
        (arrival === undefined ? '' : ` Arrival in the last 90 days: ${arrival}.`),
      url: addressOf(code)
    }))
  })
}

/** Since when a source is late; undefined if its newest expected table has arrived. */
export function latenessOf({ latest_date: latest, missed }: PublicationTimes): string | undefined {
  const count = (missed ?? []).filter((day) => day > latest).length
  if (count === 0) return undefined
  return `no table after that of ${latest}, although ${count} ${count === 1 ? 'was' : 'were'} expected in the last 90 days`
}

/** How late the tables of the last 90 days arrived. */
export function arrivalOf({ late_90_median: median, late_90_worst: worst }: PublicationTimes): string | undefined {
  return median === null ? undefined : `${delayOf(median)} at the median, ${delayOf(worst!)} at the latest`
}

function delayOf(minutes: number): string {
  const size = Math.abs(minutes)
  const text =
    size < 120 ? `${size} min` : size < 2880 ? `${Math.round(size / 60)} h` : `${Math.round(size / 1440)} days`
  return minutes === 0 ? 'on time' : `${text} ${minutes > 0 ? 'after' : 'before'} the expected time`
}
