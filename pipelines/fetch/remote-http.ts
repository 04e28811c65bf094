import type { FindOptions, Http, PostOptions, Publication, RequestOptions, Route, Source } from '../../adapters/source.ts'
import { credentialOf } from './credentials.ts'
import type { Line } from '../read/line.ts'
import { firstOf } from './routes.ts'

/** What an adapter in a thread may ask of the outside. The program sends the requests. */
export class RemoteHttp implements Http {
  readonly #line: Line
  readonly #source: Pick<Source, 'code' | 'credentials'>
  readonly #credentials: Record<string, string>
  readonly #visits: { count: number }
  readonly #visit: number

  constructor (line: Line, source: Pick<Source, 'code' | 'credentials'>, credentials: Record<string, string>, visits = { count: 0 }) {
    this.#line = line
    this.#source = source
    this.#credentials = credentials
    this.#visits = visits
    this.#visit = visits.count
  }

  get (url: string, options?: RequestOptions): Promise<Publication> {
    return this.#line.ask({ call: 'get', visit: this.#visit, url, options }) as Promise<Publication>
  }

  post (url: string, options: PostOptions): Promise<Publication> {
    return this.#line.ask({ call: 'post', visit: this.#visit, url, options }) as Promise<Publication>
  }

  find (url: string, options?: FindOptions): Promise<Publication | undefined> {
    return this.#line.ask({ call: 'find', visit: this.#visit, url, options })
  }

  firstOf (...routes: Route[]): AsyncGenerator<Publication> {
    return firstOf(routes, (message) => this.#line.ask({ call: 'absent', message }))
  }

  session (): Http {
    this.#visits.count += 1
    return new RemoteHttp(this.#line, this.#source, this.#credentials, this.#visits)
  }

  credential (name: string): string {
    return credentialOf(this.#source, this.#credentials, name)
  }
}
