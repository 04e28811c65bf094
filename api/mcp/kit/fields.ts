import { z } from 'zod'
import * as fields from '../../contract/fields.ts'

/** The fields of tool answers. Figures are text, so that no digit is lost. */

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/)

export const value = decimal.meta({ description: 'The published value, digit for digit, for one unit of base.', examples: ['1.0834'] })
export const rate = decimal.meta({ description: 'Units of the target currency for one unit of the source currency.', examples: ['1.0834'] })
export const amount = decimal.meta({ description: 'An amount.', examples: ['100.00'] })

export const bank = { bank: fields.bank, name: fields.name }
export const attribution = fields.address.meta({ description: 'The publisher’s page: check figures there, and cite it as the source.' })
export const printed = z.strictObject({ base: fields.base, quote: fields.quote, type: fields.type, value, ...fields.validity })
export const resolved = { source: fields.source, target: fields.target, rate, rate_type: fields.type, derived: fields.derived, method: fields.method, ...fields.validity }
