import { existsSync } from 'node:fs'
import { groupBy } from '../../adapters/kit/rows.ts'
import { loadSources } from '../../adapters/registry.ts'
import {
  FetchError,
  LayoutError,
  type Identity,
  type Publication,
  type Row,
  type Source
} from '../../adapters/source.ts'
import { findRecordings } from '../../pipelines/fetch/replay.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { checkRows } from '../../pipelines/load/check.ts'
import type { LoadCounts } from '../../pipelines/load/load.ts'
import type { Database } from '../../sql/database.ts'
import { FIXTURES, replay } from '../../test/adapters/fixture.ts'
import { loadNamed, type Named } from './named.ts'

/** A publisher's document and its rows. */
export interface ReferencePublication {
  source: Source
  publication: Publication
  rows: Row[]
  /** True of a table that arrives by itself, after older ones. */
  isDaily?: boolean
}

/**
 * The day of every campaign, later than all documents, so that a wrong date is not exposed merely because it is in the
 * future.
 */
export const TODAY = '2026-12-31'

/** Publishers' answers beside the checkout, which are not part of the project. */
const RECORDINGS = new URL('../../../shared/recordings/', import.meta.url).pathname

// Recordings with more documents than their windows cover.
const WINDOWS: Record<string, Array<{ from: string; to: string }>> = {
  ecb: [
    { from: '2025-05-07', to: '2025-05-09' },
    { from: '1999-01-04', to: '2025-05-09' }
  ],
  hmrc: [
    { from: '2026-08-01', to: '2026-08-01' },
    { from: '2021-06-01', to: '2021-06-30' },
    { from: '2015-01-01', to: '2015-01-31' }
  ]
}

/** The documents of the fixtures and, if wanted and present, of the recordings: of all sources or only of some. */
export async function referencePublications({
  recordings,
  only
}: {
  recordings: boolean
  only?: string[]
}): Promise<ReferencePublication[]> {
  const found: ReferencePublication[] = []
  for (const source of await loadSources()) {
    if (only && !only.includes(source.code)) continue
    if (recordings && existsSync(RECORDINGS)) found.push(...(await replayed(source, RECORDINGS)))
    found.push(...(await replayed(source, FIXTURES)))
  }
  return found
}

async function replayed(source: Source, root: string): Promise<ReferencePublication[]> {
  const found: ReferencePublication[] = []
  for (const recording of await findRecordings(root, source.code)) {
    const windows =
      root === RECORDINGS ? (WINDOWS[recording.folder.slice(root.length)] ?? recording.windows) : recording.windows
    try {
      for (const publication of await replay(source, { ...recording, windows }))
        found.push({
          source,
          publication,
          rows: await source.parse(publication)
        })
    } catch (error) {
      // A recording may be incomplete, or have a layout that its publisher has replaced.
      if (
        root === FIXTURES ||
        !(error instanceof LayoutError || (error instanceof FetchError && error.code === 'NO_RECORDING'))
      ) {
        throw error
      }
    }
  }
  return found
}

/**
 * Loads a reference publication as a run does; with `onItsDay` as fetched on the evening of its newest table. A row in
 * quarantine is a false alarm.
 */
export async function loadReference(
  database: Database,
  { source, publication, rows }: ReferencePublication,
  { onItsDay = false } = {}
): Promise<LoadCounts & { named: Named[] }> {
  const { id } = await archive(database, publication)
  if (onItsDay) await fetchedOn(database, id, rows)
  const { good, bad } = checkRows(rows, source, TODAY)
  return loadNamed(database, id, good, bad, null)
}

/** Dates the fetch of a publication to the evening of its newest table, which the checks take for its newest day. */
export async function fetchedOn(database: Pick<Database, 'write'>, publication: number, rows: Row[]): Promise<void> {
  const newest = rows
    .map(({ date }) => date)
    .sort()
    .at(-1)
  if (newest) {
    await database.write(
      "update publications set fetched_at = $2::date + interval '18 hours', last_fetched_at = $2::date + interval " +
        "'18 hours' where id = $1",
      [publication, newest]
    )
  }
}

/**
 * The documents as they arrive day by day: one for each of the newest tables of a source, in the order of their dates and
 * of the hours at which the sources are asked, after one for its older tables.
 */
export function asDaily(truth: ReferencePublication[], newest: number): ReferencePublication[] {
  const hours = new Map(truth.map(({ source }) => [source, hourOf(source).toFixed(2).padStart(5, '0')]))
  const printed = truth.flatMap(({ rows, ...document }) => rows.map((row) => ({ ...document, row })))
  const tables = [...groupBy(printed, ({ source, row }) => `${row.date} ${source.code}`)]
    .map(([, table]): [string, typeof table] => [arrivalOf(table[0]!, hours), table])
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, table]) => table)
  const bySource = groupBy(tables, ([first]) => first!.source.code)
  return tables.flatMap((table) => {
    const own = bySource.get(table[0]!.source.code)!
    const [at, older] = [own.indexOf(table), Math.max(0, own.length - newest)]
    return at < older - 1
      ? []
      : [{ ...asDocument((at < older ? own.slice(0, older) : [table]).flat()), isDaily: at >= older && older > 0 }]
  })
}

/** The hour in UTC at which a source is asked first. */
export function hourOf({ schedule, timezone }: Identity): number {
  const [minute = '0', hour = '12'] = schedule.split(' ')
  const at = new Date(
    `2026-06-01T${hour.split(/\D/)[0]!.padStart(2, '0') || '12'}:${minute.split(/\D/)[0]!.padStart(2, '0') || '00'}Z`
  )
  if (Number.isNaN(at.getTime())) return 12
  const there = new Date(at.toLocaleString('sv-SE', { timeZone: timezone }).replace(' ', 'T') + 'Z')
  return (24 + at.getUTCHours() + at.getUTCMinutes() / 60 - (there.getTime() - at.getTime()) / 3_600_000) % 24
}

const arrivalOf = ({ source, row }: { source: Source; row: Row }, hours: Map<Source, string>) =>
  `${row.date} ${hours.get(source)!} ${source.code}`

/** A document of these rows. A later print of a row replaces an earlier one. */
function asDocument(printed: Array<Omit<ReferencePublication, 'rows'> & { row: Row }>): ReferencePublication {
  const { source, publication } = printed.at(-1)!
  const rows = [
    ...new Map(printed.map(({ row }) => [`${row.date} ${row.base} ${row.quote} ${row.type}`, row])).values()
  ]
  const request = { ...publication.request, url: `${publication.request.url}#${rows[0]!.date}/${rows.at(-1)!.date}` }
  return { source, publication: { ...publication, request, body: Buffer.from(JSON.stringify(rows)) }, rows }
}
