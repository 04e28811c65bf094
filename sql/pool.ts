import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isConnectionLost, isTimeout } from './errors.ts'

const { builtins } = pg.types

// Dates remain text and numerics keep every digit; instants are ISO 8601 in UTC.
const types = new pg.TypeOverrides()
types.setTypeParser(builtins.DATE, String)
types.setTypeParser(builtins.NUMERIC, String)
types.setTypeParser(builtins.INT8, Number)
types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

const CONNECT_TIMEOUT = 10_000
const IDLE_TIMEOUT = 30_000
const KEEP_ALIVE_DELAY = 10_000
const GRACE = 2_000 // lets the server's own timeout come first
const PROBE_EVERY = 250
const PROBE_TIMEOUT = 1_000

// Compiling the queries of the checks takes seconds; running them takes milliseconds.
const SESSION = { timezone: 'UTC', jit: 'off' }

const COMMON = {
  types,
  application_name: 'ratebook',
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
  connectionTimeoutMillis: CONNECT_TIMEOUT
}

export interface PoolOptions {
  url: string
  connections: number
  /** Milliseconds after which the server cancels a statement. The client gives up two seconds later. */
  statementTimeout: number
  /** Milliseconds that work waits for a connection. */
  connectTimeout?: number
  /** Settings of each session. A statement sets them, because poolers refuse them as parameters of the connection. */
  session?: Record<string, string>
}

/**
 * A pool of connections to one server. After a timeout all work fails immediately until the server answers a probe, so
 * that callers don't each wait for a timeout.
 */
export class Pool {
  readonly #pool: pg.Pool
  readonly #url: string
  #outage: unknown
  #isClosed = false

  constructor({ url, connections, statementTimeout, connectTimeout = CONNECT_TIMEOUT, session = {} }: PoolOptions) {
    const settings = sessionStatement({ ...SESSION, statement_timeout: String(statementTimeout), ...session })
    this.#url = url
    this.#pool = new pg.Pool({
      ...COMMON,
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: connectTimeout,
      idleTimeoutMillis: IDLE_TIMEOUT,
      query_timeout: statementTimeout + GRACE,
      onConnect: async (client) => {
        await client.query(settings)
      }
    })
    this.#pool.on('error', () => {}) // a broken idle connection is replaced at the next use
  }

  query<Result extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Result>> {
    return this.#guard(() => this.#pool.query<Result>(query))
  }

  connect(): Promise<pg.PoolClient> {
    return this.#guard(() => this.#pool.connect())
  }

  /** Runs work on one connection and returns the connection to the pool afterwards. */
  withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    return this.#guard(async () => {
      const client = await this.#pool.connect()
      let broken: Error | undefined
      const onError = (error: Error) => {
        broken = error
      } // an error without a listener ends the process
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

  /** The connections that are in use now. */
  get used(): number {
    return this.#pool.totalCount - this.#pool.idleCount
  }

  end(): Promise<void> {
    this.#isClosed = true
    return this.#pool.end()
  }

  async #guard<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#outage) throw this.#outage as Error
    try {
      return await work()
    } catch (error) {
      if (isTimeout(error) && !this.#outage) void this.#awaitRecovery(error)
      throw error
    }
  }

  async #awaitRecovery(outage: unknown): Promise<void> {
    this.#outage = outage
    while (!this.#isClosed && !(await answers(this.#url))) await sleep(PROBE_EVERY, undefined, { ref: false })
    this.#outage = undefined
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const client = await connectClient(url, PROBE_TIMEOUT, PROBE_TIMEOUT)
    await client.query('select 1').finally(() => client.end().catch(() => {}))
    return true
  } catch {
    return false
  }
}

/**
 * A connection outside the pools. Its statements fail after `timeout` milliseconds (0: never); errors between
 * statements are ignored.
 */
export async function connectClient(
  url: string,
  timeout = CONNECT_TIMEOUT,
  connectionTimeoutMillis = CONNECT_TIMEOUT
): Promise<pg.Client> {
  const client = new pg.Client({ ...COMMON, connectionString: url, connectionTimeoutMillis, query_timeout: timeout })
  client.on('error', () => {})
  await client.connect()
  return client
}

function sessionStatement(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`)
    .join('; ')
}
