import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import { HttpError } from '../contract/errors.ts'

const MAX_WAITING = 8 // as many hashes as one processor computes in a second
const RECENT = { max: 10_000, ttl: 15 * 60_000 }

interface Waiting {
  rank: number
  begin: () => void
  refuse: (error: HttpError) => void
}

/**
 * Runs a few hashes at a time. The client with the fewest recent hashes is next, so that a client that tries many
 * passwords delays only itself.
 */
export class HashQueue {
  readonly #atOnce: number
  readonly #client = new AsyncLocalStorage<string>()
  readonly #recentHashes = new LRUCache<string, number>(RECENT)
  readonly #waiting: Waiting[] = []
  #running = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Runs work whose hashes are counted for a client. */
  on<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    return this.#client.run(client, work)
  }

  /** Runs one hash. Throws 503 if too many hashes of clients with fewer recent ones wait. */
  async run<Result>(hash: () => Promise<Result>): Promise<Result> {
    const client = this.#client.getStore() ?? ''
    const rank = this.#recentHashes.get(client) ?? 0
    this.#recentHashes.set(client, rank + 1)
    if (this.#running < this.#atOnce) this.#running++
    else await this.#wait(rank)
    try {
      return await hash()
    } finally {
      const next = this.#waiting.shift()
      if (next) next.begin()
      else this.#running--
    }
  }

  #wait(rank: number): Promise<void> {
    return new Promise((begin, refuse) => {
      const place = this.#waiting.findIndex((it) => it.rank > rank)
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, { rank, begin, refuse })
      if (this.#waiting.length > MAX_WAITING) {
        this.#waiting
          .pop()!
          .refuse(new HttpError('busy', 'too many log-ins at a time: try again in 5 seconds', { 'Retry-After': '5' }))
      }
    })
  }
}
