import type { Database } from '../../sql/database.ts'
import type { DataRequest } from './data-request.ts'
import { listsOf, type Series } from './series-query.ts'

/**
 * The figures of a data set. Each row has the index of its series, the first day of the period, the value, and the
 * number of rates behind the value.
 */
export interface Part {
  action: 'Replace' | 'Delete'
  /** The instant at which the figures became known, or were withdrawn. */
  instant?: string
  rows: Array<[place: number, day: string, value: string, days: number]>
}

const BATCH = 2000
const VALUES =
  'select place, period, value, days from sdmx_observations($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)'
const BY_PERIOD = `${VALUES} order by period, place`
const WITHDRAWN =
  'select place, period, value, 1 as days, instant, true as is_withdrawn from sdmx_withdrawn($1, $2, $3, $4, $5, $6, $7)'
const HISTORY =
  'select place, period, value, 1 as days, instant, is_withdrawn from sdmx_history($1, $2, $3, $4, $5, $6, $7)'

type Row = Part['rows'][number]

/** The figures of some series: data sets in sequence, each ordered by series, or first by period. */
export async function* readFigures(
  database: Database,
  series: Series[],
  request: DataRequest,
  { today, isByPeriod }: { today: string; isByPeriod: boolean }
): AsyncGenerator<Part, void> {
  const { from, to, firstN, lastN, since, hasHistory } = request
  const daily = series.map((it, at) => ({ ...it, at: at + 1 })).filter(({ unit }) => unit === undefined)
  const others = series.map((it, at) => ({ ...it, at: at + 1 })).filter(({ unit }) => unit !== undefined)
  const current = hasHistory ? others : [...daily, ...others].sort((one, other) => one.at - other.at)
  if (hasHistory && daily.length > 0) yield* versionsOf(database, HISTORY, daily, [from, to, since ?? null])
  if (current.length > 0) {
    const values = [
      ...listsOf(current),
      current.map(({ unit }) => unit ?? null),
      current.map(({ stat }) => stat ?? null),
      from,
      to,
      today,
      firstN ?? null,
      lastN ?? null,
      since ?? null
    ]
    for await (const { cells } of database.readBatches(isByPeriod ? BY_PERIOD : VALUES, values, BATCH))
      yield {
        action: 'Replace',
        rows: placed(cells, current)
      }
  }
  if (hasHistory || since === undefined || daily.length === 0) return
  yield* versionsOf(database, WITHDRAWN, daily, [from, to, since])
}

async function* versionsOf(
  database: Database,
  text: string,
  daily: Array<Series & { at: number }>,
  window: unknown[]
): AsyncGenerator<Part> {
  for await (const { cells } of database.readBatches(text, [...listsOf(daily), ...window], BATCH)) {
    let part: Part | undefined
    for (const cell of cells) {
      const [instant, action] = [cell[4] as string, cell[5] ? ('Delete' as const) : ('Replace' as const)]
      if (part?.instant !== instant || part.action !== action) {
        if (part) yield part
        part = { action, instant, rows: [] }
      }
      part.rows.push(...placed([cell.slice(0, 4)], daily))
    }
    if (part) yield part
  }
}

function placed(cells: unknown[][], of: Array<{ at: number }>): Row[] {
  for (const cell of cells) cell[0] = of[(cell[0] as number) - 1]!.at - 1
  return cells as Row[]
}
