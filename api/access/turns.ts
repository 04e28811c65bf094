import { performance } from 'node:perf_hooks'

const BUDGET = 10 // milliseconds
const MAX_RESUMED = 8
const MIN_USED = 1 // a piece of work has costs that are not seen here, such as the reading of a chunk

/** The work of a client that waits, and the time that the client has used, in milliseconds. */
interface Client {
  works: Array<() => void>
  used: number
}

/**
 * Shares the event loop between clients. All that arrives at the same moment would begin in one turn of the loop, and hold up whoever comes after it. Once a
 * turn has taken its time, what is left begins in the next turns, and the loop looks for new connections in between. The client that has used the least time is
 * next, so that one whose work is short does not wait for all the long work of another.
 */
export class Turns {
  readonly #waiting = new Map<string, Client>()
  #start: number | undefined
  #running: { client: Client, since: number } | undefined
  #used = 0

  /** Begins some work for a client, immediately if there is time left in this turn. */
  begin (client: string, work: () => void): void {
    const now = performance.now()
    if (this.#start === undefined) {
      this.#start = now
      setImmediate(() => { this.#resume() })
    }
    if (this.#waiting.size === 0 && now - this.#start < BUDGET) return work()
    const own = this.#waiting.get(client)
    if (own) own.works.push(work)
    else this.#waiting.set(client, { works: [work], used: this.#used }) // nobody saves time up
  }

  /** Resolves when there is time for some work of a client, immediately if that is in this turn. */
  next (client: string): Promise<void> {
    return new Promise((resolve) => { this.begin(client, resolve) })
  }

  /** Begins the next turn: each piece of work in a callback of its own, so that what it goes on with is counted. */
  #resume (): void {
    this.#countUntil(performance.now())
    this.#start = undefined
    if (this.#waiting.size === 0) return
    this.#start = performance.now()
    let first: number | undefined
    for (let place = 0; place < MAX_RESUMED; place++) {
      setImmediate(() => {
        const now = performance.now()
        this.#countUntil(now)
        if (now - (first ??= now) < BUDGET) this.#beginNext(now)
      })
    }
    setImmediate(() => { this.#resume() })
  }

  #countUntil (now: number): void {
    if (this.#running) this.#running.client.used += Math.max(now - this.#running.since, MIN_USED)
    this.#running = undefined
  }

  #beginNext (now: number): void {
    let next: [string, Client] | undefined
    for (const it of this.#waiting) if (!next || it[1].used < next[1].used) next = it
    if (!next) return
    const [name, client] = next
    const work = client.works.shift()!
    if (client.works.length === 0) this.#waiting.delete(name)
    this.#running = { client, since: now }
    this.#used = client.used
    work()
  }
}

/** The turns of this process, which has one event loop. */
export const turns = new Turns()
