import { setTimeout as sleep } from 'node:timers/promises'
import { isSilence } from './errors.ts'
import { connectClient } from './pool.ts'

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
