import pg from 'pg'

const { builtins } = pg.types

// A rate's day is text and its value keeps every digit; instants are ISO 8601 in UTC.
const PARSERS: Record<number, (text: string) => unknown> = {
  [builtins.DATE]: (text) => text,
  [builtins.NUMERIC]: (text) => text,
  [builtins.INT8]: (text) => Number(text),
  [builtins.TIMESTAMPTZ]: (text) => new Date(text).toISOString()
}

const types = {
  getTypeParser (oid: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && PARSERS[oid]) || pg.types.getTypeParser(oid, format as 'text')
  }
} as pg.CustomTypesConfig

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
