interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

const MAX_ITEMS = 1000

/**
 * Combines the items that are added in one turn of the event loop, or while a call runs, into one call of `run`, which
 * returns a result for each item in their order. If it throws, every item of the call fails.
 */
export class Batcher<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #waiting: Array<Waiting<Item, Result>> = []
  #isRunning = false

  constructor(run: (items: Item[]) => Promise<Result[]>) {
    this.#run = run
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (this.#isRunning) return
      this.#isRunning = true
      setImmediate(() => this.#work())
    })
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_ITEMS)
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
