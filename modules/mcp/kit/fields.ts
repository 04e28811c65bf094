import { z } from 'zod'
import * as fields from '../../../api/contract/fields.ts'
import { decimals } from '../../tool.ts'

/** The fields of tool answers. */

export const { value, rate, amount } = decimals

/** The figure as the document prints it, if it is not for one unit. */
export const beside = {
  ...fields.beside,
  printed: z
    .strictObject({ value: z.string().regex(/^\d+(\.\d+)?$/), unit: fields.beside.printed.unwrap().shape.unit })
    .optional()
    .meta({ description: 'The figure as printed, if the publisher does not print it for one unit of the base.' })
}

export const note = z
  .string()
  .optional()
  .meta({
    description: 'Present if the date is after all tables, or if the table is not yet in force.',
    examples: ['2030-01-01 is in the future: the newest table is dated 2026-03-18.']
  })

export const bank = { bank: fields.bank, name: fields.name }
export const attribution = fields.address.meta({
  description: 'The publisher’s page: check figures there, and cite it as the source.'
})
export const printed = z.strictObject({ base: fields.base, quote: fields.quote, type: fields.type, value, ...beside })
export const resolved = {
  source: fields.source,
  target: fields.target,
  rate,
  rate_type: fields.type,
  derived: fields.derived,
  method: fields.method,
  ...beside
}
