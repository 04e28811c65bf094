import type { Client } from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../../sql/database.ts'
import { SCHEMA_CHANGED } from '../../sql/migrate.ts'
import type { Callers } from '../access/callers.ts'
import type { EventSource } from './answer.ts'
import type { AnswerCache } from './cache.ts'
import type { Readiness } from './readiness.ts'

const TABLES = 'ratebook'
const CALLERS = 'ratebook_callers'
const EVENTS = 'ratebook_events'
const MIN_WAIT = 250
const MAX_WAIT = 3_000
const PING_EVERY = 15_000
const PING_TIMEOUT = 5_000

/** Listens for changes and events that other processes announce, over a dedicated connection. Reconnects when it breaks. */
export class Changes {
  readonly #database: Database
  readonly #cache: AnswerCache
  readonly #callers: Callers
  readonly #events: EventSource
  readonly #readiness: Readiness
  readonly #logger: Logger
  #client: Client | undefined
  #timer: NodeJS.Timeout | undefined
  #wait = MIN_WAIT
  #isClosed = false

  constructor (database: Database, { cache, callers, events, readiness, logger }: { cache: AnswerCache, callers: Callers, events: EventSource, readiness: Readiness, logger: Logger }) {
    this.#database = database
    this.#cache = cache
    this.#callers = callers
    this.#events = events
    this.#readiness = readiness
    this.#logger = logger
  }

  /** Starts to listen. After a failure it retries in the background. */
  async listen (): Promise<void> {
    try {
      const client = await this.#database.connect()
      this.#client = client
      client.on('notification', ({ channel, payload }) => this.#hear(client, channel, payload ?? ''))
      client.on('error', (error) => this.#lost(client, error))
      client.on('end', () => this.#lost(client, new Error('the connection ended')))
      await client.query(`listen ${TABLES}; listen ${CALLERS}; listen ${EVENTS}; listen ${SCHEMA_CHANGED}`)
      await this.#database.requireCurrent()
      if (this.#isClosed) return await this.close()
      this.#wait = MIN_WAIT
      this.#callers.forget()
      this.#events.wake()
      this.#cache.isListening = true
      this.#after(PING_EVERY, () => this.#ping(client))
    } catch (error) {
      this.#lost(this.#client, error as Error)
    }
  }

  async close (): Promise<void> {
    this.#isClosed = true
    this.#cache.isListening = false
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  #hear (client: Client, channel: string, payload: string): void {
    switch (channel) {
      case TABLES: return this.#tablesChanged(client, payload)
      case CALLERS: return this.#callers.forget()
      case EVENTS: return this.#events.wake()
      case SCHEMA_CHANGED: return void this.#readiness.checkSchema().catch(() => {}) // it logs
    }
  }

  /** Drops answers again once the replicas have replayed the change, since a replica may have returned old rows in the meantime. */
  #tablesChanged (client: Client, source: string): void {
    this.#cache.drop(source)
    if (this.#database.replicas.length === 0) return
    this.#database.requireCurrent().then(() => this.#cache.drop(source), (error: Error) => this.#lost(client, error))
  }

  /** Detects a dead connection. The operating system would take hours. */
  async #ping (client: Client): Promise<void> {
    const timeout = setTimeout(() => this.#lost(client, new Error('no answer to a ping')), PING_TIMEOUT)
    try {
      await client.query('select 1')
      if (client === this.#client) this.#after(PING_EVERY, () => this.#ping(client))
    } catch (error) {
      this.#lost(client, error as Error)
    } finally {
      clearTimeout(timeout)
    }
  }

  #lost (client: Client | undefined, error: Error): void {
    if (this.#isClosed || client !== this.#client) return
    this.#client = undefined
    this.#cache.isListening = false
    this.#logger.warn({ error: error.message, wait: this.#wait }, 'no connection for announcements: caching is off')
    client?.end().catch(() => {})
    this.#after(this.#wait, () => this.listen())
    this.#wait = Math.min(2 * this.#wait, MAX_WAIT)
  }

  #after (milliseconds: number, work: () => Promise<void>): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(work, milliseconds)
    this.#timer.unref()
  }
}
