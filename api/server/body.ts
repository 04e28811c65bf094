import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { BoundedQueue } from '../access/bounded-queue.ts'
import { HttpError } from '../contract/errors.ts'
import { assertConnected, chunksOf } from './chunks.ts'

const MAX_BODY_BYTES = 16 * 1024
const MAX_FIELDS = 64
const JSON_TYPE = /^application\/json\b/i
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i
const PIECE = 256 * 1024 // bytes of a form, to read in a turn of the event loop
const [PERCENT, PLUS, SPACE] = [0x25, 0x2B, 0x20] as const
const DIGITS = Float64Array.from({ length: 256 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16)) // hexadecimal; NaN for any other character

type Fields = Record<string, string>

/** The reading of something in pieces. */
type Reading<Result> = Generator<void, Result, void>

/**
 * The fields of a request's body, which is JSON or a form, of at most 16 KB; a form may have more where it is allowed, and is then read in its turn.
 * None if it is empty. Throws 400, 413 or 415 if it is anything else, or too large.
 */
export async function readBody (request: IncomingMessage, { largeForms, maxFormBytes = MAX_BODY_BYTES }: { largeForms: BoundedQueue, maxFormBytes?: number }): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? ''
  const isForm = FORM_TYPE.test(type)
  const bytes = await readBytes(request, isForm ? maxFormBytes : MAX_BODY_BYTES)
  if (bytes.length > MAX_BODY_BYTES) return largeForms.run(() => fieldsInTurns(request, bytes))
  if (bytes.length === 0) return {}
  if (isForm) return fieldsAtOnce(bytes)
  if (!JSON_TYPE.test(type)) throw new HttpError('unsupported_media_type', 'Content-Type: expected application/json or application/x-www-form-urlencoded')
  return objectOf(bytes.toString())
}

/** The fields of a large form, a piece of which is read in each turn of the event loop. Throws 400 if its sender has gone meanwhile. */
async function fieldsInTurns (request: IncomingMessage, bytes: Buffer): Promise<Fields> {
  const reading = fieldsOf(bytes)
  let step
  do {
    await setImmediate()
    assertConnected(request)
    step = reading.next()
  } while (!step.done)
  await setImmediate()
  return step.value
}

function fieldsAtOnce (bytes: Buffer): Fields {
  const reading = fieldsOf(bytes)
  let step
  do step = reading.next()
  while (!step.done)
  return step.value
}

/** The bytes of a request's body. Throws 400 or 413 if it cannot be read or is larger than the limit. */
export async function readBytes (request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of chunksOf(request, limit)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Reads the fields of a form, and pauses after each piece of one. URLSearchParams takes five times as long for a large field, and far longer for a million small ones. */
function * fieldsOf (form: Buffer): Reading<Fields> {
  const fields: Array<[string, string]> = []
  for (const field of split(form)) {
    const end = field.indexOf('=')
    const [name, value] = end < 0 ? [field, field.subarray(field.length)] : [field.subarray(0, end), field.subarray(end + 1)]
    fields.push([yield * decoded(name), yield * decoded(value)])
  }
  return Object.fromEntries(fields)
}

function split (form: Buffer): Buffer[] {
  const ends: number[] = []
  for (let at = form.indexOf('&'); at >= 0; at = form.indexOf('&', at + 1)) {
    if (ends.push(at) === MAX_FIELDS) throw new HttpError('invalid_body', `the form: expected at most ${MAX_FIELDS} fields`)
  }
  return [...ends, form.length].map((end, place) => form.subarray(place === 0 ? 0 : ends[place - 1]! + 1, end))
}

/** Decodes a name or a value in place. `decodeURIComponent` needs a text of all of it, and copies that twice. */
function * decoded (bytes: Buffer): Reading<string> {
  let length = 0
  for (let at = 0; at < bytes.length;) {
    for (const end = Math.min(at + PIECE, bytes.length); at < end; at++) {
      const byte = bytes[at]!
      bytes[length++] = byte === PERCENT ? escapedAt(bytes, at) : byte === PLUS ? SPACE : byte
      if (byte === PERCENT) at += 2
    }
    yield
  }
  const text = bytes.subarray(0, length)
  if (!isUtf8(text)) throw notEncoded()
  return text.toString()
}

function escapedAt (bytes: Buffer, at: number): number {
  const byte = DIGITS[bytes[at + 1]!]! * 16 + DIGITS[bytes[at + 2]!]!
  if (Number.isNaN(byte)) throw notEncoded()
  return byte
}

function notEncoded (): HttpError {
  return new HttpError('invalid_body', 'the form: expected percent-encoded UTF-8')
}

function objectOf (text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new HttpError('invalid_body', 'the body is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new HttpError('invalid_body', 'body: expected a JSON object')
  return value as Record<string, unknown>
}
