import { BoundedQueue, type QueueOptions } from './bounded-queue.ts'

/** A bounded queue for each key, so that however much there is of one, the others get their turn. */
export class KeyedQueue {
  readonly #options: QueueOptions
  readonly #queues = new Map<string, BoundedQueue>()

  constructor (options: QueueOptions) {
    this.#options = options
  }

  /** True while any work runs. */
  get isBusy (): boolean {
    return this.#queues.size > 0
  }

  /** Runs work once there is room for more of its key. Throws 503 if too much of that is waiting. */
  run<Result> (key: string, work: () => Promise<Result>): Promise<Result> {
    let queue = this.#queues.get(key)
    if (!queue) this.#queues.set(key, queue = new BoundedQueue({ ...this.#options, client: key }, () => this.#queues.delete(key)))
    return queue.run(work)
  }
}
