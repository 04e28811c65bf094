import { request, type Dispatcher } from 'undici'
import { FetchError, type PublicationRequest } from '../../adapters/source.ts'
import type { CookieJar } from './cookies.ts'
import { siteOf } from './hosts.ts'

export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  body: Uint8Array
}

interface ExchangeOptions {
  dispatcher?: Dispatcher
  cookies?: CookieJar
  signal?: AbortSignal
  /** Hosts outside the publisher's site to which it may redirect. */
  hosts?: string[]
}

export const MAX_BYTES = 64 * 1024 * 1024

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const SAME_METHOD = new Set([307, 308])
const MAX_REDIRECTS = 5
// Headers that are kept on a redirect to another host: none with a credential, token or cookie.
const SENT_ELSEWHERE = new Set(['accept', 'accept-language', 'user-agent'])

/**
 * Sends one request and follows its redirects. Throws a `FetchError` (`REDIRECT`) for a redirect that leaves the
 * publisher's site or https, and for more than five redirects; passes on errors of the connection.
 */
export async function exchange(first: PublicationRequest, options: ExchangeOptions): Promise<Answer> {
  let sent = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const { location, ...answer } = await send(sent, options)
    if (location === undefined) return answer
    sent = redirected(sent, answer.status, location, options.hosts ?? [])
  }
  throw new FetchError('REDIRECT', `redirects more than ${MAX_REDIRECTS} times`)
}

async function send(
  { method, url, headers, body }: PublicationRequest,
  { dispatcher, cookies, signal }: ExchangeOptions
): Promise<Answer & { location?: string }> {
  const cookie = cookies?.headerFor(new URL(url))
  const answer = await request(url, {
    method,
    headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
    body,
    dispatcher,
    signal
  })
  const received = answer.headers as Answer['headers']
  cookies?.keep(new URL(url), [received['set-cookie'] ?? []].flat())
  if (REDIRECTS.has(answer.statusCode) && received.location !== undefined) {
    await answer.body.dump()
    return { status: answer.statusCode, headers: received, body: new Uint8Array(), location: String(received.location) }
  }
  const bytes = new Uint8Array(
    await collect(answer.body, MAX_BYTES, () => new FetchError('TOO_LARGE', `answered more than ${MAX_BYTES} bytes`))
  )
  const length = Number(received['content-length'] ?? bytes.length)
  if (bytes.length < length) {
    throw new FetchError('UNREACHABLE', `ended the answer after ${bytes.length} of ${length} bytes`)
  }
  return { status: answer.statusCode, headers: received, body: bytes }
}

/** The request after a redirect (RFC 9110, 15.4). */
function redirected(
  { method, url, headers, body }: PublicationRequest,
  status: number,
  location: string,
  hosts: string[]
): PublicationRequest {
  if (!URL.canParse(location, url)) throw new FetchError('REDIRECT', `redirects to ${location}`)
  const [from, to] = [new URL(url), new URL(location, url)]
  const [posts, elsewhere] = [SAME_METHOD.has(status) && body !== undefined, to.host !== from.host]
  if (!isAllowed(from, to, hosts)) throw new FetchError('REDIRECT', `redirects to ${to.origin}`)
  if (posts && elsewhere) throw new FetchError('REDIRECT', `redirects a POST request to ${to.origin}`)
  const sent = Object.entries(headers).filter(([name]) =>
    elsewhere ? SENT_ELSEWHERE.has(name.toLowerCase()) : posts || name.toLowerCase() !== 'content-type'
  )
  return { method: posts ? method : 'GET', url: to.href, headers: Object.fromEntries(sent), ...(posts ? { body } : {}) }
}

function isAllowed(from: URL, to: URL, hosts: string[]): boolean {
  const sameSite = siteOf(to.hostname) === siteOf(from.hostname) || hosts.includes(to.hostname)
  return sameSite && (to.protocol === 'https:' || to.protocol === from.protocol)
}

/** All bytes of a stream. Throws the error of `tooLong` as soon as they exceed `most`. */
export async function collect(
  stream: AsyncIterable<Uint8Array>,
  most: number,
  tooLong: () => Error
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
