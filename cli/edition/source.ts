import { headersOf } from '../../api/formats/index.ts'
import { streamTable } from '../../api/formats/stream.ts'
import { SHARED } from '../../api/http/cache-control.ts'
import { listTables, readYear, type TableState } from '../../api/queries/edition.ts'
import type { Partition } from '../../api/queries/export.ts'
import { pathOf, type EditionFiles, type Known } from './files.ts'
import type { Entry } from './manifest.ts'
import { inParallel } from './parallel.ts'

export const NEWEST = '/api/open/central-bank/:bank'
export const TABLE = '/api/v1/central-bank/:bank/:date'
export const YEAR = '/api/v1/central-bank/:bank/history/:year.csv'

const YEAR_OF = /\/(\d{4})(-\d\d-\d\d|\.csv)$/

/** Writes the files of a source that changed, the newest table last, and returns all that it has. */
export async function publishSource (files: EditionFiles, code: string, years: Partition[], known: Known): Promise<Entry[]> {
  const before = byYear(known)
  const entries: Entry[] = []
  for (const year of years) entries.push(...unchanged(files, year, before.get(year.year)) ?? await publishYear(files, year, known))
  return [...entries, await files.put(await files.answered(NEWEST, { bank: code }), known)]
}

function byYear (known: Known): Map<number, Entry[]> {
  const years = new Map<number, Entry[]>()
  for (const entry of known.values()) {
    const [, year] = YEAR_OF.exec(entry.path) ?? []
    if (year === undefined) continue
    const entries = years.get(Number(year))
    if (entries) entries.push(entry)
    else years.set(Number(year), [entry])
  }
  return years
}

/** The files of a year in which nothing has changed. Undefined if something has, or a file is missing. */
function unchanged (files: EditionFiles, { source, year, state }: Partition, before: Entry[] = []): Entry[] | undefined {
  const whole = before.find(({ path }) => path === pathOf(YEAR, { bank: source, year: String(year) }))
  return files.isCurrent(whole, state) && before.every((entry) => files.isWhole(entry)) ? before : undefined
}

async function publishYear (files: EditionFiles, { source, year, rows, state }: Partition, known: Known): Promise<Entry[]> {
  const { database } = files.offline
  const tables = await listTables(database, source, year)
  const entries = await inParallel(tables, (table) => publishTable(files, source, table, known))
  const name = `${source}-${year}`
  const { body } = streamTable({ ...readYear(database, source, year, { hasValidity: tables.some((it) => it.has_validity) }), format: 'csv', bom: '0', name, fields: {}, list: 'rates' })
  const path = pathOf(YEAR, { bank: source, year: String(year) })
  return [...entries, await files.put({ path, content: body, contentType: headersOf('csv')['Content-Type']!, cacheControl: SHARED, rows, state }, known)]
}

async function publishTable (files: EditionFiles, bank: string, { date, rows, state }: TableState, known: Known): Promise<Entry> {
  const parameters = { bank, date }
  const before = known.get(pathOf(TABLE, parameters))
  return files.isCurrent(before, state) ? before : files.put({ ...await files.answered(TABLE, parameters), rows, state }, known)
}
