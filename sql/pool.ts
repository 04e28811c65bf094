import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isConnectionLost, isSilence } from './errors.ts'

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
// Lets the server's own time-out come first.
const GRACE = 2_000
const PROBE_EVERY = 250
const PROBE_TIMEOUT = 1_000

// Compiling the queries of the checks takes seconds; running them takes milliseconds.
const SESSION = { timezone: 'UTC', jit: 'off' }

const COMMON = { types, application_name: 'ratebook', keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY, connectionTimeoutMillis: CONNECT_TIMEOUT }

export interface PoolOptions {
  url: string
  connections: number
  /** Milliseconds after which the server cancels a statement; the client gives up two seconds later if the server does not answer. */
  statementTimeout: number
  /** Settings of each session, set by a statement because poolers refuse them in the connection's parameters. */
  session?: Record<string, string>
}

/**
 * A pool of connections to one server. When the server has not answered within a time-out, all work fails at once until it answers a probe:
 * otherwise each caller would wait for a time-out of its own.
 */
export class Pool {
  readonly #pool: pg.Pool
  readonly #url: string
  #silence: unknown
  #isClosed = false

  constructor ({ url, connections, statementTimeout, session = {} }: PoolOptions) {
    const settings = sessionStatement({ ...SESSION, statement_timeout: String(statementTimeout), ...session })
    this.#url = url
    this.#pool = new pg.Pool({
      ...COMMON,
      connectionString: url,
      max: connections,
      idleTimeoutMillis: IDLE_TIMEOUT,
      query_timeout: statementTimeout + GRACE,
      onConnect: async (client) => { await client.query(settings) }
    })
    this.#pool.on('error', () => {}) // a broken idle connection is replaced at the next use
  }

  query<Result extends pg.QueryResultRow> (query: pg.QueryConfig): Promise<pg.QueryResult<Result>> {
    return this.#guard(() => this.#pool.query<Result>(query))
  }

  connect (): Promise<pg.PoolClient> {
    return this.#guard(() => this.#pool.connect())
  }

  /** Runs work on one connection and returns the connection to the pool afterwards. */
  withClient<Result> (work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    return this.#guard(async () => {
      const client = await this.#pool.connect()
      let broken: Error | undefined
      const onError = (error: Error) => { broken = error } // without a listener the error would end the process
      client.on('error', onError)
      try {
        return await work(client)
      } catch (error) {
        if (isConnectionLost(error)) broken ??= error as Error
        throw error
      } finally {
        client.off('error', onError)
        client.release(broken)
      }
    })
  }

  end (): Promise<void> {
    this.#isClosed = true
    return this.#pool.end()
  }

  async #guard<Result> (work: () => Promise<Result>): Promise<Result> {
    if (this.#silence) throw this.#silence as Error
    try {
      return await work()
    } catch (error) {
      if (isSilence(error) && !this.#silence) void this.#awaitAnswer(error)
      throw error
    }
  }

  async #awaitAnswer (silence: unknown): Promise<void> {
    this.#silence = silence
    while (!this.#isClosed && !await answers(this.#url)) await sleep(PROBE_EVERY, undefined, { ref: false })
    this.#silence = undefined
  }
}

async function answers (url: string): Promise<boolean> {
  try {
    const client = await connectClient(url, PROBE_TIMEOUT, PROBE_TIMEOUT)
    await client.query('select 1').finally(() => client.end().catch(() => {}))
    return true
  } catch {
    return false
  }
}

/** A connection outside every pool; its statements fail after `timeout` milliseconds, 0 for never. Without an error listener its errors are ignored. */
export async function connectClient (url: string, timeout = CONNECT_TIMEOUT, connectionTimeoutMillis = CONNECT_TIMEOUT): Promise<pg.Client> {
  const client = new pg.Client({ ...COMMON, connectionString: url, connectionTimeoutMillis, query_timeout: timeout })
  client.on('error', () => {})
  await client.connect()
  return client
}

function sessionStatement (settings: Record<string, string>): string {
  return Object.entries(settings).map(([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`).join('; ')
}
