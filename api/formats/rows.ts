import type { Cells } from '../../sql/database.ts'
import { printedFields } from './printed.ts'

export { Decimal } from './decimal.ts'

export type Kind = 'text' | 'number' | 'date' | 'time' | 'boolean' | 'nested' | 'printed' // the last: the fields of printedFields, left out of rows without them

export interface Column {
  name: string
  kind: Kind
  /** The maximum number of decimals, for formats that must know it before the first row. */
  scale?: number
}

const KINDS: Record<number, Kind> = {
  16: 'boolean',
  20: 'number',
  21: 'number',
  23: 'number',
  700: 'number',
  701: 'number',
  1009: 'nested',
  1082: 'date',
  1184: 'time',
  1700: 'number'
}

/** Rows that are read while they are written. Nothing is read before the first batch is requested. */
export interface LongRows {
  columns: Column[]
  batches: AsyncIterable<{ cells: unknown[][] }>
}

/**
 * The rows of a query with their columns, which formats write without creating objects. They accept and return the cells by row or by column: long
 * answers are read and written by column.
 */
export class Rows {
  readonly columns: Column[]
  /** True for a single column that JSON shows as a list of values. */
  readonly isFlat: boolean
  #cells: unknown[][] | undefined
  #lists: unknown[][] | undefined

  constructor (columns: Column[], cells: unknown[][], { isFlat = false } = {}) {
    this.columns = columns
    this.isFlat = isFlat
    this.#cells = cells
  }

  /** Rows by the cells of each column. */
  static ofLists (columns: Column[], lists: unknown[][]): Rows {
    const rows = new Rows(columns, [])
    rows.#cells = undefined
    rows.#lists = lists
    return rows
  }

  /** The rows as the database handle reads them. */
  static of ({ columns, cells }: Cells): Rows {
    return new Rows(columns.map(({ name, oid }) => ({ name, kind: KINDS[oid] ?? 'text' })), cells)
  }

  /**
   * The rows of a query of `inColumns`, without columns in which no row has a value. Undefined if only some rows have a value in a column of a query that
   * omits empty cells.
   */
  static ofColumns (columns: Column[], texts: Record<string, string | null>, shared: Shared = {}): Rows | undefined {
    const own = columns.map(({ name }) => cellsOf(texts[name]!))
    const length = own.reduce((most, list) => Math.max(most, list?.length ?? 0), 0)
    if (own.some((list) => list !== undefined && list.length < length)) return undefined
    const lists = own.map((list, at) => list ?? cellsOfShared(shared[columns[at]!.name], length))
    return Rows.ofLists(columns.filter((_, at) => lists[at] !== undefined), lists.filter((list) => list !== undefined))
  }

  get length (): number {
    return (this.#cells ?? this.#lists![0] ?? []).length
  }

  /** The cells of each row. */
  get cells (): unknown[][] {
    return this.#cells ??= Array.from({ length: this.length }, (_, row) => this.#lists!.map((list) => list[row]))
  }

  /** The cells of each column. */
  get lists (): unknown[][] {
    return this.#lists ??= this.columns.map((_, at) => this.#cells!.map((row) => row[at]))
  }

  /** The index of a column. */
  at (name: string): number {
    return this.columns.findIndex((column) => column.name === name)
  }

  /** The rows without their first columns. */
  after (count: number): Rows {
    return Rows.ofLists(this.columns.slice(count), this.lists.slice(count))
  }

  /** The rows from one place up to another, or to the end. */
  slice (start: number, end?: number): Rows {
    return Rows.ofLists(this.columns, this.lists.map((list) => list.slice(start, end)))
  }

  /** The rows with the cells of one column replaced. */
  map (name: string, value: (cell: unknown) => unknown): Rows {
    const at = this.at(name)
    return new Rows(this.columns, this.cells.map((row) => row.with(at, value(row[at]))))
  }

  /** The rows whose cell of one column passes a test. */
  where (name: string, test: (cell: unknown) => boolean): Rows {
    const at = this.at(name)
    return new Rows(this.columns, this.cells.filter((row) => test(row[at])))
  }

  /** The rows without those of the named columns that are null in every row. */
  withoutEmpty (...names: string[]): Rows {
    const kept = this.columns.map(({ name }, at) => !names.includes(name) || this.cells.some((row) => row[at] !== null))
    if (!kept.includes(false)) return this
    return new Rows(this.columns.filter((_, at) => kept[at]), this.cells.map((row) => row.filter((_, at) => kept[at])))
  }

  /** The rows with some columns renamed. */
  rename (names: Record<string, string>): Rows {
    return new Rows(this.columns.map(({ name, kind }) => ({ name: names[name] ?? name, kind })), this.cells)
  }

  /** The rows as objects by the names of the columns. */
  objects<Row = Record<string, unknown>> (): Row[] {
    return this.cells.map((row) => Object.fromEntries(this.columns.flatMap(({ name, kind }, at) => kind === 'printed' ? Object.entries(printedFields(row[at] as string | null)) : [[name, row[at]]])) as Row)
  }

  /** The rows with one more column, made from each row. */
  with (column: Column, value: (row: unknown[]) => unknown): Rows {
    return new Rows([...this.columns, column], this.cells.map((row) => [...row, value(row)]))
  }
}

/** The values of columns with the same value in all rows. */
export type Shared = Record<string, string | null>

/**
 * The select list that returns all rows as a single one, in which each column is a text with a cell on each line. Reading a cell from the protocol takes
 * several times as long as joining it in the database and splitting it here. For columns without line breaks and empty texts; at least one column has a
 * value in every row. An empty cell is an empty line if `everyRow`, as always in a column of printed figures, and is otherwise omitted, because mostly all rows have a value or none has. A column
 * of `sharable` is null if the query's one row `shared` has its value.
 */
export function inColumns (columns: Column[], { sharable = [], everyRow }: { sharable?: string[], everyRow: boolean }): string {
  return columns.map(({ name, kind }) => {
    const cell = everyRow || kind === 'printed' ? `coalesce(${name}::text, '')` : `${name}::text`
    const condition = sharable.includes(name) ? ` filter (where (select ${name} from shared) is null)` : ''
    return `string_agg(${cell}, E'\\n')${condition} as ${name}`
  }).join(', ')
}

function cellsOfShared (value: string | null | undefined, length: number): string[] | undefined {
  return typeof value === 'string' && length > 0 ? Array<string>(length).fill(value) : undefined
}

/** The cells of a column of `inColumns`; undefined if there are none, or none has a value. */
function cellsOf (text: string | null): Array<string | null> | undefined {
  if (text === null || text === '') return undefined
  const line = text.slice(0, text.indexOf('\n') + 1)
  const count = (text.length + 1) / line.length
  // A cell that all rows share needs no text for each.
  if (Number.isInteger(count) && `${text}\n` === line.repeat(count)) return line === '\n' ? undefined : Array<string>(count).fill(line.slice(0, -1))
  const cells: Array<string | null> = text.split('\n')
  return cells.includes('') ? cells.map((cell) => cell === '' ? null : cell) : cells
}

/** Splits off the one row of a query that describes all others. Only that row has a value in the last column. */
export function splitHead<Value> ({ columns, cells }: Cells): { value?: Value, head?: unknown[], rows: Rows } {
  const head = cells.find((row) => row.at(-1) !== null)
  const value = head?.at(-1) as Value | undefined
  for (const row of cells) row.pop() // in place, because copies would burden the garbage collector
  return { value, head, rows: Rows.of({ columns: columns.slice(0, -1), cells: cells.filter((row) => row !== head) }) }
}
