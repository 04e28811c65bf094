import type { Database } from '../../sql/database.ts'
import { gunzip } from './publications-query.ts'

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
export function readDocuments (database: Database, { sources, since }: ReadingFilter, after: ReadPosition | undefined, limit: number): Promise<ReadDocument[]> {
  return database.read<ReadDocument>(READ, [sources ?? null, since ?? null, after?.run ?? 0, after?.readAt ?? '-infinity', after?.publication ?? 0, limit])
}

/** The place of a document in this order. */
export function positionOf ({ run, read_at: readAt, publication }: ReadDocument): ReadPosition {
  return { run, readAt, publication }
}

/** The bytes of a document by its SHA-256, if one of the sources has it. Undefined otherwise. */
export async function findByHash (database: Database, sha256: string, sources?: readonly string[]): Promise<Buffer | undefined> {
  const [found] = await database.read<{ gzip: Buffer }>('select gzip from shared_document($1, $2)', [sha256, sources ?? null])
  return found && gunzip(found.gzip)
}
