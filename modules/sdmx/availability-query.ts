import type { Database } from '../../sql/database.ts'
import type { DataRequest } from './data-request.ts'
import type { Catalogue } from './catalogue.ts'
import type { Flow } from './model.ts'
import { figuresOf, priceOf } from './price.ts'
import { findSeries, listsOf, type Series } from './series-query.ts'
import type { Artefact, Constraint } from './structures/artefacts.ts'

const MAX_COUNTED = 100_000
const COUNT = 'select sdmx_count($1, $2, $3, $4, $5, $6, $7, $8)::integer as count'

/**
 * The codes and the dates for which a key has figures, with their number and the price of the data. A very large number
 * of figures is not counted. Throws 404 if there are none.
 */
export async function findAvailability(
  database: Database,
  flow: Flow,
  catalogue: Catalogue,
  { request, component, today }: { request: DataRequest; component?: string; today: string }
): Promise<Artefact> {
  const series = await findSeries(database, flow, catalogue, request, today)
  const values = flow.structure.dimensions.map(({ id }, at) => ({
    id,
    codes: [...new Set(series.map(({ codes }) => codes[at]!))].sort()
  }))
  const shown = component === undefined ? values : values.filter(({ id }) => id === component)
  const [first, last] = [
    series.map(({ first }) => first).sort()[0]!,
    series
      .map(({ last }) => last)
      .sort()
      .at(-1)!
  ]
  const constraint: Constraint = {
    type: 'Actual',
    flow,
    values: shown,
    ...((component === undefined || shown.length === 0) && {
      window: { from: first > request.from ? first : request.from, to: last < request.to ? last : request.to }
    }),
    metrics: {
      series_count: series.length,
      ...(await countOf(database, series, request, today)),
      units: priceOf(series, request)
    }
  }
  return {
    kind: 'contentconstraint',
    agency: 'SDMX',
    id: `${flow.id}_AVAILABLE`,
    name: `Available values of ${flow.name}`,
    constraint
  }
}

async function countOf(
  database: Database,
  series: Series[],
  request: DataRequest,
  today: string
): Promise<{ obs_count?: number }> {
  if (figuresOf(series, request) > MAX_COUNTED) return {}
  const lists = [...listsOf(series), series.map(({ unit }) => unit ?? null)]
  const [row] = await database.read<{ count: number }>(COUNT, [...lists, request.from, request.to, today])
  return { obs_count: row!.count }
}
