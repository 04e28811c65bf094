import { z } from 'zod'
import * as fields from '../contract/fields.ts'
import { columnsOf } from '../formats/columns.ts'
import type { Rows } from '../formats/rows.ts'
import type { Found } from '../formats/read.ts'
import { reasonOf } from '../sources/currencies-query.ts'

/** The comparison of a pair at all sources. */

/** The groups of rates that can be compared with one another. */
export const RATE_GROUPS = ['daily', 'sides', 'commercial', 'periods', 'older', 'stale'] as const

export type RateGroup = (typeof RATE_GROUPS)[number]

const stats = z.strictObject({
  min: fields.rate,
  max: fields.rate,
  median: fields.rate,
  spread_bps: z
    .number()
    .nonnegative()
    .meta({
      description: 'The highest rate minus the lowest, in basis points of the median.',
      examples: [12.5]
    }),
  banks_in_stats: fields.count
})

const group = z.enum(RATE_GROUPS).meta({
  description:
    'The group of rates that can be compared with each other: `daily` (middle and reference ' +
    'rates), `sides` (buying and selling rates), `commercial` (rates of commercial banks), ' +
    '`periods` (rates for a week or longer), `older` (a rate for one day that is older than two ' +
    'weeks, or than the usual publication dates of the source explain), or `stale`.',
  examples: ['daily']
})

export const comparisonFields = { as_of: fields.day('The newest date in the list.'), count: fields.count }
export const comparisonStats = stats
  .nullable()
  .meta({ description: 'Statistics over all rates that are not stale; null if all are stale.' })
export const comparisonGroups = z
  .array(stats.extend({ group: group.exclude(['stale']) }))
  .meta({ description: 'The same for each group of rates.' })

export const comparedRate = {
  code: fields.bank,
  name: fields.name,
  rate: fields.rate,
  rate_date: fields.rateDate,
  rate_type: fields.type,
  derived: fields.derived,
  method: fields.method,
  stale: fields.stale,
  ...fields.validity,
  kind: fields.kind,
  group,
  printed: fields.beside.printed,
  note: fields.beside.note
}

export const reason = z
  .string()
  .nullable()
  .optional()
  .meta({
    description:
      'Why the rate differs widely from the others, if it does and the reason is known: a currency ' +
      'with multiple exchange rates.',
    examples: ['CUP: 24 for a dollar, and 120 for persons.']
  })

export const comparedBanks = {
  call: 'compare_banks(source, target, today, type, date)',
  head: { ...comparisonFields, stats: comparisonStats, groups: comparisonGroups, notes: fields.notes.optional() },
  list: comparedRate
}

/** The rates, each with the known reason if it differs widely from the others. */
export function withReasons({ head: { notes = [], stats }, list }: Found<typeof comparedBanks.head>): Rows {
  const [rate, date] = [list.at('rate'), list.at('rate_date')]
  return list
    .with(columnsOf({ reason })[0]!, (row) =>
      reasonOf(notes, Number(row[rate]), stats?.median ?? null, row[date] as string)
    )
    .withoutEmpty()
}
