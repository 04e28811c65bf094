import type { z } from 'zod'
import { columnsOf, selectOf } from './columns.ts'
import type { Column } from './rows.ts'

type Shape = z.ZodRawShape

/** The values of a call by their names. */
export type Values = Record<string, unknown>

/** A call of an SQL function, and the columns that it returns. */
export interface Call<Head extends Shape = Shape, List extends Shape = Shape> {
  /** The function with the names of its values. */
  call: string
  /** The fields of the one head row. */
  head: Head
  /** The fields of the list rows. The first one is null in an answer without a list. */
  list: List
}

interface Statement {
  text: string
  /** The call with placeholders for its values, from $1. */
  from: string
  names: string[]
  head: Column[]
  list: Column[]
}

const statements = new Map<Call, Statement>()

/** The statement of a call. */
export function statementOf(declared: Call): Statement {
  const known = statements.get(declared)
  if (known) return known
  const [, name, listed] = /^(\w+)\((.*)\)$/s.exec(declared.call)!
  const names = listed === '' ? [] : listed!.split(',').map((it) => it.trim())
  const [head, list] = [columnsOf(declared.head), columnsOf(declared.list)]
  const from = `${name}(${names.map((_, at) => `$${at + 1}`).join()})`
  const statement = { text: selectOf([...head, ...list], from), from, names, head, list }
  statements.set(declared, statement)
  return statement
}
