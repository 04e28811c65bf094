import * as parameters from '../../../api/contract/parameters.ts'

/** The parameters of the tools. */

export const bank = parameters.bank.meta({ description: 'The code of a source, from list_sources.', examples: ['ecb'] })
export const pair = { source: parameters.source, target: parameters.target }
export const type = parameters.type.optional()
export const window = { from: parameters.from.optional(), to: parameters.to.optional() }
