import type { Database } from '../../sql/database.ts'
import { Rows } from './rows.ts'

const PUBLICATIONS = `
  select rate_date, id, url, method, media_type, sha256, size, fetched_at, last_fetched_at, rates
  from table_date($1, $2) rate_date
  cross join lateral publications_on($1, rate_date)
  order by id`

/** The documents behind the newest table of a source on or before a date. Undefined if there is no such table. */
export async function findPublications (database: Database, bank: string, date: string): Promise<{ rateDate: string, publications: Rows } | undefined> {
  const found = Rows.of(await database.readCells(PUBLICATIONS, [bank, date]))
  return found.length === 0 ? undefined : { rateDate: found.cells[0]![0] as string, publications: found.after(1) }
}

export interface StoredDocument {
  source: string
  media_type: string
  charset: string | null
  sha256: string
  /** The bytes, compressed. */
  gzip: Buffer
}

/** A document by the number of its publication. Undefined if there is none. */
export async function findDocument (database: Database, publication: string): Promise<StoredDocument | undefined> {
  const [found] = await database.read<StoredDocument>('select source, media_type, charset, sha256, gzip from document_of($1)', [publication])
  return found
}
