import { z } from 'zod'
import { badRequest } from '../../api/contract/errors.ts'
import * as parameters from '../../api/contract/parameters.ts'

const MAX_PAIRS = 50

const PAIRS = 'expected pairs separated by commas, such as EUR/USD,GBP/USD'
const CURSOR = 'expected the cursor of an earlier answer'

/** The parameters that name several series and the layout of their rows. */
export const seriesQuery = {
  banks: parameters.banks.optional(),
  pairs: parameters
    .listOf({
      item: /^[A-Z]{3}\/[A-Z]{3}$/,
      letters: 'upper',
      expected: PAIRS,
      most: { count: MAX_PAIRS, what: 'pairs' }
    })
    .transform((list) => list.map(pairIn))
    .meta({
      description: 'The pairs, separated by commas: EUR/USD is the price of one euro in dollars.',
      examples: ['EUR/USD,GBP/USD']
    }),
  from: parameters.from.optional(),
  to: parameters.to.optional(),
  shape: z
    .enum(['long', 'wide'], 'expected long or wide')
    .default('long')
    .meta({
      description:
        'long: a row for each rate, series by series. wide: a row for each date with a column for each series.',
      examples: ['long']
    }),
  spread: z
    .enum(['true', 'false'], 'expected true or false')
    .default('false')
    .meta({
      description:
        'Set to true for a row for each date and pair with the lowest, the highest and the median rate ' +
        'of the sources and the difference between them.',
      examples: ['true']
    }),
  type: parameters.type.optional().meta({
    description:
      'A rate type. Sources without it are left out. The default is for each source the first of its ' +
      'rate types that has the pair.',
    examples: ['reference']
  }),
  as_of: parameters.asOf.optional(),
  convert: parameters.convert.optional(),
  fill: parameters.fill.optional(),
  cursor: z
    .string(CURSOR)
    .regex(/^([a-z0-9_-]{2,20}\.[A-Z]{3}\.[A-Z]{3}\.)?\d{4}-\d\d-\d\d$/, CURSOR)
    .optional()
    .meta({
      description: 'The start of the page, from `next_cursor` of the previous answer.',
      examples: ['ecb.EUR.USD.2026-03-17']
    })
}

function pairIn(text: string): parameters.Pair {
  const [source, target] = text.split('/') as [string, string]
  return { source, target }
}

/** The start of a page: a date, in one series or in all. */
export interface Cursor {
  bank?: string
  base?: string
  quote?: string
  date: string
}

/** Decodes a cursor. Throws 400 for a cursor of an answer of another kind, with or without a series. */
export function readCursor(text: string, isOfSeries: boolean): Cursor {
  const parts = text.split('.')
  const date = parts.at(-1)!
  if (parts.length > 1 !== isOfSeries || !z.iso.date().safeParse(date).success) throw badRequest('cursor', CURSOR)
  const [bank, base, quote] = parts
  return isOfSeries ? { bank, base, quote, date } : { date }
}

/** A cursor as text. */
export function writeCursor({ bank, base, quote, date }: Cursor): string {
  return bank === undefined ? date : `${bank}.${base}.${quote}.${date}`
}
