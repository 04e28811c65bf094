import { z } from 'zod'
import * as fields from '../contract/fields.ts'
import { source } from '../rates/calls.ts'

/** A document behind a table. */
export const listed = {
  id: z
    .number()
    .int()
    .positive()
    .meta({ description: 'The number of the publication.', examples: [1] }),
  url: z.string().meta({
    description: 'The URL that was requested.',
    examples: ['https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml']
  }),
  method: z.enum(['GET', 'POST']).meta({ examples: ['GET'] }),
  media_type: z.string().meta({ description: 'The media type that the publisher declared.', examples: ['text/xml'] }),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({
      description: 'The SHA-256 of the original bytes.',
      examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855']
    }),
  size: z
    .number()
    .int()
    .nonnegative()
    .meta({ description: 'The size in bytes.', examples: [1742] }),
  fetched_at: fields.instant.meta({ description: 'When this content was first fetched.' }),
  last_fetched_at: fields.instant.meta({ description: 'When it was last fetched.' }),
  rates: fields.count.meta({ description: 'The number of rates in the table that come from it.' }),
  peer: fields.peer
}

/** A source and the documents behind its newest table on or before a date. */
export const documentsOfTable = {
  call: 'publications_on(bank, date)',
  head: { ...source, rate_date: fields.rateDate.nullable() },
  list: listed
}
