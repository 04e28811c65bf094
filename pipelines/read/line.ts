import { on } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { FetchError, LayoutError, type FindOptions, type PostOptions, type Publication } from '../../adapters/source.ts'

/** The messages between the program and the thread in which adapters run. Every report but `working` waits for a reply, or ends the job. */

/** What an adapter asks for while it runs: a document in a visit (0: in none), or to note that there is none. */
export type Question =
  { call: 'get' | 'find', visit: number, url: string, options?: FindOptions } |
  { call: 'post', visit: number, url: string, options: PostOptions } |
  { call: 'absent', message: string }

export type Report =
  { state: 'working' } |
  { state: 'part', part: unknown } |
  { state: 'question', question: Question } |
  { state: 'done' } |
  { state: 'refused', expected: string, found: string } |
  { state: 'failed', failure: Failure }

/** What the thread is sent after a part or a question. */
export type Reply = 'more' | 'enough' | { publication?: Publication } | { failure: Failure }

/** An error on its way. `place` is that of the error among those that the program sent, if it is one of them, and `cause` that of its cause. */
export interface Failure {
  message: string
  stack?: string
  place?: number
  cause?: number
  fetch?: Pick<FetchError, 'code' | 'status'>
}

/** An error as it is sent to the other side. */
export function failureOf (error: Error, { place, cause }: Pick<Failure, 'place' | 'cause'> = {}): Failure {
  const { message, stack } = error
  return { message, stack, place, cause, ...error instanceof FetchError && { fetch: { code: error.code, status: error.status } } }
}

/** The error that the other side sent. */
export function errorOf ({ message, stack, fetch }: Failure, cause?: Error): Error {
  if (fetch) return new FetchError(fetch.code, message, { status: fetch.status, cause })
  return Object.assign(new Error(message), { stack })
}

/** The thread's end of a job's messages. */
export class Line {
  readonly #port: MessagePort
  readonly #inbox: AsyncIterator<unknown>
  readonly #places = new WeakMap<object, number>()
  #last: Promise<unknown> = Promise.resolve()

  constructor (port: MessagePort) {
    this.#port = port
    this.#inbox = on(port, 'message')
  }

  report (report: Report, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(report, transfer)
  }

  /** The next reply. From now on the thread works on this job, and on no other until it waits again. */
  async receive (): Promise<Reply> {
    const { value: [reply] } = await this.#inbox.next() as { value: [Reply] }
    this.report({ state: 'working' })
    return reply
  }

  /** Asks the program, one question at a time. Throws what it failed with. */
  ask (question: Question): Promise<Publication | undefined> {
    const asked = this.#last.then(() => {
      this.report({ state: 'question', question })
      return this.receive()
    })
    this.#last = asked
    return asked.then((reply) => this.#answerOf(reply as Exclude<Reply, string>))
  }

  /** Reports how the job failed. */
  fail (error: Error): void {
    if (error instanceof LayoutError) return this.report({ state: 'refused', expected: error.expected, found: error.found })
    this.report({ state: 'failed', failure: failureOf(error, { place: this.#places.get(error), cause: this.#places.get(error.cause as object) }) })
  }

  #answerOf (reply: Exclude<Reply, string>): Publication | undefined {
    if (!('failure' in reply)) return reply.publication
    const error = errorOf(reply.failure)
    this.#places.set(error, reply.failure.place!)
    throw error
  }
}
