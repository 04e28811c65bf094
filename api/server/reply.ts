import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import accepts from 'accepts'
import { LRUCache } from 'lru-cache'
import type { HeaderList } from '../contract/header-list.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A reply in one content encoding, ready to be sent. */
export interface Variant {
  etag: string
  headers: HeaderList
  notModified: HeaderList
  /** Latin-1 text, a character a byte, where it is small: Node writes a text together with the headers, bytes apart from them. */
  body: Buffer | string
}

const MIN_COMPRESSED = 1024
const MAX_TEXT = 16 * 1024
const MAX_ACCEPTED = 512 // characters: to read a list of a thousand takes milliseconds
const COMPRESSIBLE = /^(text\/|application\/([a-z.+-]*\+)?(json|xml)\b)/
const OF_THE_BODY: ReadonlySet<string> = new Set(['Content-Type', 'Content-Disposition']) // a 304 has none
const ETAG_SUFFIX: Record<Encoding, string> = { identity: '', gzip: '-gzip', br: '-br' }

const gzip = promisify(zlib.gzip)
const brotli = promisify(zlib.brotliCompress)
const BROTLI_OPTIONS = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A whole 200 answer as bytes, compressed the first time that somebody asks for it. */
export class Reply {
  readonly kind = 'reply'
  readonly body: Buffer
  /** What it costs, where that is known from the answer alone. */
  readonly units?: number
  readonly #headers: HeaderList
  readonly #tag: string
  readonly #isCompressed: boolean
  readonly #ready: Partial<Record<Encoding, Variant>> = {}

  constructor (body: Buffer, tag: string, headers: HeaderList, units?: number, isCompressed = isCompressible(body, headers)) {
    this.body = body
    this.units = units
    this.#tag = tag
    this.#headers = headers
    this.#isCompressed = isCompressed
  }

  /** The variant for an encoding if it is made already. */
  ready (encoding: Encoding): Variant | undefined {
    return this.#ready[this.#isCompressed ? encoding : 'identity']
  }

  /** The same reply, sent as it is whatever its caller accepts. */
  uncompressed (): Reply {
    return new Reply(this.body, this.#tag, this.#headers, this.units, false)
  }

  variant (encoding: Encoding): Variant | Promise<Variant> {
    const ready = this.ready(encoding)
    if (ready) return ready
    if (!this.#isCompressed || encoding === 'identity') return this.#make('identity', this.body)
    const compressed = encoding === 'br' ? brotli(this.body, BROTLI_OPTIONS) : gzip(this.body)
    return compressed.then((body) => this.#make(encoding, body))
  }

  #make (encoding: Encoding, body: Buffer): Variant {
    const etag = `"${this.#tag}${ETAG_SUFFIX[encoding]}"`
    const own: HeaderList = []
    const common: HeaderList = []
    for (const [at, name] of this.#headers.entries()) if (at % 2 === 0) (OF_THE_BODY.has(name) ? own : common).push(name, this.#headers[at + 1]!)
    if (encoding !== 'identity') own.push('Content-Encoding', encoding)
    own.push('Content-Length', String(body.length))
    if (this.#isCompressed) common.push('Vary', 'Accept-Encoding')
    common.push('ETag', etag)
    const variant = { etag, headers: own.concat(common), notModified: common, body: body.length > MAX_TEXT ? body : body.toString('latin1') }
    this.#ready[encoding] = variant
    return variant
  }
}

/** The same variant with a Link that holds the key of its caller, who sent the key in the address and would be refused at the next page without it. */
export function withKeyInLink (variant: Variant, [name, key]: [name: string, key: string]): Variant {
  const add = (headers: HeaderList) => headers.map((value, at) => headers[at - 1] === 'Link' ? value.replace('>', `&${new URLSearchParams([[name, key]])}>`) : value)
  return { ...variant, headers: add(variant.headers), notModified: add(variant.notModified) }
}

function isCompressible (body: Buffer, headers: HeaderList): boolean {
  return body.length > MIN_COMPRESSED && headers.some((value, at) => headers[at - 1] === 'Content-Type' && COMPRESSIBLE.test(value))
}

/** True if the caller has this answer already (If-None-Match of RFC 9110, section 13.1.2). */
export function isUnchanged (request: IncomingMessage, { etag }: Variant): boolean {
  const known = request.headers['if-none-match']
  return known !== undefined && (known.includes(etag) || known.trim() === '*')
}

/** Sends a variant with the headers of this answer alone, or 304 where the caller has it. Node itself sends no body for a HEAD. */
export function sendVariant (request: IncomingMessage, response: ServerResponse, variant: Variant, own: HeaderList): void {
  const { headers, notModified, body } = variant
  if (isUnchanged(request, variant)) {
    response.writeHead(304, notModified.concat(own)).end()
  } else {
    response.writeHead(200, headers.concat(own)).end(body, 'latin1')
  }
}

const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity']
const BROTLI = /^\s*br\s*(;|$)/i
const remembered = new LRUCache<string, Encoding>({ max: 256, memoMethod: negotiateEncoding })

/** The best encoding of an Accept-Encoding header, or none for one that is too long; there are few different ones, so what they mean is remembered. */
export function encodingOf (header: string | string[] | undefined): Encoding {
  return header === undefined || header === '' || header.length > MAX_ACCEPTED ? 'identity' : remembered.memo(String(header))
}

// Of two that are equally welcome the first is taken. Browsers name gzip first, and Brotli is smaller.
function negotiateEncoding (header: string): Encoding {
  const brotliFirst = header.split(',').sort((one, other) => Number(BROTLI.test(other)) - Number(BROTLI.test(one))).join(',')
  return accepts({ headers: { 'accept-encoding': brotliFirst } } as IncomingMessage).encoding(ENCODINGS) as Encoding || 'identity'
}
