import { LayoutError, type Publication, type Source, type Window } from '../../adapters/source.ts'
import type { Client } from './http.ts'
import type { Question } from '../read/line.ts'
import { Interrupted, Thread, type ThreadOptions } from '../read/thread.ts'

/** Runs what an adapter does to find its documents. */
export interface Fetcher {
  /** The publications of a source for a window. Throws a `LayoutError` for a page that can't be read within the limits. */
  fetch (source: Source, window: Window, http: Client): AsyncIterable<Publication>
}

/**
 * Runs the `fetch` of adapters in a thread of their own, since pages that lead to documents are read there. The program sends the requests. One thread
 * serves all sources. If one of them exceeds a limit, the thread is replaced and the others begin again.
 */
export class ThreadFetcher implements Fetcher {
  readonly #thread: Thread

  constructor (options: Partial<ThreadOptions> = {}) {
    this.#thread = new Thread(options)
  }

  async * fetch (source: Source, window: Window, http: Client): AsyncGenerator<Publication, void, void> {
    for (let isFetched = false; !isFetched;) {
      try {
        yield * this.#attempt(source, window, http)
        isFetched = true
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error
      }
    }
  }

  #attempt (source: Source, window: Window, http: Client): AsyncGenerator<Publication, void, void> {
    const desk = new Desk(http)
    return this.#thread.read({ kind: 'fetch', code: source.code, window, credentials: http.credentials }, {
      exceeded: (limit) => desk.exceeded(limit),
      answer: (question) => desk.answer(question)
    }) as AsyncGenerator<Publication, void, void>
  }
}

/** Sends what one run of an adapter asks for. */
class Desk {
  readonly #visits: Map<number, Client>
  readonly #client: Client
  #last?: Publication

  constructor (client: Client) {
    this.#client = client
    this.#visits = new Map([[0, client]])
  }

  async answer (question: Question): Promise<Publication | undefined> {
    if (question.call === 'absent') return void this.#client.noteAbsent(question.message)
    const http = this.#visitOf(question.visit)
    this.#last = question.call === 'post' ? await http.post(question.url, question.options) : await http[question.call](question.url, question.options)
    return this.#last
  }

  exceeded (limit: string): LayoutError {
    if (!this.#last) return new LayoutError(`an adapter that asks for a document within ${limit}`, 'one that exceeds this')
    return new LayoutError(`an answer of ${this.#last.request.url} that can be read within ${limit}`, `one of ${this.#last.body.length} bytes that exceeds this`)
  }

  #visitOf (number: number): Client {
    const visit = this.#visits.get(number) ?? this.#client.session()
    this.#visits.set(number, visit)
    return visit
  }
}
