import type {
  FindOptions, Http, PostOptions, Publication, RequestOptions, Route, Source
} from '../../adapters/source.ts'
import { credentialOf } from '../fetch/credentials.ts'
import type { JobPort } from './job-port.ts'
import { firstOf } from '../fetch/routes.ts'

/** The HTTP client of an adapter in the adapter thread. It passes requests to the program, which sends them. */
export class RemoteHttp implements Http {
  readonly #port: JobPort
  readonly #source: Pick<Source, 'code' | 'credentials'>
  readonly #credentials: Record<string, string>
  readonly #sessions: { count: number }
  readonly #session: number

  constructor (
    port: JobPort, source: Pick<Source, 'code' | 'credentials'>, credentials: Record<string, string>,
    sessions = { count: 0 }
  ) {
    this.#port = port
    this.#source = source
    this.#credentials = credentials
    this.#sessions = sessions
    this.#session = sessions.count
  }

  get (url: string, options?: RequestOptions): Promise<Publication> {
    return this.#port.request({ call: 'get', session: this.#session, url, options }) as Promise<Publication>
  }

  post (url: string, options: PostOptions): Promise<Publication> {
    return this.#port.request({ call: 'post', session: this.#session, url, options }) as Promise<Publication>
  }

  find (url: string, options?: FindOptions): Promise<Publication | undefined> {
    return this.#port.request({ call: 'find', session: this.#session, url, options })
  }

  firstOf (...routes: Route[]): AsyncGenerator<Publication> {
    return firstOf(routes, (message) => this.#port.request({ call: 'absent', message }))
  }

  session (): Http {
    this.#sessions.count += 1
    return new RemoteHttp(this.#port, this.#source, this.#credentials, this.#sessions)
  }

  credential (name: string): string {
    return credentialOf(this.#source, this.#credentials, name)
  }
}
