import { parseWith } from './figures.ts'

export type Parameters = Record<string, string | number | boolean | readonly string[] | null | undefined>

export interface RatebookOptions<F> {
  /** The address of the service. By default the environment variable `RATEBOOK_URL`, else `http://localhost:8080`. */
  url?: string
  /** The API key. By default the environment variable `RATEBOOK_KEY`. Open endpoints need none. */
  key?: string
  /** Turns the printed digits of a figure into a value. `String` keeps every digit. By default figures are numbers. */
  figure?: (digits: string) => F
  /** How often a failed request is repeated. By default 3 times. */
  retries?: number
  /**
   * The longest wait before a repetition, in seconds. If `Retry-After` asks for a longer one, the error is thrown. By
   * default 60.
   */
  longestWait?: number
  /** The time for a request, in seconds. By default 60. */
  timeout?: number
}

/** An error with the message of the service, its stable code and the HTTP status. */
export class RatebookError extends Error {
  override readonly name = 'RatebookError'
  readonly status: number
  readonly code: string
  /** The number of seconds after which the service expects a request to succeed. */
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

const FIRST_WAIT = 0.5 // seconds
const TRANSIENT_STATUSES = [429, 502, 503, 504]
const NEXT = /<([^<>]*)>; *rel="next"/

/** Sends GET requests, repeats those that failed for a passing reason, and follows pages. */
export class Requester<F> {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #parse: (text: string) => unknown
  readonly #retries: number
  readonly #longestWait: number
  readonly #timeout: number

  constructor({ url, key, figure, retries = 3, longestWait = 60, timeout = 60 }: RatebookOptions<F>) {
    this.#url = (url ?? variable('RATEBOOK_URL') ?? 'http://localhost:8080').replace(/\/$/, '')
    const secret = key ?? variable('RATEBOOK_KEY')
    this.#headers = { Accept: 'application/json', ...(secret && { Authorization: `Bearer ${secret}` }) }
    this.#parse = figure ? (text) => parseWith(text, figure) : JSON.parse
    this.#retries = retries
    this.#longestWait = longestWait
    this.#timeout = timeout
  }

  async get<T>(path: string, parameters: Parameters = {}): Promise<T> {
    return (await this.#fetch(this.#address(path, parameters))).answer as T
  }

  /** Yields the answers of a paged endpoint. */
  async *pages<T>(path: string, parameters: Parameters = {}): AsyncGenerator<T, void> {
    let address: string | undefined = this.#address(path, parameters)
    while (address !== undefined) {
      const { answer, next } = await this.#fetch(address)
      yield answer as T
      address = next && this.#sameServer(next)
    }
  }

  #address(path: string, parameters: Parameters): string {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined && value !== null) {
        query.set(name, String(value))
      }
    return `${this.#url}${path}${query.size > 0 ? `?${query}` : ''}`
  }

  async #fetch(address: string): Promise<{ answer: unknown; next: string | undefined }> {
    for (let failures = 0; ; failures++) {
      let failure: unknown
      try {
        const response = await fetch(address, {
          headers: this.#headers,
          signal: AbortSignal.timeout(this.#timeout * 1000)
        })
        const text = await response.text()
        if (response.ok) return { answer: this.#parse(text), next: nextOf(response, address) }
        failure = errorOf(response, text)
      } catch (error) {
        if (!isOfConnection(error)) throw error
        failure = error
      }
      const wait = waitAfter(failure, failures)
      if (failures >= this.#retries || wait === undefined || wait > this.#longestWait) throw failure
      await new Promise((resolve) => void setTimeout(resolve, wait * 1000))
    }
  }

  #sameServer(next: string): string {
    if (!next.startsWith(`${this.#url}/`)) {
      throw new Error(`the next page is on another server, which must not get the key: ${next}`)
    }
    return next
  }
}

/** The address of the next page. */
function nextOf(response: Response, address: string): string | undefined {
  const [, link] = NEXT.exec(response.headers.get('Link') ?? '') ?? []
  return link === undefined ? undefined : new URL(link, address).href
}

/** An environment variable; undefined in a browser. */
function variable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name] || undefined
}

/** Whether `fetch` failed because of the connection or the timeout. */
function isOfConnection(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
}

/** The seconds to wait before the request is repeated; undefined if it would fail again. */
function waitAfter(failure: unknown, failures: number): number | undefined {
  if (failure instanceof RatebookError) {
    if (!TRANSIENT_STATUSES.includes(failure.status)) return undefined
    if (failure.retryAfter !== undefined) return failure.retryAfter
    if (failure.status === 429) return undefined // without Retry-After, no later request can succeed
  }
  return FIRST_WAIT * 2 ** failures * (1 + Math.random())
}

function errorOf(response: Response, text: string): RatebookError {
  const retryAfter = secondsOf(response.headers.get('Retry-After'))
  try {
    const { error, code } = JSON.parse(text) as { error: string; code: string }
    return new RatebookError(response.status, code, error, retryAfter)
  } catch {
    // a proxy may answer with text
    return new RatebookError(response.status, 'not_json', text.slice(0, 200), retryAfter)
  }
}

/** `Retry-After` in seconds: a proxy may send a date. */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
