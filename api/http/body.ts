import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { BoundedQueue } from '../access/bounded-queue.ts'
import { HttpError } from '../contract/errors.ts'
import { chunksOf } from './chunks.ts'

const MAX_BODY_BYTES = 16 * 1024
const MAX_FIELDS = 64
const JSON_TYPE = /^application\/json\b/i
const PLUS = 0x2B
const SPACE = 0x20
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i

/**
 * The fields of a request's body, which is JSON or a form, of at most 16 KB; a form may have more where it is allowed, and is then read in its turn.
 * None if it is empty. Throws 400, 413 or 415 if it is anything else, or too large.
 */
export async function readBody (request: IncomingMessage, { largeForms, maxFormBytes = MAX_BODY_BYTES }: { largeForms: BoundedQueue, maxFormBytes?: number }): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? ''
  const isForm = FORM_TYPE.test(type)
  const bytes = await readBytes(request, isForm ? maxFormBytes : MAX_BODY_BYTES)
  if (bytes.length > MAX_BODY_BYTES) return largeForms.run(() => fieldsInTurn(bytes))
  if (bytes.length === 0) return {}
  if (isForm) return fieldsOf(bytes)
  if (!JSON_TYPE.test(type)) throw new HttpError('unsupported_media_type', 'Content-Type: expected application/json or application/x-www-form-urlencoded')
  return objectOf(bytes.toString())
}

/** The fields of a large form, read between two turns of the event loop, so that other requests are answered before and after. */
async function fieldsInTurn (bytes: Buffer): Promise<Record<string, string>> {
  await setImmediate()
  const fields = fieldsOf(bytes)
  await setImmediate()
  return fields
}

/** The bytes of a request's body. Throws 400 or 413 if it cannot be read or is larger than the limit. */
export async function readBytes (request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of chunksOf(request, limit)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

// URLSearchParams takes five times as long for a large field, and far longer for a million small ones.
function fieldsOf (bytes: Buffer): Record<string, string> {
  const fields = textOf(bytes).split('&', MAX_FIELDS + 1)
  if (fields.length > MAX_FIELDS) throw new HttpError('invalid_body', `the form: expected at most ${MAX_FIELDS} fields`)
  return Object.fromEntries(fields.map((field) => {
    const end = field.indexOf('=')
    return end < 0 ? [decoded(field), ''] : [decoded(field.slice(0, end)), decoded(field.slice(end + 1))]
  }))
}

/** The text of a form, in which a plus stands for a space. To replace two million of them in a text takes twenty times as long as in its bytes. */
function textOf (bytes: Buffer): string {
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === PLUS) bytes[at] = SPACE
  return bytes.toString()
}

function decoded (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new HttpError('invalid_body', 'the form: expected percent-encoded UTF-8')
  }
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
