import { isDate } from '../../adapters/kit/dates.ts'
import type { Database } from '../../sql/database.ts'
import { notFound } from '../contract/errors.ts'

export interface QuarantinedRow {
  id: number
  source: string
  date: string
  base: string
  quote: string
  type: string
  value: string
  unit: string
  reason: string
  detected_at: string
}

/** `corrected`: the publisher printed another value; `unsaid`: it never printed this value again. */
export type Verdict = 'released' | 'rejected' | 'corrected' | 'unsaid'

export interface ReviewedRow extends QuarantinedRow {
  name: string
  status: 'pending' | Verdict
  publication_id: number
  url: string
  method: 'GET' | 'POST'
  body: string | null
  media_type: string
  charset: string | null
  fetched_at: string
  /** For one unit of the base; null if the figure is not a number or is per gram. */
  rate: string | null
  decisions: Array<{ decision: Verdict | 'undone'; by: string; why: string; at: string }>
}

export interface Evidence {
  part: 'before' | 'stored' | 'after' | 'other'
  source: string
  name: string | null
  date: string
  type: string
  rate: string
  derived: boolean
}

const REVIEWED = `
  select id, source, name, date, base, quote, type, value, unit, reason, status, detected_at, publication_id, url, method, body, media_type, charset, fetched_at, rate, decisions
  from quarantined_row($1)`
const EVIDENCE = 'select part, source, name, date, type, rate, derived from quarantine_evidence($1, $2, $3, $4, $5)'

/**
 * A row in quarantine, with the stored rates and other sources' rates to compare it with. Throws 404 for an unknown
 * number.
 */
export async function reviewQuarantined(
  database: Database,
  id: number
): Promise<{ row: ReviewedRow; evidence: Evidence[] }> {
  const [row] = await database.write<ReviewedRow>(REVIEWED, [id])
  if (!row) throw notFound(`there is no row ${id} in quarantine`)
  const { source, base, quote, type, date } = row
  return {
    row,
    evidence: isDate(date) ? await database.write<Evidence>(EVIDENCE, [source, base, quote, type, date]) : []
  }
}

export interface RunTotals {
  source: string
  status: string
  runs: number
  rows_new: number
  rows_changed: number
  rows_unchanged: number
  rows_quarantined: number
}

/** The runs of each source by outcome, and the counts of their rows. */
export function listRunTotals(database: Database): Promise<RunTotals[]> {
  return database.read<RunTotals>(
    'select source, status, runs, rows_new, rows_changed, rows_unchanged, rows_quarantined from run_totals()'
  )
}

/** The health of a source. */
export interface SourceHealth {
  code: string
  cadence: string
  latest_date: string | null
  overdue: boolean
  missed: number | null
  last_success: string | null
  failures: number
  in_quarantine: number
}

/** The state of every source. */
export function listSourceHealth(database: Database, today: string): Promise<SourceHealth[]> {
  return database.read<SourceHealth>(
    'select code, cadence, latest_date, overdue, missed, last_success, failures, in_quarantine from source_health($1)',
    [today]
  )
}

export interface FeedState {
  code: string
  last_status: string | null
  newest: string | null
}

/** The market feeds that are polled, each with the result of its last poll. */
export function listFeedStates(database: Database): Promise<FeedState[]> {
  return database.read<FeedState>('select code, last_status, newest from market_status() where "position" is not null')
}

/** Writes like a charge and rolls back. Throws if the database is read-only. */
export async function assertWritable(database: Database): Promise<void> {
  await database.withClient(async (client) => {
    await client.query('begin')
    await client.query('select assert_writable()').finally(() => client.query('rollback'))
  })
}
