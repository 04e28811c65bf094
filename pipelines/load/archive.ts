import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Publication, PublicationRequest } from '../../adapters/source.ts'
import type { Database } from '../../sql/database.ts'
import type { ArchivedAnswer } from '../fetch/http.ts'

interface Archived {
  id: number
  /** True if the newest answer to this request has the same content and its rows are loaded. */
  loaded: boolean
  rows: number
}

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/**
 * Stores the bytes of a publication before anything reads them: each distinct content once, with the request and the
 * time. A cut document has shortened tables, whose numbers of pairs are not checked.
 */
export async function archive(
  database: Pick<Database, 'write'>,
  publication: Publication,
  isCut = false
): Promise<Archived> {
  const { request } = publication
  const body = Buffer.from(publication.body)
  const [archived] = await database.write<Archived>(
    'select * from archive_publication($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
    [
      publication.source,
      request.method,
      request.url,
      JSON.stringify(request.headers),
      request.body ?? null,
      publication.mediaType,
      publication.charset ?? null,
      JSON.stringify(publication.headers),
      createHash('sha256').update(body).digest(),
      body.length,
      await compress(body),
      isCut
    ]
  )
  return archived!
}

interface Stored {
  id: number
  source: string
  method: PublicationRequest['method']
  url: string
  request_headers: Record<string, string>
  request_body: string | null
  media_type: string
  charset: string | null
  response_headers: Record<string, string | string[]>
}

async function restore(stored: Stored, gzipped: Buffer): Promise<Publication> {
  return {
    source: stored.source,
    request: {
      method: stored.method,
      url: stored.url,
      headers: stored.request_headers,
      ...(stored.request_body === null ? {} : { body: stored.request_body })
    },
    mediaType: stored.media_type,
    charset: stored.charset ?? undefined,
    headers: stored.response_headers,
    body: await decompress(gzipped)
  }
}

/** The newest archived answer to a request, if any: its headers, and its document on demand. */
export async function findAnswer(
  database: Database,
  source: string,
  { method, url, body }: PublicationRequest
): Promise<ArchivedAnswer | undefined> {
  const [newest] = await database.write<{ id: number; headers: ArchivedAnswer['headers'] }>(
    'select id, response_headers as headers from newest_publication($1, $2, $3, $4)',
    [source, method, url, body ?? null]
  )
  return newest && { headers: newest.headers, restore: () => read(database, newest.id) }
}

/** An archived publication with its number. */
export interface ArchivedPublication {
  id: number
  publication: Publication
}

/** Every archived publication of a source, in the order of their last fetches, read one at a time. */
export async function* readArchive(database: Database, source: string): AsyncGenerator<ArchivedPublication> {
  yield* readEach(database, await database.write('select id from publications_of($1)', [source]))
}

/** The publications of a source whose rates one that was printed earlier has replaced, read one at a time. */
export async function* readWronglyReplaced(database: Database, source: string): AsyncGenerator<ArchivedPublication> {
  yield* readEach(database, await database.write('select id from wrongly_replaced_publications($1)', [source]))
}

async function* readEach(database: Database, ids: Array<{ id: number }>): AsyncGenerator<ArchivedPublication> {
  for (const { id } of ids) yield { id, publication: await read(database, id) }
}

/**
 * The loaded publication that is closest to a request, and the newest of these; undefined if no publication of the
 * source is loaded.
 */
export async function lastLoaded(
  database: Database,
  { source, request: { method, url, body } }: Pick<Publication, 'source' | 'request'>,
  butId?: number
): Promise<{ id: number; publication: Publication } | undefined> {
  const [last] = await database.write<{ id: number }>('select id from last_loaded_publication($1, $2, $3, $4, $5)', [
    source,
    method,
    url,
    body ?? null,
    butId ?? null
  ])
  return last && { id: last.id, publication: await read(database, last.id) }
}

/** An archived publication by its number, if there is one. */
export async function readPublication(database: Pick<Database, 'write'>, id: number): Promise<Publication | undefined> {
  const [stored] = await database.write<Stored & { gzip: Buffer }>('select * from publication_with_bytes($1)', [id])
  return stored && restore(stored, stored.gzip)
}

async function read(database: Database, id: number): Promise<Publication> {
  return (await readPublication(database, id))!
}
