import { addDays, spansOf } from '../../adapters/kit/dates.ts'
import type { Cadence, Source, Window } from '../../adapters/source.ts'
import type { Database } from '../../sql/database.ts'

// The window of a source without stored tables.
const FIRST_DAYS: Record<Cadence, number> = { daily: 10, weekly: 30, monthly: 400, quarterly: 400, yearly: 1100 }
// The overlap with stored tables, in which late corrections are found.
const OVERLAP_DAYS: Record<Cadence, number> = { daily: 5, weekly: 14, monthly: 62, quarterly: 184, yearly: 400 }
const BACKFILL_DAYS = 366

/** The current day in a time zone, as an ISO date. */
export function todayIn(timezone: string, now = new Date()): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit'
  }).format(now)
}

/**
 * The window of a source's first run, with nothing stored yet. A replay also uses it, because it must not depend on
 * stored tables.
 */
export function firstWindow(source: Source, today = todayIn(source.timezone)): Window {
  return windowSince(source, addDays(lastDay(source, today), -FIRST_DAYS[source.cadence]), today)
}

/** The window of an ordinary run: from shortly before the newest stored table to today. */
export async function latestWindow(
  database: Database,
  source: Source,
  today = todayIn(source.timezone)
): Promise<Window> {
  const [bank] = await database.write<{ latest_date: string | null }>('select latest_date from find_bank($1)', [
    source.code
  ])
  if (!bank?.latest_date) return firstWindow(source, today)
  const newest = bank.latest_date < today ? bank.latest_date : today
  return windowSince(source, addDays(newest, -OVERLAP_DAYS[source.cadence]), today)
}

function windowSince(source: Source, from: string, today: string): Window {
  return { from: from < source.historyFrom ? source.historyFrom : from, to: lastDay(source, today), today }
}

/** The day, or the last day of a closed series if that is earlier. */
function lastDay({ ended = '9999-12-31' }: Source, day: string): string {
  return day < ended ? day : ended
}

/**
 * The windows of a whole history, newest first, always cut at the same days, so that a resumed backfill can skip
 * finished windows.
 */
export function backfillWindows(
  source: Source,
  from = source.historyFrom,
  to?: string,
  today = todayIn(source.timezone)
): Window[] {
  return spansOf(
    { from: from < source.historyFrom ? source.historyFrom : from, to: lastDay(source, to ?? today), today },
    source.backfillDays ?? BACKFILL_DAYS
  ).reverse()
}
