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

/** The jobs of a key. */
interface Jobs {
  running: number
  /** The callbacks that start waiting jobs. */
  waiting: Set<() => void>
}

const RETRY_AFTER = '5'

/** Limits the jobs that run at the same time, for each key separately. Refuses jobs that would wait too long. */
export class Queue {
  readonly #options: QueueOptions
  readonly #jobs = new Map<string, Jobs>()

  constructor (options: QueueOptions) {
    this.#options = options
  }

  /** True while any job runs. */
  get isBusy (): boolean {
    return this.#jobs.size > 0
  }

  /** Runs a job when its key has a free slot. Throws 503 if too many jobs of the key wait. */
  async run<Result> (job: () => Promise<Result>, key = ''): Promise<Result> {
    const release = await this.enter(key)
    try {
      return await job()
    } finally {
      release()
    }
  }

  /** Waits for a slot of a key and returns the function that releases it. Throws 503 if too many jobs of the key wait. */
  async enter (key = ''): Promise<() => void> {
    let jobs = this.#jobs.get(key)
    if (!jobs) this.#jobs.set(key, jobs = { running: 0, waiting: new Set() })
    if (jobs.running < this.#options.concurrency) jobs.running++
    else await this.#wait(jobs)
    return () => this.#release(jobs, key)
  }

  /** Passes the slot to the job that has waited longest. */
  #release (jobs: Jobs, key: string): void {
    const [begin] = jobs.waiting
    if (begin) {
      jobs.waiting.delete(begin)
      begin()
    } else if (--jobs.running === 0) {
      this.#jobs.delete(key)
    }
  }

  #wait ({ waiting }: Jobs): Promise<void> {
    const { maxWaiting, maxWaitMs = 60_000, what } = this.#options
    const busy = () => new HttpError('busy', `too many ${what} at a time: try again in ${RETRY_AFTER} seconds`, { 'Retry-After': RETRY_AFTER })
    if (waiting.size >= maxWaiting) throw busy()
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(busy())
      }, maxWaitMs).unref()
      waiting.add(begin)
    })
  }
}

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export interface BatchOptions {
  /** True if more items are expected soon. */
  expectsMore?: () => boolean
}

const MAX_ITEMS = 1000
const MANY = 4
const PAUSE = 2 // milliseconds

/**
 * Combines the items that are added in one turn of the event loop, or while a call runs, into one call of `run`. It returns a result for each item in their
 * order; if it throws, every item of the call fails. Each call has a fixed price, such as a commit, so after a call with many items the next one waits
 * two milliseconds if more are expected.
 */
export class Batch<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #expectsMore: () => boolean
  readonly #waiting: Array<Waiting<Item, Result>> = []
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
      const batch = this.#waiting.splice(0, MAX_ITEMS)
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
