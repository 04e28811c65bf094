import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { faultIn } from '../../adapters/kit/soap.ts'
import { excerpt } from '../../adapters/kit/text.ts'
import {
  FetchError,
  type FindOptions,
  type Http,
  type PostOptions,
  type Publication,
  type PublicationRequest,
  type RequestOptions,
  type Route,
  type Source
} from '../../adapters/source.ts'
import type { Budget } from './budget.ts'
import { CookieJar } from './cookies.ts'
import { exchange, type Answer } from './exchange.ts'
import { HostGate } from './gate.ts'

/** An archived answer: its headers, and its document on demand. */
export interface ArchivedAnswer {
  headers: Publication['headers']
  restore: () => Promise<Publication>
}

export interface ClientOptions {
  dispatcher?: Dispatcher
  /** Replaces `process.env` where credentials are read. */
  environment?: Record<string, string | undefined>
  userAgent: string
  /** Milliseconds between two requests to one host. */
  gap?: number
  /** Retries of a request that failed transiently; 3 by default. */
  retries?: number
  /** The archived answer to a request, for conditional requests. */
  remember?: (request: PublicationRequest) => Promise<ArchivedAnswer | undefined>
  /** Milliseconds for one request and its whole answer; by default those of the source, or two minutes. */
  timeout?: number
  /** The limits on requests and time that all sessions of the run share. */
  budget?: Budget
  /** The cookies of the session, if the client is one. */
  cookies?: CookieJar
  /** In a replay: the recorded request whose answer was returned for the last request. */
  asRecorded?: (request: PublicationRequest) => PublicationRequest | undefined
  /** Called for each document that a publisher reports as missing. */
  onAbsent?: (message: string) => void
  signal?: AbortSignal
}

const ABSENT = [404, 204]
const LAST_BLANK = 0x20 // an answer that has only bytes up to this one is blank
const DOCUMENTS = new Set([200, 201, 203]) // excludes 206 (part of a document), and 202 and 204 (no document)
const RETRIED_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504])
const RETRIES = 3
const TIMEOUT = 120_000
const FIRST_DELAY = 1000
const LONGEST_DELAY = 60_000
const FAULT_BYTES = 64 * 1024
const READABLE = 2 * 2 ** 20 // bytes of a page that `fetch` reads: a hundred times the largest known
const HEADERS_NOT_ARCHIVED = ['user-agent', 'cookie']

/** The source that a client serves. */
type Request = Pick<Source, 'code' | 'credentials' | 'hosts' | 'pause' | 'timeout' | 'userAgent'>

/** The HTTP client of all adapters. */
export class Client implements Http {
  readonly #source: Request
  readonly #options: ClientOptions
  readonly #gate: HostGate

  constructor(source: Request, options: ClientOptions, gate = new HostGate(options.gap ?? 500)) {
    this.#source = source
    this.#options = options
    this.#gate = gate
  }

  get(url: string, options: RequestOptions = {}): Promise<Publication> {
    return this.#request({ method: 'GET', url, headers: this.#headers(options) }, options)
  }

  post(url: string, options: PostOptions): Promise<Publication> {
    return this.#request({ method: 'POST', url, headers: this.#headers(options), body: options.body }, options)
  }

  async find(url: string, options: FindOptions = {}): Promise<Publication | undefined> {
    try {
      const answer = await this.get(url, options)
      if (answer.body.some((byte) => byte > LAST_BLANK)) return answer
      this.#options.onAbsent?.(`${show(answer.request)} answered 200 with nothing`)
      return undefined
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      const absent =
        error.code === 'NO_RECORDING' || (error.code === 'STATUS' && (options.absent ?? ABSENT).includes(error.status!))
      if (!absent) throw error
      this.#options.onAbsent?.(error.message)
      return undefined
    }
  }

  async *firstOf(...routes: Route[]): AsyncGenerator<Publication> {
    const failures: FetchError[] = []
    for (const route of routes) {
      let given = 0
      try {
        for await (const publication of route()) {
          given += 1
          yield publication
        }
        if (given > 0) return
      } catch (error) {
        if (!(error instanceof FetchError)) throw error
        failures.push(error)
      }
    }
    const [first] = failures
    if (first && failures.length === routes.length) {
      const message = failures.map((it) => it.message).join('; ')
      throw new FetchError(first.code, message, { cause: first, status: first.status })
    }
    for (const { message } of failures) this.#options.onAbsent?.(message)
  }

  session(): Client {
    return new Client(this.#source, { ...this.#options, remember: undefined, cookies: new CookieJar() }, this.#gate)
  }

  credential(name: string): string {
    const declared = this.#source.credentials?.find((it) => it.name === name)
    if (!declared) throw new TypeError(`source ${this.#source.code} does not declare ${name}`)
    const value = this.#environment[name]
    if (!value) throw new FetchError('MISSING_CREDENTIAL', `${name} is not set (get it at ${declared.where})`)
    return value
  }

  get #environment(): Record<string, string | undefined> {
    return this.#options.environment ?? process.env
  }

  #headers(options: RequestOptions): Record<string, string> {
    return {
      accept: '*/*',
      'user-agent': this.#source.userAgent?.value ?? this.#options.userAgent,
      ...options.headers
    }
  }

  async #request(request: PublicationRequest, options: RequestOptions): Promise<Publication> {
    const known = this.#archivedRequest(request, options.transient)
    const remembered = await this.#options.remember?.(known)
    const answer = await this.#gate.enter(new URL(request.url).host, this.#source.pause ?? 0, () =>
      this.#send(request, known, validators(remembered))
    )
    if (answer.status === 304 && remembered) return { ...(await remembered.restore()), readable: READABLE }
    const recorded = this.#options.asRecorded?.(request)
    const mediaType = String(answer.headers['content-type'] ?? 'application/octet-stream')
    return {
      source: this.#source.code,
      request: recorded ? this.#archivedRequest(recorded, options.transient) : known,
      mediaType: mediaType.split(';')[0]!.trim().toLowerCase(),
      charset: options.charset ?? /charset="?([\w.:-]+)/i.exec(mediaType)?.[1]?.toLowerCase(),
      headers: withoutHeaders(answer.headers, ['set-cookie']),
      body: answer.body,
      readable: READABLE
    }
  }

  /**
   * The request as it is archived and shown: without cookies, credentials and values that are valid for one session
   * only.
   */
  #archivedRequest({ headers, body, ...request }: PublicationRequest, transient: string[] = []): PublicationRequest {
    const kept = {
      ...request,
      headers: withoutHeaders(headers, [...HEADERS_NOT_ARCHIVED, ...transient]),
      ...(body === undefined ? {} : { body: withoutFields(body, transient) })
    }
    return JSON.parse(this.#hideSecrets(JSON.stringify(kept))) as PublicationRequest
  }

  /** A text as it is stored and shown, with each credential replaced by its name in angle brackets. */
  #hideSecrets(text: string): string {
    return (this.#source.credentials ?? []).reduce((hidden, { name }) => {
      const secret = this.#environment[name]
      return secret
        ? hidden
            .replaceAll(JSON.stringify(secret).slice(1, -1), `<${name}>`)
            .replaceAll(encodeURIComponent(secret), `<${name}>`)
        : hidden
    }, text)
  }

  #refusal(shown: PublicationRequest, { status, body }: Answer): FetchError {
    const fault = faultIn(Buffer.from(body.subarray(0, FAULT_BYTES)).toString())
    return new FetchError(
      'STATUS',
      `${show(shown)} answered ${status}${fault === undefined ? '' : `: ${this.#hideSecrets(excerpt(fault))}`}`,
      { status }
    )
  }

  async #send(
    request: PublicationRequest,
    shown: PublicationRequest,
    conditions: Record<string, string>
  ): Promise<Answer> {
    const conditional = Object.keys(conditions).length > 0
    for (let attempt = 0; ; attempt += 1) {
      const last = attempt === (this.#options.retries ?? RETRIES)
      const outcome = await this.#attempt({ ...request, headers: { ...request.headers, ...conditions } }, shown)
      if (outcome instanceof FetchError) {
        if (last || outcome.code !== 'UNREACHABLE') throw outcome
      } else {
        if (DOCUMENTS.has(outcome.status) || (conditional && outcome.status === 304)) return outcome
        if (last || !RETRIED_STATUSES.has(outcome.status)) throw this.#refusal(shown, outcome)
      }
      const asks =
        outcome instanceof FetchError ? 0 : Math.min(retryAfter(outcome.headers['retry-after']), LONGEST_DELAY)
      await sleep(Math.max(asks, this.#backoff(attempt)), undefined, { signal: this.#options.signal })
    }
  }

  /**
   * One request within its deadline and that of its run. Both cover everything from the connection to the last byte,
   * including redirects and interim answers.
   */
  async #attempt(request: PublicationRequest, shown: PublicationRequest): Promise<Answer | FetchError> {
    const { budget, dispatcher, cookies, signal, timeout = this.#source.timeout ?? TIMEOUT } = this.#options
    const timeLeft = budget?.timeLeft ?? Infinity
    const deadline = AbortSignal.timeout(Math.min(timeout, timeLeft))
    try {
      budget?.takeRequest()
      const answer = await exchange(request, {
        dispatcher,
        cookies,
        hosts: this.#source.hosts,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline
      })
      budget?.takeBytes(answer.body.length)
      return answer
    } catch (error) {
      if (deadline.aborted && timeLeft < timeout) return asFetchError(budget!.outOfTime(), shown)
      if (deadline.aborted) {
        return new FetchError('TIMEOUT', `${show(shown)} did not answer completely within ${timeout / 1000} seconds`, {
          cause: error
        })
      }
      return asFetchError(error, shown)
    }
  }

  /** Exponential, with full jitter so that many workers do not retry at the same moment. */
  #backoff(attempt: number): number {
    return this.#options.gap === 0 ? 0 : Math.random() * FIRST_DELAY * 2 ** attempt
  }
}

function withoutHeaders<Value>(headers: Record<string, Value>, names: string[]): Record<string, Value> {
  const left = new Set(names.map((name) => name.toLowerCase()))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name.toLowerCase())))
}

/** A form's body without some of its fields. */
function withoutFields(body: string, names: string[]): string {
  const left = new Set(names)
  if (left.size === 0) return body
  return body
    .split('&')
    .filter((pair) => !left.has(new URLSearchParams(pair).keys().next().value ?? ''))
    .join('&')
}

function show({ method, url, body }: PublicationRequest): string {
  return `${method} ${url}${body === undefined ? '' : ` (${body.length > 120 ? `${body.slice(0, 120)}…` : body})`}`
}

function asFetchError(error: unknown, shown: PublicationRequest): FetchError {
  if (error instanceof FetchError) {
    return new FetchError(error.code, `${show(shown)} ${error.message}`, { cause: error })
  }
  const { code, message } = error as NodeJS.ErrnoException
  return new FetchError('UNREACHABLE', `${show(shown)} could not be reached: ${code ?? message}`, { cause: error })
}

/** Seconds or a date (RFC 9110, 10.2.3), in milliseconds. */
export function retryAfter(header: string | string[] | undefined): number {
  if (header === undefined) return 0
  const text = String(header)
  const wanted = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(wanted) ? Math.max(wanted, 0) : 0
}

/** The headers of a conditional request (RFC 9110, 13.1). */
function validators(remembered: ArchivedAnswer | undefined): Record<string, string> {
  const { etag, 'last-modified': modified } = remembered?.headers ?? {}
  return {
    ...(etag ? { 'if-none-match': String(etag) } : {}),
    ...(modified ? { 'if-modified-since': String(modified) } : {})
  }
}
