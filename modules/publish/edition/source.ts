import { VERSION } from '../../../api/contract/version.ts'
import { headersOf, streamOf } from '../../../api/formats/index.ts'
import { SHARED } from '../../../api/server/cache-control.ts'
import type { SourceEntry } from '../../../api/sources/sources-query.ts'
import { COMPOSITE } from '../../../api/rates/bank-query.ts'
import { listTables, listYears, readPairs, readYear, type TableState, type YearState } from './content.ts'
import { sha256Of } from '../folder.ts'
import { HTML, pathOf, SHORT, type EditionFiles, type Known } from './files.ts'
import type { Entry } from './manifest.ts'
import { historyOf, historyPath, newestOf, pairPage, pairPath, sourcePage, sourcePath } from './pages/source-pages.tsx'
import { inParallel } from './parallel.ts'
import { termsFile, termsPath } from './terms.ts'

export const NEWEST = '/api/open/central-bank/:bank'
export const TABLE = '/api/v1/central-bank/:bank/:date'
export const YEAR = '/api/v1/central-bank/:bank/history/:year.csv'

const PAGES = /^(bank|pair)\//
const YEAR_OF = /\/(\d{4})(-\d\d-\d\d|\.csv)$/

export interface WantedSource extends SourceEntry {
  /** The first year to publish. */
  from: number
  /** Changes whenever a rate of the source changes. */
  changed: string
}

/** Writes the changed files of a source, the newest table last. Returns all its files. */
export async function publishSource(files: EditionFiles, source: WantedSource, known: Known): Promise<Entry[]> {
  const newest = await files.answered(NEWEST, { bank: source.code })
  // the file also depends on the version and on the source's name
  const fileVersion = sha256Of(`${VERSION}\n${source.name}`).slice(0, 8)
  const state = `${fileVersion}/${source.from}/${source.changed}`
  const before = known.get(newest.path)
  const trusted = before?.state?.startsWith(`${fileVersion}/`) ? known : withoutStates(known)
  const years = files.isCurrent(before, state) ? unchanged(files, trusted) : undefined
  const entries = years ?? (await publishYears(files, source, trusted))
  const pages = [...trusted.values()].filter(({ path }) => PAGES.test(path))
  const isKept = years !== undefined && pages.length > 0 && pages.every((entry) => files.isWhole(entry))
  return [
    ...entries,
    ...(isKept ? pages : await publishPages(files, source, yearsIn(entries), known)),
    await files.putFile({ ...newest, state }, known)
  ]
}

/**
 * Writes the page of a source, and the page and the history of each of its pairs. Calculated rates have none, because
 * the pages show only published figures.
 */
async function publishPages(
  files: EditionFiles,
  source: WantedSource,
  years: number[],
  known: Known
): Promise<Entry[]> {
  if (source.code === COMPOSITE) return []
  const entries: Entry[] = []
  const put = async (path: string, contentType: string, content: string) =>
    entries.push(await files.putFile({ path, content, contentType, cacheControl: SHORT }, known))
  const newest: Array<ReturnType<typeof newestOf>> = []
  for await (const pair of readPairs(files.offline.database, source.code)) {
    const name = `${pair.base}-${pair.quote}`
    await put(historyPath(source.code, name), headersOf('csv')['Content-Type']!, historyOf(pair))
    await put(pairPath(source.code, name), HTML, pairPage(source, pair))
    newest.push(newestOf(pair))
  }
  await put(termsPath(source.code), 'text/plain; charset=utf-8', termsFile(source))
  await put(sourcePath(source.code), HTML, sourcePage(source, newest, years))
  return entries
}

/** Without states, files are generated again, and written if their bytes differ. */
function withoutStates(known: Known): Known {
  return new Map([...known].map(([path, entry]) => [path, { ...entry, state: undefined }]))
}

/** The tables and years of an unchanged source. Undefined if a file is missing. */
function unchanged(files: EditionFiles, known: Known): Entry[] | undefined {
  const entries = [...byYear(known.values()).values()].flat()
  return entries.every((entry) => files.isWhole(entry)) ? entries : undefined
}

/** The years for which a source has files. */
export function yearsIn(entries: Entry[]): number[] {
  return [...byYear(entries).keys()].sort()
}

function byYear(entries: Iterable<Entry>): Map<number, Entry[]> {
  const years = new Map<number, Entry[]>()
  for (const entry of entries) {
    const [, year] = YEAR_OF.exec(entry.path) ?? []
    if (year === undefined) continue
    const found = years.get(Number(year))
    if (found) found.push(entry)
    else years.set(Number(year), [entry])
  }
  return years
}

async function publishYears(files: EditionFiles, { code, from }: WantedSource, known: Known): Promise<Entry[]> {
  const before = byYear(known.values())
  const entries: Entry[] = []
  for (const year of await listYears(files.offline.database, code, from)) {
    entries.push(
      ...(unchangedYear(files, code, year, before.get(year.year)) ?? (await publishYear(files, code, year, known)))
    )
  }
  return entries
}

/** The files of an unchanged year. Undefined if a rate changed or a file is missing. */
function unchangedYear(
  files: EditionFiles,
  bank: string,
  { year, state }: YearState,
  before: Entry[] = []
): Entry[] | undefined {
  const whole = before.find(({ path }) => path === pathOf(YEAR, { bank, year: String(year) }))
  return files.isCurrent(whole, state) && before.every((entry) => files.isWhole(entry)) ? before : undefined
}

async function publishYear(
  files: EditionFiles,
  bank: string,
  { year, rows, state }: YearState,
  known: Known
): Promise<Entry[]> {
  const { database } = files.offline
  const tables = await listTables(database, bank, year)
  const entries = await inParallel(tables, (table) => publishTable(files, bank, table, known))
  const found = readYear(database, bank, year, { hasValidity: tables.some((it) => it.has_validity) })
  const content = streamOf(
    { fields: { rates: found }, rows: { list: 'rates', beside: [] } },
    { format: 'csv', bom: '0' }
  )
  const path = pathOf(YEAR, { bank, year: String(year) })
  return [
    ...entries,
    await files.putFile(
      { path, content, contentType: headersOf('csv')['Content-Type']!, cacheControl: SHARED, rows, state },
      known
    )
  ]
}

async function publishTable(
  files: EditionFiles,
  bank: string,
  { date, rows, state }: TableState,
  known: Known
): Promise<Entry> {
  const parameters = { bank, date }
  const before = known.get(pathOf(TABLE, parameters))
  return files.isCurrent(before, state)
    ? before
    : files.putFile({ ...(await files.answered(TABLE, parameters)), rows, state }, known)
}
