import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { HttpError } from '../contract/errors.ts'

interface LimiterOptions {
  /** The number of jobs of a key that run at the same time. */
  concurrency: number
  /** The number of jobs of a key that may wait. */
  maxWaiting: number
  /** How long a job may wait, in milliseconds. */
  maxWaitMs: number
  /** The plural noun for the jobs in the 503 error. */
  what: string
}

const MAX_KEYS = 10_000
const RETRY_AFTER = '5'

/**
 * Limits the jobs that run at the same time, for each key separately. Refuses jobs that would wait too long with 503.
 */
export class Limiter {
  readonly #options: LimiterOptions
  readonly #queues: LRUCache<string, PQueue>

  constructor(options: LimiterOptions) {
    this.#options = options
    this.#queues = new LRUCache({ max: MAX_KEYS, memoMethod: () => new PQueue({ concurrency: options.concurrency }) })
  }

  /** Runs a job when its key has a free slot. */
  async run<Result>(job: () => Promise<Result>, key = ''): Promise<Result> {
    const queue = this.#queues.memo(key)
    if (queue.pending < this.#options.concurrency) return queue.add(job)
    if (queue.size >= this.#options.maxWaiting) throw this.#busy()
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(this.#busy()), this.#options.maxWaitMs).unref()
    return queue.add(
      () => {
        clearTimeout(timer)
        return job()
      },
      { signal: waiting.signal }
    )
  }

  /** Waits for a slot of a key, and returns the function that releases it. */
  enter(key = ''): Promise<() => void> {
    return new Promise((enter, refuse) => {
      this.run(
        () =>
          new Promise<void>((release) => {
            enter(release)
          }),
        key
      ).catch(refuse)
    })
  }

  #busy(): HttpError {
    const message = `too many ${this.#options.what} at a time: try again in ${RETRY_AFTER} seconds`
    return new HttpError('busy', message, { 'Retry-After': RETRY_AFTER })
  }
}
