import { existsSync } from 'node:fs'
import { loadSources } from '../../adapters/registry.ts'
import { FetchError, LayoutError, type Publication, type Row, type Source } from '../../adapters/source.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { checkRows } from '../../pipelines/load/check.ts'
import { loadRows, type LoadCounts } from '../../pipelines/load/load.ts'
import { findRecordings, type Recording } from '../../pipelines/fetch/replay.ts'
import type { Database } from '../../sql/database.ts'
import { FIXTURES, replay } from '../../test/adapters/fixture.ts'

/** A document as its publisher gave it, and its rows. */
export interface TruePublication {
  source: Source
  publication: Publication
  rows: Row[]
}

/** The day of every campaign: later than all that is true, so that no wrong date is found by the clock alone. */
export const TODAY = '2026-12-31'

/** Real answers of publishers, which are not part of the project; campaigns use them where they lie beside the checkout. */
export const RECORDINGS = new URL('../../../shared/recordings/', import.meta.url).pathname

// Recordings that hold more documents than their windows ask for.
const ALL_OF: Record<string, Array<{ from: string, to: string }>> = {
  ecb: [{ from: '2025-05-07', to: '2025-05-09' }, { from: '1999-01-04', to: '2025-05-09' }],
  hmrc: [{ from: '2026-08-01', to: '2026-08-01' }, { from: '2021-06-01', to: '2021-06-30' }, { from: '2015-01-01', to: '2015-01-31' }]
}

/** Every true publication of the fixtures, and of the recordings where they are wanted and there: of all sources, or only of some. */
export async function truePublications ({ recordings, only }: { recordings: boolean, only?: string[] }): Promise<TruePublication[]> {
  const found: TruePublication[] = []
  for (const source of await loadSources()) {
    if (only && !only.includes(source.code)) continue
    for (const root of recordings && existsSync(RECORDINGS) ? [RECORDINGS, FIXTURES] : [FIXTURES]) {
      for (const recording of await findRecordings(root, source.code)) {
        const name = recording.folder.slice(root.length)
        const publications = root === RECORDINGS ? await replayed(source, { ...recording, windows: ALL_OF[name] ?? recording.windows }) : await replay(source, recording)
        for (const publication of publications) found.push({ source, publication, rows: await rowsOf(source, publication, root) })
      }
    }
  }
  return found
}

// A recording may be of a layout that its publisher has given up.
async function rowsOf (source: Source, publication: Publication, root: string): Promise<Row[]> {
  try {
    return await source.parse(publication)
  } catch (error) {
    if (error instanceof LayoutError && root === RECORDINGS) return []
    throw error
  }
}

// A recording may hold only a part of the way to the documents: `ratebook ingest --replay` says so, and a campaign does without it.
async function replayed (source: Source, recording: Recording): Promise<Publication[]> {
  try {
    return await replay(source, recording)
  } catch (error) {
    if (error instanceof FetchError && error.code === 'NO_RECORDING') return []
    throw error
  }
}

/** Loads a true publication as a run would; every row that is put aside is a false alarm. */
export async function loadTrue (database: Database, { source, publication, rows }: TruePublication): Promise<LoadCounts> {
  const { id } = await archive(database, publication)
  const { good, bad } = checkRows(rows, source, TODAY)
  return loadRows(database, id, good, bad)
}
