import { holdsDecimal } from '../../../api/formats/parquet.ts'
import type { Database } from '../../../sql/database.ts'
import type { Column, LongRows } from '../../../api/formats/rows.ts'

/** The rates or the revisions of a source in a year. */
export interface Partition {
  kind: 'rates' | 'revisions'
  source: string
  year: number
  rows: number
  /** Changes whenever a row changes. */
  state: string
  /** The maximum numbers of digits before and after the point. */
  whole: number
  scale: number
}

const BATCH = 1_000
const MIN_SCALE = 12

const RATE: Column[] = [
  { name: 'source', kind: 'text' },
  { name: 'rate_date', kind: 'date' },
  { name: 'base', kind: 'text' },
  { name: 'quote', kind: 'text' },
  { name: 'type', kind: 'text' },
  { name: 'value', kind: 'number' }
]
const ORIGIN: Column[] = [
  { name: 'unit', kind: 'text' },
  { name: 'valid_from', kind: 'date' },
  { name: 'valid_to', kind: 'date' },
  { name: 'publication_id', kind: 'number', scale: 0 },
  { name: 'known_at', kind: 'time' }
]
const COLUMNS = {
  rates: [...RATE, { name: 'derived', kind: 'boolean' }, ...ORIGIN, { name: 'doubt', kind: 'text' }],
  revisions: [...RATE, ...ORIGIN, { name: 'known_until', kind: 'time' }]
} satisfies Record<Partition['kind'], Column[]>
const VIEWS = { rates: 'ratebook_data.official_rates', revisions: 'ratebook_data.revisions' }

/** The content of an export from a day on, by source and year. */
export function listPartitions(database: Database, since?: string): Promise<Partition[]> {
  // not `read`, because this may exceed the time limit of a read
  return database.write<Partition>('select kind, source, year, rows, state, whole, scale from export_partitions($1)', [
    since ?? null
  ])
}

/**
 * The rows of a partition by date. `scale` is the number of decimals of its values, for formats that need it. In a
 * partitioned table, only the path of a file names the source.
 */
export function readPartition(
  database: Database,
  { kind, source, year }: Partition,
  { since, scale, isPartitioned = false }: { since?: string; scale: number; isPartitioned?: boolean }
): LongRows {
  const columns = scaled(isPartitioned ? COLUMNS[kind].filter(({ name }) => name !== 'source') : COLUMNS[kind], scale)
  const text = `
    select ${columns.map(({ name }) => name).join()}
    from ${VIEWS[kind]}
    where source = $1 and rate_date between greatest($2::date, $4::date) and $3
    order by rate_date, base, quote, type, known_at`
  return {
    columns,
    batches: database.readBatches(text, [source, `${year}-01-01`, `${year}-12-31`, since ?? null], BATCH)
  }
}

/** The newest tables of some sources. */
export function readNewest(database: Database, codes: string[], scale: number): LongRows {
  const columns = scaled(COLUMNS.rates, scale)
  const text = `
    select ${columns.map(({ name }) => name).join()}
    from ${VIEWS.rates} it
    join coverage using (source)
    where rate_date = latest_date and source = any ($1)
    order by source, base, quote, type`
  return { columns, batches: database.readBatches(text, [codes], BATCH) }
}

function scaled(columns: Column[], scale: number): Column[] {
  return columns.map((column) => (column.name === 'value' ? { ...column, scale } : column))
}

/** The number of decimals of all values: the same in every file, so that programs can read them together. */
export function scaleOf(partitions: Partition[], format: string): number {
  const scale = partitions.reduce((most, it) => Math.max(most, it.scale), MIN_SCALE)
  const whole = partitions.reduce((most, it) => Math.max(most, it.whole), 0)
  if (format === 'parquet' && !holdsDecimal(whole, scale)) {
    throw new Error(
      `the figures have up to ${whole} digits and ${scale} decimals, more than a Parquet decimal can hold: use --format csv or ndjson`
    )
  }
  return scale
}

// prettier-ignore
const SOURCE: Column[] = [
  'code', 'name', 'country', 'home_currency', 'kind', 'rate_types', 'cadence', 'timezone', 'history_from', 'ended',
  'dated', 'publishes', 'source_url', 'terms_url', 'terms', 'notes', 'latest_date'
]
  .map((name) => ({ name, kind: ['history_from', 'ended', 'latest_date'].includes(name) ? 'date' : 'text' }))

/** Every source, with its rate types in one text. */
export function readSources(database: Database): LongRows {
  const selected = SOURCE.map(({ name }) =>
    name === 'rate_types' ? "array_to_string(rate_types, ';') as rate_types" : name
  )
  return {
    columns: SOURCE,
    batches: database.readBatches(`select ${selected.join()} from ratebook_data.sources order by code`, [], BATCH)
  }
}
