import { setTimeout as sleep } from 'node:timers/promises'
import { request, type Dispatcher } from 'undici'
import { z } from 'zod'
import { HostGate } from '../../../pipelines/fetch/gate.ts'
import { isPrivate } from '../../../adapters/kit/addresses.ts'
import { retryAfter } from '../../../pipelines/fetch/http.ts'
import { Network } from '../../../pipelines/fetch/network.ts'
import { collectDocument, PeerDocument, PeerError, readAll, readListed, type Peer } from './peer.ts'
import { proxyFor } from '../../../pipelines/fetch/proxies.ts'

export interface PeerApiOptions {
  url: string
  key?: string
  /** Only the documents of these sources. */
  sources?: string[]
  /** Only the documents that the peer read since this date. */
  since?: string
  /** The most requests a second. */
  rate: number
  userAgent: string
  environment: Record<string, string | undefined>
  /** Retries of a request that failed transiently; 5 by default. */
  retries?: number
  signal?: AbortSignal
  /** Called with each wait that the peer requests, in milliseconds. */
  onWait?: (milliseconds: number, why: string) => void
}

const PATH = '/api/v1/documents'
const TIMEOUT = 120_000 // milliseconds for an answer with all its bytes
const MAX_PAGE = 32 * 1024 * 1024 // bytes of a page of the list
const MAX_PAGES = 1_000_000
const MAX_MESSAGE = 64 * 1024
const RETRIES = 5
const FIRST_DELAY = 1000
const MAX_WAIT = 15 * 60_000 // milliseconds; a peer that requests a longer wait ends the run
const RETRIED = new Set([408, 429, 500, 502, 503, 504])

const Page = z.object({ documents: z.array(PeerDocument), next_cursor: z.string().min(1).nullable() })

/**
 * Another instance through its API. The address is https, or http on this machine. Redirections are never followed, so
 * that requests and the key go only to the operator's address.
 */
export class PeerApi implements Peer {
  readonly name: string
  listed = 0
  readonly #options: PeerApiOptions
  readonly #address: string
  readonly #dispatcher: Dispatcher
  readonly #gate: HostGate

  constructor(options: PeerApiOptions) {
    const { url, rate, environment } = options
    const { protocol, host, hostname, origin, pathname } = new URL(url)
    if (protocol !== 'https:' && !(protocol === 'http:' && isThisMachine(hostname))) {
      throw new Error(`${origin} can't be mirrored: expected an https URL, or an http one of this machine`)
    }
    this.name = host
    this.#options = options
    this.#address = `${origin}${pathname.replace(/\/$/, '')}`
    this.#dispatcher = new Network({
      local: true,
      proxyFor: (it) => (isPrivate(it.hostname) ? undefined : proxyFor(it, 'mirror', environment))
    })
    this.#gate = new HostGate(1000 / rate)
  }

  async *list(): AsyncGenerator<PeerDocument> {
    const { sources, since } = this.#options
    const query = new URLSearchParams({ ...(sources && { banks: sources.join() }), ...(since && { since }) })
    for (const seen = new Set<string>(); ;) {
      const { documents, next_cursor: next } = await this.#page(query)
      yield* documents
      if (next === null) return
      if (seen.has(next) || documents.length === 0 || seen.size > MAX_PAGES) {
        throw new PeerError(`${this.name} lists its documents without an end`, { isGone: true })
      }
      seen.add(next)
      query.set('cursor', next)
    }
  }

  fetch(document: Pick<PeerDocument, 'sha256' | 'size'>): Promise<Buffer> {
    return this.#send(`${PATH}/${document.sha256}`, (body) => collectDocument(body, document))
  }

  read(path: string, most: number): Promise<Buffer> {
    return this.#send(path, (body) => readAll(body, most))
  }

  close(): Promise<void> {
    return this.#dispatcher.close()
  }

  async #page(query: URLSearchParams): Promise<z.infer<typeof Page>> {
    const text = await this.#send(query.size > 0 ? `${PATH}?${query}` : PATH, async (body) =>
      (await readAll(body, MAX_PAGE)).toString()
    )
    this.listed += 1
    return readListed(Page, parse(text, this.#address), this.#address)
  }

  /** Requests within the rate limit, with retries of transient failures. */
  async #send<Result>(path: string, read: (body: AsyncIterable<Uint8Array>) => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#gate.enter(this.name, 0, () => this.#attempt(path, read))
      if ('result' in outcome) return outcome.result
      const { error, wait } = outcome
      if (wait === undefined || wait > MAX_WAIT || attempt === (this.#options.retries ?? RETRIES)) throw error
      const delay = Math.max(wait, Math.random() * FIRST_DELAY * 2 ** attempt)
      if (wait > 0) this.#options.onWait?.(delay, error.message)
      await sleep(delay, undefined, { signal: this.#options.signal })
    }
  }

  async #attempt<Result>(
    path: string,
    read: (body: AsyncIterable<Uint8Array>) => Promise<Result>
  ): Promise<{ result: Result } | { error: PeerError; wait?: number }> {
    const { key, userAgent, signal } = this.#options
    const deadline = AbortSignal.timeout(TIMEOUT)
    const headers = { accept: '*/*', 'user-agent': userAgent, ...(key && { authorization: `Bearer ${key}` }) }
    try {
      const answer = await request(this.#address + path, {
        headers,
        dispatcher: this.#dispatcher,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline
      })
      const body = answer.body as AsyncIterable<Uint8Array>
      return answer.statusCode === 200 ? { result: await read(body) } : await this.#refusal(answer, body)
    } catch (error) {
      if (signal?.aborted || error instanceof PeerError) throw error
      const why = deadline.aborted
        ? `did not answer completely within ${TIMEOUT / 1000} seconds`
        : `could not be reached: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`
      return { error: new PeerError(`${this.#address} ${why}`, { cause: error, isGone: true }), wait: 0 }
    }
  }

  /** The reason for an empty answer. `wait` is set if a retry makes sense. */
  async #refusal(
    { statusCode: status, headers }: Dispatcher.ResponseData,
    body: AsyncIterable<Uint8Array>
  ): Promise<{ error: PeerError; wait?: number }> {
    const text = (await readAll(body, MAX_MESSAGE)).toString()
    if (headers.location !== undefined) {
      return {
        error: new PeerError(
          `${this.#address} redirects to ${String(headers.location)}, which is not followed: give the address of the instance itself`,
          { isGone: true }
        )
      }
    }
    const { error: said = '' } = (parseOrNothing(text) ?? {}) as { error?: unknown }
    const error = new PeerError(
      `${this.#address} answered ${status}${said === '' ? '' : `: ${String(said).slice(0, 500)}`}`,
      { isGone: status !== 404 }
    )
    return RETRIED.has(status) && !(status === 429 && headers['retry-after'] === undefined)
      ? { error, wait: retryAfter(headers['retry-after']) }
      : { error }
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

function parse(text: string, place: string): unknown {
  const value = parseOrNothing(text)
  if (value === undefined) {
    throw new PeerError(
      `${place} did not answer with JSON: it is not an instance of Ratebook, or its version is too old`,
      {
        isGone: true
      }
    )
  }
  return value
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
