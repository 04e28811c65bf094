import { createHash } from 'node:crypto'
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

export type Client = pg.PoolClient
export type Row = Record<string, unknown>

/** Rows as arrays of cells, with the columns' names and types. */
export interface Cells {
  columns: Array<{ name: string, oid: number }>
  cells: unknown[][]
}

const LONGEST_READ = 600_000

export interface DatabaseOptions {
  url: string
  /** Where reads go; the same server unless a replica is named. */
  readUrl?: string
  connections?: number
  /** Milliseconds after which a read is given up. */
  readTimeout?: number
}

/** The handle on PostgreSQL: a pool that writes, one that can only read, and one for long reads, which leave the others their connections. */
export class Database {
  readonly url: string
  readonly hasReplica: boolean
  readonly #writer: pg.Pool
  readonly #reader: pg.Pool
  readonly #longReader: pg.Pool

  constructor ({ url, readUrl, connections = 10, readTimeout = 15_000 }: DatabaseOptions) {
    this.url = url
    this.hasReplica = readUrl !== undefined
    const common = { types, application_name: 'ratebook', connectionTimeoutMillis: 10_000, idleTimeoutMillis: 30_000, keepAlive: true }
    this.#writer = new pg.Pool({ ...common, connectionString: url, max: connections, options: '-c timezone=UTC' })
    // The functions are planned once: their plans choose partitions when they run.
    const reading = `-c timezone=UTC -c default_transaction_read_only=on -c plan_cache_mode=force_generic_plan -c jit=off -c statement_timeout=${readTimeout}`
    this.#reader = new pg.Pool({ ...common, connectionString: readUrl ?? url, max: connections, options: reading })
    this.#longReader = new pg.Pool({ ...common, connectionString: readUrl ?? url, max: Math.ceil(connections / 2), options: reading })
    for (const pool of [this.#writer, this.#reader, this.#longReader]) pool.on('error', noop) // a broken idle connection is replaced at the next use
  }

  /** The rows of a read, its plan kept by the server under the text's hash. */
  async read<Result = Row> (text: string, values: unknown[] = []): Promise<Result[]> {
    return (await this.#reader.query({ name: nameOf(text), text, values })).rows as Result[]
  }

  /** The rows of a read as arrays of cells, with the columns' names and types. */
  async readCells (text: string, values: unknown[] = []): Promise<Cells> {
    return cellsOf(await this.#reader.query({ name: nameOf(text), text, values, rowMode: 'array' }))
  }

  /**
   * The rows of a read in batches of so many, none where there are no rows. Each batch is fetched when it is asked for, as a statement of its
   * own: the time that a read may take is that of one batch, however slow the consumer. The connection is given back at the end, when the
   * consumer stops, and after ten minutes whatever happens: to ask for more fails then.
   */
  async * readBatches (text: string, values: unknown[], size: number): AsyncGenerator<Cells, void, void> {
    const client = await this.#longReader.connect()
    client.on('error', noop) // one that breaks between two batches fails the next
    const giveBack = once((broken?: Error) => {
      clearTimeout(timer)
      if (!broken) client.off('error', noop)
      client.release(broken)
    })
    const timer = setTimeout(giveBack, LONGEST_READ, new Error('the read took too long'))
    try {
      await client.query('begin')
      await client.query(`declare batches no scroll cursor for ${text}`, values)
      for (let isLast = false; !isLast;) {
        const batch = await client.query({ text: `fetch ${size} from batches`, rowMode: 'array' })
        isLast = batch.rows.length < size
        if (batch.rows.length > 0) yield cellsOf(batch)
      }
    } finally {
      giveBack(await client.query('rollback').then(() => undefined, (error: Error) => error))
    }
  }

  async write<Result = Row> (text: string, values: unknown[] = []): Promise<Result[]> {
    return (await this.#writer.query({ name: nameOf(text), text, values })).rows as Result[]
  }

  /** Runs work on one connection and gives it back whatever happens. */
  async withClient<Result> (work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = await this.#writer.connect()
    let broken: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      broken = isConnectionError(error) ? error as Error : undefined
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** Runs work in one transaction: all of it holds, or nothing. */
  async transaction<Result> (work: (client: Client) => Promise<Result>): Promise<Result> {
    return this.withClient(async (client) => {
      await client.query('begin')
      try {
        const result = await work(client)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(noop)
        throw error
      }
    })
  }

  /** A connection of its own, for LISTEN. */
  async connect (): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'ratebook', types, keepAlive: true })
    await client.connect()
    return client
  }

  async close (): Promise<void> {
    await Promise.all([this.#writer.end(), this.#reader.end(), this.#longReader.end()])
  }
}

function noop () {}

function once<Value> (work: (value?: Value) => void): (value?: Value) => void {
  let isDone = false
  return (value) => {
    if (!isDone) work(value)
    isDone = true
  }
}

function cellsOf ({ fields, rows }: pg.QueryResult): Cells {
  return { columns: fields.map(({ name, dataTypeID }) => ({ name, oid: dataTypeID })), cells: rows as unknown as unknown[][] }
}

function isConnectionError (error: unknown): boolean {
  const code = (error as { code?: string }).code
  return code === undefined || /^(08|57P|ECONN|EPIPE)/.test(code)
}

const names = new Map<string, string>()

function nameOf (text: string): string {
  let name = names.get(text)
  if (!name) names.set(text, name = createHash('sha256').update(text).digest('hex').slice(0, 32))
  return name
}
