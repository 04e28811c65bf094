import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../../sql/database.ts'
import { DAY_MS, dayOf } from '../contract/dates.ts'
import { listSources } from '../queries/sources.ts'
import { listRunTotals } from '../queries/status.ts'

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']
const FRESH_FOR = 5_000

/** Cache hits and misses. */
export interface CacheLookups {
  readonly hits: number
  readonly misses: number
}

/** Metrics for Prometheus. Labels are route patterns, never addresses or keys. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Histogram<'route' | 'method' | 'status'>
  readonly #children = new Map<string, Histogram.Internal<'route' | 'method' | 'status'>>()
  readonly #runs: Counter
  readonly #rows: Counter
  readonly #age: Gauge
  readonly #overdue: Gauge
  readonly #database: Database
  readonly #logger: Logger
  #readAt = 0
  #reading: Promise<void> | undefined
  #writing: Promise<string> | undefined

  constructor (database: Database, cache: CacheLookups, logger: Logger) {
    this.#database = database
    this.#logger = logger
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Histogram({
      name: 'ratebook_http_request_duration_seconds',
      help: 'Requests by route, method and status, and how long their answers took.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers
    })
    new Counter({
      name: 'ratebook_cache_lookups_total',
      help: 'Answers that were found in the cache, and those that were not.',
      labelNames: ['result'],
      registers,
      collect () {
        this.reset()
        this.inc({ result: 'hit' }, cache.hits)
        this.inc({ result: 'miss' }, cache.misses)
      }
    })
    this.#runs = new Counter({ name: 'ratebook_runs_total', help: 'Runs of a source by how they ended.', labelNames: ['source', 'status'], registers })
    this.#rows = new Counter({ name: 'ratebook_rows_total', help: 'Rows of a source by what became of them.', labelNames: ['source', 'status'], registers })
    new Gauge({
      name: 'ratebook_replica_used',
      help: 'Whether a replica is read: 1 while it answers and has replayed what was announced.',
      labelNames: ['replica'],
      registers,
      collect () {
        for (const { name, isUsed } of database.replicas) this.set({ replica: name }, isUsed ? 1 : 0)
      }
    })
    this.#overdue = new Gauge({ name: 'ratebook_source_overdue', help: '1 while the newest table of a source is older than its rhythm explains, or there is none.', labelNames: ['source'], registers })
    this.#age = new Gauge({ name: 'ratebook_source_age_days', help: 'Days since the date of the newest table of a source.', labelNames: ['source'], registers })
  }

  get contentType (): string {
    return this.#registry.contentType
  }

  observe (route: string, method: string, status: number, seconds: number): void {
    const name = `${status} ${method} ${route}`
    let child = this.#children.get(name)
    if (!child) {
      child = this.#requests.labels(route, METHODS.includes(method) ? method : 'other', String(status))
      if (METHODS.includes(method)) this.#children.set(name, child)
    }
    child.observe(seconds)
  }

  /** All metrics as text, made once for all who ask in one turn of the event loop. Counts from the database keep their last values while it does not answer. */
  async write (): Promise<string> {
    if (Date.now() - this.#readAt > FRESH_FOR) {
      await (this.#reading ??= this.#read().finally(() => { this.#reading = undefined }))
    }
    return this.#writing ??= nextTurn().then(() => this.#registry.metrics()).finally(() => { this.#writing = undefined })
  }

  close (): void {
    this.#registry.clear()
  }

  async #read (): Promise<void> {
    try {
      const today = dayOf(Date.now())
      const [totals, sources] = await Promise.all([
        listRunTotals(this.#database),
        listSources(this.#database, today)
      ])
      for (const metric of [this.#runs, this.#rows, this.#age, this.#overdue]) metric.reset()
      for (const { source, status, runs, ...rows } of totals) {
        this.#runs.inc({ source, status }, runs)
        for (const [name, count] of Object.entries(rows)) this.#rows.inc({ source, status: name.slice('rows_'.length) }, count)
      }
      for (const { code, latest_date: latest, overdue } of sources) {
        this.#overdue.set({ source: code }, overdue ? 1 : 0)
        if (latest !== null) this.#age.set({ source: code }, (Date.parse(today) - Date.parse(latest)) / DAY_MS)
      }
      this.#readAt = Date.now()
    } catch (error) {
      this.#logger.warn({ error: (error as Error).message }, 'the run counts could not be read')
    }
  }
}
