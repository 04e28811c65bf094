import { z } from 'zod'
import * as fields from '../contract/fields.ts'

/** A source in the list of all. */
export const listed = {
  code: fields.bank,
  name: fields.name,
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .meta({
      description: 'The country code (ISO 3166-1); EU for the euro area, XX for an institution of several countries.',
      examples: ['EU']
    }),
  home_ccy: fields.currency.meta({ description: 'The home currency.', examples: ['EUR'] }),
  kind: fields.kind,
  rate_types: z.array(z.string()).meta({
    description: 'The rate types of the source. The default for a pair is the first type that has it.',
    examples: [['reference']]
  }),
  latest_date: fields.day('The date of the newest table; null if there is none yet.').nullable(),
  days_of_history: z
    .number()
    .int()
    .nonnegative()
    .meta({ description: 'The number of dates with a stored table.', examples: [7000] }),
  source_url: fields.address.meta({ description: 'The page where a person can check a figure.' }),
  ...fields.selfDescription
}

/** The freshness of a source. */
export const fresh = {
  code: fields.bank,
  name: fields.name,
  latest_date: fields.day('The date of the newest table; null if there is none yet.').nullable(),
  cadence: fields.cadence,
  stale: fields.stale,
  overdue: fields.overdue,
  missed: fields.missed,
  ...fields.selfDescription
}

export const allSources = { call: 'list_banks()', head: {}, list: listed }
export const freshSources = { call: 'list_sources(today)', head: {}, list: fresh }
