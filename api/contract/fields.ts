import { z } from 'zod'

/** The fields of answers, each described once. */

function text (description: string, ...examples: string[]) {
  return z.string().meta({ description, examples })
}

export const bank = text('The code of the source.', 'ecb')
export const name = text('The name of the source.', 'European Central Bank')
export const currency = z.string().regex(/^[A-Z]{3}$/).meta({ description: 'A currency (ISO 4217).', examples: ['EUR'] })
export const country = z.string().regex(/^[A-Z]{2}$/).meta({ description: 'A country or territory (ISO 3166-1).', examples: ['DE'] })
export const currencyName = text('The name of the currency in English.', 'Euro')
export const currencySymbol = text('The sign of the currency; its code where it has none.', '€')
export const base = currency.meta({ description: 'The currency of which one unit is priced.', examples: ['EUR'] })
export const quote = currency.meta({ description: 'The currency in which it is priced.', examples: ['USD'] })
export const source = currency.meta({ description: 'The currency of which one unit is priced, as asked for.', examples: ['EUR'] })
export const target = currency.meta({ description: 'The currency in which it is priced, as asked for.', examples: ['USD'] })
export const symbol = currency.meta({ description: 'The currency that was asked for.', examples: ['USD'] })
export const type = text('The rate type, in the words of the source.', 'reference')
export const value = z.number().positive().meta({ description: 'The value as published, per one unit of base, with its digits.', examples: [1.0834] })
export const rate = z.number().positive().meta({ description: 'Units of the target for one unit of the source.', examples: [1.0834] })
export const baseIn = z.number().nonnegative().meta({ description: 'Units of the currency for one unit of the base, or for the amount.', examples: [1.0834] })
export const derived = z.boolean().meta({ description: 'True unless the rate stands in the publication itself.', examples: [false] })
export const method = z.enum(['published', 'inverse', 'cross', 'composite'])
  .meta({ description: 'As published, one divided by what is published, a cross over the home currency, or a composite of what several sources published.', examples: ['published'] })

export function day (description: string) {
  return z.iso.date().meta({ description, examples: ['2026-11-20'] })
}

export const rateDate = day('The date of the table.')
export const requestedDate = day('The date that was asked for.')
export const instant = z.iso.datetime().meta({ description: 'An instant in UTC.', examples: ['2026-11-20T15:00:00.000Z'] })
export const isPublishedOnDate = z.boolean().meta({ description: 'True when there is a table of the very date.', examples: [true] })
export const count = z.number().int().nonnegative().meta({ description: 'How many items there are.', examples: [1] })
export const truncated = z.boolean().meta({ description: 'True when there are more than are given; the Link header leads on where there is one.', examples: [false] })
export const disclaimer = text('What the values are good for.')
export const stale = z.boolean().meta({ description: 'True when the table is more than thirty days old, or there is none.', examples: [false] })
export const overdue = z.boolean().meta({ description: 'True when the newest table is older than the source’s own rhythm of weekdays, holidays and cadence explains, or there is none.', examples: [false] })
export const missed = z.int().nonnegative().nullable().meta({ description: 'How many tables that rhythm would have brought since; null where there is no table yet.', examples: [0] })
export const address = z.url().meta({ examples: ['https://www.ecb.europa.eu/'] })

export const attribution = z.strictObject({
  source: name,
  url: address.meta({ description: 'The page on which a person would check a figure.' }),
  terms: address.nullable().meta({ description: 'The publisher’s terms of use, where they are known.' })
}).meta({ description: 'Whom to name where the rates are shown.' })

/** The days on which a published rate holds, where its document prints them. */
export const validity = {
  valid_from: day('The first day on which the published rate holds, where the document prints a validity.').nullable().optional(),
  valid_to: day('The last day on which the published rate holds, where the document prints a validity.').nullable().optional()
}

/** What a source says of itself beside its rates. */
export const selfDescription = {
  dated: z.enum(['made', 'effective', 'period']).meta({ description: 'What the date of a rate is: the day on which it was made, the first day on which it holds, or the period that it stands for.', examples: ['made'] }),
  publishes: z.string().regex(/^\d\d:\d\d$/).nullable().meta({ description: 'When the newest table is normally published, in the time zone of the source; null where that is not known.', examples: ['16:00'] }),
  notes: z.string().nullable().meta({ description: 'What is left out and why, and what else a reader of the figures must know.', examples: ['Gold is printed per gram and stored per troy ounce.'] }),
  terms: z.string().nullable().meta({ description: 'What the terms of the publisher allow, where that is known.', examples: ['The rates are for information only.'] }),
  verified: z.enum(['recording', 'documentation', 'description']).nullable()
    .meta({ description: 'What the adapter was checked against: a recorded answer, the publisher’s documentation, or a public description. Null where Ratebook is the source.', examples: ['recording'] })
}

export const printed = z.strictObject({ base, quote, type, value, ...validity }).meta({ description: 'One published rate.' })
export const resolved = { source, target, rate, rate_type: type, derived, method, ...validity }

export const keyId = z.int().meta({ description: 'The number of a key.', examples: [7] })

export const keyName = z.string().meta({ description: 'What the key is for, in its owner’s words.', examples: ['dashboard'] })

export const apiKey = z.string().meta({ description: 'The key in clear text. It is shown only once.', examples: ['rb_0000000000000000000000000000000'] })
