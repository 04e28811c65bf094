import { z } from 'zod'
import * as fields from '../contract/fields.ts'
import { listOf } from '../contract/parameters.ts'

const MAX_TARGETS = 200

export const feedClass = z.enum(['interbank', 'official']).meta({
  description: 'The kind of feed: a feed of interbank rates, or official tables and rates calculated from them.',
  examples: ['official']
})

const LIST = 'expected a three-letter currency code (ISO 4217), or several separated by commas, such as EUR,GBP'
export const targets = listOf({
  item: /^[A-Z]{3}$/,
  letters: 'upper',
  expected: LIST,
  most: { count: MAX_TARGETS, what: 'currencies' }
}).meta({
  description:
    'The currencies in which the rates are expressed, separated by commas. The default is all. One ' +
    'that has no rate is left out and named in the header `X-Missing-Targets`.',
  examples: ['EUR,GBP']
})

export const time = fields.instant.meta({
  description: 'The time of the rate: as reported by the feed, or 00:00 UTC on the day of the official tables.'
})

export const marketRow = { rate: fields.rate, source: fields.source, target: fields.target, time }
