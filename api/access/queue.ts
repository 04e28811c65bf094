import { HttpError } from '../contract/errors.ts'

export interface QueueOptions {
  /** The number of jobs of a key that run at the same time. */
  concurrency: number
  /** The number of jobs of a key that may wait. */
  maxWaiting: number
  /** How long a job may wait; one minute by default. */
  maxWaitMs?: number
  /** The plural noun for the jobs in the 503 error. */
  what: string
}

interface Lane {
  running: number
  /** The callbacks that start waiting jobs. */
  waiting: Set<() => void>
}

const RETRY_AFTER = '5'

/** Limits the jobs that run at the same time, for each key separately. Refuses jobs that would wait too long. */
export class Queue {
  readonly #options: QueueOptions
  readonly #lanes = new Map<string, Lane>()

  constructor (options: QueueOptions) {
    this.#options = options
  }

  /** True while any job runs. */
  get isBusy (): boolean {
    return this.#lanes.size > 0
  }

  /** Runs a job when its key has a free slot. Throws 503 if too many jobs of the key wait. */
  async run<Result> (job: () => Promise<Result>, key = ''): Promise<Result> {
    const leave = await this.enter(key)
    try {
      return await job()
    } finally {
      leave()
    }
  }

  /** Waits for a slot of a key and returns the function that releases it. Throws 503 if too many jobs of the key wait. */
  async enter (key = ''): Promise<() => void> {
    let lane = this.#lanes.get(key)
    if (!lane) this.#lanes.set(key, lane = { running: 0, waiting: new Set() })
    if (lane.running < this.#options.concurrency) lane.running++
    else await this.#wait(lane)
    return () => this.#leave(lane, key)
  }

  /** Hands the slot over to the job that has waited longest. */
  #leave (lane: Lane, key: string): void {
    const [begin] = lane.waiting
    if (begin) {
      lane.waiting.delete(begin)
      begin()
    } else if (--lane.running === 0) {
      this.#lanes.delete(key)
    }
  }

  #wait ({ waiting }: Lane): Promise<void> {
    const { maxWaiting, maxWaitMs = 60_000 } = this.#options
    if (waiting.size >= maxWaiting) throw this.#refusal()
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(this.#refusal())
      }, maxWaitMs).unref()
      waiting.add(begin)
    })
  }

  #refusal (): HttpError {
    return new HttpError('busy', `too many ${this.#options.what} at a time: try again in ${RETRY_AFTER} seconds`, { 'Retry-After': RETRY_AFTER })
  }
}

interface WaitingItem<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export interface BatchOptions {
  /** Tells whether more items are to be expected soon. */
  expectsMore?: () => boolean
}

const MOST = 1000 // of a call
const MANY = 4
const PAUSE = 2 // milliseconds

/**
 * Gathers what comes at the same moment, and while the last batch is under way, into one call. `run` gives a result for each item in the
 * order of the items; where it fails, all of its items do. A call has a price of its own, such as a commit: after one of several items the next begins two
 * milliseconds later, if more is expected.
 */
export class Batch<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #expectsMore: () => boolean
  readonly #waiting: Array<WaitingItem<Item, Result>> = []
  #isRunning = false

  constructor (run: (items: Item[]) => Promise<Result[]>, { expectsMore = () => false }: BatchOptions = {}) {
    this.#run = run
    this.#expectsMore = expectsMore
  }

  add (item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (this.#isRunning) return
      this.#isRunning = true
      setImmediate(() => this.#work())
    })
  }

  async #work (): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST)
      try {
        const results = await this.#run(batch.map(({ item }) => item))
        for (const [i, { resolve }] of batch.entries()) resolve(results[i]!)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      if (batch.length >= MANY && this.#expectsMore()) await new Promise((resolve) => { setTimeout(resolve, PAUSE) })
    }
    this.#isRunning = false
  }
}
