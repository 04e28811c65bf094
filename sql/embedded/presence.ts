import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const NAME = 'ratebook presence'
const FIRST_DELAY = 100
const LONGEST_DELAY = 5_000

export interface PresenceOptions {
  url: string
  /** Starts the server again if it has died. */
  ensureServer: () => Promise<unknown>
  onEvent: (message: string, error?: Error) => void
}

/**
 * A connection that marks this process as a user of the server, independently of its pools. Until `close`, a broken
 * connection is reopened and a server that died is started again.
 */
export class Presence {
  readonly #options: PresenceOptions
  readonly #closing = new AbortController()
  #client: pg.Client | undefined
  #recovery: Promise<void> | undefined

  constructor(options: PresenceOptions) {
    this.#options = options
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: NAME,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 5_000
    })
    client.on('error', () => {}) // `end` follows
    await client.connect()
    client.once('end', () => this.#lost(client))
    this.#client = client
  }

  /** Ends the connection. Returns true if no other process is present; false if one is, or if this is unknown. */
  async close(): Promise<boolean> {
    this.#closing.abort()
    await this.#recovery
    const client = this.#client
    this.#client = undefined
    const others = await client
      ?.query('select from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()', [NAME])
      .then(
        ({ rowCount }) => rowCount,
        () => null
      )
    await client?.end().catch(() => {})
    return others === 0
  }

  #lost(client: pg.Client): void {
    if (client !== this.#client || this.#closing.signal.aborted) return
    this.#client = undefined
    this.#options.onEvent('the embedded PostgreSQL closed its connections')
    this.#recovery = this.#recover()
  }

  async #recover(): Promise<void> {
    let lastMessage = ''
    for (let delay = FIRST_DELAY; !this.#closing.signal.aborted; delay = Math.min(2 * delay, LONGEST_DELAY)) {
      try {
        await this.#options.ensureServer()
        await this.open()
        return this.#options.onEvent('the embedded PostgreSQL is available again')
      } catch (error) {
        const { message } = error as Error
        if (message !== lastMessage) this.#options.onEvent('the embedded PostgreSQL is not available', error as Error)
        lastMessage = message
        await sleep(delay, undefined, { signal: this.#closing.signal }).catch(() => {})
      }
    }
  }
}
