import { z } from 'zod'
import * as fields from '../../api/contract/fields.ts'

/** Changeovers of currencies, ascending by date. */
export const listed = {
  call: 'changeovers(currency, from, to)',
  head: {},
  list: {
    former: fields.currency,
    former_name: fields.currencyName.nullable(),
    successor: fields.currency,
    successor_name: fields.currencyName.nullable(),
    date: fields.day('The first day of the new unit as money.'),
    ratio: z
      .string()
      .nullable()
      .meta({
        description:
          'The number of former units per new unit; null if there was no single ratio, or none is ' + 'known.',
        examples: ['1.95583']
      }),
    same_code: z.boolean().meta({
      description: 'True if the code stayed the same and denotes the new unit from this date on.',
      examples: [false]
    }),
    former_from: fields.day('The first day of the former unit as the currency; null if it is not known.').nullable(),
    former_until: fields
      .day('The last day of the former as legal tender or in use; null if it is not known.')
      .nullable(),
    tender_until: fields.day('The last day of the former as legal tender; null if it is not known.').nullable(),
    double_from: fields
      .day(
        'The first day on which notes and coins of both were legal tender; null if there was none, or none is known.'
      )
      .nullable(),
    double_until: fields.day('The last such day.').nullable(),
    act: z
      .string()
      .nullable()
      .meta({
        description: 'The legal act, as public pages cite it, or other evidence; null if neither was found.',
        examples: ['Regulation (EU) 2025/1409']
      }),
    sources: z
      .array(
        z.strictObject({
          bank: fields.bank,
          first_date: fields.day('The date of its first rate of the former.'),
          last_date: fields.day('The date of its last rate of the former.'),
          successor_from: fields.day('The date of its first rate of the successor; null if it has none.').nullable()
        })
      )
      .meta({ description: 'The sources whose stored tables have the former unit, each with its own dates.' })
  }
}
