import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryConfig } from 'pg'
import { ReplicaLost } from './errors.ts'
import { Pool, type PoolOptions } from './pool.ts'

const CHECK_EVERY = 1_000
const CHECK_BEHIND_EVERY = 50
const CHECK_TIMEOUT = 1_500
const POSITION = "select pg_last_wal_replay_lsn() - '0/0'::pg_lsn as position, pg_is_in_recovery() as standby"

type Options = Omit<PoolOptions, 'url'>

/** The pools of a replica, and a signal that aborts when the replica stops answering. */
interface Connections {
  reader: Pool
  longReader: Pool
  lost: AbortController
}

interface Replica {
  name: string
  /** A separate connection, because reads may wait for those of the pools. */
  checker: Pool
  open: () => Connections
  connections: Connections
  /** The replayed position in the write-ahead log; undefined while the replica does not answer or is not a standby. */
  position: bigint | undefined
}

export interface ReplicaState {
  name: string
  isUsed: boolean
}

/**
 * Replicas that serve reads in turn while they answer and have replayed the write-ahead log up to the required
 * position. Their positions are queried once a second, and more often while one lags behind.
 */
export class Replicas {
  readonly #replicas: Replica[]
  #required = 0n
  #next = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(urls: string[], options: Options, longOptions: Options) {
    this.#replicas = urls.map((url) => {
      const open = () => connectionsOf(url, options, longOptions)
      const checker = new Pool({ ...options, connections: 1, url })
      return { name: new URL(url).host, checker, open, connections: open(), position: undefined }
    })
    void this.#check()
  }

  /**
   * The pool of the next current replica, and a signal that aborts when it stops answering; undefined if there is none,
   * so that the primary must answer.
   */
  next(kind: 'reader' | 'longReader'): { pool: Pool; lost: AbortSignal } | undefined {
    for (let tried = 0; tried < this.#replicas.length; tried++) {
      const replica = this.#replicas[this.#next++ % this.#replicas.length]!
      if (this.#isCurrent(replica)) return { pool: replica.connections[kind], lost: replica.connections.lost.signal }
    }
  }

  /** Excludes replicas until they have replayed up to this position of the primary. */
  require(position: bigint): void {
    if (position <= this.#required) return
    this.#required = position
    this.#schedule(0)
  }

  get longReaders(): Array<{ name: string; longReader: Pool }> {
    return this.#replicas.map(({ name, connections: { longReader } }) => ({ name, longReader }))
  }

  get states(): ReplicaState[] {
    return this.#replicas.map((replica) => ({ name: replica.name, isUsed: this.#isCurrent(replica) }))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.all(
      this.#replicas.flatMap(({ checker, connections: { reader, longReader } }) =>
        [checker, reader, longReader].map((pool) => pool.end())
      )
    )
  }

  #isCurrent({ position }: Replica): boolean {
    return position !== undefined && position >= this.#required
  }

  async #check(): Promise<void> {
    await Promise.all(
      this.#replicas.map(async (replica) => {
        const wasUsed = replica.position !== undefined
        replica.position = await Promise.race([
          positionOf(replica.checker).catch(() => undefined),
          sleep(CHECK_TIMEOUT, undefined, { ref: false })
        ])
        if (wasUsed && replica.position === undefined && !this.#isClosed) renew(replica)
      })
    )
    const isBehind = this.#replicas.some((replica) => replica.position !== undefined && !this.#isCurrent(replica))
    this.#schedule(isBehind ? CHECK_BEHIND_EVERY : CHECK_EVERY)
  }

  #schedule(delay: number): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#check(), delay)
    this.#timer.unref()
  }
}

function connectionsOf(url: string, options: Options, longOptions: Options): Connections {
  const lost = new AbortController()
  setMaxListeners(0, lost.signal) // every read adds a listener
  return { reader: new Pool({ ...options, url }), longReader: new Pool({ ...longOptions, url }), lost }
}

// The old connections may hang until their deadline, and would occupy the pool after the replica is back.
function renew(replica: Replica): void {
  const { reader, longReader, lost } = replica.connections
  replica.connections = replica.open()
  lost.abort(new ReplicaLost(`the replica ${replica.name} does not answer`))
  for (const pool of [reader, longReader]) void pool.end()
}

/** The result of work, or the reason of the signal if the signal aborts first. */
export function unlessLost<Result>(work: Promise<Result>, lost: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const lose = () => reject(lost.reason as Error)
    if (lost.aborted) lose()
    lost.addEventListener('abort', lose)
    void work.then(resolve, reject).finally(() => lost.removeEventListener('abort', lose))
  })
}

async function positionOf(pool: Pool): Promise<bigint | undefined> {
  const {
    rows: [row]
  } = await pool.query<{ position: string; standby: boolean }>({
    text: POSITION,
    query_timeout: CHECK_TIMEOUT
  } as QueryConfig)
  return row!.standby ? BigInt(row!.position) : undefined
}
