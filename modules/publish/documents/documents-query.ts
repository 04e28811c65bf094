import type { Database } from '../../../sql/database.ts'
import { gunzip } from '../../../api/documents/publications-query.ts'

/** A place in the order in which documents were read. */
export interface ReadPosition {
  run: number
  readAt: string
  publication: number
}

/** An archived document at one of the times at which it was read. */
export interface ReadDocument {
  run: number
  read_at: string
  publication: number
  bank: string
  fetched_at: string
  method: string
  url: string
  request_headers: Record<string, string>
  request_body: string | null
  media_type: string
  charset: string | null
  sha256: string
  size: number
  peer: string | null
}

interface ReadingFilter {
  /** By default all sources. */
  sources?: readonly string[]
  /** The first day, in UTC; by default there is none. */
  since?: string
}

const READ = `
  select run, utc_text(read_at) as read_at, publication, source as bank, utc_text(fetched_at) as fetched_at, method, url, request_headers, request_body,
    media_type, charset, sha256, size, peer
  from read_documents($1, coalesce($2::date::timestamp at time zone 'UTC', '-infinity'), $3, $4, $5, $6)`

/** The first documents after a place, in the order in which they were read. */
export function readDocuments(
  database: Database,
  { sources, since }: ReadingFilter,
  after: ReadPosition | undefined,
  limit: number
): Promise<ReadDocument[]> {
  return database.read<ReadDocument>(READ, [
    sources ?? null,
    since ?? null,
    after?.run ?? 0,
    after?.readAt ?? '-infinity',
    after?.publication ?? 0,
    limit
  ])
}

/** The place of a document in this order. */
export function positionOf({ run, read_at: readAt, publication }: ReadDocument): ReadPosition {
  return { run, readAt, publication }
}

interface FoundDocument {
  /** The sources that published it. */
  sources: string[]
  /** True if a rate of the newest table of one of them comes from it. */
  isNewest: boolean
  bytes: Buffer
}

const BY_HASH = 'select sources, is_newest as "isNewest", gzip from document_by_hash($1)'

/** A document by its SHA-256. Undefined if no source has it. */
export async function findByHash(database: Database, sha256: string): Promise<FoundDocument | undefined> {
  const [row] = await database.read<Omit<FoundDocument, 'bytes'> & { gzip: Buffer }>(BY_HASH, [sha256])
  if (!row) return undefined
  const { gzip, ...found } = row
  return { ...found, bytes: await gunzip(gzip) }
}
