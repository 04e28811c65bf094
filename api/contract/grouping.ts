import { z } from 'zod'
import { badRequest } from './errors.ts'
import * as fields from './fields.ts'

export const UNITS = ['week', 'month', 'quarter', 'year'] as const
export const STATS = ['average', 'end', 'start', 'min', 'max'] as const

/** The parameters for one figure per period. */
export const grouping = {
  group: z
    .enum(UNITS, `expected ${UNITS.join(', ')}`)
    .optional()
    .meta({
      description:
        'Returns one figure for each week (from Monday), month, quarter or year instead of each date. ' +
        'Every such figure is derived.',
      examples: ['month']
    }),
  stat: z
    .enum(STATS, `expected ${STATS.join(', ')}`)
    .optional()
    .meta({
      description:
        'The figure of a period: the average of its rates (the default), the last, the first, the lowest ' +
        'or the highest. Needs `group`.',
      examples: ['average']
    }),
  round: z
    .string()
    .regex(/^(1?\d|20)$/, 'expected a number of decimals from 0 to 20')
    .optional()
    .meta({
      description:
        'Rounds the figures of periods to this number of decimals, half away from zero. By default an ' +
        'average has the digits of a double. Needs `group`.',
      examples: ['4']
    })
}

export interface Grouping {
  unit: (typeof UNITS)[number]
  stat: (typeof STATS)[number]
  /** The decimals to round to. */
  round?: number
}

/** The grouping of a request, if any. Throws 400 if a statistic or a number of decimals is set without a period. */
export function groupingOf({
  group,
  stat,
  round
}: {
  group?: Grouping['unit']
  stat?: Grouping['stat']
  round?: string
}): Grouping | undefined {
  if (group !== undefined) {
    return { unit: group, stat: stat ?? 'average', round: round === undefined ? undefined : Number(round) }
  }
  if (stat !== undefined) throw badRequest('stat', `needs group (${UNITS.join(', ')})`)
  if (round !== undefined) throw badRequest('round', `needs group (${UNITS.join(', ')})`)
  return undefined
}

/** The fields of a figure for a period, besides base, quote, type and value. */
export const periodFields = {
  derived: z.literal(true).meta({ description: 'True: Ratebook calculated the figure from the rates of the period.' }),
  method: z.enum(STATS).meta({ description: 'How the figure was calculated.', examples: ['average'] }),
  days: z
    .int()
    .positive()
    .meta({ description: 'The number of dates in the period that have a rate.', examples: [20] }),
  first_date: fields.day('The first of these dates.'),
  last_date: fields.day('The last of these dates.'),
  partial: z.boolean().meta({
    description:
      'True if the figure is of a part of the period: the window leaves out some of its dates, the series begins or ' +
      'ends within it, rates are missing, or it is not over.',
    examples: [false]
  })
}

export const period = fields.day('The first day of the period.')

/** The fields of an answer that describe its periods. */
export const groupFields = {
  group: z.enum(UNITS).meta({ description: 'The length of a period.', examples: ['month'] }),
  derived: periodFields.derived,
  method: periodFields.method,
  round: z
    .int()
    .nullable()
    .meta({
      description: 'The number of decimals that the figures were rounded to; null if they were not.',
      examples: [4]
    })
}

/** The values of the fields that describe periods. */
export function groupFieldsOf({ unit, stat, round }: Grouping) {
  return { group: unit, derived: true, method: stat, round: round ?? null }
}
