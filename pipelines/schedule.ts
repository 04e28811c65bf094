import { schedule, type ScheduledTask } from 'node-cron'
import type { Source } from '../adapters/source.ts'
import { refreshComposite } from './composite.ts'
import { forEachSource } from './ingest.ts'
import { missingCredential, runSource, skipped, type Outcome, type Pipeline } from './run.ts'
import { latestWindow } from './window.ts'

// A table may be out later than usual: a run that brought nothing is repeated a few times.
const RETRY_AFTER = 30 * 60_000
const RETRIES = 6
// Several workers share a schedule: what one of them has just done is not done again.
const FRESH_MINUTES = 20

export interface Schedule {
  stop: () => Promise<void>
}

/** Runs every source when its table is normally out, and all of them once in the background now. */
export function startSchedule (pipeline: Pipeline, sources: Source[]): Schedule {
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<unknown>>()
  let stopped = false

  const track = <Result> (work: Promise<Result>) => {
    running.add(work)
    void work.finally(() => running.delete(work))
    return work
  }
  const refresh = () => track(refreshComposite(pipeline).catch((error: unknown) => pipeline.logger.error({ error }, 'the composite could not be calculated')))
  const attempt = async (source: Source, retries: number): Promise<Outcome> => {
    const outcome = await runScheduled(pipeline, source)
    if (outcome.new + outcome.changed > 0) void refresh()
    const again = retries > 0 && (outcome.status === 'failed' || (outcome.status === 'ok' && outcome.new + outcome.changed === 0))
    if (again && !stopped) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        void track(attempt(source, retries - 1))
      }, RETRY_AFTER)
      timers.add(timer)
    }
    return outcome
  }

  const tasks: ScheduledTask[] = sources.map((source) => schedule(source.schedule, () => track(attempt(source, RETRIES)), { timezone: source.timezone, name: source.code }))
  void refresh()
  void track(forEachSource(sources, (source) => stopped ? Promise.resolve(skipped(source, 'stopping')) : attempt(source, 0), () => {}))

  return {
    stop: async () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(tasks.map((task) => task.destroy()))
      await Promise.allSettled(running)
    }
  }
}

async function runScheduled (pipeline: Pipeline, source: Source): Promise<Outcome> {
  const missing = missingCredential(source, pipeline.environment)
  if (missing) {
    pipeline.logger.warn({ source: source.code }, missing)
    return skipped(source, missing)
  }
  try {
    const [{ fresh } = { fresh: false }] = await pipeline.database.write<{ fresh: boolean }>('select ran_recently($1, $2) as fresh', [source.code, FRESH_MINUTES])
    if (fresh) return skipped(source, 'another worker has just run it')
    return await runSource(pipeline, source, { kind: 'schedule', window: await latestWindow(pipeline.database, source) })
  } catch (error) {
    pipeline.logger.error({ source: source.code, error }, 'the run could not be recorded')
    return { ...skipped(source, (error as Error).message), status: 'failed' }
  }
}
