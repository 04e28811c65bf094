interface Waiting<Item, Result> {
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
