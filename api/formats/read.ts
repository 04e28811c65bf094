import type { z } from 'zod'
import type { Database } from '../../sql/database.ts'
import { statementOf, type Call, type Values } from './call.ts'
import { Decimal, Rows, type Column } from './rows.ts'

/** Calls of the functions that endpoints and pages declare. */

type Shape = z.ZodRawShape

/** A cell as it is read: numbers keep all their digits. */
type Cell<Field> =
  Field extends z.ZodOptional<infer Inner>
    ? NonNullable<Cell<Inner>> | undefined
    : Field extends z.ZodNullable<infer Inner>
      ? Cell<Inner> | null
      : Field extends z.ZodNumber
        ? Decimal
        : z.output<Field>

/** The head of an answer. An optional field is undefined if it is null. */
export type Head<Fields extends Shape> = { [Name in keyof Fields]: Cell<Fields[Name]> }

/** The result of a call. */
export interface Found<Fields extends Shape = Shape> {
  head: Head<Fields>
  list: Rows
}

/** Calls a function with values by their names, in one statement; undefined if it returns no row. */
export async function read<HeadFields extends Shape, List extends Shape>(
  declared: Call<HeadFields, List>,
  database: Database,
  values: Values
): Promise<Found<HeadFields> | undefined> {
  const { text, names, head, list } = statementOf(declared)
  const { cells } = await database.readCells(
    text,
    names.map((name) => values[name] ?? null)
  )
  const [first] = cells
  if (first === undefined) return undefined
  const isEmpty = list.length > 0 && first[head.length] === null
  return {
    head: headOf(head, first) as Head<HeadFields>,
    list: new Rows(list, isEmpty ? [] : cells.map((row) => row.slice(head.length))).withoutEmpty()
  }
}

/** The list of a call, empty if it returns no row. */
export async function readRows(declared: Call, database: Database, values: Values = {}): Promise<Rows> {
  return (await read(declared, database, values))?.list ?? new Rows(statementOf(declared).list, [])
}

function headOf(columns: Column[], cells: unknown[]): object {
  const exact = columns.map(({ kind }, at) => {
    const cell = cells[at]
    return kind === 'number' && typeof cell === 'string' ? new Decimal(cell) : cell
  })
  return new Rows(columns, [exact]).withoutEmpty().objects()[0] ?? {}
}
