interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Gathers what comes at the same moment, and while the last batch is under way, into one call. `run` gives a result for each item in the
 * order of the items; where it fails, all of its items do.
 */
export class Batch<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #most: number
  readonly #waiting: Array<Waiting<Item, Result>> = []
  #isRunning = false

  constructor (run: (items: Item[]) => Promise<Result[]>, most = 1000) {
    this.#run = run
    this.#most = most
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
      const batch = this.#waiting.splice(0, this.#most)
      try {
        const results = await this.#run(batch.map(({ item }) => item))
        for (const [i, { resolve }] of batch.entries()) resolve(results[i]!)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isRunning = false
  }
}
