import PQueue from 'p-queue'
import type { Source, Window } from '../../adapters/source.ts'
import { missingCredential } from '../fetch/credentials.ts'
import { findRecordings, windowsOf } from '../fetch/replay.ts'
import { runSource, skipped, sumOf, type Outcome, type Pipeline, todayOf } from './run.ts'
import { backfillWindows, firstWindow, latestWindow } from './window.ts'

export interface Progress {
  source: string
  done: number
  total: number
}

const LOCK_TIMEOUT = 30_000
/**
 * Each run holds a connection for its lock and needs another one for its work. With more runs at a time, the locks
 * could use up the connections and block each other.
 */
export const RUNS_AT_ONCE = 4

// After this many failed windows in succession, the publisher itself is the likely cause.
const MAX_IN_SUCCESSION = 3

export interface Ingest {
  from?: string
  to?: string
  /** A folder of recordings that replace the publishers' answers. */
  replay?: string
  /** Skips recordings that end after this date. */
  until?: string
}

/** Runs one source for a window or for its newest tables. A replay runs each of its recordings separately. */
export async function ingestSource(
  pipeline: Pipeline,
  source: Source,
  { from, to, replay, until }: Ingest,
  onProgress?: (progress: Progress) => void
): Promise<Outcome> {
  const missing = replay ? undefined : missingCredential(source, pipeline.environment)
  if (missing) return skipped(source, missing)
  const today = todayOf(pipeline, source)
  const latest = replay ? firstWindow(source, today) : await latestWindow(pipeline.database, source, today)
  const wanted: Window | undefined =
    from || to ? { from: from ?? source.historyFrom, to: to ?? latest.today, today: latest.today } : undefined
  const runs = replay
    ? (await findRecordings(replay, source.code)).flatMap((recording) =>
        (wanted ? [wanted] : windowsOf(recording, latest))
          .filter((window) => until === undefined || window.to <= until)
          .map((window) => ({ kind: 'replay' as const, window, recording }))
      )
    : [{ kind: 'ingest' as const, window: wanted ?? latest }]
  const outcomes: Outcome[] = []
  for (const [index, run] of runs.entries()) {
    onProgress?.({ source: source.code, done: index, total: runs.length })
    outcomes.push(await runSource(pipeline, source, { ...run, timeout: LOCK_TIMEOUT }))
  }
  const [first, ...rest] = outcomes
  return first
    ? sumOf([first, ...rest])
    : skipped(source, `no recording in ${replay}${until === undefined ? '' : ` ends by ${until}`}`)
}

/**
 * Loads a source's whole history in windows, newest first, without the windows that an earlier backfill finished. A
 * failed window does not stop the others; the error names it, and the next backfill tries it again.
 */
export async function backfillSource(
  pipeline: Pipeline,
  source: Source,
  { from, to }: Ingest,
  onProgress?: (progress: Progress) => void
): Promise<Outcome> {
  const missing = missingCredential(source, pipeline.environment)
  if (missing) return skipped(source, missing)
  const windows = backfillWindows(source, from, to, todayOf(pipeline, source))
  const outcomes: Outcome[] = []
  const failed: string[] = []
  let inSuccession = 0
  for (const [index, window] of windows.entries()) {
    onProgress?.({ source: source.code, done: index, total: windows.length })
    const [{ done } = { done: false }] = await pipeline.database.write<{ done: boolean }>(
      'select is_backfilled($1, $2, $3) as done',
      [source.code, window.from, window.to]
    )
    if (done) continue
    const outcome = await runSource(pipeline, source, { kind: 'backfill', window, timeout: LOCK_TIMEOUT })
    outcomes.push(outcome)
    const { status, error, isCutOff } = outcome
    if (status === 'failed') failed.push(`${window.from} to ${window.to}: ${error}`)
    inSuccession = status === 'failed' ? inSuccession + 1 : 0
    if (status === 'busy' || isCutOff || pipeline.signal?.aborted || inSuccession === MAX_IN_SUCCESSION) break
  }
  const [first, ...rest] = outcomes
  return first
    ? { ...sumOf([first, ...rest]), ...(failed.length > 0 && { error: failed.join('\n') }) }
    : { ...skipped(source, 'the whole history is stored'), status: 'ok', error: undefined }
}

/**
 * Runs work for each source, a few at a time, and returns the outcomes in the order in which they end. An error fails
 * only its own source.
 */
export async function forEachSource(
  sources: Source[],
  work: (source: Source) => Promise<Outcome>,
  onOutcome: (outcome: Outcome) => void,
  queue = new PQueue({ concurrency: RUNS_AT_ONCE })
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  await Promise.all(
    sources.map((source) =>
      queue.add(async () => {
        const outcome = await work(source).catch((error: Error): Outcome => ({
          ...skipped(source, error.message),
          status: 'failed'
        }))
        outcomes.push(outcome)
        onOutcome(outcome)
      })
    )
  )
  return outcomes
}
