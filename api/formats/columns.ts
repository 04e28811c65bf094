import { z } from 'zod'
import type { Column, Kind } from './rows.ts'

/**
 * The columns of rows with these fields. A field that is an object has a column for each of its members, unless it may
 * be null as a whole. The type of a field says what a row without a value contains. `.nullable()`: null.
 * `.nullable().optional()`: null, but the column is omitted if no row has a value. `.optional()`: the field is omitted
 * from the row, and the column too if neither it nor an adjacent column of this kind has a value.
 */
export function columnsOf(fields: z.ZodRawShape): Column[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const inner = unwrapped(field)
    const whole = field instanceof z.ZodOptional ? omissionOf(field) : {}
    if (!(inner instanceof z.ZodObject) || field instanceof z.ZodNullable) return [{ name, ...typeOf(inner), ...whole }]
    return Object.entries(inner.shape).map(([member, it]) => ({
      name: `${name}_${member}`,
      ...typeOf(it),
      part: { of: name, name: member },
      ...whole
    }))
  })
}

function typeOf(field: z.core.$ZodType): Pick<Column, 'kind' | 'scale' | 'isList'> {
  const inner = unwrapped(field)
  if (inner instanceof z.ZodArray) return { kind: 'nested', isList: true }
  return { kind: kindOf(inner), ...(inner instanceof z.ZodNumber && inner.isInt && { scale: 0 }) }
}

function omissionOf(field: z.ZodOptional): Pick<Column, 'omitted'> {
  return { omitted: field.unwrap() instanceof z.ZodNullable ? 'if empty' : 'of rows' }
}

/** The kind of a field's values; text for one that is not declared. */
export function kindOf(field?: z.core.$ZodType): Kind {
  const inner = field && unwrapped(field)
  if (inner instanceof z.ZodNumber) return 'number'
  if (inner instanceof z.ZodBoolean) return 'boolean'
  if (inner instanceof z.ZodLiteral) return typeof inner.value === 'boolean' ? 'boolean' : 'text'
  if (inner instanceof z.ZodISODate) return 'date'
  if (inner instanceof z.ZodISODateTime) return 'time'
  return inner instanceof z.ZodObject || inner instanceof z.ZodArray || inner instanceof z.ZodRecord ? 'nested' : 'text'
}

function unwrapped(field: z.core.$ZodType): z.core.$ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodNullable ? unwrapped(field.unwrap()) : field
}

/** The fields of an answer by name, of all its shapes. */
export function fieldsOf(response?: z.core.$ZodType): Record<string, z.core.$ZodType> {
  const inner = response && unwrapped(response)
  if (inner instanceof z.ZodUnion) return Object.assign({}, ...inner.options.map(fieldsOf)) as z.ZodRawShape
  if (inner instanceof z.ZodArray) return fieldsOf(inner.element)
  return inner instanceof z.ZodObject ? inner.shape : {}
}

/**
 * The statement that selects these columns from a call of a function, or from a statement in parentheses with a name.
 */
export function selectOf(columns: Column[], from: string): string {
  return `select ${columns.map(({ name }) => (name === 'group' ? '"group"' : name)).join()} from ${from}`
}
