import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { HttpError } from '../contract/errors.ts'

const MAX_BODY_BYTES = 16 * 1024
const MAX_FIELDS = 64
const MIN_PROGRESS = 16 * 1024 // bytes
const WITHIN_MS = 10_000
const FREE_CHUNKS = 256 // the bytes after which the size of chunks is checked
const MIN_CHUNK = 16 // bytes
const JSON_TYPE = /^application\/json\b/i
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i

/** Counts bytes of a body that stay in memory. */
export type Hold = (bytes: number) => void

/**
 * The fields of a request's body, which is JSON of at most 16 KB or a form of at most `maxFormBytes`; none if it is
 * empty. Throws 400, 413 or 415 for any other body.
 */
export async function readBody(
  request: IncomingMessage,
  maxFormBytes = MAX_BODY_BYTES,
  hold?: Hold
): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? ''
  const isForm = FORM_TYPE.test(type)
  const bytes = await readBytes(request, isForm ? maxFormBytes : MAX_BODY_BYTES, hold)
  if (bytes.length === 0) return {}
  if (isForm) return fieldsOf(bytes)
  if (!JSON_TYPE.test(type)) {
    throw new HttpError(
      'unsupported_media_type',
      'Content-Type: expected application/json or application/x-www-form-urlencoded'
    )
  }
  return objectOf(bytes.toString())
}

/**
 * The bytes of a request's body. Throws 400 or 413 if it cannot be read or exceeds the limit. `hold` counts the bytes
 * beyond the first 16 KB, so that large bodies cannot prevent others from logging in.
 */
export async function readBytes(request: IncomingMessage, limit: number, hold?: Hold): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of chunksOf(request, limit)) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) hold?.(chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * The chunks of a request's body. Throws 413 for a body of more than `limit` bytes, 415 for a compressed one, and 400
 * for one that arrives in tiny chunks or breaks off. Ends the connection if less than 16 KB arrive in ten seconds.
 */
export async function* chunksOf(request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    throw new HttpError(
      'unsupported_media_type',
      'Content-Encoding: expected none, since bodies are not decompressed',
      { 'Accept-Encoding': 'identity' }
    )
  }
  if (Number(request.headers['content-length']) > limit) throw tooLarge(limit)
  let [size, before, chunks] = [0, 0, 0]
  const clock = setInterval(() => {
    if (size - before < MIN_PROGRESS) request.destroy()
    before = size
  }, WITHIN_MS)
  try {
    // keeps the socket open, because the answer still has to be sent
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      if (++chunks > FREE_CHUNKS && size < chunks * MIN_CHUNK) {
        throw new HttpError('invalid_body', `the body: expected chunks of at least ${MIN_CHUNK} bytes on average`, {
          Connection: 'close'
        })
      }
      yield chunk
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError('invalid_body', 'the body could not be read', { Connection: 'close' })
  } finally {
    clearInterval(clock)
  }
}

function tooLarge(limit: number): HttpError {
  return new HttpError('body_too_large', `the body: expected at most ${limit} bytes`, { Connection: 'close' })
}

/** The fields of a form. The number of fields is limited before any of them is decoded. */
function fieldsOf(form: Buffer): Record<string, string> {
  if (!isUtf8(form)) throw notEncoded()
  // + to a space, in a tenth of the time of a replacement in a long text
  const spaced = Buffer.from(form.map((byte) => (byte === 0x2b ? 0x20 : byte)))
  const fields = spaced.toString().split('&', MAX_FIELDS + 1)
  if (fields.length > MAX_FIELDS) throw new HttpError('invalid_body', `the form: expected at most ${MAX_FIELDS} fields`)
  return Object.fromEntries(
    fields.map((field) => {
      const end = field.indexOf('=')
      return end < 0 ? [decoded(field), ''] : [decoded(field.slice(0, end)), decoded(field.slice(end + 1))]
    })
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw notEncoded()
  }
}

function notEncoded(): HttpError {
  return new HttpError('invalid_body', 'the form: expected percent-encoded UTF-8')
}

/** The error for a body that is not JSON. A protocol on top of JSON recognizes it and answers with its own code. */
export const NOT_JSON = 'the body: expected JSON'

function objectOf(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new HttpError('invalid_body', NOT_JSON)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HttpError('invalid_body', 'the body: expected a JSON object')
  }
  return value as Record<string, unknown>
}
