import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'

/** Sends one request at a time to a host, with a minimum gap between requests. */
export class HostGate {
  readonly #gap: number
  readonly #queues = new Map<string, PQueue>()

  constructor(gap: number) {
    this.#gap = gap
  }

  enter<Result>(host: string, pause: number, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(host) ?? new PQueue({ concurrency: 1 })
    this.#queues.set(host, queue)
    const result = queue.add(work)
    if (this.#gap > 0) void queue.add(() => sleep(Math.max(this.#gap, pause), undefined, { ref: false }))
    return result
  }
}
