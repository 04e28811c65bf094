import { setTimeout as sleep } from 'node:timers/promises'

/** Lets one request at a time through to a host, and the next no sooner than a gap later. */
export class HostGate {
  readonly #gap: number
  readonly #tails = new Map<string, Promise<void>>()

  constructor (gap: number) {
    this.#gap = gap
  }

  async enter<Result> (host: string, pause: number, work: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(host) ?? Promise.resolve()
    const run = before.then(work)
    const gap = this.#gap === 0 ? 0 : Math.max(this.#gap, pause)
    this.#tails.set(host, run.catch(() => {}).then(() => gap === 0 ? undefined : sleep(gap, undefined, { ref: false })))
    return run
  }
}
