import type { Readable } from 'node:stream'
import { printedFields } from './printed.ts'
import { Decimal, Rows, type Column, type Kind, type LongRows } from './rows.ts'

/** An answer of a route: fields, which are written in the format of the request, or a body in their place. */
export interface Answer {
  /** The top-level fields in their order; undefined ones are left out. */
  fields?: Record<string, unknown>
  /** The bytes to send, or a stream of more than fits into memory, which is charged once it can begin. */
  body?: Buffer | Readable
  /** The version of the body: its ETag without quotes and encoding. */
  tag?: string
  /** The rows of a file: a list among the fields, and the fields that each row repeats. */
  rows?: { list?: string, beside: string[], /** True if JSON is the list alone. */ isBare?: boolean }
  /** The cost to a caller with an account, if it depends on the answer. */
  units?: number
  /** The name of a file, without its extension. */
  fileName?: string
  status?: number
  headers?: Record<string, string>
  /** Set-Cookie headers. */
  cookies?: string[]
}

/** An answer that has fields. */
export type FieldsAnswer = Answer & { fields: Record<string, unknown> }

/** An answer whose rows are written while they are still being read. */
export interface LongAnswer extends LongRows {
  /** The fields beside the rows. */
  fields: Record<string, unknown>
  /** The name of the rows: their field, or the sheet of a workbook. */
  list: string
}

/** The name of an item of a list. */
export function singular (name: string): string {
  return name.replace(/(?<!ser)ies$/, 'y').replace(/s$/, '')
}

/** The rows that a file shows of an answer. */
export function rowsOf ({ fields = {}, rows = { beside: Object.keys(fields) } }: Answer): Rows {
  const { columns, cells } = rows.list === undefined ? new Rows([], [[]]) : fields[rows.list] as Rows
  const beside = besideOf(fields, rows.beside)
  return new Rows([...beside.columns, ...columns], cells.map((row) => [...beside.cells, ...row]))
}

/** The rows that a file shows, without nesting, for formats that lack it. */
export function flatRowsOf (answer: Answer): Rows {
  return flatten(rowsOf(answer))
}

/** The fields that each row of a file repeats, as columns and cells. */
export function besideOf (fields: Record<string, unknown>, names: string[]): { columns: Column[], cells: unknown[] } {
  return {
    columns: names.map((name) => ({ name, kind: kindOf(fields[name]) })), cells: names.map((name) => fields[name])
  }
}

function kindOf (value: unknown): Kind {
  if (value instanceof Decimal || typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'object' && value !== null) return 'nested'
  const [, time] = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.exec(String(value)) ?? ['', '']
  return time === undefined ? 'date' : time === '' ? 'text' : 'time'
}

/** The same rows in columns without nesting: a printed figure has one for its value, its unit and its note. */
export function flatLong ({ columns, batches }: LongRows): LongRows {
  if (columns.every(({ kind }) => kind !== 'printed')) return { columns, batches }
  async function * flattened () {
    for await (const { cells } of batches) yield { cells: flatten(new Rows(columns, cells)).cells }
  }
  return { columns: flatten(new Rows(columns, [])).columns, batches: flattened() }
}

const PRINTED: Column[] = [
  { name: 'printed_value', kind: 'number' }, { name: 'printed_unit', kind: 'text' }, { name: 'note', kind: 'text' }
]

function readPrinted (cell: unknown): Record<string, unknown> {
  const { printed, note } = printedFields(cell as string | null)
  return {
    printed_value: printed?.value ?? null, printed_unit: printed === undefined ? null : String(printed.unit),
    note: note ?? null
  }
}

// A nested object becomes a column for each of its fields, a nested list one text.
function flatten (rows: Rows): Rows {
  const parts = rows.columns.flatMap(({ name, kind }, at) => {
    if (kind === 'printed') {
      return PRINTED.map((it) => ({ ...it, read: (row: unknown[]) => readPrinted(row[at])[it.name] }))
    }
    const sample = rows.cells[0]?.[at]
    if (kind !== 'nested') return [{ name, kind, read: (row: unknown[]) => row[at] }]
    if (Array.isArray(sample)) {
      return [{ name, kind: 'text' as Kind, read: (row: unknown[]) => (row[at] as string[]).join(';') }]
    }
    return Object.keys(sample as object).map((field) => ({
      name: `${name}_${field}`,
      kind: kindOf(rows.cells.map((row) => (row[at] as Record<string, unknown>)[field])
        .find((it) => it !== null && it !== undefined)),
      read: (row: unknown[]) => (row[at] as Record<string, unknown>)[field]
    }))
  })
  if (parts.length === rows.columns.length && rows.columns.every(({ kind }) => kind !== 'nested' &&
    kind !== 'printed')) {
    return rows
  }
  return new Rows(
    parts.map(({ name, kind }) => ({ name, kind })), rows.cells.map((row) => parts.map(({ read }) => read(row)))
  )
}
