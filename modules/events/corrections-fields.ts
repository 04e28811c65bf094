import { z } from 'zod'
import * as fields from '../../api/contract/fields.ts'

const publication = z.int().positive()
const instant = z.iso.datetime()
const unit = z.string()

/** The corrected and withdrawn figures in a window, ascending by date. */
export const listed = {
  call: 'corrections(bank, from, to, as_of, most)',
  head: { next_date: fields.rateDate.optional() },
  list: {
    date: fields.rateDate,
    source: fields.bank,
    base: fields.base,
    quote: fields.quote,
    type: fields.type,
    old_value: z
      .number()
      .positive()
      .meta({ description: 'The value of one unit of the base before the correction.', examples: [0.8613] }),
    new_value: z
      .number()
      .positive()
      .nullable()
      .meta({ description: 'The value after it; null if the figure was withdrawn.', examples: [0.8631] }),
    difference: z
      .number()
      .nullable()
      .meta({
        description:
          'The new value less the old one; 0 if only the unit or the validity was corrected, null if the figure was withdrawn.',
        examples: [0.0018]
      }),
    old_unit: unit.meta({
      description: 'The number of base units for which the old figure was printed, or `gram`.',
      examples: ['1']
    }),
    new_unit: unit.nullable().meta({
      description:
        'The number of base units for which the new figure was printed, or `gram`; null if the figure ' +
        'was withdrawn.',
      examples: ['1']
    }),
    old_publication: publication.meta({ description: 'The document of the old figure.', examples: [12] }),
    new_publication: publication
      .nullable()
      .meta({ description: 'The document of the new figure; null if the figure was withdrawn.', examples: [15] }),
    known_at: instant.meta({
      description: 'When this service first had the old figure.',
      examples: ['2026-03-17T15:00:00.000000Z']
    }),
    corrected_at: instant.meta({
      description: 'When the new figure replaced it, or when it was withdrawn.',
      examples: ['2026-03-18T15:00:00.000000Z']
    }),
    crosses_of: fields.currency.nullable().meta({
      description:
        'The currency whose inverse and cross rates, at this source on this date, were calculated ' +
        'from the figure; null if the pair does not contain the home currency.',
      examples: ['USD']
    }),
    rules: z.array(z.string()).meta({
      description:
        'The legal rules that name the source and are in force on the date. Their applicable rates ' +
        'may have used the figure.',
      examples: [['de-vat']]
    })
  }
}
