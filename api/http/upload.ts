import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { HttpError } from '../contract/errors.ts'

/** What an endpoint takes in place of fields: a file of one of these media types. */
export interface Upload {
  types: readonly string[]
  maxBytes: number
  /** For the documentation. */
  example: { type: string, text: string }
}

/** A file as a caller sent it. */
export interface ReceivedFile {
  type: string
  path: string
  /** Deletes it. */
  remove: () => Promise<void>
}

/** Stores a request's body in a temporary file. Throws 400, 413 or 415 for one that cannot be read, is too large, or is of another type. */
export async function receiveFile (request: IncomingMessage, { types, maxBytes }: Upload): Promise<ReceivedFile> {
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (!types.includes(type)) throw new HttpError('unsupported_media_type', `Content-Type: expected ${types.join(', ')}`)
  const folder = await mkdtemp(join(tmpdir(), 'ratebook-upload-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'file')
    await pipeline(request, (body) => limited(body, maxBytes), createWriteStream(path, { mode: 0o600 }))
    return { type, path, remove }
  } catch (error) {
    await remove()
    if (error instanceof HttpError) throw error
    throw new HttpError('invalid_body', 'the body could not be read', { Connection: 'close' })
  }
}

async function * limited (body: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > maxBytes) throw new HttpError('body_too_large', `the body is larger than ${maxBytes} bytes`, { Connection: 'close' })
    yield piece
  }
}
