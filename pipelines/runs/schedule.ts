import { setTimeout as sleep } from 'node:timers/promises'
import { createTask } from 'node-cron'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { Source } from '../../adapters/source.ts'
import type { Database } from '../../sql/database.ts'
import { isUnavailable } from '../../sql/errors.ts'
import { refuseNewer } from '../../sql/migrate.ts'
import { missingCredential } from '../fetch/credentials.ts'
import { forEachSource, RUNS_AT_ONCE } from './ingest.ts'
import { runSource, skipped, type Outcome, type Pipeline } from './run.ts'
import { latestWindow } from './window.ts'

// Publishers are sometimes late, so a run without a new table is repeated a few times.
const RETRY_AFTER = 30 * 60_000
const RETRIES = 6
// A run that was cut off repeatedly waits longer, because it may itself overload the database.
const AFTER_CUT_OFF = 1_000
const PROBE_EVERY = 1_000
// Timers stop while the machine sleeps, so due times are compared with the clock.
const COMPARE_EVERY = 60_000
// Several workers share a schedule: a run that another worker has just done is not repeated.
const FRESH_MINUTES = 20

interface Schedule {
  stop: () => Promise<void>
}

/**
 * Runs every source at the usual time of its newest table, and all of them once in the background now; `onFirst`
 * receives the outcome of each of these. `onLoaded` follows the start and each successful run. A run that lost the
 * database is repeated as soon as the database answers.
 */
export function startSchedule(
  pipeline: Pipeline,
  sources: Source[],
  onFirst: (outcome: Outcome) => void = () => {},
  onLoaded = async () => {}
): Schedule {
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const queue = new PQueue({ concurrency: RUNS_AT_ONCE })
  const recovery = recoveryOf(pipeline.database, stopping.signal)

  const track = (work: Promise<unknown>) => {
    running.add(work)
    void work.finally(() => running.delete(work))
  }
  const refresh = () =>
    track(
      onLoaded().catch((error: unknown) =>
        pipeline.logger.error({ error }, 'the calculated rates could not be brought up to date')
      )
    )
  const attempt = async (source: Source, retries: number, cutOffs = 0): Promise<Outcome> => {
    if (stopping.signal.aborted) return skipped(source, 'stopping')
    const outcome = await runScheduled(pipeline, source)
    if (outcome.status === 'ok') refresh() // even without new rates: an outage may have prevented an earlier refresh
    const delay = outcome.status === 'ok' ? await recheckDelay(pipeline, source) : undefined
    const needsRetry = outcome.status === 'failed' || (outcome.status === 'ok' && outcome.new + outcome.changed === 0)
    if (outcome.isCutOff)
      again(
        recovery().then(() => wait(Math.min(AFTER_CUT_OFF * 4 ** cutOffs, RETRY_AFTER))),
        () => attempt(source, retries, cutOffs + 1)
      )
    else if (needsRetry && retries > 0) again(wait(RETRY_AFTER), () => attempt(source, retries - 1))
    else if (delay !== undefined) again(wait(delay), () => attempt(source, 0))
    return outcome
  }
  const wait = (milliseconds: number) => sleep(milliseconds, undefined, { signal: stopping.signal })
  // the schedule may have stopped during the wait
  const again = (waited: Promise<unknown>, work: () => Promise<unknown>) =>
    track(
      waited.then(
        () => queue.add(work),
        () => {}
      )
    )

  const stopEnding = endInterruptedRuns(pipeline)
  const stopClock = onDue(sources, (source) => track(queue.add(() => attempt(source, RETRIES))))
  refresh()
  track(
    forEachSource(sources, (source) => attempt(source, 0), onFirst, queue).then((outcomes) => {
      if (!stopping.signal.aborted) {
        logFirst(pipeline.logger, outcomes)
      }
    })
  )

  return {
    stop: async () => {
      stopping.abort()
      stopClock()
      stopEnding()
      await Promise.allSettled(running)
    }
  }
}

/**
 * Calls `run` for each source once its next time has passed by the clock, even if the clock was set forward past
 * several of its times.
 */
function onDue(sources: Source[], run: (source: Source) => void): () => void {
  const entries = sources.map((source) => {
    const task = createTask(source.schedule, () => {}, { timezone: source.timezone })
    return { source, task, due: task.getNextRuns(1)[0]! }
  })
  let last = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    for (const entry of entries) {
      const isDue = now >= entry.due.getTime()
      if (isDue || now < last) entry.due = entry.task.getNextRuns(1)[0]!
      if (isDue) run(entry.source)
    }
    last = now
  }, COMPARE_EVERY)
  return () => {
    clearInterval(timer)
    for (const { task } of entries) void task.destroy()
  }
}

/** Marks the runs of killed workers as failed, now and every minute. */
function endInterruptedRuns({ database, logger }: Pipeline): () => void {
  const end = () =>
    database
      .write('select end_interrupted_runs()')
      .catch((error: unknown) => logger.warn({ error }, 'the runs of killed workers could not be ended'))
  void end()
  const timer = setInterval(() => void end(), COMPARE_EVERY)
  return () => clearInterval(timer)
}

/** The milliseconds until a source is queried again for its doubtful figures, if any are waiting. */
async function recheckDelay({ database }: Pipeline, { code }: Source): Promise<number | undefined> {
  const [delay] = await database
    .write<{ wait: number | null }>('select recheck_delay($1) as wait', [code])
    .catch(() => [])
  return delay?.wait ?? undefined
}

/** Logs the results of the first run of every source. */
function logFirst(logger: Logger, outcomes: Outcome[]): void {
  const count = (wanted: Outcome['status']) => outcomes.filter(({ status }) => status === wanted).length
  const counts = { ok: count('ok'), failed: count('failed'), skipped: count('skipped'), busy: count('busy') }
  if (counts.failed > 0 && counts.ok === 0)
    logger.warn(counts, 'no source could be fetched: is there a network? "ratebook demo" needs none')
  else logger.info(counts, 'every source has run once')
}

/** Waits until the database answers. All callers share one query per second. */
function recoveryOf(database: Database, signal: AbortSignal): () => Promise<void> {
  let recovery: Promise<void> | undefined
  const recover = async () => {
    while (!(await database.isWritable().catch(() => false))) await sleep(PROBE_EVERY, undefined, { signal })
  }
  return () =>
    (recovery ??= recover().finally(() => {
      recovery = undefined
    }))
}

async function runScheduled(pipeline: Pipeline, source: Source): Promise<Outcome> {
  const missing = missingCredential(source, pipeline.environment)
  if (missing) {
    pipeline.logger.warn({ source: source.code }, missing)
    return skipped(source, missing)
  }
  try {
    await refuseNewer(pipeline.database)
    const [{ fresh } = { fresh: false }] = await pipeline.database.write<{ fresh: boolean }>(
      'select ran_recently($1, $2) as fresh',
      [source.code, FRESH_MINUTES]
    )
    if (fresh) return skipped(source, 'another worker has just run it')
    return await runSource(pipeline, source, {
      kind: 'schedule',
      window: await latestWindow(pipeline.database, source)
    })
  } catch (error) {
    pipeline.logger.error({ source: source.code, error }, 'the run could not be recorded')
    return { ...skipped(source, (error as Error).message), status: 'failed', isCutOff: isUnavailable(error) }
  }
}
