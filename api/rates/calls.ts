import { z } from 'zod'
import type { Database } from '../../sql/database.ts'
import * as fields from '../contract/fields.ts'
import type { Call, Values } from '../formats/call.ts'
import { read, type Found, type Head } from '../formats/read.ts'
import { assertSource, type Bank } from './bank-query.ts'

/** The calls about a source and its rates. They return the columns of a source besides those of the answer. */

export const source = {
  bank: fields.bank,
  name: fields.name,
  rate_types: z.array(fields.type),
  source_url: z.string(),
  terms_url: z.string().nullable(),
  latest_date: z.iso.date().nullable(),
  dated: fields.selfDescription.dated
}

// null if there is no rate
const rateDate = fields.rateDate.nullable()

/** The doubts of the rates, and the state of their printed validity on the date for which they are requested. */
const state = {
  notes: fields.notes.optional(),
  ended: z.iso.date().optional(),
  overdue: fields.overdue.optional()
}

export const bankTable = {
  call: 'bank_table(bank, wanted, type, as_of, today)',
  head: { ...source, rate_date: rateDate, ...state },
  list: fields.printed.shape
}

export const bankPair = {
  call: 'bank_pair(bank, source, target, wanted, type, as_of, with_crosses, today, round)',
  head: {
    ...source,
    rate_date: rateDate,
    rate: fields.rate,
    rate_type: fields.type,
    derived: fields.derived,
    method: fields.method,
    ...fields.beside,
    in_force: z.boolean(),
    ...state,
    // only for a pair without a rate
    first_date: rateDate,
    printed_code: z.string().nullable()
  },
  list: {}
}

export const conversion = {
  call: 'convert_amount(bank, source, target, amount, wanted, today)',
  head: {
    ...source,
    converted: z.number().nullable(),
    rate: fields.rate,
    rate_date: rateDate,
    rate_type: fields.type,
    derived: fields.derived,
    method: fields.method,
    legs: z.array(z.strictObject({ base: fields.base, quote: fields.quote, value: z.string() })),
    in_force: z.boolean()
  },
  list: {}
}

export const availableDates = {
  call: 'availability(bank, from, to, most)',
  head: { ...source, next_date: fields.rateDate.optional() },
  list: { rate_date: fields.rateDate }
}

/** The pairs that most sources publish, most common first. */
export const commonPairs = {
  call: 'common_pairs(most)',
  head: {},
  list: { source: fields.source, target: fields.target, banks: fields.count }
}

type SourceFields = Pick<typeof source, keyof typeof source>

/**
 * A source and the result of a call about it. Throws 404 for an unknown source, 400 for a rate type that it does not
 * have.
 */
export async function readBank<HeadFields extends SourceFields>(
  declared: Call<HeadFields>,
  database: Database,
  values: Values & { bank: string; type?: string }
): Promise<Found<HeadFields> & { bank: Bank }> {
  const found = await read(declared, database, values)
  await assertSource(database, found?.head as Head<SourceFields> | undefined, values)
  return { ...found!, bank: bankOf(found!.head as unknown as Head<SourceFields>) }
}

/** The source of an answer. */
export function bankOf({ bank: code, ...rest }: Head<SourceFields>): Bank {
  return { ...rest, code }
}
