import { once } from 'node:events'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { loadFeeds } from '../../adapters/registry.ts'
import { feedsInOrder } from '../../pipelines/market/feeds.ts'
import { ingestSource } from '../../pipelines/runs/ingest.ts'
import { startMarket } from '../../pipelines/market/market.ts'
import { startSchedule } from '../../pipelines/runs/schedule.ts'
import { calculationsOf, refreshCalculations } from '../module.ts'
import type { Job } from '../../modules/module.ts'
import type { Settings } from '../settings.ts'
import { startSchemaCheck } from '../../pipelines/messages/schema.ts'
import { refuseNewer } from '../../sql/migrate.ts'
import { openMarket } from './market.ts'
import { startCount } from '../progress.ts'
import { selectSources, whenAvailable, type ServiceRuntime, type Stop } from '../runtime.ts'

const RESTART_AFTER = 1_000

/** The start data of the thread. */
export interface ThreadData {
  settings: Settings
  level: string
  isTerminal: boolean
  hasSchedule: boolean
  /** Receives the codes of the sources that operators run. */
  runs: MessagePort
}

/**
 * A separate thread for fetching, so that no publisher's page can delay an answer. With the schedule, `start` starts
 * the thread, which restarts after a failure. Without it, the first run of an operator starts the thread.
 */
export class WorkThread {
  readonly #runtime: ServiceRuntime
  readonly #hasSchedule: boolean
  #worker: Worker | undefined
  #runs: MessagePort | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopping = false

  constructor(runtime: ServiceRuntime, { hasSchedule }: { hasSchedule: boolean }) {
    this.#runtime = runtime
    this.#hasSchedule = hasSchedule
  }

  /** Starts the schedule, if enabled. Throws for an invalid MARKET_FEEDS. */
  async start(): Promise<void> {
    if (!this.#hasSchedule) return
    await checkFeeds(this.#runtime)
    this.#begin()
  }

  /** Starts a run of a source, without waiting for its end. */
  run(code: string): void {
    if (!this.#worker) this.#begin()
    this.#runs!.postMessage(code)
  }

  /** Stops the thread after its current work. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    const worker = this.#worker
    if (!worker) return
    const ended = once(worker, 'exit')
    worker.postMessage('stop')
    await ended
  }

  #begin(): void {
    clearTimeout(this.#timer)
    const { settings, logger } = this.#runtime
    const { port1, port2 } = new MessageChannel()
    const workerData: ThreadData = {
      settings,
      level: logger.level,
      isTerminal: process.stdout.isTTY,
      hasSchedule: this.#hasSchedule,
      runs: port2
    }
    const worker = (this.#worker = new Worker(new URL('work-thread.js', import.meta.url), {
      execArgv: [],
      workerData,
      transferList: [port2]
    }))
    this.#runs = port1
    worker.on('error', (error) => logger.error({ err: error }, 'the thread of the runs failed'))
    worker.once('exit', () => {
      this.#worker = undefined
      if (this.#hasSchedule && !this.#isStopping) this.#timer = setTimeout(() => this.#begin(), RESTART_AFTER)
    })
  }
}

/** Runs each source whose code it receives, once the database is prepared. */
export function startRuns(runtime: ServiceRuntime, codes: MessagePort): Stop {
  const running = new Set<Promise<unknown>>()
  const run = async (code: string) => {
    await runtime.ready
    await refuseNewer(runtime.database)
    const calculation = (await calculationsOf(runtime.modules)).find((it) => it.code === code)
    if (calculation) return calculation.run(runtime, {})
    await ingestSource(runtime, selectSources(runtime, [code])[0]!, {})
    await refreshCalculations(runtime)
  }
  codes.on('message', (code: string) => {
    const work = run(code).catch((error: unknown) =>
      runtime.logger.error({ source: code, err: error }, 'a run that an operator started failed')
    )
    running.add(work)
    void work.finally(() => running.delete(work))
  })
  return async () => {
    codes.close()
    await Promise.all(running)
  }
}

/**
 * Starts the schedule and the market poller once the database is prepared. Stops them when a newer version upgrades the
 * database. Throws for an invalid MARKET_FEEDS.
 */
export async function startWork(runtime: ServiceRuntime): Promise<Stop> {
  await checkFeeds(runtime)
  const working = runtime.ready.then(async () => {
    const market = await whenAvailable(runtime, () => openMarket(runtime))
    const schedule = startSchedule(runtime, runtime.sources, startCount(runtime.sources.length), () =>
      refreshCalculations(runtime)
    )
    return [schedule, startMarket(market), ...(await startJobs(runtime))]
  })
  const started = working.catch(() => []) // `ready` rejected: the service stops
  let stopped: Promise<void> | undefined
  const stop = () =>
    (stopped ??= started.then(async (parts) => {
      for (const part of parts) await part.stop()
    }))
  const watch = startSchemaCheck(runtime, stop)
  return async () => {
    await watch.stop()
    await stop()
  }
}

/** Starts the jobs of the modules. */
export async function startJobs(runtime: ServiceRuntime): Promise<Job[]> {
  return (await Promise.all(runtime.modules.map((it) => it.jobs?.(runtime) ?? []))).flat()
}

async function checkFeeds({ settings }: ServiceRuntime): Promise<void> {
  feedsInOrder(await loadFeeds(), settings.MARKET_FEEDS)
}
