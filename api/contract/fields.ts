import { z } from 'zod'

/** The fields of answers, each described in one place. */

function text(description: string, ...examples: string[]) {
  return z.string().meta({ description, examples })
}

export const bank = text('The code of the source.', 'ecb')
export const name = text('The name of the source.', 'European Central Bank')
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({ description: 'A currency (ISO 4217).', examples: ['EUR'] })
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .meta({ description: 'A country or territory (ISO 3166-1).', examples: ['DE'] })
export const currencyName = text('The name of the currency in English.', 'Euro')
export const currencySymbol = text('The symbol of the currency, or its code if it has no symbol.', '€')
export const priced = z.boolean().meta({ description: 'True if the currency has a market rate now.', examples: [true] })
export const base = currency.meta({
  description: 'The currency that is priced: the rate is for one unit of it.',
  examples: ['EUR']
})
export const quote = currency.meta({ description: 'The currency in which the base is priced.', examples: ['USD'] })
export const source = currency.meta({
  description: 'The requested source currency: the rate is for one unit of it.',
  examples: ['EUR']
})
export const target = currency.meta({
  description: 'The requested target currency, in which the rate is expressed.',
  examples: ['USD']
})
export const symbol = currency.meta({ description: 'The requested currency.', examples: ['USD'] })
export const type = text('The rate type, such as reference, buy or monthly_average.', 'reference')
export const value = z
  .number()
  .positive()
  .meta({
    description: 'The published value with all its digits, for one unit of base.',
    examples: [1.0834]
  })
export const rate = z
  .number()
  .positive()
  .meta({
    description: 'Units of the target currency for one unit of the source currency.',
    examples: [1.0834]
  })
export const baseIn = z
  .number()
  .nonnegative()
  .meta({
    description: 'Units of the currency for one unit of the base, or for the requested amount.',
    examples: [1.0834]
  })
export const derived = z.boolean().meta({
  description: 'False if the publication prints this rate; true if Ratebook calculated it.',
  examples: [false]
})
export const method = z.enum(['published', 'inverse', 'cross', 'restated']).meta({
  description:
    'How the rate was obtained: as published, one divided by the published rate, a cross over the home ' +
    'currency, or restated in a later unit.',
  examples: ['published']
})

export function day(description: string) {
  return z.iso.date().meta({ description, examples: ['2026-03-17'] })
}

export const cadence = z
  .enum(['daily', 'weekly', 'monthly', 'quarterly', 'yearly'])
  .meta({ description: 'How often the source publishes.', examples: ['daily'] })
export const rateDate = day('The date of the table.')
export const requestedDate = day('The requested date.')
export const instant = z.iso
  .datetime()
  .meta({ description: 'An instant in UTC.', examples: ['2026-03-17T15:00:00.000Z'] })
export const isPublishedOnDate = z.boolean().meta({
  description:
    'True if the source has a table for exactly this date or, in the answer for a pair, the rate. ' +
    'A figure that waits for confirmation is not served; the notes name it.',
  examples: [true]
})
export const count = z
  .number()
  .int()
  .nonnegative()
  .meta({ description: 'The number of items.', examples: [1] })
export const truncated = z.boolean().meta({
  description:
    'True if there are more items than this answer contains; the Link header, if present, points to the next page.',
  examples: [false]
})
export const disclaimer = text('The nature of the values, and the purposes for which they may be used.')
export const kind = z.string().meta({
  description:
    'The kind of institution: central_bank, monetary_authority, tax_authority, customs_authority, ' +
    'treasury, commercial_bank, international, or composite.',
  examples: ['central_bank']
})
export const stale = z.boolean().meta({
  description: 'True if the table is more than 30 days old, or if there is no table.',
  examples: [false]
})
export const overdue = z.boolean().meta({
  description:
    'True if the usual publication dates of the source (its weekdays, holidays and cadence) do ' +
    'not explain the age of the newest table, or if there is no table.',
  examples: [false]
})
export const missed = z
  .int()
  .nonnegative()
  .nullable()
  .meta({
    description: 'The number of tables that should have been published since; null if there is no table yet.',
    examples: [0]
  })
export const address = z.url().meta({ examples: ['https://www.ecb.europa.eu/'] })

export const attribution = z
  .strictObject({
    source: name,
    url: address.meta({ description: 'The page where a person can check a figure.' }),
    terms: z.string().meta({
      description: 'The address of the publisher’s terms of use, or a sentence that says that none are known.',
      examples: ['https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html']
    })
  })
  .meta({ description: 'The source to credit wherever the rates are shown.' })

/** The first and last day on which a published rate is valid, if its document prints them. */
export const validity = {
  valid_from: day('The first day on which the published rate is valid, if the document prints one.')
    .nullable()
    .optional(),
  valid_to: day('The last day on which the published rate is valid, if the document prints one.').nullable().optional()
}

/** The description of a source, without its rates. */
export const selfDescription = {
  dated: z.enum(['made', 'effective', 'period']).meta({
    description:
      'The meaning of a rate’s date: the day on which the rate was made, the first day on which it is ' +
      'effective, or the period that it covers.',
    examples: ['made']
  }),
  publishes: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .nullable()
    .meta({
      description: 'When the newest table is normally published, in the time zone of the source; null if not known.',
      examples: ['16:00']
    }),
  notes: z
    .string()
    .nullable()
    .meta({
      description: 'Omitted rows with the reason, and other facts that a user of the figures needs.',
      examples: ['Gold is printed per gram and stored per troy ounce.']
    }),
  terms: z
    .string()
    .nullable()
    .meta({
      description: 'The use that the publisher’s terms allow; null if unknown.',
      examples: ['The rates are for information only.']
    }),
  verified: z
    .enum(['recording', 'documentation', 'description'])
    .nullable()
    .meta({
      description:
        'The evidence for the adapter: a recorded answer, the publisher’s documentation, or a public ' +
        'description. Null if Ratebook itself is the source.',
      examples: ['recording']
    })
}

/** The figure as the document prints it, if it is not for one unit. */
export const beside = {
  ...validity,
  printed: z
    .strictObject({
      value: z
        .number()
        .positive()
        .meta({
          description: 'The figure, with the digits that the document prints.',
          examples: [705.8364]
        }),
      unit: z.union([z.int().positive(), z.literal('gram')]).meta({
        description: 'The number of base units for which the publisher prints the figure, or `gram`.',
        examples: ['gram']
      })
    })
    .optional()
    .meta({
      description:
        'The figure as printed, if the publisher does not print it for one unit of the base. A ' +
        'calculated rate has none.'
    }),
  note: z
    .string()
    .optional()
    .meta({
      description: 'How the value was calculated from the printed figure, if more than the decimal point moved.',
      examples: ['The publisher prints the price of a gram; the value is that of a troy ounce of 31.1034768 g.']
    })
}

export const printed = z
  .strictObject({ base, quote, type, value, ...beside })
  .meta({ description: 'One published rate.' })
export const resolved = { source, target, rate, rate_type: type, derived, method, ...beside }

export const isVerified = z
  .boolean()
  .meta({ description: 'False if no document that confirms it was read.', examples: [true] })
export const regime = z.string().meta({
  description: 'How the rates of official sources compare with other rates.',
  examples: ['Official sources print the fixed rate; cash was 10 to 25 % dearer.']
})
export const notes = z
  .array(
    z.strictObject({
      currency,
      kind: z.enum(['peg', 'regime', 'redenomination', 'unit', 'doubt', 'waiting', 'unread']).meta({
        description:
          'The kind of note: a peg; a period with multiple exchange rates; a new unit under another ' +
          'code or under the same code; an unusual figure that is served; a published figure that waits ' +
          'for confirmation and is not served yet; or days for which a table may be missing because the ' +
          'runs failed.',
        examples: ['peg']
      }),
      since: day('The first day.'),
      until: day('The last day; null if there is none yet.').nullable(),
      note: z
        .string()
        .meta({ description: 'The note in words.', examples: ['Replaced by TRY: 1000000 TRL for one TRY.'] }),
      verified: isVerified
    })
  )
  .meta({
    description:
      'The pegs, the multiple exchange rates and the new units of the currencies, and the figures ' +
      'that are unusual or wait for confirmation; at most 100.'
  })
export const ratio = z
  .number()
  .positive()
  .meta({
    description: 'The factor by which the rate of the table was multiplied, with convert=successor.',
    examples: [1000000]
  })

export const filled = z.boolean().meta({
  description:
    'With fill=previous: true if the day has no table and its rate is that of the table in force, dated `rate_date`.',
  examples: [true]
})

export const keyId = z.int().meta({ description: 'The number of the key.', examples: [7] })

export const keyName = z.string().meta({ description: 'The purpose of the key.', examples: ['dashboard'] })

export const apiKey = z.string().meta({
  description: 'The key in plain text. It is shown only once.',
  examples: ['rb_0000000000000000000000000000000']
})

export const peer = z
  .string()
  .nullable()
  .meta({
    description:
      'The instance through which the document came, which also gave the times; null if the publisher sent ' +
      'it to this one.',
    examples: ['rates.example.com']
  })
