import { z } from 'zod'
import * as fields from '../contract/fields.ts'

const instant = z.iso.datetime()
const minutes = (text: string, example: number) =>
  z
    .int()
    .nullable()
    .meta({ description: text, examples: [example] })
const tables = (days: number) =>
  z
    .int()
    .nonnegative()
    .meta({
      description:
        `The number of tables from which the minutes were measured: those dated in the last ${days} ` +
        "days, but not before the source's first known arrival.",
      examples: [days === 90 ? 63 : 256]
    })

/** When each list of a source publishes, by its own past. */
export const listed = {
  call: 'publication_calendar(now, banks, most)',
  head: {},
  list: {
    code: fields.bank,
    name: fields.name,
    cadence: fields.cadence.meta({ description: 'How often the list has a table.' }),
    series: z
      .int()
      .positive()
      .nullable()
      .meta({
        description: 'The number of its series, if the source has lists of several cadences; otherwise null.',
        examples: [118]
      }),
    timezone: z.string().meta({ description: 'The time zone of the source (IANA).', examples: ['Europe/Berlin'] }),
    latest_date: fields.day('The date of its newest table.'),
    next_date: fields.day('The date of the next expected table; null for a closed series.').nullable(),
    next_at: instant.nullable().meta({
      description:
        'When that table is expected: on the day on which such tables usually arrive, at the time that the publisher states or else at their median time.',
      examples: ['2026-03-19T15:00:00.000000Z']
    }),
    clock: z
      .string()
      .meta({ description: 'The time of day of `next_at` in the time zone of the source.', examples: ['16:00'] }),
    missed: z
      .array(z.iso.date())
      .nullable()
      .meta({
        description:
          'The dates of the last 90 days whose table was expected and has not arrived; null while too few arrivals are known.',
        examples: [['2026-03-17']]
      }),
    late_90_median: minutes(
      'The median of the minutes by which the tables of the last 90 days arrived after the instant at which they were expected; negative for earlier.',
      7
    ),
    late_90_worst: minutes('The maximum of these minutes.', 95),
    late_90_tables: tables(90),
    late_365_median: minutes('The same median over 365 days.', 7),
    late_365_worst: minutes('The maximum over 365 days.', 1_530),
    late_365_tables: tables(365)
  }
}

/** The same with the next ten tables. */
export const coming = {
  ...listed,
  list: { ...listed.list, coming: z.array(z.strictObject({ date: z.iso.date(), at: instant })) }
}
