import type { QuarantinedRow, Verdict } from '../../../api/operations/operations-query.ts'
import type { Database } from '../../../sql/database.ts'

/** A source with its newest table and its last run. The counts are null if it never ran. */
export interface SourceState {
  code: string
  name: string
  cadence: string
  latest_date: string | null
  stale: boolean
  overdue: boolean
  missed: number | null
  /** When the publisher last changed the document with the newest table, by its server. */
  published_at: string | null
  /** The usual time of the newest table, as HH:MM in UTC. */
  publishes: string | null
  /** When that document was fetched for the first time. */
  fetched_at: string | null
  last_run: string | null
  last_status: 'running' | 'ok' | 'failed' | null
  /** The system error, such as ENOTFOUND, with which the last run failed to reach its publisher. */
  unreachable: string | null
  rows_new: number
  rows_changed: number
  rows_unchanged: number
  rows_quarantined: number
  /** Its last ninety days (see source_days); null without a table. */
  days: string | null
  had: number
  without: number
  unasked: number
}

const STATES = 'select * from operator_states($1)'

/**
 * Every source in use with its last run, overdue ones first. Reads from the primary, because operators need the newest
 * changes.
 */
export function listSourceStates(database: Database, today: string): Promise<SourceState[]> {
  return database.write<SourceState>(STATES, [today])
}

export interface FailedRun {
  id: number
  source: string
  kind: string
  started_at: string
  window_from: string | null
  window_to: string | null
  error: string
}

const FAILED =
  'select id, source, kind, started_at, window_from, window_to, error from failed_runs(service_now() - $1::interval, $2)'

/** The runs that failed within the last days, newest first. */
export function listFailedRuns(database: Database, days: number, limit: number): Promise<FailedRun[]> {
  return database.write<FailedRun>(FAILED, [`${days} days`, limit])
}

export interface UnreadDocument {
  id: number
  source: string
  url: string
  media_type: string
  size: number
  last_fetched_at: string
}

/** The archived documents that could not be read, newest first. */
export function listUnreadDocuments(database: Database, limit: number): Promise<UnreadDocument[]> {
  return database.write<UnreadDocument>(
    'select id, source, url, media_type, size, last_fetched_at from unread_publications(null, $1)',
    [limit]
  )
}

export interface WaitingRow extends QuarantinedRow {
  publication_id: number
}

export interface WaitingRows {
  /** The rows of the page, oldest first, of the requested source or of all. */
  rows: WaitingRow[]
  /** The number of waiting rows of each source. */
  sources: Array<{ source: string; waiting: number }>
}

const PENDING =
  'select id, source, date, base, quote, type, value, unit, reason, detected_at, publication_id from ' +
  'pending_quarantine($1) limit $2 offset $3'

/** A page of the rows that wait for a decision, of one source or of all. */
export async function listQuarantine(
  database: Database,
  { limit, page, source }: { limit: number; page: number; source?: string }
): Promise<WaitingRows> {
  const [rows, sources] = await Promise.all([
    database.write<WaitingRow>(PENDING, [source ?? null, limit, (page - 1) * limit]),
    database.write<WaitingRows['sources'][number]>(
      'select source, count(*) as waiting from pending_quarantine(null) group by source order by source'
    )
  ])
  return { rows, sources }
}

/** True if rows of a source wait for a decision. */
export async function hasWaitingRows(database: Database, source: string): Promise<boolean> {
  const [row] = await database.read<{ waits: boolean }>('select exists (select from pending_quarantine($1)) as waits', [
    source
  ])
  return row!.waits
}

export interface DecidedRow extends Omit<QuarantinedRow, 'reason' | 'detected_at'> {
  status: Verdict
  decided_by: string
  why: string
  decided_at: string
}

/** The newest decisions of operators and of Ratebook that were not undone, newest first. */
export function listDecided(database: Database, limit: number): Promise<DecidedRow[]> {
  return database.write<DecidedRow>(
    'select id, source, date, base, quote, type, value, unit, status, decided_by, why, decided_at from ' +
      'decided_quarantine($1)',
    [limit]
  )
}

/** The publishing rhythm of a source and its recent tables; the parts of the rhythm are null while it has no table. */
export interface RhythmState {
  code: string
  name: string
  cadence: string
  latest_date: string | null
  overdue: boolean
  missed: number | null
  /** The weekdays; Monday is 1. */
  weekdays: number[] | null
  usual: number | null
  longest: number | null
  lag: number | null
  had: number
  expected: number | null
  gap_from: string | null
  gap_to: string | null
}

const RHYTHMS = `
  select code, name, cadence, latest_date, overdue, missed, weekdays, usual, longest, lag, had, expected, gap_from, gap_to
  from rhythm_states($1)`

/** The rhythm of every source, overdue ones first. */
export function listRhythms(database: Database, today: string): Promise<RhythmState[]> {
  return database.read<RhythmState>(RHYTHMS, [today])
}
