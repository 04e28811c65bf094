import { createHash } from 'node:crypto'
import { z } from 'zod'
import { collect } from '../../../pipelines/fetch/exchange.ts'
import { MAX_BYTES } from '../../../pipelines/fetch/exchange.ts'

const CLOCKS_DIFFER = 5 * 60_000 // milliseconds
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** An archived document in a peer's list: its request, time, type and hash. Other fields of the list are ignored. */
export const PeerDocument = z.object({
  run: z.int().nonnegative(),
  bank: z.string().regex(/^[a-z0-9_-]{2,20}$/),
  fetched_at: z.iso
    .datetime()
    .refine((time) => Date.parse(time) <= Date.now() + CLOCKS_DIFFER, 'expected a time that has passed'),
  method: z.enum(['GET', 'POST']),
  url: z.url({ protocol: /^https?$/ }).max(8192),
  request_headers: z.record(z.string().max(200), z.string().max(8192)),
  request_body: z
    .string()
    .max(1024 * 1024)
    .nullable(),
  media_type: z.string().max(200),
  charset: z.string().max(100).nullable(),
  sha256: hash,
  size: z.int().nonnegative().max(MAX_BYTES),
  units: z.int().nonnegative().default(0)
})

export type PeerDocument = z.infer<typeof PeerDocument>

/** A peer whose archived documents are mirrored: another instance's API, or an archive that it exported. */
export interface Peer {
  /** The label of documents that come through this peer. */
  name: string
  /** The cost of listing so far, in units of the peer. */
  readonly listed: number
  /** The documents in the order in which the peer read them. Throws a `PeerError`. */
  list: () => AsyncIterable<PeerDocument>
  /** A path of the peer's log as bytes, up to a limit. Throws a `PeerError`. */
  read: (path: string, most: number) => Promise<Buffer>
  /** The bytes of a document, checked. Throws a `PeerError`. */
  fetch: (document: Pick<PeerDocument, 'sha256' | 'size'>) => Promise<Buffer>
  close: () => Promise<void>
}

/**
 * A failure of a peer. With `isGone` the peer itself fails, so that no further document can be fetched; otherwise only
 * this document fails.
 */
export class PeerError extends Error {
  override readonly name = 'PeerError'
  readonly isGone: boolean

  constructor(message: string, { isGone = false, ...options }: ErrorOptions & { isGone?: boolean } = {}) {
    super(message, options)
    this.isGone = isGone
  }
}

/** Reads a peer's list. Throws a `PeerError` for an unexpected answer. */
export function readListed<Shape extends z.ZodType>(shape: Shape, value: unknown, place: string): z.infer<Shape> {
  const { success, data, error } = shape.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw new PeerError(`${place} is not a list of documents: ${issue!.path.join('.') || 'it'}: ${issue!.message}`, {
    isGone: true
  })
}

/**
 * Collects the bytes of a document. Throws a `PeerError` as soon as there are more than listed, and if they do not
 * match the hash.
 */
export async function collectDocument(
  chunks: AsyncIterable<Uint8Array>,
  { sha256, size }: Pick<PeerDocument, 'sha256' | 'size'>
): Promise<Buffer> {
  const bytes = await collect(
    chunks,
    size,
    () => new PeerError(`document ${sha256} has more than the ${size} bytes that are listed`)
  )
  const found = createHash('sha256').update(bytes).digest('hex')
  if (bytes.length < size) throw new PeerError(`document ${sha256} ended after ${bytes.length} of ${size} bytes`)
  if (found !== sha256) throw new PeerError(`document ${sha256} has other bytes: their SHA-256 is ${found}`)
  return bytes
}

/** The bytes of an answer. Throws a `PeerError` if there are more than `most`. */
export function readAll(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  return collect(body, most, () => new PeerError(`the peer answered more than ${most} bytes`, { isGone: true }))
}
