import type { Row, Source, Window } from '../../adapters/source.ts'
import { checkRows, type BadRow } from '../load/check.ts'
import { perOneUnit } from '../load/normalize.ts'
import { findRecordings, windowsOf, type Recording } from '../fetch/replay.ts'
import { clientFor, type Pipeline } from './run.ts'
import { tablesOutside, type Table } from '../read/pairs.ts'
import { unreadIn, type Unread } from '../read/unread.ts'
import { firstWindow, latestWindow } from './window.ts'

interface Difference extends Row {
  /** Quote per one base. */
  rate: string
  /** The stored value; null if none is stored. */
  stored: string | null
}

interface OffRow extends Row {
  rate: string
  /** The deviation from the rate of other banks, and the factor if it is a known one. */
  reason: string
}

interface DryRun {
  publications: string[]
  good: Row[]
  bad: BadRow[]
  /** The parts of the documents that are neither read nor left out by name, each place once. */
  unread: Unread[]
  /** The newest tables with a number of pairs that the source does not state. */
  outside: Table[]
  differences: Difference[]
  /** The newest figures that differ from the other banks. */
  unlike: OffRow[]
}

/**
 * Fetches, parses and checks, and compares the rows with the stored rates and with the other banks. Writes nothing.
 * Throws the errors of the publisher or its document.
 */
export async function dryRun(pipeline: Pipeline, source: Source, replay?: string): Promise<DryRun> {
  const latest = replay ? firstWindow(source) : await latestWindow(pipeline.database, source)
  const recordings = replay ? await findRecordings(replay, source.code) : [undefined]
  if (recordings.length === 0) throw new Error(`there is no recording of ${source.code} in ${replay}`)
  const result: DryRun = { publications: [], good: [], bad: [], unread: [], outside: [], differences: [], unlike: [] }
  for (const recording of recordings) {
    for (const window of recording ? windowsOf(recording, latest) : [latest])
      await readWindow(pipeline, source, window, recording, result)
  }
  const staged = JSON.stringify(
    result.good.map((row) => ({ ...row, unit: row.unit ?? 1, rate: perOneUnit(row.value, row.unit ?? 1) }))
  )
  const { database } = pipeline
  result.differences = await database.write<Difference>('select * from differences_from($1, $2)', [source.code, staged])
  result.unlike = await database.write<OffRow>('select * from unlike_banks($1, $2)', [source.code, staged])
  return result
}

async function readWindow(
  pipeline: Pipeline,
  source: Source,
  window: Window,
  recording: Recording | undefined,
  result: DryRun
): Promise<void> {
  const http = clientFor(pipeline, source, window, { recording, remember: undefined })
  const [recent] = await pipeline.database.write<{ days: number }>("select setting('recent_days') as days")
  for await (const publication of source.fetch(window, http)) {
    const { good, bad } = checkRows(await pipeline.parser.parse(source, publication), source, window.today)
    result.publications.push(publication.request.url)
    result.good.push(...good)
    result.bad.push(...bad)
    if (!recording?.cut || source.pairs === undefined)
      result.outside.push(...tablesOutside(source, { good, bad }, recent!.days))
    for (const part of await unreadIn(source, publication)) {
      const isNew = part.reason === undefined && result.unread.every(({ place }) => place !== part.place)
      if (isNew) result.unread.push(part)
    }
  }
}
