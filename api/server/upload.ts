import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { HttpError } from '../contract/errors.ts'
import { chunksOf, readBytes, type Hold } from './body.ts'

/** The file that an endpoint takes instead of fields, by media type. */
export interface Upload {
  types: readonly string[]
  maxBytes: number
  /** For the documentation. */
  example: { type: string; text: string }
  /**
   * Set if a page's form may also send the file: the largest form in bytes, and the media type for each file name
   * extension.
   */
  form?: { maxBytes: number; endings: Readonly<Record<string, string>> }
}

/** An uploaded file. */
export interface ReceivedFile {
  type: string
  path: string
  /** The other fields of its form; undefined if it was sent without a form. */
  fields?: Record<string, string>
  /** Deletes it. */
  remove: () => Promise<void>
}

const FORM = 'multipart/form-data'
const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i
const LAST = /^--\s*$/
const MAX_PARTS = 65 // including the closing delimiter
const MAX_PART_HEADERS = 4096
const MAX_STORED = 2 ** 30 // bytes of all uploaded files of a process, so that uploads cannot fill the disk

let storedBytes = 0

/**
 * Stores the file of a request as a temporary file. Throws 400 for an unreadable file, 413 for one that is too large,
 * 415 for another type, and 503 while the files of all requests take too much space.
 */
export async function receiveFile(
  request: IncomingMessage,
  upload: Upload,
  maxStored = MAX_STORED,
  hold?: Hold
): Promise<ReceivedFile> {
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (type === FORM && upload.form) return receiveForm(request, upload.form, maxStored, hold)
  if (!upload.types.includes(type)) {
    throw new HttpError('unsupported_media_type', `Content-Type: expected ${upload.types.join(', ')}`)
  }
  return store(type, chunksOf(request, upload.maxBytes), maxStored)
}

async function store(
  type: string,
  chunks: AsyncIterable<Buffer> | Buffer[],
  maxStored: number,
  fields?: Record<string, string>
): Promise<ReceivedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'ratebook-upload-'))
  let size = 0
  const remove = async () => {
    await rm(folder, { recursive: true, force: true })
    storedBytes -= size
    size = 0
  }
  async function* counted() {
    for await (const chunk of chunks) {
      if (storedBytes + chunk.length > maxStored) {
        throw new HttpError('busy', 'the service is processing too many files: try again in 60 seconds', {
          'Retry-After': '60',
          Connection: 'close'
        })
      }
      storedBytes += chunk.length
      size += chunk.length
      yield chunk
    }
  }
  try {
    const path = join(folder, 'file')
    await pipeline(counted(), createWriteStream(path, { mode: 0o600 }))
    return { type, path, fields, remove }
  } catch (error) {
    await remove()
    if (error instanceof HttpError) throw error
    throw new HttpError('invalid_body', 'the body could not be read', { Connection: 'close' })
  }
}

/**
 * The file of a form (RFC 7578): the field `file`, or `content` in base64url with its `name`, which a page sends again
 * for a file that was uploaded before.
 */
async function receiveForm(
  request: IncomingMessage,
  { maxBytes, endings }: NonNullable<Upload['form']>,
  maxStored: number,
  hold?: Hold
): Promise<ReceivedFile> {
  const form = await readForm(request, maxBytes, hold)
  const texts: Record<string, string> = {}
  form.forEach((value, name) => {
    if (typeof value === 'string' && value !== '') texts[name] = value
  })
  const { content, name, ...fields } = texts
  const file = form.get('file')
  const [bytes, fileName] =
    file instanceof File
      ? [Buffer.from(await file.arrayBuffer()), file.name]
      : [Buffer.from(content ?? '', 'base64url'), name ?? '']
  if (bytes.length === 0) throw new HttpError('invalid_body', 'file: expected a file that is not empty')
  const type = endings[extname(fileName).toLowerCase()]
  if (type === undefined) {
    throw new HttpError(
      'unsupported_media_type',
      `file: expected a name that ends with ${Object.keys(endings).join(', ')}, not ${JSON.stringify(fileName.slice(0, 60))}`
    )
  }
  return store(type, [bytes], maxStored, { ...fields, name: fileName })
}

async function readForm(request: IncomingMessage, maxBytes: number, hold?: Hold): Promise<FormData> {
  const bytes = await readBytes(request, maxBytes, hold)
  const type = request.headers['content-type']!
  assertFewParts(bytes, type)
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new HttpError('invalid_body', 'the form could not be read')
  }
}

/** Throws 400 for a form with many parts, or a part with long headers (RFC 7578), because each takes time to parse. */
function assertFewParts(bytes: Buffer, type: string): void {
  const [, quoted, plain] = BOUNDARY.exec(type) ?? []
  const delimiter = `--${quoted ?? plain ?? ''}`
  let parts = 0
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    const start = bytes.subarray(at + delimiter.length, at + delimiter.length + MAX_PART_HEADERS)
    if (++parts > MAX_PARTS) throw new HttpError('invalid_body', `the form: expected at most ${MAX_PARTS - 1} fields`)
    if (!start.includes('\r\n\r\n') && !LAST.test(start.toString('latin1'))) {
      throw new HttpError(
        'invalid_body',
        `the form: expected at most ${MAX_PART_HEADERS} bytes of headers for each field`
      )
    }
  }
}
