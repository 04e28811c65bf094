import { LayoutError, type Publication, type Source, type Window } from '../../adapters/source.ts'
import type { Client } from '../fetch/http.ts'
import type { HostRequest } from './job-port.ts'
import { Interrupted, Thread, type ThreadOptions } from './thread.ts'

/** Runs the `fetch` of adapters. */
export interface Fetcher {
  /** The publications of a source for a window. Throws a `LayoutError` for a page that exceeds the limits. */
  fetch (source: Source, window: Window, http: Client): AsyncIterable<Publication>
}

/**
 * Runs the `fetch` of adapters in a worker thread, since it parses pages that link to documents. The program sends the
 * requests. One thread serves all sources. If one source exceeds a limit, the thread is replaced and the other sources
 * start again.
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
    const broker = new RequestBroker(http)
    return this.#thread.read({ kind: 'fetch', code: source.code, window, credentials: http.credentials }, {
      exceeded: (limit) => broker.exceeded(limit),
      onRequest: (request) => broker.answer(request)
    }) as AsyncGenerator<Publication, void, void>
  }
}

/** Sends the requests of one run of an adapter. */
class RequestBroker {
  readonly #sessions: Map<number, Client>
  readonly #client: Client
  #last?: Publication

  constructor (client: Client) {
    this.#client = client
    this.#sessions = new Map([[0, client]])
  }

  async answer (request: HostRequest): Promise<Publication | undefined> {
    if (request.call === 'absent') return void this.#client.noteAbsent(request.message)
    const http = this.#sessionOf(request.session)
    this.#last = request.call === 'post'
      ? await http.post(request.url, request.options)
      : await http[request.call](request.url, request.options)
    return this.#last
  }

  exceeded (limit: string): LayoutError {
    if (!this.#last) {
      return new LayoutError(`an adapter that asks for a document within ${limit}`, 'one that exceeds this')
    }
    return new LayoutError(
      `an answer of ${this.#last.request.url} that can be read within ${limit}`,
      `one of ${this.#last.body.length} bytes that exceeds this`
    )
  }

  #sessionOf (number: number): Client {
    const session = this.#sessions.get(number) ?? this.#client.session()
    this.#sessions.set(number, session)
    return session
  }
}
