import { HttpError } from '../contract/errors.ts'
import { fileRow } from './applicable-fields.ts'

/** The columns of a file of questions. */

/** The name of what is read from a column. */
export type Field = keyof typeof fileRow.shape

/** The names that a column may have, by what is read from it. */
export const COLUMN_NAMES: Record<Field, readonly string[]> = {
  jurisdiction: ['jurisdiction'],
  purpose: ['purpose'],
  date: ['date', 'event_date', 'tax_point'],
  source: ['source', 'currency'],
  target: ['target', 'target_currency'],
  amount: ['amount'],
  rule: ['rule'],
  side: ['side'],
  invoice_date: ['invoice_date'],
  from: ['from'],
  to: ['to']
}

/** What is read from a row, by name. */
export const FIELDS = Object.keys(COLUMN_NAMES) as Field[]

/** A cell of each row. */
export interface FieldPlace {
  field: string
  at: number
}

/** The fields of a row that are not empty. */
export function fieldsIn (places: FieldPlace[], cells: string[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { field, at } of places) {
    const text = cells[at]!.trim()
    if (text !== '') fields[field] = text
  }
  return fields
}

/** Which cell of a row has which field, by the names of the columns. Throws 400 for a file that has two columns for one field. */
export function fieldsOf (header: string[]): FieldPlace[] {
  const names = header.map((name) => name.trim().toLowerCase().replace(/[ -]/g, '_'))
  return FIELDS.flatMap((field) => {
    const places = COLUMN_NAMES[field].flatMap((name) => names.flatMap((it, at) => it === name ? [at] : []))
    if (places.length > 1) throw new HttpError('invalid_body', `the file: ${places.map((at) => header[at]).join(' and ')} both mean ${field}`)
    return places.map((at) => ({ field, at }))
  })
}

/** An amount with a decimal comma as one with a point, its groups of thousands joined; any other text, one with a point too, as no number. */
export function withPoint (text: string | undefined): string | undefined {
  if (text === undefined || /^-?\d+(,\d+)?$/.test(text)) return text?.replace(',', '.')
  return /^-?\d{1,3}([. \u00A0\u202F'’]\d{3})+(,\d+)?$/.test(text) ? text.replace(/[^\d,-]/g, '').replace(',', '.') : `${text}?`
}
