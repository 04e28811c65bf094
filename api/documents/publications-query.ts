import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Database } from '../../sql/database.ts'
import { readBankRows, type Bank } from '../rates/bank-query.ts'
import { rateDate } from '../contract/fields.ts'
import { columnsOf, selectOf } from '../formats/columns.ts'
import type { Rows } from '../formats/rows.ts'
import { listed } from './publications-fields.ts'

export const gunzip = promisify(zlib.gunzip)

const COLUMNS = columnsOf({ rate_date: rateDate, ...listed })
const PUBLICATIONS = selectOf(COLUMNS, 'publications_on($1, $2)')

interface Publications {
  rateDate: string
  /** Id, url, method, media_type, sha256, size, fetched_at, last_fetched_at, rates and peer. */
  publications: Rows
}

/**
 * A source and the documents behind its newest table on or before a date, none if there is no such table. Throws 404
 * for an unknown source.
 */
export async function findPublications(
  database: Database,
  code: string,
  date: string
): Promise<{ bank: Bank; found?: Publications }> {
  const { bank, rows } = await readBankRows(database, { text: PUBLICATIONS, values: [code, date], columns: COLUMNS })
  if (rows.length === 0) return { bank }
  return { bank, found: { rateDate: rows.list('rate_date')[0] as string, publications: rows.without('rate_date') } }
}

interface StoredDocument {
  source: string
  media_type: string
  charset: string | null
  sha256: string
  /** True if a rate of the source's newest table comes from it. */
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

/** The ending of a file of a media type. */
export function endingOf(mediaType: string): string {
  return ENDINGS.find(([pattern]) => pattern.test(mediaType))?.[1] ?? 'bin'
}
