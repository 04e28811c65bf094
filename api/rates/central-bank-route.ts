import { z } from 'zod'
import { notFound, asOfClause } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import type { Answer } from '../formats/answer.ts'
import { FORMATS } from '../formats/index.ts'
import type { Rows } from '../formats/rows.ts'
import { REVALIDATE } from '../server/cache-control.ts'
import { route, type Context } from '../server/route.ts'
import { aheadNote, notInForceNote } from './ahead.ts'
import { assertIngested, disclaimerOf, doubtNotes, isOverdueOn, type Bank } from './bank-query.ts'
import { findPair, pairNotCovered, type PairLookup } from './pair-query.ts'
import { findTable, type TableLookup } from './tables-query.ts'

const { bank, date, source, target, type, asOf } = parameters

const latestFields = { bank: fields.bank, name: fields.name, rate_date: fields.rateDate }
const datedFields = {
  bank: fields.bank,
  name: fields.name,
  requested_date: fields.requestedDate,
  rate_date: fields.rateDate,
  published_on_requested_date: fields.isPublishedOnDate
}
const expiry = {
  note: z
    .string()
    .optional()
    .meta({
      description:
        'Given if the date lies ahead of all tables, if the table does not hold yet, if the printed validity had ended, or if the value was calculated from a ' +
        'figure for another unit.',
      examples: ['The printed validity ended on 2026-08-31.']
    }),
  overdue: fields.overdue.optional().meta({
    description: 'Given if the printed validity had ended: true if the source should have published the next table.'
  })
}
const rates = z.array(fields.printed).meta({ description: 'The published rates, ordered by base, quote and type.' })
const disclaimer = fields.disclaimer
const notes = fields.notes.optional()

export const latest = route({
  path: '/api/v1/central-bank/:bank/latest',
  elsewhere: parameters.NEWEST_ONLY,
  summary: 'Get the newest table of a source, or one pair from it',
  access: 'key',
  params: { bank },
  query: { source: source.optional(), target: target.optional(), type: type.optional() },
  examples: [
    { summary: 'The whole table', request: {} },
    { summary: 'One pair', request: { source: 'USD', target: 'GBP' } }
  ],
  formats: FORMATS,
  response: z.union([
    z.strictObject({ ...latestFields, rates, notes, ...expiry, disclaimer }),
    z.strictObject({ ...latestFields, ...fields.resolved, notes, ...expiry, disclaimer })
  ]),
  failures: [404],
  cacheControl: REVALIDATE,
  cache: { of: (request) => request.bank },
  run: async (request, { database, today }) => {
    const pair = parameters.pairOf(request)
    const { type } = request
    // Some tables hold for days to come: the newest is the one with the latest date, even a future one.
    const lookup = { bank: request.bank, on: 'infinity', type }
    if (pair) {
      const { bank, found, last } = await findPair(database, { ...lookup, ...pair })
      assertIngested(bank)
      if (!found) throw pairNotCovered(bank, pair, { last })
      const notes = await doubtNotes(database, { bank: bank.code, codes: Object.values(pair), from: found.rateDate })
      return {
        fields: {
          bank: bank.code,
          name: bank.name,
          rate_date: found.rateDate,
          ...found.resolved,
          notes,
          ...(await expiryOf(database, {
            bank,
            fields: {
              ...found.resolved,
              note: joined(found.resolved.note, notInForceNote(bank, found.rateDate, today))
            },
            on: today,
            today
          })),
          disclaimer: disclaimerOf(bank)
        },
        rows: { beside: ['bank', 'rate_date', ...Object.keys(found.resolved)] },
        fileName: `${bank.code}-latest-${pair.source}-${pair.target}-${found.rateDate}`
      }
    }
    const { bank, table } = await findTable(database, lookup)
    assertIngested(bank)
    if (!table) throw notFound(`the newest table of ${bank.code} has no rate of type ${type}`)
    return {
      fields: {
        bank: bank.code,
        name: bank.name,
        rate_date: table.rateDate,
        rates: table.rates,
        notes: await doubtNotes(database, { bank: bank.code, from: table.rateDate }),
        ...(await expiryOf(database, {
          bank,
          fields: { ...table, note: notInForceNote(bank, table.rateDate, today) },
          on: today,
          today
        })),
        disclaimer: disclaimerOf(bank)
      },
      rows: { list: 'rates', beside: ['bank', 'rate_date'] },
      fileName: `${bank.code}-latest-${table.rateDate}`
    }
  }
})

export const dated = route({
  path: '/api/v1/central-bank/:bank/:date',
  summary: 'Get the table of a source in force on a date, or one pair from it',
  access: 'paid',
  params: { bank, date },
  query: { source: source.optional(), target: target.optional(), type: type.optional(), as_of: asOf.optional() },
  examples: [
    { summary: 'The whole table', request: {} },
    { summary: 'One pair', request: { source: 'USD', target: 'GBP' } }
  ],
  response: z.union([
    z.strictObject({ ...datedFields, rates, notes, ...expiry, disclaimer }),
    z.strictObject({ ...datedFields, ...fields.resolved, notes, ...expiry, disclaimer })
  ]),
  failures: [404],
  cacheControl: REVALIDATE,
  cache: { of: (request) => request.bank },
  run: async (request, { database, today }): Promise<Answer> => {
    const pair = parameters.pairOf(request)
    const { date, type, as_of: asOf } = request
    const lookup = { bank: request.bank, on: date, type, asOf }
    const { bank, rateDate, fields } = pair
      ? await pairFields(database, { ...lookup, ...pair })
      : await tableFields(database, lookup)
    assertIngested(bank)
    if (fields === undefined) throw notFound(`${bank.code} has no table on or before ${date}${asOfClause(asOf)}`)
    return {
      fields: {
        bank: bank.code,
        name: bank.name,
        requested_date: date,
        rate_date: rateDate,
        published_on_requested_date: rateDate === date,
        ...fields,
        notes:
          asOf === undefined
            ? await doubtNotes(database, { bank: bank.code, codes: pair && Object.values(pair), from: rateDate! })
            : undefined,
        ...(await expiryOf(database, {
          bank,
          fields: { ...fields, note: joined(fields.note, aheadNote(date, rateDate!, today)) },
          on: date,
          today
        })),
        disclaimer: disclaimerOf(bank)
      }
    }
  }
})

interface Expiring {
  bank: Bank
  fields: { rates?: Rows; valid_to?: string; note?: string | undefined }
  /** The date for which the rates are given. */
  on: string
  today: string
}

/** The fields of rates whose printed validity had ended before the date for which they are given; none for others. */
async function expiryOf(
  database: Context['database'],
  { bank, fields: { rates, valid_to: ownEnd, note }, on, today }: Expiring
) {
  const at = rates?.at('valid_to') ?? -1
  const ends =
    rates === undefined ? [ownEnd ?? null] : at < 0 ? [null] : rates.cells.map((row) => row[at] as string | null)
  const last = ends.includes(null) ? undefined : ends.reduce((latest, it) => (it! > latest! ? it : latest))
  if (last === undefined || last! >= on) return note === undefined ? {} : { note }
  const isOverdue = await isOverdueOn(database, bank, on < today ? on : today)
  return {
    note: joined(note, `The printed validity ended on ${last}.`),
    overdue: isOverdue
  }
}

/** Sentences as one note; undefined if there is none. */
function joined(...sentences: Array<string | undefined>): string | undefined {
  return sentences.filter((it) => it !== undefined).join(' ') || undefined
}

async function pairFields(database: Context['database'], lookup: PairLookup) {
  const { bank, found, last } = await findPair(database, lookup)
  if (!found) throw pairNotCovered(bank, lookup, { when: `for ${lookup.on}${asOfClause(lookup.asOf)}`, last })
  return { bank, rateDate: found.rateDate, fields: found.resolved }
}

async function tableFields(database: Context['database'], lookup: TableLookup) {
  const { bank, table } = await findTable(database, lookup)
  return {
    bank,
    rateDate: table?.rateDate,
    fields: table && { rates: table.rates, note: undefined as string | undefined }
  }
}
