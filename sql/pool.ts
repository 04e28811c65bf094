import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isSilence } from './errors.ts'

const { builtins } = pg.types

// A rate's day is text and its value keeps every digit; instants are ISO 8601 in UTC.
const types = new pg.TypeOverrides()
types.setTypeParser(builtins.DATE, String)
types.setTypeParser(builtins.NUMERIC, String)
types.setTypeParser(builtins.INT8, Number)
types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

const CONNECT_TIMEOUT = 10_000
const IDLE_TIMEOUT = 30_000
const KEEP_ALIVE_DELAY = 10_000
// The server's own limit comes first where it answers at all.
const GRACE = 2_000

// To compile the queries of the checks takes seconds, and to run them milliseconds.
const SESSION = { timezone: 'UTC', jit: 'off' }

const COMMON = { types, application_name: 'ratebook', keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY, connectionTimeoutMillis: CONNECT_TIMEOUT }

export interface PoolOptions {
  url: string
  connections: number
  /** Milliseconds after which a statement is given up, by the server and, when it does not answer, by the client. */
  statementTimeout: number
  /** Settings of each session. */
  session?: Record<string, string>
}

/** A pool whose connections have their settings before anything is asked of them, set by statements since poolers refuse them at the start. */
export function createPool ({ url, connections, statementTimeout, session = {} }: PoolOptions): pg.Pool {
  const settings = sessionStatement({ ...SESSION, statement_timeout: String(statementTimeout), ...session })
  const pool = new pg.Pool({
    ...COMMON,
    connectionString: url,
    max: connections,
    idleTimeoutMillis: IDLE_TIMEOUT,
    query_timeout: statementTimeout + GRACE,
    onConnect: async (client) => { await client.query(settings) }
  })
  pool.on('error', () => {}) // a broken idle connection is replaced at the next use
  return pool
}

/** A connection outside every pool, which gives up a statement after `timeout` milliseconds, 0 for never. Its errors are heard by nobody unless the caller listens. */
export async function connectClient (url: string, timeout = CONNECT_TIMEOUT, connectionTimeoutMillis = CONNECT_TIMEOUT): Promise<pg.Client> {
  const client = new pg.Client({ ...COMMON, connectionString: url, connectionTimeoutMillis, query_timeout: timeout })
  client.on('error', () => {})
  await client.connect()
  return client
}

function sessionStatement (settings: Record<string, string>): string {
  return Object.entries(settings).map(([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`).join('; ')
}

const PROBE_EVERY = 250
const PROBE_TIMEOUT = 1_000

/** Fails work at once after a server has let a time-out pass, until it answers a probe: callers would all wait as long. */
export class Breaker {
  readonly #url: string
  #failure: unknown
  #isClosed = false

  constructor (url: string) {
    this.#url = url
  }

  /** Throws the last time-out while the server is silent. */
  async run<Result> (work: () => Promise<Result>): Promise<Result> {
    if (this.#failure) throw this.#failure as Error
    try {
      return await work()
    } catch (error) {
      if (isSilence(error) && !this.#failure) void this.#watch(error)
      throw error
    }
  }

  close (): void {
    this.#isClosed = true
  }

  async #watch (error: unknown): Promise<void> {
    this.#failure = error
    while (!this.#isClosed && !await this.#answers()) await sleep(PROBE_EVERY, undefined, { ref: false })
    this.#failure = undefined
  }

  async #answers (): Promise<boolean> {
    try {
      const client = await connectClient(this.#url, PROBE_TIMEOUT, PROBE_TIMEOUT)
      await client.query('select 1').finally(() => client.end().catch(() => {}))
      return true
    } catch {
      return false
    }
  }
}
