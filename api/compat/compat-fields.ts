import { z } from 'zod'
import { yearBefore } from '../contract/dates.ts'
import { badRequest } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'

/** The parts that all families of compatible endpoints share. */

/** The pattern of a date in a path. Other paths belong to no family. */
export const DATED = /\/\d{4}-\d\d-\d\d[^/]*\/?$/
export const TABLE = 'of the European Central Bank’s reference rates, in the format'
export const NEWEST = 'infinity'

export const rates = z.record(fields.currency, fields.baseIn)
export const BY_DATE = {
  description:
    'The rates by the date of their table. Dates without a table, and those whose table lacks the base ' +
    'or all requested symbols, are left out.'
}
export const origin = { source: fields.bank, attribution: fields.attribution }
export const amount = z
  .number()
  .nonnegative()
  .meta({ description: 'The requested amount.', examples: [25] })

export interface Range {
  from: string
  to: string
}

/** A range of at most a year. Throws 400 if it is longer, or ends before it begins. */
export function rangeOf(range: Record<string, string>): Range {
  const [[first, from], [last, to]] = Object.entries(range) as [[string, string], [string, string]]
  if (from > to) throw badRequest(first, `must not be after ${last} (${to})`)
  if (from < yearBefore(to)) {
    throw badRequest(first, `expected at most one year: ${yearBefore(to)} or later if ${last} is ${to}`)
  }
  return { from, to }
}

/** The number of calendar months that a range touches. */
export function monthsIn({ from, to }: Range): number {
  const [first, last] = [from, to].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)))
  return last! - first! + 1
}
