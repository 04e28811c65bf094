import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { asReadError, isConnectionLost, isRecoveryConflict } from './errors.ts'
import { connectClient, Pool } from './pool.ts'
import { Replicas, unlessLost, type ReplicaState } from './replicas.ts'

export type Client = pg.PoolClient
export type Row = Record<string, unknown>

/** Rows as arrays of cells, with the columns' names and types. */
export interface Cells {
  columns: Array<{ name: string; oid: number }>
  cells: unknown[][]
}

const MAX_BATCHED_READ = 600_000
const LONG_READ_FACTOR = 4 // times the deadline of other reads: a file may begin this late while other files are sent
const PROBE_TIMEOUT = 5_000
const PROTOCOL_VIOLATION = '08P01' // the answer of PgBouncer to a transaction in statement mode
const NO_SESSIONS =
  'DATABASE_URL points to a pooler that does not keep sessions: set its pool mode to session, or connect to the server directly'

// Functions are planned once per session; generic plans choose the partitions at run time.
const READING = { default_transaction_read_only: 'on', plan_cache_mode: 'force_generic_plan' }

interface ReadOptions {
  /** True for a read before a file: it uses the deadline and the connections of long reads. */
  isLong?: boolean
}

export interface DatabaseOptions {
  url: string
  /** Replicas that serve reads while they are current. */
  readUrls?: string[]
  connections?: number
  /** Milliseconds after which a read is cancelled. */
  readTimeout?: number
  /**
   * Milliseconds after which any other statement is cancelled; the statements of a load take longer than those of a
   * request.
   */
  writeTimeout?: number
  /** Milliseconds that a statement waits for a connection. */
  connectTimeout?: number
}

/**
 * Pools of connections to PostgreSQL: one for writes, one for reads, and one for long reads, which therefore never
 * occupy the connections of other reads. Every statement has a deadline. A broken connection fails its statements and
 * never ends the process.
 */
export class Database {
  readonly url: string
  /** The number of long reads that can run at the same time. */
  readonly maxLongReads: number
  readonly #writer: Pool
  readonly #reader: Pool
  readonly #longReader: Pool
  readonly #replicas: Replicas | undefined

  constructor({
    url,
    readUrls = [],
    connections = 10,
    readTimeout = 15_000,
    writeTimeout = 600_000,
    connectTimeout
  }: DatabaseOptions) {
    this.url = url
    const reading = { connections, statementTimeout: readTimeout, connectTimeout, session: READING }
    this.#writer = new Pool({ url, connections, statementTimeout: writeTimeout, connectTimeout })
    this.#reader = new Pool({ url, ...reading })
    this.maxLongReads = Math.ceil(connections / 2)
    const longReading = { ...reading, connections: this.maxLongReads, statementTimeout: LONG_READ_FACTOR * readTimeout }
    this.#longReader = new Pool({ url, ...longReading })
    this.#replicas = readUrls.length > 0 ? new Replicas(readUrls, reading, longReading) : undefined
  }

  /** The rows of a read, which each connection prepares once. Every read throws a `ReadTimeout` at its deadline. */
  async read<Result = Row>(text: string, values: unknown[] = [], options?: ReadOptions): Promise<Result[]> {
    return (await this.#run({ name: nameOf(text), text, values }, options)).rows as Result[]
  }

  /** The rows of a read as arrays of cells, with the columns' names and types. */
  async readCells(text: string, values: unknown[] = [], options?: ReadOptions): Promise<Cells> {
    return cellsOf(await this.#run({ name: nameOf(text), text, values, rowMode: 'array' } as pg.QueryConfig, options))
  }

  /**
   * The rows of a read in batches of `size`; no batch if there are no rows. Each batch is a statement with its own
   * deadline, so a slow consumer does not cause a timeout. The connection returns to the pool when the consumer stops,
   * or after ten minutes; the next batch then fails.
   */
  async *readBatches(text: string, values: unknown[], size: number): AsyncGenerator<Cells, void, void> {
    const replica = this.#replicas?.next('longReader')
    let isBegun = false
    try {
      for await (const batch of batchesOf(replica?.pool ?? this.#longReader, text, values, size, replica?.lost)) {
        isBegun = true
        yield batch
      }
    } catch (error) {
      if (!replica || isBegun || !isConnectionLost(error)) throw error
      yield* batchesOf(this.#longReader, text, values, size)
    }
  }

  async write<Result = Row>(text: string, values: unknown[] = []): Promise<Result[]> {
    return (await this.#writer.query({ name: nameOf(text), text, values })).rows as Result[]
  }

  /** Runs work on one connection and returns the connection to the pool afterwards. */
  withClient<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    return this.#writer.withClient(work)
  }

  /** Runs work in one transaction, which is rolled back if the work fails. */
  async transaction<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    return this.withClient(async (client) => {
      await client.query('begin')
      try {
        const result = await work(client)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(() => {}) // the caller gets the error of the work
        throw error
      }
    })
  }

  /** A connection outside the pools, for LISTEN. */
  connect(): Promise<pg.Client> {
    return connectClient(this.url)
  }

  /**
   * Runs work that may take hours in one transaction, on a connection outside the pools. If it fails, the transaction
   * is rolled back.
   */
  async longTransaction<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = await connectClient(this.url, 0)
    try {
      await client.query('begin; set local statement_timeout = 0; set local jit = off')
      const result = await work(client)
      await client.query('commit')
      return result
    } finally {
      await client.end().catch(() => {}) // the caller gets the error of the work
    }
  }

  /** True when the primary answers and accepts writes. */
  async isWritable(): Promise<boolean> {
    const [row] = await this.write<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return !row!.standby
  }

  /**
   * Throws a `SessionError` if the URL leads to a pooler that shares sessions between clients, which loses
   * notifications and session locks. The probe listens on a channel in a transaction, which a pooler in statement mode
   * refuses, notifies it, and expects the notification.
   */
  async assertSession(): Promise<void> {
    const client = await this.connect()
    const channel = `ratebook_probe_${randomBytes(6).toString('hex')}`
    try {
      await client.query('begin').catch((error: { code?: string }) => {
        throw error.code === PROTOCOL_VIOLATION ? new SessionError(NO_SESSIONS) : error
      })
      await client.query(`listen ${channel}`)
      await client.query('commit')
      let isOpen = true
      client.once('end', () => {
        isOpen = false
      })
      const notification = new Promise<boolean>((resolve) => {
        client.once('notification', () => resolve(true))
      })
      await client.query(`notify ${channel}`)
      const isNotified = await Promise.race([notification, sleep(PROBE_TIMEOUT, false, { ref: false })])
      if (!isOpen) throw new Error('Connection terminated during the probe')
      if (!isNotified) throw new SessionError(NO_SESSIONS)
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Makes every later read see all that is committed now, by excluding replicas that lag behind. */
  async requireCurrent(): Promise<void> {
    if (!this.#replicas) return
    const [row] = await this.write<{ position: string }>("select pg_current_wal_lsn() - '0/0'::pg_lsn as position")
    this.#replicas.require(BigInt(row!.position))
  }

  /** The number of long reads that each server could start now. */
  get longReadsLeft(): Array<{ server: string; left: number }> {
    const pools = [{ name: 'primary', longReader: this.#longReader }, ...(this.#replicas?.longReaders ?? [])]
    return pools.map(({ name, longReader }) => ({ server: name, left: this.maxLongReads - longReader.used }))
  }

  /** The replicas, and which of them serve reads. */
  get replicas(): ReplicaState[] {
    return this.#replicas?.states ?? []
  }

  async close(): Promise<void> {
    await Promise.all([this.#writer.end(), this.#reader.end(), this.#longReader.end(), this.#replicas?.close()])
  }

  #run(query: pg.QueryConfig, { isLong = false }: ReadOptions = {}): Promise<pg.QueryResult> {
    const primary = isLong ? this.#longReader : this.#reader
    const replica = this.#replicas?.next(isLong ? 'longReader' : 'reader')
    const result = replica
      ? this.#readFromReplica((it) => unlessLost(replica.pool.query(it), replica.lost), primary, query)
      : primary.query(query)
    return result.catch((error: unknown) => {
      throw asReadError(error)
    })
  }

  // A replica cancels a read that conflicts with its replay: the read is retried once there, then on the primary.
  async #readFromReplica(
    read: (query: pg.QueryConfig) => Promise<pg.QueryResult>,
    primary: Pool,
    query: pg.QueryConfig
  ): Promise<pg.QueryResult> {
    try {
      return await read(query).catch((error: unknown) => {
        if (!isRecoveryConflict(error)) throw error
        return read(query)
      })
    } catch (error) {
      if (!isRecoveryConflict(error) && !isConnectionLost(error)) throw error
      return primary.query(query)
    }
  }
}

/** A connection that does not keep session state, such as LISTEN. */
export class SessionError extends Error {
  override readonly name = 'SessionError'
}

async function* batchesOf(
  pool: Pool,
  text: string,
  values: unknown[],
  size: number,
  lost = new AbortController().signal
): AsyncGenerator<Cells, void, void> {
  const connecting = pool.connect()
  const client = await unlessLost(connecting, lost).catch((error: unknown) => {
    connecting.then(
      (late) => late.release(error as Error),
      () => {}
    )
    throw error
  })
  const ignore = () => {}
  client.on('error', ignore) // a connection that breaks between two batches fails the next one
  const release = once((broken?: Error) => {
    clearTimeout(timer)
    if (!broken) client.off('error', ignore)
    client.release(broken)
  })
  const timer = setTimeout(release, MAX_BATCHED_READ, new Error('the read took too long'))
  try {
    await unlessLost(client.query('begin'), lost)
    await unlessLost(client.query(`declare batches no scroll cursor for ${text}`, values), lost)
    for (let isLast = false; !isLast;) {
      const batch = await unlessLost(client.query({ text: `fetch ${size} from batches`, rowMode: 'array' }), lost)
      isLast = batch.rows.length < size
      if (batch.rows.length > 0) yield cellsOf(batch)
    }
  } catch (error) {
    throw asReadError(error)
  } finally {
    release(
      await unlessLost(client.query('rollback'), lost).then(
        () => undefined,
        (error: Error) => error
      )
    )
  }
}

function once<Value>(work: (value?: Value) => void): (value?: Value) => void {
  let isDone = false
  return (value) => {
    if (!isDone) work(value)
    isDone = true
  }
}

function cellsOf({ fields, rows }: pg.QueryResult): Cells {
  return {
    columns: fields.map(({ name, dataTypeID }) => ({ name, oid: dataTypeID })),
    cells: rows as unknown as unknown[][]
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) names.set(text, (name = createHash('sha256').update(text).digest('hex').slice(0, 32)))
  return name
}
