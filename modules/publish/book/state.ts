import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { Database } from '../../../sql/database.ts'
import { migrateTo } from '../../../sql/migrate.ts'
import {
  COPY_SETTINGS,
  counterOf,
  migrationsOf,
  refillTables,
  setCounter,
  spansOf,
  tablesOf
} from '../../../sql/tables.ts'
import { replaceFile, sha256Of } from '../folder.ts'
import type { Book } from './book.ts'
import { assertWhole, fillDocuments, fillNeeded, listStored, writeDocuments, type StoredDocument } from './documents.ts'

/** The tables of a book as text files, split so that a day changes few of them. */

export const STATE = 'state'
const LIST = `${STATE}/files.tsv`

interface Split {
  /** An SQL expression of the name of a row's file, unless the table is one file. */
  by?: string
  order: string
}

const yearOf = (column: string) => `source || '/' || extract(year from ${column})`

/** The stored tables. The others are empty in a book, or can be lost. */
export const TABLES: Record<string, Split> = {
  composite_due: { order: 'id' },
  coverage: { order: 'source' },
  doubts: { by: yearOf('date'), order: 'date, base, quote, type' },
  log_entries: { by: yearOf('known_at'), order: 'id' },
  log_nodes: { by: "height || '-' || index / 4096", order: 'index' },
  publications: { by: yearOf('archived_at'), order: 'id' },
  quarantine: { by: 'source', order: 'id' },
  quarantine_decisions: { order: 'id' },
  rate_revisions: { by: yearOf('date'), order: 'date, base, quote, type, known_until' },
  rates: { by: yearOf('date'), order: 'date, base, quote, type' },
  runs: { by: 'source', order: 'id' },
  series: { by: 'source', order: 'base, quote, type' },
  sources: { order: 'code' },
  tables: { by: yearOf('date'), order: 'date' }
}

// What remains of each source: the last successful run, the first and the last of those that failed since, backfills, and
// runs to which a row in quarantine refers.
const FORGET_RUNS = `
  with successes as (
    select source, max(id) as id from runs where status = 'ok' group by source
  ), failures as (
    select source, min(runs.id) as first, max(runs.id) as last
    from runs
    left join successes using (source)
    where status = 'failed' and runs.id > coalesce(successes.id, 0)
    group by source
  )
  delete from runs
  where kind <> 'backfill'
    and id not in (select id from successes union all select first from failures union all select last from failures)
    and not exists (select from quarantine where run_id = runs.id)`

/** Writes the documents and the changed files of the state below a folder. Returns what the book says of them. */
export async function writeState(
  folder: string,
  database: Database
): Promise<Pick<Book, 'state' | 'migrations' | 'spans' | 'tables'>> {
  const known = await readList(folder)
  const files = new Map<string, string>()
  const put = async (path: string, text: string) => {
    const { sha256 } = await replaceFile(join(folder, path), text, { known: known.get(path) })
    files.set(path, sha256)
  }
  await database.write(FORGET_RUNS)
  for (const [path, text] of await writeDocuments(folder, database, await storedIn(folder, known)))
    await put(path, text)
  const described = await database.longTransaction(async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    await client.query(COPY_SETTINGS)
    const tables: Book['tables'] = []
    for (const { name, columns, counter } of await tablesOf(client)) {
      if (!(name in TABLES)) continue
      for await (const [path, text] of partsOf(client, name, columns)) await put(path, text)
      tables.push({ name, columns, counter: counter === null ? null : await counterOf(client, name, counter) })
    }
    return { tables, migrations: await migrationsOf(client), spans: await spansOf(client) }
  })
  for (const path of known.keys()) if (!files.has(path)) await rm(join(folder, path), { force: true })
  const list = [...files].sort(([one], [other]) => (one < other ? -1 : 1)).map((line) => `${line.join('\t')}\n`)
  await replaceFile(join(folder, LIST), list.join(''))
  return { state: sha256Of(list.join('')), ...described }
}

/** The files of a table with their text: a line with the columns, and then the rows as COPY writes them. */
async function* partsOf(client: pg.Client, name: string, columns: string[]): AsyncGenerator<[string, string]> {
  const { by = "''", order } = TABLES[name]!
  const rows = client.query(
    copyTo(`copy (select ${by}, ${columns.join(', ')} from ${name} order by 1, ${order}) to stdout`)
  )
  const head = `${columns.join('\t')}\n`
  let part: string | undefined
  let lines: string[] = []
  for await (const line of linesOf(rows)) {
    const at = line.indexOf('\t')
    const next = line.slice(0, at)
    if (next !== part && part !== undefined) {
      yield [pathOf(name, part), head + lines.join('')]
      lines = []
    }
    part = next
    lines.push(line.slice(at + 1))
  }
  if (part !== undefined) yield [pathOf(name, part), head + lines.join('')]
}

function pathOf(table: string, part: string): string {
  return part === '' ? `${STATE}/${table}.tsv` : `${STATE}/${table}/${part}.tsv`
}

/** The lines of a text, each with its end. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const text = rest + chunk
    let from = 0
    for (let end; (end = text.indexOf('\n', from)) >= 0; from = end + 1) yield text.slice(from, end + 1)
    rest = text.slice(from)
  }
}

/** The paths of the state's files with their SHA-256. */
async function readList(folder: string): Promise<Map<string, string>> {
  if (!existsSync(join(folder, LIST))) return new Map()
  const lines = (await readFile(join(folder, LIST), 'utf8')).split('\n').slice(0, -1)
  return new Map(lines.map((line) => line.split('\t') as [string, string]))
}

/**
 * Copies the state of a book into an empty database with the schema of the book. Throws, before it has changed
 * anything, for a file that is missing or differs from the list.
 */
export async function readState(folder: string, url: string, book: Book): Promise<void> {
  const list = existsSync(join(folder, LIST)) ? await readFile(join(folder, LIST), 'utf8') : ''
  if (sha256Of(list) !== book.state) throw new Error(`${join(folder, LIST)} was changed or cut off`)
  const known = await readList(folder)
  const stored = await storedIn(folder, known)
  await assertWhole(folder, stored.values())
  const database = new Database({ url, connections: 1 })
  try {
    await migrateTo(database, book.migrations)
    await database.longTransaction((client) =>
      refillTables(client, ['documents', ...book.tables.map(({ name }) => name)], book.spans, async () => {
        await fillDocuments(client, stored)
        for (const table of book.tables) await fillTable(client, folder, known, table)
        await fillNeeded(client, folder, stored)
      })
    )
    await database.longTransaction((client) => client.query('analyze'))
  } finally {
    await database.close()
  }
}

async function storedIn(folder: string, known: ReadonlyMap<string, string>): Promise<Map<string, StoredDocument>> {
  const texts: string[] = []
  for (const path of known.keys())
    if (path.startsWith(`${STATE}/documents/`)) texts.push(await readFileOfState(folder, path, known))
  return listStored(texts)
}

async function fillTable(
  client: pg.Client,
  folder: string,
  known: ReadonlyMap<string, string>,
  { name, columns, counter }: Book['tables'][number]
): Promise<void> {
  async function* rows() {
    for (const path of known.keys()) {
      if (path !== pathOf(name, '') && !path.startsWith(`${STATE}/${name}/`)) continue
      const text = await readFileOfState(folder, path, known)
      yield text.slice(text.indexOf('\n') + 1)
    }
  }
  await pipeline(Readable.from(rows()), client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)))
  if (counter) await setCounter(client, name, counter)
}

async function readFileOfState(folder: string, path: string, known: ReadonlyMap<string, string>): Promise<string> {
  const text = await readFile(join(folder, path), 'utf8').catch(() => {
    throw new Error(`${folder} is not whole: ${path} is missing`)
  })
  if (sha256Of(text) !== known.get(path)) throw new Error(`${join(folder, path)} was changed or cut off`)
  return text
}
