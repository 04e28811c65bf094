import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../../../sql/database.ts'
import { dayOf } from '../../contract/dates.ts'
import { SourceMetrics } from './source-metrics.ts'

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']
const FRESH_FOR = 5_000

/** Cache hits and misses. */
interface CacheLookups {
  readonly hits: number
  readonly misses: number
}

/** Metrics for Prometheus. Labels are route patterns, never addresses or keys. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Histogram<'route' | 'method' | 'status' | 'error'>
  readonly #children = new Map<string, Histogram.Internal<'route' | 'method' | 'status' | 'error'>>()
  readonly #sources: SourceMetrics
  readonly #logger: Logger
  readonly #now: () => number
  #readAt = 0
  #reading: Promise<void> | undefined
  #writing: Promise<string> | undefined

  constructor(database: Database, cache: CacheLookups, logger: Logger, now = Date.now) {
    this.#now = now
    this.#logger = logger
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Histogram({
      name: 'ratebook_http_request_duration_seconds',
      help: 'Requests by route, method, status and the code of their error, and how long their answers took.',
      labelNames: ['route', 'method', 'status', 'error'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers
    })
    new Counter({
      name: 'ratebook_cache_lookups_total',
      help: 'Answers that were found in the cache, and those that were not.',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset()
        this.inc({ result: 'hit' }, cache.hits)
        this.inc({ result: 'miss' }, cache.misses)
      }
    })
    new Gauge({
      name: 'ratebook_replica_used',
      help: '1 while a replica serves reads: it answers and has replayed all announced changes.',
      labelNames: ['replica'],
      registers,
      collect() {
        for (const { name, isUsed } of database.replicas) this.set({ replica: name }, isUsed ? 1 : 0)
      }
    })
    new Gauge({
      name: 'ratebook_long_reads_left',
      help: 'Downloads that could start now, by the server that they would read. At 0, further ones wait for five seconds and then get 503.',
      labelNames: ['server'],
      registers,
      collect() {
        for (const { server, left } of database.longReadsLeft) this.set({ server }, left)
      }
    })
    this.#sources = new SourceMetrics(database, this.#registry)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  observe(route: string, method: string, status: number, seconds: number, error?: string): void {
    const name = `${status} ${method} ${route} ${error}`
    let child = this.#children.get(name)
    if (!child) {
      child = this.#requests.labels({
        route,
        method: METHODS.includes(method) ? method : 'other',
        status: String(status),
        ...(error !== undefined && { error })
      })
      if (METHODS.includes(method)) this.#children.set(name, child)
    }
    child.observe(seconds)
  }

  /**
   * All metrics as text. Requests in the same turn of the event loop share one text. While the database does not
   * answer, its counts keep their last values.
   */
  async write(): Promise<string> {
    if (Date.now() - this.#readAt > FRESH_FOR) {
      await (this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined
      }))
    }
    return (this.#writing ??= nextTurn()
      .then(() => this.#registry.metrics())
      .finally(() => {
        this.#writing = undefined
      }))
  }

  close(): void {
    this.#registry.clear()
  }

  async #read(): Promise<void> {
    try {
      await this.#sources.read(dayOf(this.#now()))
      this.#readAt = Date.now()
    } catch (error) {
      this.#logger.warn({ error: (error as Error).message }, 'the run counts could not be read')
    }
  }
}
