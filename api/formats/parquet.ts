import { ByteWriter, ParquetWriter, type ColumnSource } from 'hyparquet-writer'
import type { SchemaElement } from 'hyparquet'
import { DAY_MS } from '../contract/dates.ts'
import type { Column, Kind, LongRows } from './rows.ts'

const ROWS_OF_GROUP = 20_000
const PRECISION = 38 // the maximum that most readers support

type Element = Omit<SchemaElement, 'name' | 'repetition_type'>

const TEXT: Element = { type: 'BYTE_ARRAY', converted_type: 'UTF8' }
/** A column of a file: a column of the answer, or the number of decimals of the figures in its column `value`. */
interface FileColumn extends Omit<Column, 'kind'> {
  kind: Kind | 'decimals'
  /** The index of its cells in a row. */
  at: number
}

const ELEMENTS: Record<Exclude<FileColumn['kind'], 'number'>, Element> = {
  decimals: { type: 'INT32' },
  text: TEXT,
  nested: TEXT,
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }
}

/**
 * True if a decimal of the format can hold numbers with `whole` digits before the point and `scale` digits after it.
 */
export function holdsDecimal(whole: number, scale: number): boolean {
  return whole + scale <= PRECISION
}

/**
 * Writes rows as an Apache Parquet file in groups of 20,000: dates as dates, and numbers as decimals with every digit.
 * A number column without a known scale takes that of the first group. Throws for a number that does not fit its
 * column, because rounding would change it. A column has one scale for all rows, so `value_decimals` is the number of
 * decimals with which each figure was published.
 */
export async function* writeParquet({ columns, batches }: LongRows): AsyncGenerator<Buffer, void, void> {
  const bytes = new ByteWriter()
  let file: { writer: ParquetWriter; columns: FileColumn[] } | undefined
  for await (const cells of groupsOf(batches)) {
    file ??= open(bytes, columns, cells)
    await file.writer.write({
      columnData: file.columns.map((column) => columnOf(column, cells)),
      rowGroupSize: cells.length
    })
    yield take(bytes)
  }
  file ??= open(bytes, columns, [])
  await file.writer.finish()
  yield take(bytes)
}

async function* groupsOf(batches: LongRows['batches']): AsyncGenerator<unknown[][], void, void> {
  let group: unknown[][] = []
  for await (const { cells } of batches) {
    group = group.concat(cells)
    if (group.length < ROWS_OF_GROUP) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

function open(
  bytes: ByteWriter,
  columns: Column[],
  first: unknown[][]
): { writer: ParquetWriter; columns: FileColumn[] } {
  const scaled = columns.flatMap((column, at): FileColumn[] => {
    if (column.kind !== 'number') return [{ ...column, at }]
    const own = { ...column, at, scale: column.scale ?? scaleOf(first, at) }
    return column.name === 'value' ? [own, { name: 'value_decimals', kind: 'decimals', at }] : [own]
  })
  const schema: SchemaElement[] = [
    { name: 'root', num_children: scaled.length },
    ...scaled.map((column) => ({ name: column.name, repetition_type: 'OPTIONAL' as const, ...elementOf(column) }))
  ]
  return { writer: new ParquetWriter({ writer: bytes, schema, createdBy: 'ratebook' }), columns: scaled }
}

function elementOf({ kind, scale }: FileColumn): Element {
  return kind === 'number'
    ? { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, converted_type: 'DECIMAL', precision: PRECISION, scale }
    : ELEMENTS[kind]
}

function scaleOf(cells: unknown[][], at: number): number {
  return cells.reduce((most, row) => Math.max(most, decimalsOf(row[at] ?? '')), 0)
}

function decimalsOf(cell: unknown): number {
  const text = String(cell)
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

function columnOf(column: FileColumn, rows: unknown[][]): ColumnSource {
  const convert = converterOf(column)
  let [before, converted]: unknown[] = [null, null]
  const data = rows.map((row) => {
    const cell = row[column.at] ?? null
    if (cell === before) return converted // most cells equal the one above
    before = cell
    return (converted = cell === null ? null : convert(cell))
  })
  return { name: column.name, data }
}

function converterOf({ name, kind, scale = 0 }: FileColumn): (cell: unknown) => unknown {
  switch (kind) {
    case 'number':
      return (cell) => unscaled(String(cell), scale, name)
    case 'decimals':
      return decimalsOf
    case 'date':
      return (cell) => Date.parse(cell as string) / DAY_MS
    case 'time':
      return (cell) => new Date(cell as string)
    case 'boolean':
      return (cell) => cell
    default:
      return String
  }
}

/** A decimal as a whole number of its smallest unit. */
function unscaled(text: string, scale: number, name: string): bigint {
  const missing = scale - decimalsOf(text)
  const digits = text.replace('.', '')
  if (missing < 0 || digits.replace('-', '').length + missing > PRECISION) {
    throw new RangeError(
      `${name}: expected a number with at most ${PRECISION - scale} digits and ${scale} decimals, and got ${text}`
    )
  }
  return BigInt(digits + '0'.repeat(missing))
}

function take(bytes: ByteWriter): Buffer {
  const piece = Buffer.from(bytes.getBytes()) // a copy, because the writer reuses the memory
  bytes.index = 0
  return piece
}
