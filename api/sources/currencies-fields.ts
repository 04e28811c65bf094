import { z } from 'zod'
import { notFound, type HttpError } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'

const ratio = z
  .string()
  .nullable()
  .meta({
    description:
      'The number of former units per unit of the successor; null if there was no single ratio, or ' + 'none is known.',
    examples: ['1000000']
  })
const since = fields.day('The first day.')
const until = fields.day('The last day; null if there is none yet.').nullable()

/** A currency with its dated facts and the sources that quote it. */
export const currencyProfile = {
  call: 'currency_profile(code)',
  head: {
    code: fields.currency,
    name: fields.currencyName,
    first_date: fields.day('The first day of the unit as money; null if it is not known.').nullable(),
    last_date: fields.day('The last day of legal tender or use; null if it is in use.').nullable(),
    successor: fields.currency
      .nullable()
      .meta({ description: 'The currency that replaced it; null if there is none.', examples: ['TRY'] }),
    redenominations: z
      .array(
        z.strictObject({
          former: fields.currency,
          successor: fields.currency,
          date: fields.day('The first day of the new unit.'),
          ratio,
          source: z
            .string()
            .nullable()
            .meta({
              description: 'The act or document that states it; null if none was read.',
              examples: ['Regulation (EC) No 2866/98']
            })
        })
      )
      .meta({
        description:
          'The changes of unit that led to this currency and away from it, ascending. If both codes are ' +
          'equal, the code denoted another unit before.'
      }),
    pegs: z.array(
      z.strictObject({
        anchor: fields.currency
          .nullable()
          .meta({ description: 'The currency to which it is pegged; null for a basket.', examples: ['USD'] }),
        rate: z
          .string()
          .nullable()
          .meta({ description: 'Units of the currency per unit of the anchor.', examples: ['3.75'] }),
        band: z
          .string()
          .nullable()
          .meta({ description: 'A detail besides the rate, such as a band.', examples: ['± 5 %'] }),
        since,
        until,
        authority: z
          .string()
          .meta({ description: 'The authority that maintains the rate.', examples: ['Saudi Central Bank'] }),
        verified: fields.isVerified
      })
    ),
    regimes: z
      .array(z.strictObject({ since, until, note: fields.regime, verified: fields.isVerified }))
      .meta({ description: 'Periods with multiple exchange rates.' }),
    sources: z
      .array(
        z.strictObject({
          bank: fields.bank,
          name: fields.name,
          base: fields.base,
          quote: fields.quote,
          first_date: fields.day('The first date with a rate.'),
          last_date: fields.day('The last date with a rate.')
        })
      )
      .meta({ description: 'The series of the sources that quote it; those with the latest last date first.' })
  },
  list: {}
}

/** The error for a code that no rate can have. */
export function noCurrency(code: string): HttpError {
  return notFound(`there is no currency ${code} in ISO 4217`)
}
