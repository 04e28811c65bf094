import { currentCode } from '../../adapters/kit/currencies.ts'
import type { Database } from '../../sql/database.ts'
import { badRequest, notFound } from '../../api/contract/errors.ts'
import * as fields from '../../api/contract/fields.ts'
import { periodFields, type Grouping } from '../../api/contract/grouping.ts'
import type { Pair } from '../../api/contract/parameters.ts'
import type { FileContent } from '../../api/contract/prices.ts'
import type { Cursor } from './series-fields.ts'
import { columnsOf } from '../../api/formats/columns.ts'
import { linesOf, readLines } from '../../api/formats/lines.ts'
import { Rows, type Column, type LongRows } from '../../api/formats/rows.ts'
import { unknownSource } from '../../api/sources/unknown-query.ts'
import { PRINTED } from '../../api/rates/columns.ts'

/** A pair at a source. */
export interface Series {
  bank: string
  base: string
  quote: string
}

export interface SeriesLookup {
  series: Series[]
  from: string
  to: string
  type?: string
  asOf?: string
  grouping?: Grouping
  /** Restated in the currencies of today (see restated_history). */
  isRestated?: boolean
  /** For a row on every calendar day, in the layout `long` (see HistoryLookup). */
  filledUntil?: string
}

const WANTED = 'select bank, base, quote, has_both from wanted_series($1, $2, $3)'

/** The series of pairs at some sources, or at all, in the order of the request. Throws 404 for an unknown source. */
export async function listSeries(database: Database, pairs: Pair[], banks?: string[]): Promise<Series[]> {
  const rows = await database.read<Series & { has_both: boolean }>(WANTED, [
    banks ?? null,
    pairs.map(({ source }) => source),
    pairs.map(({ target }) => target)
  ])
  const unknown = banks?.find((code) => !rows.some(({ bank }) => bank === code))
  if (unknown !== undefined) throw notFound(await unknownSource(database, unknown))
  return rows.filter(({ has_both: hasBoth }) => hasBoth).map(({ bank, base, quote }) => ({ bank, base, quote }))
}

/** Throws 400 if two pairs are the same in today's currencies, if a pair is a single currency, and for periods. */
export function assertRestatable(pairs: Pair[], grouping?: Grouping): void {
  if (grouping) throw badRequest('convert', 'expected a request without group')
  const today = pairs.map(({ source, target }) => [currentCode(source), currentCode(target)])
  if (today.some(([source, target]) => source === target) || new Set(today.map(String)).size < pairs.length) {
    throw badRequest('pairs', 'expected pairs that differ in the currencies of today')
  }
}

const { base, quote, type, value, derived, method, count: banks_in_stats, rate } = fields
const OWN = columnsOf({ base, quote, type, value, derived })
const LONG = columnsOf({ base, quote, type, value, derived, method })
const [TABLE_DATE, FILLED] = columnsOf({ rate_date: fields.rateDate, filled: fields.filled }) as [Column, Column]
const { days, first_date, last_date, partial } = periodFields
const PERIOD = columnsOf({ days, first_date, last_date, partial })
/** The description of figures for parts of periods, in layouts without a row for each figure. */
const PARTIAL: Column = { name: 'partial', kind: 'text' }
const SPREAD = columnsOf({
  base,
  quote,
  banks_in_stats,
  min: rate,
  max: rate,
  median: rate,
  spread: rate,
  spread_percent: rate
})
const BATCH = 4000

/** The layout of several series: in sequence, a column for each series, or the spread of the sources by date. */
export type Layout = 'long' | 'wide' | 'spread'

interface Statement {
  text: string
  values: unknown[]
  columns: Column[]
}

function statementOf(
  layout: Layout,
  lookup: SeriesLookup,
  { froms = lookup.series.map(() => lookup.from), hasPrinted = true }: { froms?: string[]; hasPrinted?: boolean } = {}
): Statement {
  const { series, from, to, type, asOf, grouping, isRestated = false, filledUntil } = lookup
  const named = grouping ? 'period' : filledUntil ? 'date' : 'rate_date'
  const [date, bank] = columnsOf({ [named]: fields.rateDate, bank: fields.bank }) as [Column, Column]
  const rest = [
    to,
    type ?? null,
    asOf ?? null,
    grouping?.unit ?? null,
    grouping?.stat ?? null,
    grouping?.round ?? null,
    isRestated
  ]
  const sides = [series.map(({ bank }) => bank), series.map(({ base }) => base), series.map(({ quote }) => quote)]
  const [name, columns] = (
    {
      long: [
        'series_rates',
        [
          bank,
          date,
          ...LONG,
          ...(grouping ? PERIOD : []),
          ...(isRestated ? columnsOf({ ratio: fields.ratio }) : []),
          ...(filledUntil ? [TABLE_DATE, FILLED] : []),
          ...(hasPrinted ? PRINTED : [])
        ]
      ],
      wide: ['series_by_date', [date, bank, ...OWN, ...(grouping ? [PARTIAL] : [])]],
      spread: ['series_spread', [date, ...SPREAD, ...(grouping ? [PARTIAL] : [])]]
    } satisfies Record<Layout, [string, Column[]]>
  )[layout]
  const selected = columns
    .map((it) => (it === date ? `date as ${it.name}` : it === TABLE_DATE ? 'table_date as rate_date' : it.name))
    .join()
  const values = [
    ...sides,
    layout === 'long' ? froms : from,
    ...rest,
    ...(layout === 'long' ? [filledUntil ?? null] : [])
  ]
  return { text: `select ${selected} from ${name}(${values.map((_, at) => `$${at + 1}`).join()})`, values, columns }
}

/**
 * The first rows of a layout, one for each rate even if the layout is `wide`, and the cursor of the next page. A page
 * ends with a complete date. Throws 400 for a cursor in a series that the request does not have.
 */
export async function findSeriesPage(
  database: Database,
  layout: Layout,
  lookup: SeriesLookup,
  { cursor, limit }: { cursor?: Cursor; limit: number }
): Promise<{ rows: Rows; next?: Cursor }> {
  const rest = cursor ? after(layout, lookup, cursor) : { ...lookup, froms: undefined }
  const { text, values, columns } = statementOf(layout, rest, rest)
  const most = Math.max(limit, rest.series.length) // a page has at least one complete date
  const { cells } = await database.readCells(`${text} limit ${most + 1}`, values)
  if (cells.length <= most) return { rows: new Rows(columns, cells).withoutEmpty() }
  const next = cursorAt(layout, cells[most]!)
  const key = JSON.stringify(next)
  return {
    rows: new Rows(
      columns,
      cells.slice(
        0,
        cells.findIndex((row) => JSON.stringify(cursorAt(layout, row)) === key)
      )
    ).withoutEmpty(),
    next
  }
}

function cursorAt(layout: Layout, row: unknown[]): Cursor {
  const [first, second, base, quote] = row as string[]
  return layout === 'long' ? { bank: first, date: second!, base, quote } : { date: first! }
}

function after(layout: Layout, lookup: SeriesLookup, cursor: Cursor): SeriesLookup & { froms?: string[] } {
  const from = cursor.date > lookup.from ? cursor.date : lookup.from
  if (layout !== 'long') return { ...lookup, from }
  const nameOf = (code: string) => (lookup.isRestated ? currentCode(code) : code)
  const place = lookup.series.findIndex(
    ({ bank, base, quote }) => bank === cursor.bank && nameOf(base) === cursor.base && nameOf(quote) === cursor.quote
  )
  if (place < 0) throw badRequest('cursor', 'expected the cursor of an answer to the same request')
  const series = lookup.series.slice(place)
  return { ...lookup, series, froms: series.map((_, at) => (at === 0 ? from : lookup.from)) }
}

/** The extent of one series: rates of one type, all published or all derived. */
export interface SeriesExtent extends Series {
  type: string
  derived: boolean
  count: number
  first_date: string
  last_date: string
}

/** The combined extent of all series, before they are read. */
export interface SeriesContent extends FileContent {
  series: SeriesExtent[]
  count: number
  whole: number
  scale: number
  /** The maximum number of decimals of each series. */
  scales: number[]
  hasPrinted: boolean
}

const EXTENT = `
  select bank, base, quote, type, derived, count, first_date, last_date, pair_months as "pairMonths", whole, scale, has_printed as "hasPrinted"
  from series_extent($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

const SERIES_AT_ONCE = 10 // to keep each statement within its time limit

/** The extents of several series. */
export async function extentOfSeries(database: Database, lookup: SeriesLookup): Promise<SeriesContent> {
  const parts: SeriesContent[] = []
  for (let at = 0; at < lookup.series.length; at += SERIES_AT_ONCE) {
    parts.push(await extentOf(database, { ...lookup, series: lookup.series.slice(at, at + SERIES_AT_ONCE) }))
  }
  return {
    series: parts.flatMap(({ series }) => series),
    count: parts.reduce((sum, { count }) => sum + count, 0),
    pairMonths: parts.reduce((sum, { pairMonths }) => sum + pairMonths, 0),
    whole: Math.max(0, ...parts.map(({ whole }) => whole)),
    scale: Math.max(0, ...parts.map(({ scale }) => scale)),
    scales: parts.flatMap(({ scales }) => scales),
    hasPrinted: parts.some(({ hasPrinted }) => hasPrinted)
  }
}

async function extentOf(database: Database, lookup: SeriesLookup): Promise<SeriesContent> {
  const [total, ...series] = await database.read<SeriesExtent & Omit<SeriesContent, 'series' | 'scales'>>(EXTENT, [
    ...statementOf('spread', lookup).values,
    lookup.filledUntil ?? null
  ])
  if (!total) return { series: [], count: 0, pairMonths: 0, whole: 0, scale: 0, scales: [], hasPrinted: false }
  const { count, pairMonths, whole, scale, hasPrinted } = total
  return {
    series: series.map(({ bank, base, quote, type, derived, count, first_date, last_date }) => ({
      bank,
      base,
      quote,
      type,
      derived,
      count,
      first_date,
      last_date
    })),
    count,
    pairMonths,
    whole,
    scale,
    hasPrinted,
    scales: series.map((it) => it.scale)
  }
}

/** All rows of a layout, in batches. */
export function readSeries(
  database: Database,
  layout: Layout,
  lookup: SeriesLookup,
  { series, scale, scales, hasPrinted }: SeriesContent
): LongRows {
  const { text, values, columns } = statementOf(layout, lookup, { hasPrinted })
  const { batches } = readLines(columns, database.readBatches(linesOf(columns, text), values, BATCH))
  if (layout === 'wide') return asColumns({ columns, batches }, series, scales)
  return {
    columns: columns.map((column) =>
      column.kind === 'number' && !('scale' in column) ? { ...column, scale: scaleOf(column.name, scale) } : column
    ),
    batches
  }
}

// A median of two rates can have one decimal more than they have.
function scaleOf(name: string, scale: number): number {
  return { banks_in_stats: 0, median: scale + 1, spread_percent: 6 }[name] ?? scale
}

/** The column name of a series. */
export function columnOf({
  bank,
  base,
  quote,
  type,
  derived
}: Pick<SeriesExtent, 'bank' | 'base' | 'quote' | 'type' | 'derived'>): string {
  return [bank, base, quote, type, ...(derived ? ['derived'] : [])].join('_')
}

/**
 * A row for each date with a column for each series, from a row for each rate by date. Each series keeps the decimals
 * of its own figures. Periods have one more column, which names the figures of a part of the period.
 */
export function asColumns(
  { columns: [date, ...rest], batches }: LongRows,
  series: SeriesExtent[],
  scales: number[] = []
): LongRows {
  const names = series.map(columnOf)
  const places = new Map(names.map((name, at) => [name, at + 1]))
  const last = rest.includes(PARTIAL) ? [PARTIAL] : []
  async function* pivoted() {
    let row: unknown[] | undefined
    for await (const { cells } of batches) {
      const done: unknown[][] = []
      for (const [day, bank, base, quote, type, value, derived, partial] of cells as Array<
        [string, string, string, string, string, string, boolean, string | null | undefined]
      >) {
        const name = columnOf({ bank, base, quote, type, derived })
        const place = places.get(name)!
        if (row?.[0] !== day || row[place] !== null) {
          // a period with two units of a currency has two rows
          if (row) done.push(row)
          row = [day, ...names.map(() => null), ...last.map(() => null)]
        }
        row[place] = value
        if (partial) row[row.length - 1] = [row.at(-1) ?? [], `${name}: ${partial}`].flat().join('; ')
      }
      if (done.length > 0) yield { cells: done }
    }
    if (row) yield { cells: [row] }
  }
  return {
    columns: [date!, ...names.map((name, at): Column => ({ name, kind: 'number', scale: scales[at] })), ...last],
    batches: pivoted()
  }
}
