import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import type { Database } from '../../sql/database.ts'
import { migrateTo, migrate, type Schema } from '../../sql/migrate.ts'
import { refillTables, setCounter } from '../../sql/tables.ts'
import { fileEntry, hashing, Manifest, MANIFEST, tableEntry, type BackedUpTable } from './backup.ts'

const MAX_SMALL = 16 * 1024 * 1024 // the limit of the manifest and of a small file, in bytes

/** A file that is not a complete backup of this program, or a database that cannot receive it. */
class RestoreError extends Error {
  override readonly name = 'RestoreError'
}

/** The destination of a backup's secrets, and the callback for each table. */
interface RestoreOptions {
  /** The schema to which the database is then migrated. */
  schema: Schema
  /** The path of each small file of the backup, by its name. */
  paths?: Readonly<Record<string, string>>
  onTable?: (table: BackedUpTable) => void
}

/**
 * Restores a backup into a database without data: writes its secrets, creates the schema of the backup, copies its
 * tables, and then migrates to this version. All tables are copied in one transaction, so that a cut-off or changed
 * file leaves none. The secrets come first, since data without its signing key would continue the log under another
 * name. A killed restore resumes when it is started again with the same file. Throws a RestoreError that names the
 * fault.
 */
export async function restore(
  database: Database,
  file: string,
  { schema, paths = {}, onTable = () => {} }: RestoreOptions
): Promise<Manifest> {
  const backup = await openBackup(file)
  try {
    const manifest = await readManifest(backup)
    const isCopied = await isCopiedFrom(database, digestOf(manifest))
    if (!isCopied) await assertNoData(database)
    await placeFiles(await readFiles(backup, manifest), paths)
    if (!isCopied) {
      await migrateTo(database, manifest.migrations).catch((error: Error) => {
        throw new RestoreError(error.message)
      })
      await database.longTransaction((client) => readTables(client, backup, manifest, onTable))
    }
    await migrate(database, schema)
    await database.longTransaction((client) => client.query('analyze'))
    await database.write('drop table unfinished_restore')
    return manifest
  } finally {
    backup.zip.close()
  }
}

function digestOf(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}

/**
 * True if a killed restore of the same backup copied all tables: the transaction that copies them records the manifest.
 */
async function isCopiedFrom(database: Database, manifest: string): Promise<boolean> {
  const [found] = await database.write<{ exists: boolean }>(
    "select to_regclass('unfinished_restore') is not null as exists"
  )
  if (!found!.exists) return false
  const [row] = await database.write<{ same: boolean }>('select manifest = $1 as same from unfinished_restore', [
    manifest
  ])
  if (!row!.same) {
    throw new RestoreError('the restore of another backup was interrupted in this database: repeat it with that backup')
  }
  return true
}

/**
 * Writes each file whose path is known. A file with the same content is kept. Throws for a file with other content,
 * which is never overwritten.
 */
async function placeFiles(files: Record<string, Buffer>, paths: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, path] of Object.entries(paths)) {
    if (files[name]) await placeFile(path, files[name])
  }
}

async function placeFile(path: string, content: Buffer): Promise<void> {
  const present = await readFile(path).catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (present?.equals(content)) return
  if (present) throw new RestoreError(`${path} exists and differs from the one in the backup: move it away first`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.restored`, content, { mode: 0o600 })
  await rename(`${path}.restored`, path) // written completely or not at all, even if the process is killed
}

interface Backup {
  zip: ZipFile
  entries: Map<string, Entry>
}

async function openBackup(file: string): Promise<Backup> {
  const zip = await openPromise(file, { autoClose: false }).catch((error: Error) => {
    throw new RestoreError(`${file} can’t be read as a backup: ${error.message}`)
  })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return { zip, entries }
}

function entryOf({ entries }: Backup, name: string): Entry {
  const entry = entries.get(name)
  if (!entry) throw new RestoreError(`the file is not a complete backup: ${name} is missing`)
  return entry
}

async function readSmall(backup: Backup, name: string): Promise<Buffer> {
  const entry = entryOf(backup, name)
  if (entry.uncompressedSize > MAX_SMALL) {
    throw new RestoreError(`${name} in the backup is too large: at most ${MAX_SMALL} bytes`)
  }
  return buffer(await backup.zip.openReadStreamPromise(entry))
}

async function readManifest(backup: Backup): Promise<Manifest> {
  const text = (await readSmall(backup, MANIFEST)).toString()
  const result = Manifest.safeParse(JSON.parse(text))
  if (!result.success) {
    throw new RestoreError(
      `${MANIFEST} is not the manifest of a backup in format 1: ${result.error.issues[0]!.path.join('.')}: ${result.error.issues[0]!.message}`
    )
  }
  return result.data
}

async function readFiles(backup: Backup, { files }: Manifest): Promise<Record<string, Buffer>> {
  const read: Record<string, Buffer> = {}
  for (const { name, sha256 } of files) {
    const content = await readSmall(backup, fileEntry(name))
    assertHash(name, createHash('sha256').update(content).digest('hex'), sha256)
    read[name] = content
  }
  return read
}

function assertHash(name: string, found: string, expected: string): void {
  if (found !== expected) {
    throw new RestoreError(`${name} in the backup was changed: its SHA-256 is ${found}, not ${expected}`)
  }
}

async function assertNoData(database: Database): Promise<void> {
  const [{ migrated } = { migrated: false }] = await database.write<{ migrated: boolean }>(
    "select to_regclass('publications') is not null and to_regclass('accounts') is not null as migrated"
  )
  if (!migrated) return
  const [row] = await database.write<{ used: boolean }>(
    'select exists (select from publications) or exists (select from accounts) as used'
  )
  if (row!.used) throw new RestoreError('the database has data: restore into a new, empty one')
}

async function readTables(
  client: pg.Client,
  backup: Backup,
  manifest: Manifest,
  onTable: (table: BackedUpTable) => void
): Promise<void> {
  const { tables, spans } = manifest
  await refillTables(
    client,
    tables.map(({ name }) => name),
    spans,
    async () => {
      for (const table of tables) {
        await readTable(client, backup, table)
        onTable(table)
      }
    }
  )
  await client.query(`create table unfinished_restore as select '${digestOf(manifest)}' as manifest`)
}

async function readTable(
  client: pg.Client,
  backup: Backup,
  { name, columns, rows, sha256, counter }: BackedUpTable
): Promise<void> {
  const hash = createHash('sha256')
  const copy = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  await pipeline(await backup.zip.openReadStreamPromise(entryOf(backup, tableEntry(name))), hashing(hash), copy)
  assertHash(tableEntry(name), hash.digest('hex'), sha256)
  if (copy.rowCount !== rows) throw new RestoreError(`${name} has ${copy.rowCount} rows in the backup, not ${rows}`)
  if (counter) await setCounter(client, name, counter)
}
