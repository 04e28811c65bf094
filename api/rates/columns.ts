import { z } from 'zod'
import { beside, printed } from '../contract/fields.ts'
import type { Column } from '../formats/rows.ts'

/** The columns of a rate's validity, which only some sources print. */
export const VALIDITY = ['valid_from', 'valid_to']
export const VALIDITY_COLUMNS: Column[] = VALIDITY.map((name) => ({ name, kind: 'date' }))

/** The column of a printed figure, which only rates of more than one unit have. */
export const PRINTED: Column = { name: 'printed', kind: 'printed' }

/** The columns of a published rate in a history. */
export const RATE_COLUMNS: Column[] = [
  { name: 'rate_date', kind: 'date' },
  { name: 'base', kind: 'text' },
  { name: 'quote', kind: 'text' },
  { name: 'type', kind: 'text' },
  { name: 'value', kind: 'number' }
]

/** The columns of a table: the fields of its rates. The note of a printed figure follows from the figure. */
export const TABLE_COLUMNS: Column[] = Object.entries(printed.shape)
  .filter(([name]) => name !== 'note')
  .map(([name, field]) => ({ name, kind: kindOf(field) }))

function kindOf(field: z.core.$ZodType): Column['kind'] {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) return kindOf(field.unwrap())
  if (field instanceof z.ZodObject) return PRINTED.kind
  if (field instanceof z.ZodNumber) return 'number'
  if (field instanceof z.ZodBoolean) return 'boolean'
  return field instanceof z.ZodISODate ? 'date' : 'text'
}

/** The fields of a rate that not all sources print. A column without a value in any row is left out of an answer. */
export const OPTIONAL: string[] = Object.keys(beside)

/**
 * The statement that selects these columns from a call of a function, or from a statement in parentheses with a name.
 */
export function selectOf(columns: Column[], from: string): string {
  return `select ${columns.map(({ name }) => name).join()} from ${from}`
}
