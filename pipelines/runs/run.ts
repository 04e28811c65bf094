import type { Logger } from 'pino'
import type { Skipped } from '../../adapters/kit/skip.ts'
import { LayoutError, type Publication, type Source, type Window } from '../../adapters/source.ts'
import type { Database } from '../../sql/database.ts'
import { isUnavailable } from '../../sql/errors.ts'
import { archive, findAnswer, readArchive, readWronglyReplaced } from '../load/archive.ts'
import { Budget } from '../fetch/budget.ts'
import type { HostGate } from '../fetch/gate.ts'
import { Client, type ClientOptions } from '../fetch/http.ts'
import { loadStaging, type LoadCounts } from '../load/load.ts'
import { underLock } from './lock.ts'
import { networkFor } from '../fetch/network.ts'
import type { Parser } from '../read/parser.ts'
import { placeholders, ReplayDispatcher, type Recording } from '../fetch/replay.ts'
import { todayIn } from './window.ts'

type RunKind = 'schedule' | 'ingest' | 'backfill' | 'replay' | 'reparse' | 'mirror'

/** The dependencies that all runs share. */
export interface Pipeline {
  database: Database
  logger: Logger
  userAgent: string
  environment: Record<string, string | undefined>
  gate: HostGate
  parser: Parser
  signal?: AbortSignal
  /** The clock of a run's time limit, in milliseconds; by default the machine's. */
  now?: () => number
  /** The current date in a time zone; by default by the machine's clock. */
  today?: (timezone: string) => string
}

interface Run {
  kind: RunKind
  window: Window
  recording?: Recording
  /** Milliseconds to wait for another run of the source to end; without it, this run does not start. */
  timeout?: number
  onPublication?: (publication: Publication) => void
  /** An instant within an earlier run of the source of this kind. If that run was interrupted, this one resumes it. */
  resumes?: string
}

export interface Outcome extends LoadCounts {
  source: string
  /** `busy`: another worker runs the source; `skipped`: a credential or a recording is missing. */
  status: 'ok' | 'failed' | 'busy' | 'skipped'
  publications: number
  skippedItems: Skipped
  error?: string
  /** True if the connection to the database was lost, so that the same run may succeed later. */
  isCutOff?: boolean
}

const NOTHING: LoadCounts = { new: 0, changed: 0, unchanged: 0, quarantined: 0 }

/** The HTTP client of a run for a window, connected to the publisher or its recording. */
export function clientFor(
  pipeline: Pipeline,
  source: Source,
  window: Window,
  { recording, ...extra }: { recording?: Recording } & Partial<ClientOptions> = {}
): Client {
  const common = {
    userAgent: pipeline.userAgent,
    signal: pipeline.signal,
    budget: new Budget(window, pipeline.now),
    ...extra
  }
  if (!recording) {
    const remember: ClientOptions['remember'] = (request) => findAnswer(pipeline.database, source.code, request)
    return new Client(
      source,
      { ...common, dispatcher: networkFor(source, pipeline.environment), environment: pipeline.environment, remember },
      pipeline.gate
    )
  }
  const dispatcher = new ReplayDispatcher(recording)
  return new Client(source, {
    ...common,
    dispatcher,
    environment: placeholders(source, pipeline.environment),
    gap: 0,
    asRecorded: (request) => dispatcher.recorded(request)
  })
}

/**
 * One run of one source: fetch, archive, parse, check, load. A document with an unexpected layout fails the run; the
 * other documents still load. Never throws for an error of a publisher; the outcome and the table of runs record it.
 */
export async function runSource(pipeline: Pipeline, source: Source, run: Run): Promise<Outcome> {
  return runLocked(pipeline, source, run, async (id, outcome) => {
    const missing: string[] = []
    const budget = new Budget(run.window, pipeline.now)
    const http = clientFor(pipeline, source, run.window, {
      recording: run.recording,
      budget,
      onAbsent: (message) => missing.push(message)
    })
    const failures: string[] = []
    for await (const publication of source.fetch(run.window, http)) {
      const { id: publicationId, loaded, rows } = await archive(pipeline.database, publication, run.recording?.cut)
      const progress = { run: id, outcome, failures }
      const isRead = loaded || (await loadPublication(pipeline, source, progress, { id: publicationId, publication }))
      if (loaded) count(outcome, { ...NOTHING, ...(await confirm(pipeline, publicationId, rows)) })
      outcome.publications += 1
      run.onPublication?.(publication)
      const limit = isRead ? undefined : budget.takeUnread(publication.body.length)
      if (limit) {
        failures.push(limit.message)
        break
      }
    }
    if (outcome.publications === 0 && run.recording && missing.length > 0) failures.push(missing.at(-1)!)
    return failures
  })
}

/**
 * Confirms a publication that was fetched again unchanged: releases its doubtful rows if the publisher first printed
 * them at least twelve hours ago.
 */
async function confirm({ database }: Pipeline, publication: number, rows: number): Promise<Partial<LoadCounts>> {
  const [said] = await database.write<{ rows: number }>('select confirm_publication($1)::int as rows', [publication])
  return { new: said!.rows, unchanged: rows - said!.rows }
}

/** The outcome of a skipped source, with the reason. */
export function skipped(source: Source, error: string): Outcome {
  return { source: source.code, status: 'skipped', publications: 0, skippedItems: {}, ...NOTHING, error }
}

/** The sum of several runs of one source; failed if one failed. */
export function sumOf(outcomes: [Outcome, ...Outcome[]]): Outcome {
  return outcomes.reduce((sum, next) => {
    const worst = next.status === 'ok' ? sum : next
    const total = {
      ...sum,
      status: worst.status,
      error: sum.error ?? next.error,
      publications: sum.publications + next.publications,
      skippedItems: { ...sum.skippedItems }
    }
    count(total, next)
    countSkipped(total, next.skippedItems)
    return total
  })
}

/**
 * Reads a source's whole archive again with the current adapter, with the documents that earlier versions archived
 * under its former codes. Documents that turn out to be printed later than the one that replaced their rates are loaded
 * once more, when all printed times are known.
 */
export async function reparseSource(
  pipeline: Pipeline,
  source: Source,
  onPublication?: (publication: Publication) => void
): Promise<Outcome> {
  const today = todayOf(pipeline, source)
  return runLocked(
    pipeline,
    source,
    { kind: 'reparse', window: { from: source.historyFrom, to: today, today }, timeout: 30_000 },
    async (id, outcome) => {
      const failures: string[] = []
      if (source.former) {
        await pipeline.database.write('select adopt_publications($1, $2)', [source.code, source.former])
      }
      for await (const archived of readArchive(pipeline.database, source.code)) {
        await loadPublication(pipeline, source, { run: id, outcome, failures }, archived)
        outcome.publications += 1
        onPublication?.(archived.publication)
      }
      for await (const archived of readWronglyReplaced(pipeline.database, source.code))
        await loadPublication(pipeline, source, { run: id, outcome, failures }, archived)
      return failures
    }
  )
}

/** The state of a run in progress. */
interface Progress {
  run: number
  outcome: Outcome
  /** The errors of documents that could not be read. */
  failures: string[]
}

/**
 * Parses, checks and loads an archived publication. If its layout is unexpected, adds the error to the failures and
 * returns false.
 */
export async function loadPublication(
  pipeline: Pipeline,
  source: Source,
  { run, outcome, failures }: Progress,
  { id, publication }: { id: number; publication: Publication }
): Promise<boolean> {
  try {
    await pipeline.parser.stage(source, publication, todayOf(pipeline, source), async (staging) => {
      count(outcome, await loadStaging(pipeline.database, id, staging, run))
      countSkipped(outcome, staging.skippedItems)
    })
    return true
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    failures.push(`${publication.request.url}: ${error.message}`)
    return false
  }
}

/** The current day of a source. */
export function todayOf({ today = todayIn }: Pipeline, { timezone }: Pick<Source, 'timezone'>): string {
  return today(timezone)
}

/** Adds the counts of a load to an outcome. */
export function count(outcome: Outcome, counts: LoadCounts): void {
  for (const key of ['new', 'changed', 'unchanged', 'quarantined'] as const) outcome[key] += counts[key]
}

function countSkipped(outcome: Outcome, skippedItems: Skipped): void {
  for (const [reason, items] of Object.entries(skippedItems))
    outcome.skippedItems[reason] = (outcome.skippedItems[reason] ?? 0) + items
}

type Work = (run: number, outcome: Outcome) => Promise<string[]>

/** Runs a source, one run at a time, and records the run in the table of runs. */
export async function runLocked(
  pipeline: Pipeline,
  source: Pick<Source, 'code'>,
  run: Run,
  work: Work
): Promise<Outcome> {
  const outcome: Outcome = { source: source.code, status: 'ok', publications: 0, skippedItems: {}, ...NOTHING }
  const done = await underLock(pipeline.database, source.code, run.timeout ?? 0, () =>
    recordRun(pipeline, source, run, outcome, work)
  )
  return done ?? { ...outcome, status: 'busy', error: 'another run of this source is under way' }
}

async function recordRun(
  { database, logger }: Pipeline,
  source: Pick<Source, 'code'>,
  { kind, window, resumes }: Run,
  outcome: Outcome,
  work: Work
): Promise<Outcome> {
  const [{ id } = { id: 0 }] = await database.write<{ id: number }>('select resume_run($1, $2, $3, $4, $5) as id', [
    source.code,
    kind,
    window.from,
    window.to,
    resumes ?? null
  ])
  try {
    const failures = await work(id, outcome)
    if (failures.length > 0) {
      outcome.error =
        failures.length === 1 ? failures[0]! : `${failures.length} documents failed, the first: ${failures[0]}`
    }
  } catch (error) {
    outcome.error = (error as Error).message
    if (isUnavailable(error)) outcome.isCutOff = true
    logger.debug({ source: source.code, error }, 'run failed')
  }
  if (outcome.error !== undefined) outcome.status = 'failed'
  await database.write('select finish_run($1, $2, $3, $4, $5, $6, $7, $8)', [
    id,
    outcome.error ?? null,
    outcome.publications,
    outcome.new,
    outcome.changed,
    outcome.unchanged,
    outcome.quarantined,
    outcome.skippedItems
  ])
  if (outcome.error === undefined) logger.info({ kind, ...outcome }, 'run done')
  else logger.error({ kind, ...outcome }, 'run failed')
  return outcome
}
