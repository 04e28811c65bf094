import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import accepts from 'accepts'
import { LRUCache } from 'lru-cache'
import { credentialOf, type Access } from '../access/callers.ts'
import { write, type Form } from '../formats/index.ts'
import type { Answer, LiveAnswer, StreamAnswer } from './answer.ts'
import { openCors, SECURITY_HEADERS } from './origin.ts'
import type { Route } from './route.ts'

export { loadExceljs } from '../formats/xlsx.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The metadata of a complete answer. */
export interface ReplyOptions {
  status?: number
  headers: Record<string, string>
  /** The version of the content; only an answer 200 to a GET has one, and only it is compressed. */
  tag?: string
  /** Set-Cookie headers. */
  cookies?: string[]
  /** The cost to a caller with an account, if it depends on the answer. */
  units?: number
}

/** The bytes of a reply in one content encoding. */
export interface Variant {
  etag?: string
  /** The names and values of the headers in turns, as `response.writeHead` takes them. */
  headers: string[]
  body: Buffer
}

const MIN_COMPRESSED = 1024
const MAX_ACCEPTED = 512 // characters: parsing a list of a thousand encodings takes milliseconds
const COMPRESSIBLE = /^(text\/|application\/([a-z.+-]*\+)?(json|xml)\b)/
const OF_BODY: ReadonlySet<string> = new Set(['Content-Disposition', 'Content-Encoding', 'Content-Length', 'Content-Type'])
const ETAG_SUFFIX: Record<Encoding, string> = { identity: '', gzip: '-gzip', br: '-br' }
const BROTLI_OPTIONS = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }

const gzip = promisify(zlib.gzip)
const brotli = promisify(zlib.brotliCompress)

/** A complete answer as bytes. Compressed variants are created on first use. */
export class Reply {
  readonly kind = 'reply'
  readonly body: Buffer
  readonly options: ReplyOptions
  readonly #isCompressed: boolean
  readonly #variants: Partial<Record<Encoding, Variant>> = {}

  constructor (body: Buffer, options: ReplyOptions) {
    this.body = body
    this.options = options
    this.#isCompressed = options.tag !== undefined && body.length > MIN_COMPRESSED && COMPRESSIBLE.test(options.headers['Content-Type'] ?? '')
  }

  /** The variant for an encoding, created on first use. */
  variant (encoding: Encoding): Variant | Promise<Variant> {
    const chosen = this.#isCompressed ? encoding : 'identity'
    return this.#variants[chosen] ?? (chosen === 'identity' ? this.#make(chosen, this.body) : this.#compress(chosen))
  }

  async #compress (encoding: 'br' | 'gzip'): Promise<Variant> {
    return this.#make(encoding, await (encoding === 'br' ? brotli(this.body, BROTLI_OPTIONS) : gzip(this.body)))
  }

  #make (encoding: Encoding, body: Buffer): Variant {
    const { tag, headers } = this.options
    const etag = tag === undefined ? undefined : `"${tag}${ETAG_SUFFIX[encoding]}"`
    const list: string[] = []
    for (const name in headers) list.push(name, headers[name]!)
    if (encoding !== 'identity') list.push('Content-Encoding', encoding)
    if (this.#isCompressed) list.push('Vary', 'Accept-Encoding')
    if (etag) list.push('ETag', etag)
    list.push('Content-Length', String(body.length))
    return this.#variants[encoding] = { etag, headers: list, body }
  }
}

/** An answer in its format, ready to be charged for and sent. */
export type Prepared = Reply | StreamAnswer | LiveAnswer

/** Returns the function that writes a route's answers in the format of the request, with the headers of the route. */
export function writerOf (route: Route): (answer: Answer, form: Form, access: Access) => Promise<Prepared> {
  const common = { ...SECURITY_HEADERS, ...openCors(route) }
  const forAll = { 'Cache-Control': route.cacheControl, ...common }
  // Answers that need a key or a session, or that set a cookie, are private (RFC 9111, section 7.3).
  const forCaller = { 'Cache-Control': route.cacheControl.replace('public', 'private').replace(/, s-maxage=\d+/, ''), ...common }
  return async (answer, form, access) => {
    const shared = credentialOf(access) === 'none' && !('cookies' in answer && answer.cookies) ? forAll : forCaller
    if (answer.kind === 'stream' || answer.kind === 'live') return { ...answer, headers: { ...shared, ...answer.headers } }
    const { body, tag, headers } = answer.kind === 'bytes' ? answer : await write(answer, form)
    const { status, cookies, units } = answer
    const isVersioned = status === undefined && cookies === undefined && route.method === 'GET'
    return new Reply(body, { status, cookies, units, tag: isVersioned ? tag : undefined, headers: { ...shared, ...headers } })
  }
}

/** True if If-None-Match names this answer (RFC 9110, section 13.1.2). */
export function isUnchanged ({ headers: { 'if-none-match': known } }: IncomingMessage, { etag }: Variant): boolean {
  return known !== undefined && etag !== undefined && (known.includes(etag) || known.trim() === '*')
}

/** The headers of a 304: those that do not describe the body. */
export function withoutBody (headers: string[]): string[] {
  return headers.filter((_, at) => !OF_BODY.has(headers[at - at % 2]!))
}

const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity']
const BROTLI = /^\s*br\s*(;|$)/i
const negotiated = new LRUCache<string, Encoding>({ max: 256, memoMethod: negotiateEncoding })

/** The best encoding of an Accept-Encoding header, or none for a header that is too long. */
export function encodingOf (header: string | string[] | undefined): Encoding {
  return header === undefined || header === '' || header.length > MAX_ACCEPTED ? 'identity' : negotiated.memo(String(header))
}

// The first of two equally preferred encodings wins. Browsers list gzip first, but Brotli is smaller.
function negotiateEncoding (header: string): Encoding {
  const brotliFirst = header.split(',').sort((one, other) => Number(BROTLI.test(other)) - Number(BROTLI.test(one))).join(',')
  return accepts({ headers: { 'accept-encoding': brotliFirst } } as IncomingMessage).encoding(ENCODINGS) as Encoding || 'identity'
}
