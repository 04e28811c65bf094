import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { fieldsOf, kindOf } from './columns.ts'
import { isLong, Rows, type Column, type LongRows } from './rows.ts'

/** An answer of a route: either fields, which are written in the requested format, or a body. */
export interface Answer {
  /**
   * The top-level fields in their order, without undefined ones. The rows of one field may be read while they are
   * written; the body is then a stream.
   */
  fields?: Record<string, unknown>
  /** The bytes to send, or a stream, which reads nothing before it begins and is charged once it has begun. */
  body?: Buffer | Readable
  /** The version of the body: its ETag without quotes and encoding. */
  tag?: string
  /** The text from which the version of a streamed text is hashed, if the text proves to be short. */
  tagOf?: (text: string) => string
  /** The rows of a file: a list among the fields, and the fields that each row repeats. */
  rows?: { list?: string; beside: string[]; /** True if the JSON answer is only the list. */ isBare?: boolean }
  /** The cost to a caller with an account, if it depends on the answer. */
  units?: number
  /** The name of a file, without its extension. */
  fileName?: string
  status?: number
  headers?: Record<string, string>
  /** True if `max-age` in its Cache-Control is the time until midnight in UTC, also when it is sent from the cache. */
  isOfDay?: boolean
  /** Set-Cookie headers. */
  cookies?: string[]
}

/** An answer that has fields. */
export type FieldsAnswer = Answer & { fields: Record<string, unknown> }

/** The name of an item of a list. */
export function singular(name: string): string {
  return name.replace(/(?<!ser)ies$/, 'y').replace(/s$/, '')
}

/** The fields that an answer may have, by name. */
type Fields = Record<string, z.core.$ZodType>

/** The rows that a file shows of an answer: those of its list, each with the fields that it repeats. */
export function rowsOf(answer: FieldsAnswer, fields: Fields): LongRows {
  const rows = joined(answer, fields)
  return isLong(rows) ? rows : { columns: rows.columns, batches: once(rows) }
}

/**
 * The same rows without nesting, for formats that do not support it: a nested object has a column for each of its
 * fields, and a nested list is one text: its items separated by semicolons, or JSON if they are objects.
 */
export function flatRowsOf(answer: FieldsAnswer, fields: Fields): LongRows {
  const rows = joined(answer, fields)
  const { columns, batches } = rowsOf(answer, fields)
  if (columns.every(({ kind }) => kind !== 'nested')) return { columns, batches }
  const parts = columns.flatMap((column, at) =>
    partsOf(column, at, { cells: isLong(rows) ? [] : rows.cells, fields: fieldsOf(fields[column.name]) })
  )
  return {
    columns: parts.map(({ column }) => column),
    batches: mapped(batches, (row) => parts.map(({ read }) => read(row)))
  }
}

function joined({ fields, rows = { beside: Object.keys(fields) } }: FieldsAnswer, declared: Fields): Rows | LongRows {
  const list = (rows.list === undefined ? new Rows([], [[]]) : fields[rows.list]) as Rows | LongRows
  if (rows.beside.length === 0) return list
  const beside = rows.beside.map((name) => fields[name])
  const columns = [...rows.beside.map((name) => ({ name, kind: kindOf(declared[name]) })), ...list.columns]
  return isLong(list)
    ? { columns, batches: mapped(list.batches, (row) => [...beside, ...row]) }
    : new Rows(
        columns,
        list.cells.map((row) => [...beside, ...row])
      )
}

async function* once({ cells }: Rows): LongRows['batches'] {
  yield { cells }
}

async function* mapped(batches: LongRows['batches'], change: (row: unknown[]) => unknown[]): LongRows['batches'] {
  for await (const { cells } of batches) yield { cells: cells.map(change) }
}

/** A column of a file, and its cell in a row with nesting. */
interface Part {
  column: Column
  read: (row: unknown[]) => unknown
}

/**
 * The flat columns of a column. A nested column has one for each field of its first cell or, if that is null, of its
 * declaration.
 */
function partsOf(
  { name, kind, isList, ...column }: Column,
  at: number,
  of: { cells: unknown[][]; fields: Fields }
): Part[] {
  if (kind !== 'nested') return [{ column: { name, kind, ...column }, read: (row) => row[at] }]
  const sample = of.cells[0]?.[at]
  if (isList || Array.isArray(sample)) {
    return [{ column: { name, kind: 'text' }, read: (row) => textOf(row[at] as unknown[] | null) }]
  }
  return Object.keys((sample as object | null) ?? of.fields).map((field) => ({
    column: { name: `${name}_${field}`, kind: kindOf(of.fields[field]) },
    read: (row) => (row[at] as Record<string, unknown> | null)?.[field] ?? null
  }))
}

/** The text of a list. */
function textOf(list: unknown[] | null): string | null {
  return list?.some((item) => typeof item === 'object') ? JSON.stringify(list) : (list?.join(';') ?? null)
}
