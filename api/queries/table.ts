/** A number written with the digits it has, however many they are. */
export class Decimal {
  readonly text: string

  constructor (text: string) {
    this.text = text
  }

  toString (): string {
    return this.text
  }
}

export type Kind = 'text' | 'number' | 'date' | 'time' | 'boolean' | 'nested'

export interface Column {
  name: string
  kind: Kind
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

/** A list of equal rows as the database gives them; formats write the cells without making objects of them. */
export class Table {
  readonly columns: Column[]
  readonly cells: unknown[][]
  /** A table of one column that is a list of bare values. */
  readonly isFlat: boolean

  constructor (columns: Column[], cells: unknown[][], { isFlat = false } = {}) {
    this.columns = columns
    this.cells = cells
    this.isFlat = isFlat
  }

  static of ({ columns, cells }: { columns: Array<{ name: string, oid: number }>, cells: unknown[][] }): Table {
    return new Table(columns.map(({ name, oid }) => ({ name, kind: KINDS[oid] ?? 'text' })), cells)
  }

  get length (): number {
    return this.cells.length
  }

  /** Where a column stands. */
  at (name: string): number {
    return this.columns.findIndex((column) => column.name === name)
  }

  /** The table without its first columns. */
  after (count: number): Table {
    return new Table(this.columns.slice(count), this.cells.map((row) => row.slice(count)))
  }

  /** The table with the cells of one column replaced. */
  map (name: string, value: (cell: unknown) => unknown): Table {
    const at = this.at(name)
    return new Table(this.columns, this.cells.map((row) => row.with(at, value(row[at]))))
  }

  /** The table without those of the named columns in which no row has anything. */
  withoutEmpty (...names: string[]): Table {
    const kept = this.columns.map(({ name }, at) => !names.includes(name) || this.cells.some((row) => row[at] !== null))
    if (!kept.includes(false)) return this
    return new Table(this.columns.filter((_, at) => kept[at]), this.cells.map((row) => row.filter((_, at) => kept[at])))
  }

  /** The table with other names for some columns. */
  rename (names: Record<string, string>): Table {
    return new Table(this.columns.map(({ name, kind }) => ({ name: names[name] ?? name, kind })), this.cells)
  }

  /** The rows as objects by the names of the columns. */
  objects<Row = Record<string, unknown>> (): Row[] {
    return this.cells.map((row) => Object.fromEntries(this.columns.map(({ name }, at) => [name, row[at]])) as Row)
  }

  /** The table with one more column, made from each row. */
  with (column: Column, value: (row: unknown[]) => unknown): Table {
    return new Table([...this.columns, column], this.cells.map((row) => [...row, value(row)]))
  }
}

/** The answer of an endpoint before it is written in a format. */
export interface FieldsAnswer {
  kind: 'fields'
  /** The top-level fields in their order; undefined ones are left out. */
  fields: Record<string, unknown>
  /** What the rows of a file are: a list among the fields, beside the fields without which a row cannot be read alone. */
  rows?: { list?: string, beside: string[], /** True where JSON is the list alone. */ isBare?: boolean }
  /** What it costs a caller with an account, where only the answer tells. */
  units?: number
  /** A file's name without its ending. */
  fileName?: string
  status?: number
  headers?: Record<string, string>
  /** Set-Cookie headers. */
  cookies?: string[]
}

/** The name of one item of a list. */
export function singular (name: string): string {
  return name.replace(/s$/, '')
}

/** What a file of rows shows of an answer. */
export function rowsOf ({ fields, rows = { beside: Object.keys(fields) } }: FieldsAnswer): Table {
  const beside = rows.beside.map((name) => ({ name, kind: kindOf(fields[name]), value: fields[name] }))
  const list = rows.list === undefined ? new Table([], [[]]) : fields[rows.list] as Table
  const own = beside.map(({ value }) => value)
  return flatten(new Table([...beside, ...list.columns], list.cells.map((row) => [...own, ...row])))
}

function kindOf (value: unknown): Kind {
  if (value instanceof Decimal || typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'object' && value !== null) return 'nested'
  return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? 'date' : 'text'
}

// A nested object becomes a column for each of its fields, a nested list one text.
function flatten (table: Table): Table {
  const parts = table.columns.flatMap(({ name, kind }, at) => {
    const sample = table.cells[0]?.[at]
    if (kind !== 'nested') return [{ name, kind, read: (row: unknown[]) => row[at] }]
    if (Array.isArray(sample)) return [{ name, kind: 'text' as Kind, read: (row: unknown[]) => (row[at] as string[]).join(';') }]
    return Object.keys(sample as object).map((field) => ({
      name: `${name}_${field}`,
      kind: kindOf((sample as Record<string, unknown>)[field]),
      read: (row: unknown[]) => (row[at] as Record<string, unknown>)[field]
    }))
  })
  if (parts.length === table.columns.length && table.columns.every(({ kind }) => kind !== 'nested')) return table
  return new Table(parts.map(({ name, kind }) => ({ name, kind })), table.cells.map((row) => parts.map(({ read }) => read(row))))
}
