import { Decimal, Rows, type Kind } from '../queries/rows.ts'

/** An answer before it is written in a format. */
export interface FieldsAnswer {
  kind: 'fields'
  /** The top-level fields in their order; undefined ones are left out. */
  fields: Record<string, unknown>
  /** The rows of a file: a list among the fields, and the fields that each row repeats. */
  rows?: { list?: string, beside: string[], /** True if JSON is the list alone. */ isBare?: boolean }
  /** What it costs a caller with an account, if only the answer tells. */
  units?: number
  /** The name of a file, without its extension. */
  fileName?: string
  status?: number
  headers?: Record<string, string>
  /** Set-Cookie headers. */
  cookies?: string[]
}

/** The name of an item of a list. */
export function singular (name: string): string {
  return name.replace(/s$/, '')
}

/** The rows that a CSV file or a workbook shows of an answer. */
export function rowsOf ({ fields, rows = { beside: Object.keys(fields) } }: FieldsAnswer): Rows {
  const beside = rows.beside.map((name) => ({ name, kind: kindOf(fields[name]), value: fields[name] }))
  const list = rows.list === undefined ? new Rows([], [[]]) : fields[rows.list] as Rows
  const own = beside.map(({ value }) => value)
  return flatten(new Rows([...beside, ...list.columns], list.cells.map((row) => [...own, ...row])))
}

function kindOf (value: unknown): Kind {
  if (value instanceof Decimal || typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'object' && value !== null) return 'nested'
  return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? 'date' : 'text'
}

// A nested object becomes a column for each of its fields, a nested list one text.
function flatten (rows: Rows): Rows {
  const parts = rows.columns.flatMap(({ name, kind }, at) => {
    const sample = rows.cells[0]?.[at]
    if (kind !== 'nested') return [{ name, kind, read: (row: unknown[]) => row[at] }]
    if (Array.isArray(sample)) return [{ name, kind: 'text' as Kind, read: (row: unknown[]) => (row[at] as string[]).join(';') }]
    return Object.keys(sample as object).map((field) => ({
      name: `${name}_${field}`,
      kind: kindOf((sample as Record<string, unknown>)[field]),
      read: (row: unknown[]) => (row[at] as Record<string, unknown>)[field]
    }))
  })
  if (parts.length === rows.columns.length && rows.columns.every(({ kind }) => kind !== 'nested')) return rows
  return new Rows(parts.map(({ name, kind }) => ({ name, kind })), rows.cells.map((row) => parts.map(({ read }) => read(row))))
}
