import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
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
import { sha256Of, type Folder } from '../folder.ts'
import type { Book } from './book.ts'
import { assertWhole, fillDocuments, fillNeeded, listStored, writeDocuments, type StoredDocument } from './documents.ts'

/** The tables of a book as text files, split so that a day changes few of them. */

export const STATE = 'state'
const LIST = `${STATE}/files.tsv`

interface Split {
  /** An SQL expression for the name of a row's file; absent if the table is one file. */
  by?: string
  order: string
}

const yearOf = (column: string) => `source || '/' || extract(year from ${column})`

/** The stored tables. The others are empty in a book, or may be lost. */
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
  tables: { by: yearOf('date'), order: 'date' },
  unread_days: { by: 'source', order: 'day, since' }
}

// The runs of each source that are kept: the last successful one, the first and the last of those that failed since,
// backfills, and runs to which a row in quarantine refers.
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

/** A file with a part of the database's state. */
interface StateFile {
  sha256: string
  rows: number
}

/** The state of a book, verified. */
export interface State {
  files: ReadonlyMap<string, StateFile>
  documents: ReadonlyMap<string, StoredDocument>
}

const NO_STATE: State = { files: new Map(), documents: new Map() }

/** What a run reads from the book at its start. */
export interface Earlier {
  state?: State
  migrations?: Book['migrations']
  /** A transaction after which the run changed the database. */
  transaction?: string
}

/** Writes the new documents and the changed files of the state. Returns the book's description of them. */
export async function writeState(
  folder: Folder,
  database: Database,
  { state: before = NO_STATE, migrations: earlier, transaction }: Earlier
): Promise<Pick<Book, 'state' | 'migrations' | 'spans' | 'tables'>> {
  const files = new Map<string, StateFile>()
  const put = async (path: string, { text, rows }: { text: string; rows: number }) => {
    const { sha256 } = await folder.put(path, text, { known: before.files.get(path)?.sha256 })
    files.set(path, { sha256, rows })
  }
  await database.write(FORGET_RUNS)
  for (const [path, lines] of await writeDocuments(folder, database, before.documents))
    await put(path, { text: lines.join(''), rows: lines.length - 1 })
  const described = await database.longTransaction(async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    await client.query(COPY_SETTINGS)
    const migrations = await migrationsOf(client)
    const isSameSchema = isDeepStrictEqual(migrations, earlier)
    const tables: Book['tables'] = []
    for (const { name, columns, counter } of await tablesOf(client)) {
      if (!(name in TABLES)) continue
      const changed = new Map<string, number>()
      for (const { part, rows, is_new: isNew } of await listParts(client, name, transaction)) {
        const path = pathOf(name, part)
        const known = before.files.get(path)
        if (isSameSchema && known?.rows === rows && !isNew) files.set(path, known)
        else changed.set(part, rows)
      }
      for await (const [part, text] of readParts(client, name, columns, [...changed.keys()]))
        await put(pathOf(name, part), { text, rows: changed.get(part)! })
      tables.push({ name, columns, counter: counter === null ? null : await counterOf(client, name, counter) })
    }
    return { tables, migrations, spans: await spansOf(client) }
  })
  for (const path of before.files.keys()) if (!files.has(path)) folder.remove(path)
  const list = [...files]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, { sha256, rows }]) => `${path}\t${sha256}\t${rows}\n`)
    .join('')
  await folder.put(LIST, list)
  return { state: sha256Of(list), ...described }
}

interface Part {
  part: string
  rows: number
  /** True if a row was written after a transaction. */
  is_new: boolean
}

/** The files of a table. */
async function listParts(client: pg.Client, name: string, transaction?: string): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `
    select ${TABLES[name]!.by ?? "''"} as part, count(*)::int as rows, coalesce(bool_or(age(xmin) < age($1::xid)), true) as is_new
    from ${name}
    group by 1`,
    [transaction]
  )
  return rows
}

/** Some files of a table with their text: a line with the columns, and then the rows as COPY writes them. */
async function* readParts(
  client: pg.Client,
  name: string,
  columns: string[],
  wanted: string[]
): AsyncGenerator<[string, string]> {
  if (wanted.length === 0) return
  const { by = "''", order } = TABLES[name]!
  await client.query("select set_config('ratebook.parts', $1, true)", [JSON.stringify(wanted)]) // COPY has no parameters
  const rows = client.query(
    copyTo(`copy (
      select ${by}, ${columns.join(', ')}
      from ${name}
      where ${by} in (select json_array_elements_text(current_setting('ratebook.parts')::json))
      order by 1, ${order}) to stdout`)
  )
  const head = `${columns.join('\t')}\n`
  let part: string | undefined
  let lines: string[] = []
  for await (const line of linesOf(rows)) {
    const at = line.indexOf('\t')
    const next = line.slice(0, at)
    if (next !== part && part !== undefined) {
      yield [part, head + lines.join('')]
      lines = []
    }
    part = next
    lines.push(line.slice(at + 1))
  }
  if (part !== undefined) yield [part, head + lines.join('')]
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

/** The state of a book. Throws for a file that is missing or differs from the list. */
export async function readState(folder: Folder, book: Book): Promise<State> {
  const list = folder.has(LIST) ? await readFile(folder.at(LIST), 'utf8') : ''
  if (sha256Of(list) !== book.state) throw new Error(`${folder.at(LIST)} was changed or cut off`)
  const lines = list.split('\n').slice(0, -1)
  const files = new Map(
    lines.map((line) => {
      const [path, sha256, rows] = line.split('\t') as [string, string, string]
      return [path, { sha256, rows: Number(rows) }]
    })
  )
  const lists: string[] = []
  for (const [path, { sha256 }] of files) {
    const text = await readFile(folder.at(path), 'utf8').catch(() => {
      throw new Error(`${folder.path} is incomplete: ${path} is missing`)
    })
    if (sha256Of(text) !== sha256) throw new Error(`${folder.at(path)} was changed or cut off`)
    if (path.startsWith(`${STATE}/documents/`)) lists.push(text)
  }
  const documents = listStored(lists)
  assertWhole(folder, documents.values())
  return { files, documents }
}

/** Copies the state of a book into an empty database with the schema of the book. Returns its last transaction. */
export async function fillDatabase(
  url: string,
  folder: Folder,
  { book, state: { files, documents } }: { book: Book; state: State }
): Promise<string> {
  const database = new Database({ url, connections: 1 })
  try {
    await migrateTo(database, book.migrations)
    await database.longTransaction((client) =>
      refillTables(client, ['documents', ...book.tables.map(({ name }) => name)], book.spans, async () => {
        await fillDocuments(client, documents)
        for (const table of book.tables) await fillTable(client, folder, [...files.keys()], table)
        await fillNeeded(client, folder, documents)
      })
    )
    await database.longTransaction((client) => client.query('analyze'))
    const [row] = await database.write<{ id: string }>('select pg_current_xact_id()::xid::text as id')
    return row!.id
  } finally {
    await database.close()
  }
}

async function fillTable(
  client: pg.Client,
  folder: Folder,
  paths: string[],
  { name, columns, counter }: Book['tables'][number]
): Promise<void> {
  async function* rows() {
    for (const path of paths) {
      if (path !== pathOf(name, '') && !path.startsWith(`${STATE}/${name}/`)) continue
      const text = await readFile(folder.at(path))
      yield text.subarray(text.indexOf('\n') + 1)
    }
  }
  await pipeline(Readable.from(rows()), client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)))
  if (counter) await setCounter(client, name, counter)
}
