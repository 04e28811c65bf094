import { performance } from 'node:perf_hooks'

const BUDGET = 10 // milliseconds
const MAX_RESUMED = 8

/**
 * Shares the event loop between clients. All that arrives at the same moment would begin in one turn of the loop, and hold up whoever comes after it. Once a
 * turn has taken its time, what is left begins in the next turns, by client in rotation, and the loop looks for new connections in between.
 */
export class Turns {
  readonly #waiting = new Map<string, Array<() => void>>()
  #start: number | undefined

  /** Begins some work for a client, immediately if there is time left in this turn. */
  begin (client: string, work: () => void): void {
    const now = performance.now()
    if (this.#start === undefined) {
      this.#start = now
      setImmediate(() => { this.#resume() })
    }
    if (this.#waiting.size === 0 && now - this.#start < BUDGET) return work()
    const own = this.#waiting.get(client)
    if (own) own.push(work)
    else this.#waiting.set(client, [work])
  }

  /** Resolves when there is time for some work of a client, immediately if that is in this turn. */
  next (client: string): Promise<void> {
    return new Promise((resolve) => { this.begin(client, resolve) })
  }

  /** Begins the next turn: each piece of work in a callback of its own, so that what it goes on with is counted. */
  #resume (): void {
    this.#start = undefined
    if (this.#waiting.size === 0) return
    const start = this.#start = performance.now()
    for (let place = 0; place < MAX_RESUMED; place++) {
      setImmediate(() => { if (place === 0 || performance.now() - start < BUDGET) this.#beginNext() })
    }
    setImmediate(() => { this.#resume() })
  }

  #beginNext (): void {
    const [first] = this.#waiting
    if (!first) return
    const [client, own] = first
    const work = own.shift()!
    this.#waiting.delete(client)
    if (own.length > 0) this.#waiting.set(client, own) // behind the others
    work()
  }
}

/** The turns of this process, which has one event loop. */
export const turns = new Turns()
