import { HttpError } from '../contract/errors.ts'

export interface QueueOptions {
  /** How much work may run at the same time. */
  concurrency: number
  /** How much more may wait for it. */
  maxWaiting: number
  /** How long it may wait. */
  maxWaitMs?: number
  /** What the work is for, in the plural, for the refusal. */
  what: string
}

const RETRY_AFTER = '5'

/**
 * Runs costly work a few at a time. Refuses what would have to wait too long, rather than be late with everything. Work that waited begins in
 * another turn of the event loop, so that a long queue does not hold up what else the process does.
 */
export class BoundedQueue {
  readonly #options: QueueOptions
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor (options: QueueOptions) {
    this.#options = options
  }

  /** True when nothing runs or waits. */
  get isIdle (): boolean {
    return this.#running === 0
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
    if (next) next()
    else this.#running--
  }

  #wait (): Promise<void> {
    const { maxWaiting, maxWaitMs } = this.#options
    if (this.#waiting.size >= maxWaiting) throw this.#refusal()
    return new Promise((resolve, reject) => {
      const enter = () => {
        this.#waiting.delete(enter)
        clearTimeout(timer)
        setImmediate(resolve)
      }
      const timer = maxWaitMs === undefined
        ? undefined
        : setTimeout(() => {
            this.#waiting.delete(enter)
            reject(this.#refusal())
          }, maxWaitMs)
      this.#waiting.add(enter)
    })
  }

  #refusal (): HttpError {
    return new HttpError('busy', `too many ${this.#options.what} at a time: try again in ${RETRY_AFTER} seconds`, { 'Retry-After': RETRY_AFTER })
  }
}
