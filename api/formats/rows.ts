import type { Cells } from '../../sql/database.ts'

/** A number that is written with all its digits. */
export class Decimal {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

// the last: the fields of printedFields, left out of rows without them
export type Kind = 'text' | 'number' | 'date' | 'time' | 'boolean' | 'nested' | 'printed'

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

/** True for rows that are read while they are written, unlike `Rows`. */
export function isLong(value: unknown): value is LongRows {
  return typeof value === 'object' && value !== null && 'batches' in value
}

/**
 * The rows of a query with their columns, which formats write without creating objects. They accept and return the
 * cells by row or by column: long answers are read and written by column.
 */
export class Rows {
  readonly columns: Column[]
  /** True for a single column that JSON shows as a list of values. */
  readonly isFlat: boolean
  #cells: unknown[][] | undefined
  #lists: unknown[][] | undefined

  constructor(columns: Column[], cells: unknown[][], { isFlat = false } = {}) {
    this.columns = columns
    this.isFlat = isFlat
    this.#cells = cells
  }

  /** Rows by the cells of each column. */
  static ofLists(columns: Column[], lists: unknown[][]): Rows {
    const rows = new Rows(columns, [])
    rows.#cells = undefined
    rows.#lists = lists
    return rows
  }

  /** The rows as the database handle reads them. */
  static of({ columns, cells }: Cells): Rows {
    return new Rows(
      columns.map(({ name, oid }) => ({ name, kind: KINDS[oid] ?? 'text' })),
      cells
    )
  }

  get length(): number {
    return (this.#cells ?? this.#lists![0] ?? []).length
  }

  /** The cells of each row. */
  get cells(): unknown[][] {
    return (this.#cells ??= Array.from({ length: this.length }, (_, row) => this.#lists!.map((list) => list[row])))
  }

  /** The cells of each column. */
  get lists(): unknown[][] {
    return (this.#lists ??= this.columns.map((_, at) => this.#cells!.map((row) => row[at])))
  }

  /** The index of a column. */
  at(name: string): number {
    return this.columns.findIndex((column) => column.name === name)
  }

  /** The cells of a column. */
  list(name: string): unknown[] {
    return this.lists[this.at(name)]!
  }

  /** The rows without a column. */
  without(name: string): Rows {
    return this.#only(this.columns.map((_, at) => at).filter((at) => at !== this.at(name)))
  }

  /** The rows from one place up to another, or to the end. */
  slice(start: number, end?: number): Rows {
    return Rows.ofLists(
      this.columns,
      this.lists.map((list) => list.slice(start, end))
    )
  }

  /** The rows with the cells of one column replaced. */
  map(name: string, value: (cell: unknown) => unknown): Rows {
    const at = this.at(name)
    return new Rows(
      this.columns,
      this.cells.map((row) => row.with(at, value(row[at])))
    )
  }

  /** The rows whose cell of one column passes a test. */
  where(name: string, test: (cell: unknown) => boolean): Rows {
    const at = this.at(name)
    return new Rows(
      this.columns,
      this.cells.filter((row) => test(row[at]))
    )
  }

  /** The rows without those of the named columns that are null in every row. */
  withoutEmpty(...names: string[]): Rows {
    const kept = this.columns
      .map((_, at) => at)
      .filter((at) => !names.includes(this.columns[at]!.name) || this.lists[at]!.some((cell) => cell !== null))
    return kept.length === this.columns.length ? this : this.#only(kept)
  }

  /** The rows with some columns renamed. */
  rename(names: Record<string, string>): Rows {
    return new Rows(
      this.columns.map(({ name, kind }) => ({ name: names[name] ?? name, kind })),
      this.cells
    )
  }

  /** The rows as objects by the names of the columns. */
  objects<Row = Record<string, unknown>>(): Row[] {
    return this.cells.map(
      (row) =>
        Object.fromEntries(
          this.columns.flatMap(({ name, kind }, at) =>
            kind === 'printed' ? Object.entries(printedFields(row[at] as string | null)) : [[name, row[at]]]
          )
        ) as Row
    )
  }

  /** The rows with one more column, made from each row. */
  with(column: Column, value: (row: unknown[]) => unknown): Rows {
    return new Rows(
      [...this.columns, column],
      this.cells.map((row) => [...row, value(row)])
    )
  }

  #only(kept: number[]): Rows {
    return Rows.ofLists(
      kept.map((at) => this.columns[at]!),
      kept.map((at) => this.lists[at]!)
    )
  }
}

/**
 * A figure as its publisher printed it, which differs from the value of one unit. `Value` is text, or a number with all
 * its digits.
 */
export interface PrintedFields<Value = string> {
  printed: { value: Value; unit: number | 'gram' }
  /** Given if more than the decimal point moved. */
  note?: string
}

/** The fields of a printed figure and its unit, such as `705.8364 gram`; none for a figure of one unit. */
export function printedFields(text: string | null): Partial<PrintedFields> {
  if (text === null) return {}
  const [value, unit] = text.split(' ') as [string, string]
  const printed = { value, unit: unit === 'gram' ? ('gram' as const) : Number(unit) }
  if (unit === 'gram') {
    return {
      printed,
      note: 'The publisher prints the price of a gram; the value is that of a troy ounce of 31.1034768 g.'
    }
  }
  if (/^10*$/.test(unit)) return { printed }
  return { printed, note: `The publisher prints the price of ${unit} units; the value is that of one.` }
}

/** The same fields with a number. */
export function printedNumbers(text: string | null): Partial<PrintedFields<Decimal>> {
  const { printed, ...note } = printedFields(text)
  return printed ? { printed: { ...printed, value: new Decimal(printed.value) }, ...note } : {}
}
