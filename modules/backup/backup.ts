import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { PassThrough, Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import type { Database } from '../../sql/database.ts'
import { COPY_SETTINGS, counterOf, migrationsOf, spansOf, tablesOf, type TableShape } from '../../sql/tables.ts'

const NAME = /^[a-z_][a-z0-9_]*$/
const table = z.strictObject({
  name: z.string().regex(NAME),
  columns: z.array(z.string().regex(NAME)).min(1),
  rows: z.number().int().nonnegative(),
  sha256: z.string().length(64),
  /** The identity column and its last value. */
  counter: z.strictObject({ column: z.string().regex(NAME), last: z.number().int().positive() }).nullable()
})

/** The content of `manifest.json` in a backup. The tables are in an order in which no table refers to a later one. */
export const Manifest = z.strictObject({
  format: z.literal(1),
  version: z.string(),
  created_at: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name: z.string(), sha256: z.string() })).min(1),
  tables: z.array(table),
  /** The first and the last day of rates and of market_rates, for which partitions are made. */
  spans: z.strictObject({
    rates: z.tuple([z.string(), z.string()]).nullable(),
    market_rates: z.tuple([z.string(), z.string()]).nullable()
  }),
  files: z.array(z.strictObject({ name: z.string().regex(/^[a-z][a-z.-]*$/), sha256: z.string().length(64) }))
})

export type Manifest = z.infer<typeof Manifest>
export type BackedUpTable = Manifest['tables'][number]

export const MANIFEST = 'manifest.json'
export const tableEntry = (name: string) => `tables/${name}.copy`
export const fileEntry = (name: string) => `files/${name}`

interface BackupOptions {
  /** The version of the program that makes it. */
  version: string
  /** Further small files, by name. */
  files: Record<string, Buffer>
  /** Called for each table when it is written. */
  onTable?: (table: BackedUpTable) => void
}

/**
 * Writes all tables of a database, in their state at one instant, to a ZIP file that only its owner can read, while the
 * service keeps running. The file gets its name only once it is complete. Unlogged tables, which a crash empties, are
 * omitted. Throws if the file can't be written.
 */
export async function backUp(
  database: Database,
  file: string,
  { version, files, onTable = () => {} }: BackupOptions
): Promise<Manifest> {
  const partial = `${file}.partial`
  const zip = new ZipFile()
  const failed = new AbortController()
  const written = pipeline(zip.outputStream, createWriteStream(partial, { mode: 0o600 }))
  written.catch((error) => failed.abort(error))
  try {
    const manifest = {
      format: 1 as const,
      version,
      created_at: new Date().toISOString(),
      ...(await writeTables(database, { zip, signal: failed.signal, onTable })),
      files: writeFiles(zip, files)
    }
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST)
    zip.end()
    await written
    await rename(partial, file)
    return manifest
  } catch (error) {
    ;(zip.outputStream as Readable).destroy()
    await written.catch(() => {})
    await rm(partial, { force: true })
    throw failed.signal.reason ?? error
  }
}

interface Writing {
  zip: ZipFile
  /** Aborted if the file cannot be written. */
  signal: AbortSignal
  onTable: (table: BackedUpTable) => void
}

function writeFiles(zip: ZipFile, files: Record<string, Buffer>): Manifest['files'] {
  return Object.entries(files).map(([name, content]) => {
    zip.addBuffer(content, fileEntry(name), { mode: 0o600 })
    return { name, sha256: createHash('sha256').update(content).digest('hex') }
  })
}

async function writeTables(
  database: Database,
  writing: Writing
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'spans'>> {
  return database.longTransaction(async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    await client.query(COPY_SETTINGS)
    const tables: BackedUpTable[] = []
    for (const shape of await tablesOf(client)) {
      const table = await writeTable(client, shape, writing)
      writing.onTable(table)
      tables.push(table)
    }
    return { migrations: await migrationsOf(client), tables, spans: await spansOf(client) }
  })
}

async function writeTable(
  client: pg.Client,
  { name, columns, counter }: TableShape,
  { zip, signal }: Writing
): Promise<BackedUpTable> {
  const hash = createHash('sha256')
  const rows = client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`))
  const entry = new PassThrough()
  zip.addReadStream(entry, tableEntry(name), { forceZip64Format: true, mode: 0o600 })
  await pipeline(rows, hashing(hash), entry, { signal })
  return {
    name,
    columns,
    rows: rows.rowCount,
    sha256: hash.digest('hex'),
    counter: counter === null ? null : await counterOf(client, name, counter)
  }
}

/** Passes bytes on and adds them to a hash. */
export function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    }
  })
}
