import { HttpError } from '../contract/errors.ts'
import { turns } from './turns.ts'

export interface QueueOptions {
  /** How much work may run at the same time. */
  concurrency: number
  /** How much more may wait for it. */
  maxWaiting: number
  /** How long it may wait. */
  maxWaitMs?: number
  /** What the work is for, in the plural, for the refusal. */
  what: string
  /** Whose work it is where the event loop is shared; by default nobody's but this queue's. */
  client?: string
}

interface Waiting {
  enter: () => void
  refuse: (error: HttpError) => void
  /** When it has waited too long, on the clock of `performance`. */
  until: number
}

const RETRY_AFTER = '5'

/**
 * Runs costly work a few at a time. Refuses what would have to wait too long, rather than be late with everything. Work that waited begins in
 * another turn of the event loop, so that a long queue does not hold up what else the process does.
 */
export class BoundedQueue {
  readonly #options: QueueOptions
  readonly #onIdle: (() => void) | undefined
  readonly #waiting = new Set<Waiting>()
  #running = 0
  #timer: NodeJS.Timeout | undefined

  /** `onIdle` is called when nothing runs or waits any more. */
  constructor (options: QueueOptions, onIdle?: () => void) {
    this.#options = options
    this.#onIdle = onIdle
  }

  /** Runs work once there is room for it. Throws 503 if too much is waiting. */
  async run<Result> (work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#options.concurrency) this.#running++
    else await this.#wait() // whoever leaves passes its room on
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #leave (): void {
    const [next] = this.#waiting
    if (next) {
      this.#waiting.delete(next)
      setImmediate(() => { turns.begin(this.#options.client ?? this.#options.what, next.enter) })
    } else if (--this.#running === 0) {
      this.#onIdle?.()
    }
  }

  #wait (): Promise<void> {
    const { maxWaiting, maxWaitMs = Infinity } = this.#options
    if (this.#waiting.size >= maxWaiting) throw this.#refusal()
    return new Promise((enter, refuse) => {
      this.#waiting.add({ enter, refuse, until: performance.now() + maxWaitMs })
      this.#watch()
    })
  }

  /** One timer for all that wait: who came first has to go first. */
  #watch (): void {
    const [first] = this.#waiting
    if (this.#timer || !first || first.until === Infinity) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#refuseLate()
      this.#watch()
    }, Math.max(first.until - performance.now(), 1))
    this.#timer.unref()
  }

  #refuseLate (): void {
    const now = performance.now()
    for (const waiting of this.#waiting) {
      if (waiting.until > now) return
      this.#waiting.delete(waiting)
      waiting.refuse(this.#refusal())
    }
  }

  #refusal (): HttpError {
    return new HttpError('busy', `too many ${this.#options.what} at a time: try again in ${RETRY_AFTER} seconds`, { 'Retry-After': RETRY_AFTER })
  }
}
