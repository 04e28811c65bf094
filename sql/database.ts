import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { asReadError, isConnectionLost, isRecoveryConflict } from './errors.ts'
import { Breaker, connectClient, createPool } from './pool.ts'
import { Replicas, type ReplicaState } from './replicas.ts'

export type Client = pg.PoolClient
export type Row = Record<string, unknown>

/** Rows as arrays of cells, with the columns' names and types. */
export interface Cells {
  columns: Array<{ name: string, oid: number }>
  cells: unknown[][]
}

const MAX_BATCHED_READ = 600_000
const PROBE_TIMEOUT = 5_000

// The functions are planned once: their plans choose partitions when they run.
const READING = { default_transaction_read_only: 'on', plan_cache_mode: 'force_generic_plan' }

export interface DatabaseOptions {
  url: string
  /** Replicas that reads go to while they are current. */
  readUrls?: string[]
  connections?: number
  /** Milliseconds after which a read is given up. */
  readTimeout?: number
  /** Milliseconds after which any other statement is given up; those of a load take longer than those of a request. */
  writeTimeout?: number
}

/**
 * The handle on PostgreSQL: a pool that writes, one that can only read, and one for long reads, which leave the others their connections.
 * Every statement has a deadline, and a connection that breaks ends no process: what it was asked fails.
 */
export class Database {
  readonly url: string
  /** How many long reads can go on at the same time. */
  readonly maxLongReads: number
  readonly #writer: pg.Pool
  readonly #reader: pg.Pool
  readonly #longReader: pg.Pool
  readonly #replicas: Replicas | undefined
  readonly #breaker: Breaker

  constructor ({ url, readUrls = [], connections = 10, readTimeout = 15_000, writeTimeout = 600_000 }: DatabaseOptions) {
    this.url = url
    this.#breaker = new Breaker(url)
    const reading = { connections, statementTimeout: readTimeout, session: READING }
    this.#writer = createPool({ url, connections, statementTimeout: writeTimeout })
    this.#reader = createPool({ url, ...reading })
    this.maxLongReads = Math.ceil(connections / 2)
    this.#longReader = createPool({ url, ...reading, connections: this.maxLongReads })
    this.#replicas = readUrls.length > 0 ? new Replicas(readUrls, reading) : undefined
  }

  /** The rows of a read, its plan kept by the server under the text's hash. Throws a `ReadTimeout` at its deadline, as every read does. */
  async read<Result = Row> (text: string, values: unknown[] = []): Promise<Result[]> {
    return (await this.#ask({ name: nameOf(text), text, values })).rows as Result[]
  }

  /** The rows of a read as arrays of cells, with the columns' names and types. */
  async readCells (text: string, values: unknown[] = []): Promise<Cells> {
    return cellsOf(await this.#ask({ name: nameOf(text), text, values, rowMode: 'array' } as pg.QueryConfig))
  }

  /**
   * The rows of a read in batches of so many; no batch when there are no rows. Each batch is fetched when it is asked for, by a statement of
   * its own with the deadline of a read, however slow the consumer. The connection is given back at the end, when the consumer stops, and
   * after ten minutes at the latest: to ask for more fails then.
   */
  async * readBatches (text: string, values: unknown[], size: number): AsyncGenerator<Cells, void, void> {
    const client = await (this.#replicas?.pool('longReader')?.connect() ?? this.#breaker.run(() => this.#longReader.connect()))
    const ignore = () => {}
    client.on('error', ignore) // a connection that breaks between two batches fails the next
    const giveBack = once((broken?: Error) => {
      clearTimeout(timer)
      if (!broken) client.off('error', ignore)
      client.release(broken)
    })
    const timer = setTimeout(giveBack, MAX_BATCHED_READ, new Error('the read took too long'))
    try {
      await client.query('begin')
      await client.query(`declare batches no scroll cursor for ${text}`, values)
      for (let isLast = false; !isLast;) {
        const batch = await client.query({ text: `fetch ${size} from batches`, rowMode: 'array' })
        isLast = batch.rows.length < size
        if (batch.rows.length > 0) yield cellsOf(batch)
      }
    } catch (error) {
      throw asReadError(error)
    } finally {
      giveBack(await client.query('rollback').then(() => undefined, (error: Error) => error))
    }
  }

  async write<Result = Row> (text: string, values: unknown[] = []): Promise<Result[]> {
    return (await this.#breaker.run(() => this.#writer.query({ name: nameOf(text), text, values }))).rows as Result[]
  }

  /** Runs work on one connection and gives it back whatever happens. */
  withClient<Result> (work: (client: Client) => Promise<Result>): Promise<Result> {
    return this.#breaker.run(() => this.#withClient(work))
  }

  async #withClient<Result> (work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = await this.#writer.connect()
    let broken: Error | undefined
    const onError = (error: Error) => { broken = error } // without a listener it would end the process
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
        await client.query('rollback').catch(() => {}) // the failure of the work is what counts
        throw error
      }
    })
  }

  /** A connection outside the pools, for LISTEN. */
  connect (): Promise<pg.Client> {
    return connectClient(this.url)
  }

  /** Runs work that may take hours in one transaction, on a connection outside the pools. When it fails, the connection ends and nothing holds. */
  async longTransaction<Result> (work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = await connectClient(this.url, 0)
    try {
      await client.query('begin; set local statement_timeout = 0; set local jit = off')
      const result = await work(client)
      await client.query('commit')
      return result
    } finally {
      await client.end().catch(() => {}) // the failure of the work is what counts
    }
  }

  /** True when the server that writes go to answers, and takes them. */
  async isWritable (): Promise<boolean> {
    const [row] = await this.write<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return !row!.standby
  }

  /**
   * Throws when the address leads to a pooler that hands a session to another client between two transactions: announcements would not be
   * heard and locks not kept. It listens on a channel, notifies it, and must hear that.
   */
  async assertSession (): Promise<void> {
    const client = await this.connect()
    const channel = `ratebook_probe_${randomBytes(6).toString('hex')}`
    try {
      await client.query(`listen ${channel}`)
      let isOpen = true
      client.once('end', () => { isOpen = false })
      const heard = new Promise<boolean>((resolve) => { client.once('notification', () => resolve(true)) })
      await client.query(`notify ${channel}`)
      const isHeard = await Promise.race([heard, sleep(PROBE_TIMEOUT, false, { ref: false })])
      if (!isOpen) throw new Error('Connection terminated while it was tried')
      if (!isHeard) throw new SessionError('DATABASE_URL points to a pooler that does not keep sessions: set its pool mode to session, or connect to the server directly')
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Notes that reads from now on must see what is committed at this moment, so that a replica that lags is not asked. */
  async requireCurrent (): Promise<void> {
    if (!this.#replicas) return
    const [row] = await this.write<{ position: string }>('select pg_current_wal_lsn() - \'0/0\'::pg_lsn as position')
    this.#replicas.require(BigInt(row!.position))
  }

  /** The replicas, and which of them are read. */
  get replicas (): ReplicaState[] {
    return this.#replicas?.states ?? []
  }

  async close (): Promise<void> {
    this.#breaker.close()
    await Promise.all([this.#writer.end(), this.#reader.end(), this.#longReader.end(), this.#replicas?.close()])
  }

  #ask (query: pg.QueryConfig): Promise<pg.QueryResult> {
    const replica = this.#replicas?.pool('reader')
    const result = replica ? this.#askReplica(replica, query) : this.#breaker.run(() => this.#reader.query(query))
    return result.catch((error: unknown) => { throw asReadError(error) })
  }

  // A replica may cancel a read that conflicts with what it replays: it is asked once more, then the primary.
  async #askReplica (replica: pg.Pool, query: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await replica.query(query).catch((error: unknown) => {
        if (!isRecoveryConflict(error)) throw error
        return replica.query(query)
      })
    } catch (error) {
      if (!isRecoveryConflict(error) && !isConnectionLost(error)) throw error
      return this.#breaker.run(() => this.#reader.query(query))
    }
  }
}

/** A connection that can't be used for what needs a session. */
export class SessionError extends Error {
  override readonly name = 'SessionError'
}

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

const names = new Map<string, string>()

function nameOf (text: string): string {
  let name = names.get(text)
  if (!name) names.set(text, name = createHash('sha256').update(text).digest('hex').slice(0, 32))
  return name
}
