import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import PQueue from 'p-queue'
import type { Source } from '../../../adapters/source.ts'
import { VERSION } from '../../../api/contract/version.ts'
import { COMPOSITE } from '../../../api/rates/bank-query.ts'
import type { KeyFile } from '../../../cli/key-file.ts'
import { refreshCalculations } from '../../../cli/module.ts'
import { startProgress } from '../../../cli/progress.ts'
import { LOCK_TIMEOUT, runCommand, selectSources, UNSAFE, withSetting, type Runtime } from '../../../cli/runtime.ts'
import { readSettings } from '../../../cli/settings.ts'
import { killServer, stopServer } from '../../../sql/embedded/postmaster.ts'
import { backfillSource, forEachSource, ingestSource, RUNS_AT_ONCE } from '../../../pipelines/runs/ingest.ts'
import type { Outcome } from '../../../pipelines/runs/run.ts'
import { BOOK } from '../../proof/kit/description.ts'
import { noteKey } from '../../proof/kit/note.ts'
import { SigningKeys, signingKeyOf } from '../../proof/keys.ts'
import { jsonOf, sha256Of, type Folder } from '../folder.ts'
import { readBook, type Book, type BookOptions } from './book.ts'
import { dueSources } from './due.ts'
import { changeFolder, withExit } from './folder.ts'
import { fillDatabase, readState, writeState, type Earlier } from './state.ts'

export interface UpdateOptions extends Partial<Record<'sources' | 'without' | 'with', string[]>> {
  fromYear?: number
  baseUrl?: string
  /** Fetches all sources, whether they are due or not. */
  all?: boolean
  /** Fetches the whole history. */
  backfill?: boolean
  /** A folder of recordings that replace the publishers' answers. */
  replay?: string
  /** The time of a replayed run. */
  at?: Date
}

export interface UpdateReport {
  outcomes: Outcome[]
  files: number
  bytes: number
  written: number
  removed: number
  isSigned: boolean
  /** The sources that are excluded because their terms restrict redistribution. */
  restricted: string[]
}

/** The signer of a book's log, and the name of its key. */
interface Signing {
  key?: KeyFile
  logKey: string | null
}

/**
 * Updates a book: fills a temporary database from it, fetches the sources that are due, and writes the changes. If that
 * fails, the folder is unchanged.
 */
export async function updateBook(path: string, options: UpdateOptions): Promise<UpdateReport> {
  if (options.replay !== undefined && !existsSync(options.replay)) {
    throw new Error(`there is no folder ${options.replay}`)
  }
  let report: UpdateReport | undefined
  await changeFolder(path, async (folder) => {
    const before = await readBook(folder)
    const signing = await signingOf(before)
    await onTemporaryDatabase(folder, before, options.at, async (runtime, earlier) => {
      report = await update(folder, runtime, { before, earlier, options, signing })
    })
  })
  return report!
}

/** The key in SIGNING_KEY_FILE. Throws for one that has not signed the book before. */
async function signingOf(before?: Book): Promise<Signing> {
  const { SIGNING_KEY_FILE: file } = readSettings(process.env)
  if (file === undefined) return { logKey: before?.log_key ?? null }
  const ring = await new SigningKeys({ file }).ring()
  const names = ring.keys.map((key) => noteKey(ring.origin, key))
  if (before && before.log_key !== null && !names.includes(before.log_key)) {
    throw new Error(
      `the key in SIGNING_KEY_FILE is ${names.at(-1)}, but ${before.log_key} has signed this book: expected the file with that key`
    )
  }
  return { key: { file }, logKey: noteKey(ring.origin, signingKeyOf(ring)) }
}

/** Runs work on a database that is filled from a book, and deletes the database afterwards. */
async function onTemporaryDatabase(
  folder: Folder,
  book: Book | undefined,
  at: Date | undefined,
  work: (runtime: Runtime, earlier: Earlier) => Promise<void>
): Promise<void> {
  const data = join(tmpdir(), `ratebook-book-${sha256Of(resolve(folder.path)).slice(0, 16)}`)
  const cluster = join(data, 'postgres')
  const remove = () => {
    killServer(cluster)
    // retries, because the server may still be ending
    rmSync(data, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
  }
  const settings = {
    ...readSettings(process.env),
    DATABASE_URL: undefined,
    DATABASE_LOADER_URL: undefined,
    DATABASE_API_URL: undefined,
    DATABASE_READ_URL: undefined,
    DATA_DIR: data
  }
  const state = book && (await readState(folder, book))
  const earlier: Earlier = { state, migrations: book?.migrations }
  const prepare = async (url: string) => {
    if (book && state) earlier.transaction = await fillDatabase(url, folder, { book, state })
    return at ? withSetting(url, 'ratebook.clock_at', at.toISOString()) : url
  }
  await stopServer(cluster) // a killed run may have left its server running
  remove()
  await withExit(remove, () =>
    runCommand((runtime) => work(runtime, earlier), { settings, server: { settings: UNSAFE, prepare } })
  )
}

interface Update {
  before?: Book
  earlier: Earlier
  options: UpdateOptions
  signing: Signing
}

async function update(
  folder: Folder,
  runtime: Runtime,
  { before, earlier, options, signing }: Update
): Promise<UpdateReport> {
  const kept = optionsOf(options, before)
  const { wanted, restricted } = wantedSources(runtime, kept)
  const outcomes = await fetchSources(runtime, wanted, options)
  await refreshCalculations(runtime, LOCK_TIMEOUT)
  const edition = await publish(folder, runtime, { kept, restricted, signing, at: options.at })
  const state = await writeState(folder, runtime.owner, earlier)
  const book: Book = {
    book: 1,
    version: VERSION,
    options: kept,
    log_key: signing.logKey,
    ...state
  }
  await folder.put(BOOK, jsonOf(book))
  return { ...edition, outcomes, isSigned: signing.key !== undefined, restricted }
}

function optionsOf({ sources, without, with: included, fromYear, baseUrl }: UpdateOptions, before?: Book): BookOptions {
  const kept = before?.options
  return {
    sources: sources ?? kept?.sources ?? null,
    without: without ?? kept?.without ?? [],
    with: included ?? kept?.with ?? [],
    from_year: fromYear ?? kept?.from_year ?? null,
    base_url: baseUrl ?? kept?.base_url ?? null
  }
}

/** The sources of a book. Throws for an unknown code. */
function wantedSources(
  runtime: Runtime,
  { sources, without, with: included }: BookOptions
): { wanted: Source[]; restricted: string[] } {
  for (const code of [...without, ...included]) if (code !== COMPOSITE) selectSources(runtime, [code])
  const named = selectSources(runtime, sources ?? [], sources === null).filter(({ code }) => !without.includes(code))
  const isRestricted = ({ code, restricted }: Source) => restricted === true && !included.includes(code)
  return {
    wanted: named.filter((source) => !isRestricted(source)),
    restricted: named.filter(isRestricted).map(({ code }) => code)
  }
}

/** Fetches the sources that are due; in a replay, each source that has recordings, one after another. */
async function fetchSources(runtime: Runtime, wanted: Source[], options: UpdateOptions): Promise<Outcome[]> {
  const { replay, at, all, backfill } = options
  const now = new Date()
  const due = all || backfill || replay ? wanted : await dueSources(runtime.database, wanted, now)
  const progress = startProgress(due.length)
  const until = at?.toISOString().slice(0, 10)
  const run = (source: Source) =>
    backfill && !replay ? backfillSource(runtime, source, {}) : ingestSource(runtime, source, { replay, until })
  // with a fixed clock, only the same order of runs gives the same times
  const queue = new PQueue({ concurrency: at ? 1 : RUNS_AT_ONCE })
  const report = (outcome: Outcome) => {
    if (!(replay && outcome.status === 'skipped')) progress.outcome(outcome)
  }
  const outcomes = await forEachSource(due, run, report, queue)
  progress.end()
  return outcomes
}

interface Publishing {
  at?: Date
  kept: BookOptions
  restricted: string[]
  signing: Signing
}

async function publish(folder: Folder, runtime: Runtime, { kept, restricted, signing, at = new Date() }: Publishing) {
  // imported late: all endpoints and formats take long to load
  const [{ answerOffline: answer }, { published }, { publishTo }] = await Promise.all([
    import('../offline.ts'),
    import('../endpoints.ts'),
    import('../edition/edition.ts')
  ])
  return publishTo(
    folder,
    {
      database: runtime.database,
      endpoints: published,
      signingKey: signing.key,
      logName: signing.logKey?.split('+')[0],
      answer,
      now: at.getTime()
    },
    { fromYear: kept.from_year, without: [...kept.without, ...restricted].sort(), baseUrl: kept.base_url }
  )
}
