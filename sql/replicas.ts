import type { QueryConfig } from 'pg'
import { Pool, type PoolOptions } from './pool.ts'

const CHECK_EVERY = 1_000
const CHECK_BEHIND_EVERY = 50
const CHECK_TIMEOUT = 3_000
const POSITION = "select pg_last_wal_replay_lsn() - '0/0'::pg_lsn as position, pg_is_in_recovery() as standby"

interface Replica {
  name: string
  reader: Pool
  longReader: Pool
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

  constructor(urls: string[], options: Omit<PoolOptions, 'url'>, longOptions: Omit<PoolOptions, 'url'>) {
    this.#replicas = urls.map((url) => ({
      name: new URL(url).host,
      reader: new Pool({ ...options, url }),
      longReader: new Pool({ ...longOptions, url }),
      position: undefined
    }))
    void this.#check()
  }

  /** The pool of the next current replica; undefined if there is none, so that the primary must answer. */
  pool(kind: 'reader' | 'longReader'): Pool | undefined {
    for (let tried = 0; tried < this.#replicas.length; tried++) {
      const replica = this.#replicas[this.#next++ % this.#replicas.length]!
      if (this.#isCurrent(replica)) return replica[kind]
    }
  }

  /** Excludes replicas until they have replayed up to this position of the primary. */
  require(position: bigint): void {
    if (position <= this.#required) return
    this.#required = position
    this.#schedule(0)
  }

  get longReaders(): ReadonlyArray<Pick<Replica, 'name' | 'longReader'>> {
    return this.#replicas
  }

  get states(): ReplicaState[] {
    return this.#replicas.map((replica) => ({ name: replica.name, isUsed: this.#isCurrent(replica) }))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.all(this.#replicas.flatMap(({ reader, longReader }) => [reader.end(), longReader.end()]))
  }

  #isCurrent({ position }: Replica): boolean {
    return position !== undefined && position >= this.#required
  }

  async #check(): Promise<void> {
    await Promise.all(
      this.#replicas.map(async (replica) => {
        replica.position = await positionOf(replica.reader).catch(() => undefined)
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

async function positionOf(pool: Pool): Promise<bigint | undefined> {
  const {
    rows: [row]
  } = await pool.query<{ position: string; standby: boolean }>({
    text: POSITION,
    query_timeout: CHECK_TIMEOUT
  } as QueryConfig)
  return row!.standby ? BigInt(row!.position) : undefined
}
