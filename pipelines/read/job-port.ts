import { on } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { FetchError, LayoutError, type FindOptions, type PostOptions, type Publication } from '../../adapters/source.ts'

/**
 * The messages between the program and the adapter thread. Every report except `working` waits for a reply or ends the
 * job.
 */

/**
 * An adapter's request to the program: fetch a document in an HTTP session (0 for none), or note that a document is
 * absent.
 */
export type HostRequest =
  { call: 'get' | 'find', session: number, url: string, options?: FindOptions } |
  { call: 'post', session: number, url: string, options: PostOptions } |
  { call: 'absent', message: string }

export type Report =
  { state: 'working' } |
  { state: 'part', part: unknown } |
  { state: 'request', request: HostRequest } |
  { state: 'done' } |
  { state: 'refused', expected: string, found: string } |
  { state: 'failed', failure: Failure }

/** The program's reply to a part or a request. */
export type Reply = 'more' | 'enough' | { publication?: Publication } | { failure: Failure }

/**
 * A serialized error. `place` and `cause` are the indexes of the error and of its cause among the errors that the
 * program sent, if it sent them.
 */
export interface Failure {
  message: string
  stack?: string
  place?: number
  cause?: number
  fetch?: Pick<FetchError, 'code' | 'status'>
}

/** Serializes an error. */
export function failureOf (error: Error, { place, cause }: Pick<Failure, 'place' | 'cause'> = {}): Failure {
  const { message, stack } = error
  return {
    message, stack, place, cause,
    ...error instanceof FetchError && { fetch: { code: error.code, status: error.status } }
  }
}

/** Restores a serialized error. */
export function errorOf ({ message, stack, fetch }: Failure, cause?: Error): Error {
  if (fetch) return new FetchError(fetch.code, message, { status: fetch.status, cause })
  return Object.assign(new Error(message), { stack })
}

/** The thread's end of a job's messages. */
export class JobPort {
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

  /** Waits for the next reply. The thread then works on this job alone until it waits again. */
  async receive (): Promise<Reply> {
    const { value: [reply] } = await this.#inbox.next() as { value: [Reply] }
    this.report({ state: 'working' })
    return reply
  }

  /** Sends the program one request at a time. Throws the program's error. */
  request (request: HostRequest): Promise<Publication | undefined> {
    const answered = this.#last.then(() => {
      this.report({ state: 'request', request })
      return this.receive()
    })
    this.#last = answered
    return answered.then((reply) => this.#answerOf(reply as Exclude<Reply, string>))
  }

  /** Reports the error that failed the job. */
  fail (error: Error): void {
    if (error instanceof LayoutError) {
      return this.report({ state: 'refused', expected: error.expected, found: error.found })
    }
    this.report({
      state: 'failed',
      failure: failureOf(error, { place: this.#places.get(error), cause: this.#places.get(error.cause as object) })
    })
  }

  #answerOf (reply: Exclude<Reply, string>): Publication | undefined {
    if (!('failure' in reply)) return reply.publication
    const error = errorOf(reply.failure)
    this.#places.set(error, reply.failure.place!)
    throw error
  }
}
