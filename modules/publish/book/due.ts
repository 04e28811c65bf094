import { createTask } from 'node-cron'
import type { Source } from '../../../adapters/source.ts'
import type { Database } from '../../../sql/database.ts'

/** The sources that a run fetches. */

const MIN_INTERVAL = 20 * 60_000 // milliseconds after the start of a run in which it is not repeated
const LATE_WINDOW = 3 * 3_600_000 // milliseconds after the usual time in which runs look for a late table
const LONGEST = 40 * 86_400_000
const QUARTER = 15 * 60_000 // the offset of every time zone is a multiple of a quarter of an hour

interface LastRun {
  source: string
  started_at: string
  is_failed: boolean
  changed_at: string | null
}

const LAST_RUNS = `
  select distinct on (source) source, utc_text(started_at) as started_at, status = 'failed' as is_failed,
    (select utc_text(max(known_at)) from log_entries where log_entries.source = runs.source) as changed_at
  from runs
  order by source, id desc`

/**
 * The sources whose newest table has normally been published since their last run, those whose last run failed, and
 * those whose table is late.
 */
export async function dueSources(database: Database, sources: Source[], now: Date): Promise<Source[]> {
  const rows = await database.write<LastRun>(LAST_RUNS)
  const runs = new Map(rows.map((row) => [row.source, row]))
  return sources.filter((source) => {
    const run = runs.get(source.code)
    if (!run) return true
    const [started, scheduled] = [Date.parse(run.started_at), lastScheduled(source, now).getTime()]
    const age = now.getTime() - started
    if (age < MIN_INTERVAL) return false
    const isLate = Date.parse(run.changed_at ?? '1970-01-01') < scheduled && now.getTime() - scheduled < LATE_WINDOW
    return run.is_failed || started < scheduled || isLate || age > LONGEST
  })
}

/** The last time up to an instant for which a source is scheduled; the epoch if there was none in 40 days. */
export function lastScheduled({ schedule, timezone }: Pick<Source, 'schedule' | 'timezone'>, now: Date): Date {
  const task = createTask(schedule, () => {}, { timezone })
  const minute = Number.parseInt(schedule, 10) * 60_000
  const latest = now.getTime() - ((now.getTime() - minute) % QUARTER)
  for (let at = latest; at > latest - LONGEST; at -= QUARTER) {
    const time = new Date(at)
    if (task.match(time)) return time
  }
  return new Date(0)
}
