import type { Client } from 'pg'
import type { Database } from '../../sql/database.ts'
import { SCHEMA_CHANGED } from '../../sql/migrate.ts'
import type { Service } from './route.ts'

const TABLES = 'ratebook'
const CALLERS = 'ratebook_callers'
const MIN_WAIT = 250
const MAX_WAIT = 3_000
const PING_EVERY = 15_000
const PING_TIMEOUT = 5_000

type Listeners = Pick<Service, 'cache' | 'callers' | 'readiness' | 'logger'>

/** Listens for changes that other processes announce, over a dedicated connection. Reconnects when it breaks. */
export class Changes {
  readonly #database: Database
  readonly #listeners: Listeners
  #client: Client | undefined
  #timer: NodeJS.Timeout | undefined
  #wait = MIN_WAIT
  #isClosed = false

  constructor(database: Database, listeners: Listeners) {
    this.#database = database
    this.#listeners = listeners
  }

  /** Starts to listen. After a failure it retries in the background. */
  async listen(): Promise<void> {
    try {
      const client = await this.#database.connect()
      this.#client = client
      client.on('notification', ({ channel, payload }) => this.#handle(client, channel, payload ?? ''))
      client.on('error', (error) => this.#reconnect(client, error))
      client.on('end', () => this.#reconnect(client, new Error('the connection ended')))
      await client.query(`listen ${TABLES}; listen ${CALLERS}; listen ${SCHEMA_CHANGED}`)
      await this.#database.requireCurrent()
      if (this.#isClosed) return await this.close()
      this.#wait = MIN_WAIT
      this.#listeners.callers.forget()
      this.#listeners.cache.isListening = true
      this.#schedule(PING_EVERY, () => this.#ping(client))
    } catch (error) {
      this.#reconnect(this.#client, error as Error)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#listeners.cache.isListening = false
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  #handle(client: Client, channel: string, payload: string): void {
    const { callers, readiness } = this.#listeners
    switch (channel) {
      case TABLES:
        return this.#tablesChanged(client, payload)
      case CALLERS:
        return callers.forget()
      case SCHEMA_CHANGED:
        return void readiness.checkSchema().catch(() => {}) // the function logs the error
    }
  }

  /**
   * Drops answers again once the replicas have replayed the change, because a replica may have returned old rows in the
   * meantime.
   */
  #tablesChanged(client: Client, source: string): void {
    this.#listeners.cache.drop(source)
    if (this.#database.replicas.length === 0) return
    this.#database.requireCurrent().then(
      () => this.#listeners.cache.drop(source),
      (error: Error) => this.#reconnect(client, error)
    )
  }

  /** Detects a dead connection, which the operating system would notice only after hours. */
  async #ping(client: Client): Promise<void> {
    const timeout = setTimeout(() => this.#reconnect(client, new Error('no answer to a ping')), PING_TIMEOUT)
    try {
      await client.query('select 1')
      if (client === this.#client) this.#schedule(PING_EVERY, () => this.#ping(client))
    } catch (error) {
      this.#reconnect(client, error as Error)
    } finally {
      clearTimeout(timeout)
    }
  }

  #reconnect(client: Client | undefined, error: Error): void {
    if (this.#isClosed || client !== this.#client) return
    this.#client = undefined
    this.#listeners.cache.isListening = false
    this.#listeners.logger.warn(
      { error: error.message, wait: this.#wait },
      'no connection for announcements: caching is off'
    )
    client?.end().catch(() => {})
    this.#schedule(this.#wait, () => this.listen())
    this.#wait = Math.min(2 * this.#wait, MAX_WAIT)
  }

  #schedule(milliseconds: number, work: () => Promise<void>): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(work, milliseconds)
    this.#timer.unref()
  }
}
