import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Database } from '../../sql/database.ts'

export const gunzip = promisify(zlib.gunzip)

interface StoredDocument {
  source: string
  media_type: string
  charset: string | null
  sha256: string
  /** True if a rate of the source's newest table comes from this document. */
  isNewest: boolean
  bytes: Buffer
}

const DOCUMENT = 'select source, media_type, charset, sha256, is_newest as "isNewest", gzip from document_of($1)'

/** A document by the number of its publication. Undefined if there is none. */
export async function findDocument(database: Database, publication: string): Promise<StoredDocument | undefined> {
  const [found] = await database.read<Omit<StoredDocument, 'bytes'> & { gzip: Buffer }>(DOCUMENT, [publication])
  return found && { ...found, bytes: await gunzip(found.gzip) }
}

const ENDINGS: Array<[RegExp, string]> = [
  [/json/, 'json'],
  [/html/, 'html'],
  [/csv/, 'csv'],
  [/spreadsheetml/, 'xlsx'],
  [/excel/, 'xls'],
  [/xml/, 'xml'],
  [/pdf/, 'pdf'],
  [/zip/, 'zip'],
  [/^text\//, 'txt']
]

/** The file name extension for a media type. */
export function endingOf(mediaType: string): string {
  return ENDINGS.find(([pattern]) => pattern.test(mediaType))?.[1] ?? 'bin'
}
