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

export type Kind = 'text' | 'number' | 'date' | 'time' | 'boolean' | 'nested'

/** A column of rows. `columnsOf` creates the columns of declared fields. */
export interface Column {
  name: string
  kind: Kind
  /** True for a declared list, whose cells are one text in formats without nesting. */
  isList?: boolean
  /** The maximum number of decimals, for formats that need it before the first row. */
  scale?: number
  /** The field whose member the column is in formats with nesting, and the member's name. */
  part?: { of: string; name: string }
  /**
   * Set if the column is omitted when all its cells are null; `of rows` also omits the field from each row without it.
   */
  omitted?: 'if empty' | 'of rows'
}

/** Rows that are read while they are written. Nothing is read before the first batch is requested. */
export interface LongRows {
  columns: Column[]
  batches: AsyncIterable<{ cells: unknown[][] }>
}

/** True for rows that are read while they are written; `Rows` are complete. */
export function isLong(value: unknown): value is LongRows {
  return typeof value === 'object' && value !== null && 'batches' in value
}

/**
 * The rows of a query with their columns, which formats write without creating objects. Cells are passed by row or by
 * column, because long answers are read and written by column.
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

  /** The rows from one index up to another, or to the end. */
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

  /**
   * The rows without the optional columns that are null in every row. Adjacent columns that are omitted from rows are
   * kept or removed together.
   */
  withoutEmpty(): Rows {
    const isFilled = (at: number) => this.lists[at]!.some((cell) => cell !== null)
    const kept = this.columns.flatMap(({ omitted }, at) =>
      omitted === undefined || (omitted === 'if empty' ? [at] : this.#neighbours(at)).some(isFilled) ? [at] : []
    )
    return kept.length === this.columns.length ? this : this.#only(kept)
  }

  #neighbours(at: number): number[] {
    const isOther = ({ omitted }: Column) => omitted !== 'of rows'
    const first = this.columns.findLastIndex((column, place) => place < at && isOther(column)) + 1
    const end = this.columns.findIndex((column, place) => place > at && isOther(column))
    return Array.from({ length: (end < 0 ? this.columns.length : end) - first }, (_, place) => first + place)
  }

  /** The rows with some columns renamed. */
  rename(names: Record<string, string>): Rows {
    return new Rows(
      this.columns.map((column) => ({ ...column, name: names[column.name] ?? column.name })),
      this.cells
    )
  }

  /** The rows as objects, without the fields that a row omits. */
  objects<Row = Record<string, unknown>>(): Row[] {
    return this.cells.map((row) => {
      const object: Record<string, unknown> = {}
      for (const [at, { name, part, omitted }] of this.columns.entries()) {
        if (omitted === 'of rows' && row[at] === null) continue
        if (part) Object.assign((object[part.of] ??= {}) as object, { [part.name]: row[at] })
        else object[name] = row[at]
      }
      return object as Row
    })
  }

  /** The rows with one more column, calculated from each row. */
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
