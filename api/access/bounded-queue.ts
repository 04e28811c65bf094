import { HttpError } from '../contract/errors.ts'

export interface QueueOptions {
  /** How much work may run at the same time. */
  concurrency: number
  /** How much more may wait for it. */
  maxWaiting: number
  /** What is too busy, for the refusal. */
  what: string
}

const RETRY_AFTER = '5'

/** Runs costly work a few at a time. What would have to wait behind too much other work is refused at once rather than late. */
export class BoundedQueue {
  readonly #options: QueueOptions
  readonly #waiting: Array<() => void> = []
  #running = 0

  constructor (options: QueueOptions) {
    this.#options = options
  }

  /** The result of work, once there is room for it. Throws 503 where too much is waiting. */
  async run<Result> (work: () => Promise<Result>): Promise<Result> {
    const release = await this.enter()
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Waits for room, and returns what gives it back; a second call does nothing. Throws 503 where too much is waiting. */
  async enter (): Promise<() => void> {
    const { concurrency, maxWaiting, what } = this.#options
    if (this.#running >= concurrency) {
      if (this.#waiting.length >= maxWaiting) throw new HttpError(503, `${what} are too busy: try again in ${RETRY_AFTER} seconds`, { 'Retry-After': RETRY_AFTER })
      await new Promise<void>((resolve) => this.#waiting.push(resolve)) // whoever leaves hands its room on
    } else {
      this.#running++
    }
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
