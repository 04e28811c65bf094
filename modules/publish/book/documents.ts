import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { endingOf } from '../../../api/documents/publications-query.ts'
import type { Database } from '../../../sql/database.ts'
import type { Folder } from '../folder.ts'
import { applyDifference, differenceOf } from '../../proof/kit/difference.ts'

/** The documents of a book, each distinct content once: `documents/<source>/<day of its first fetch>/<SHA-256>`. */

/** A document in a book. */
export interface StoredDocument {
  sha256: string
  /** The bytes of the document. */
  size: number
  path: string
  /** The bytes of its file. */
  stored: number
  /** The document from which the file contains the difference. */
  base: string | null
  /** Equal for documents that answer the same request, or that request for another day. */
  channel: string
}

const COLUMNS = ['sha256', 'size', 'path', 'stored', 'base', 'channel'] as const
const HEAD = `${COLUMNS.join('\t')}\n`
const compress = promisify<Buffer, Buffer>(gzip)
const decompress = promisify<Buffer, Buffer>(gunzip)

const FIRST = `
  select distinct on (sha256) encode(sha256, 'hex') as sha256, source, fetched_at::date::text as day, media_type, size,
    extract(year from archived_at)::int as year,
    md5(concat_ws(' ', source, method, regexp_replace(url, '\\d+', '', 'g'), regexp_replace(request_body, '\\d+', '', 'g'))) as channel, id
  from publications
  cross join lateral size_of_document(sha256)
  order by sha256, id`

interface First {
  sha256: string
  source: string
  day: string
  media_type: string
  size: number
  year: number
  channel: string
  id: number
}

/** Writes the documents that are new, and returns the lists of all documents by source and year, by their paths. */
export async function writeDocuments(
  folder: Folder,
  database: Database,
  before: ReadonlyMap<string, StoredDocument>
): Promise<Map<string, string[]>> {
  const found = (await database.write<First>(FIRST)).toSorted((one, other) => one.id - other.id)
  const stored = new Map(before)
  const channels = new Map<string, StoredDocument[]>()
  const lists = new Map<string, string[]>()
  for (const first of found) {
    const earlier = channels.get(first.channel) ?? []
    const document = stored.get(first.sha256) ?? (await writeDocument(folder, database, first, { earlier, stored }))
    stored.set(document.sha256, document)
    if (document.base === null) channels.set(document.channel, [document])
    else earlier.push(document)
    const path = `state/documents/${first.source}/${first.year}.tsv`
    const list = lists.get(path)
    const line = `${COLUMNS.map((name) => document[name] ?? '').join('\t')}\n`
    if (list) list.push(line)
    else lists.set(path, [HEAD, line])
  }
  return lists
}

interface Written {
  /** The documents of the same channel since the last one that is stored whole. */
  earlier: StoredDocument[]
  stored: ReadonlyMap<string, StoredDocument>
}

/**
 * Writes a document. If a difference from an earlier document of its channel takes less than half of the space, writes
 * the difference.
 */
async function writeDocument(
  folder: Folder,
  database: Database,
  { sha256, source, day, media_type: mediaType, size, channel }: First,
  { earlier, stored }: Written
): Promise<StoredDocument> {
  const [{ gzip: whole } = { gzip: Buffer.of() }] = await database.write<{ gzip: Buffer }>(
    "select gzip from bytes_of_document(decode($1, 'hex'))",
    [sha256]
  )
  // Clears the lowest set bit of the number. Most differences are then between documents a few days apart, and a whole
  // document is few differences away.
  const base = earlier[earlier.length & (earlier.length - 1)]
  const shorter =
    base && (await compress(differenceOf(await readDocument(folder, base, stored), await decompress(whole))))
  const isDifference = shorter !== undefined && shorter.length < whole.length / 2
  const path = `documents/${source}/${day}/${sha256}.${endingOf(mediaType)}${isDifference ? '.difference' : ''}.gz`
  const content = isDifference ? shorter : whole
  await folder.put(path, content)
  return { sha256, size, path, stored: content.length, base: isDifference ? base!.sha256 : null, channel }
}

/** The documents in the lists that `writeDocuments` returned. */
export function listStored(texts: string[]): Map<string, StoredDocument> {
  const lines = texts.flatMap((text) => text.split('\n').slice(1, -1))
  return new Map(
    lines.map((line) => {
      const [sha256, size, path, stored, base, channel] = line.split('\t') as [string, ...string[]]
      const document = { sha256, size: Number(size), path: path!, stored: Number(stored), base: base || null }
      return [sha256, { ...document, channel: channel! }]
    })
  )
}

/** The bytes of a document. Throws for one that is missing, cut off or changed. */
export async function readDocument(
  folder: Folder,
  document: Pick<StoredDocument, 'path' | 'sha256' | 'base'>,
  stored: ReadonlyMap<string, StoredDocument>
): Promise<Buffer> {
  const base = document.base === null ? undefined : await readDocument(folder, stored.get(document.base)!, stored)
  const file = folder.at(document.path)
  const found = await readFile(file)
    .then(decompress)
    .then((bytes) => (base ? applyDifference(base, bytes) : bytes))
    .catch((error: Error) => {
      throw new Error(`${file} can't be read: ${error.message}`, { cause: error })
    })
  const sha256 = createHash('sha256').update(found).digest('hex')
  if (sha256 !== document.sha256) {
    throw new Error(`${file} was changed: the SHA-256 of its document is ${sha256}`)
  }
  return found
}

/** Throws for a document that is missing or cut off. */
export function assertWhole(folder: Folder, stored: Iterable<StoredDocument>): void {
  for (const { path, stored: expected } of stored) {
    const bytes = statSync(folder.at(path), { throwIfNoEntry: false })?.size
    if (bytes === undefined) throw new Error(`${folder.path} is incomplete: ${path} is missing`)
    if (bytes !== expected) {
      throw new Error(`${folder.at(path)} was changed or cut off: it has ${bytes} bytes instead of ${expected}`)
    }
  }
}

/** Copies the documents into their table, without their bytes. */
export async function fillDocuments(client: pg.Client, stored: ReadonlyMap<string, StoredDocument>): Promise<void> {
  const lines = [...stored.values()].map(({ sha256, size }) => `\\\\x${sha256}\t${size}\n`)
  await client.query("alter table documents alter gzip set default ''")
  await pipeline(Readable.from(lines), client.query(copyFrom('copy documents (sha256, size) from stdin')))
  await client.query('alter table documents alter gzip drop default')
}

// A later run needs the last document: a publisher may answer that it has not changed, and a new layout is compared
// with it.
const NEEDED = `
  select encode(sha256, 'hex') as sha256
  from publications it
  where last_fetched_at > (select max(last_fetched_at) from publications where source = it.source) - interval '7 days'`

/** Adds the bytes of the documents that a run may need. */
export async function fillNeeded(
  client: pg.Client,
  folder: Folder,
  stored: ReadonlyMap<string, StoredDocument>
): Promise<void> {
  const { rows } = await client.query<{ sha256: string }>(NEEDED)
  for (const hash of new Set(rows.map((row) => row.sha256))) {
    const document = stored.get(hash)!
    const bytes = await readDocument(folder, document, stored)
    const zipped = document.base === null ? await readFile(folder.at(document.path)) : await compress(bytes)
    await client.query("update documents set gzip = $2 where sha256 = decode($1, 'hex')", [hash, zipped])
  }
}
