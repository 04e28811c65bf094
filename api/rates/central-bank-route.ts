import { z } from 'zod'
import { asOfClause, notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { FORMATS } from '../formats/index.ts'
import { REVALIDATE } from '../server/cache-control.ts'
import { type Head } from '../formats/read.ts'
import { endpoint, shape } from '../server/endpoint.ts'
import { assertIngested, assertSource, disclaimerOf } from './bank-query.ts'
import { bankOf, bankPair, bankTable } from './calls.ts'
import { aheadNote, joined, notInForceNote } from './ahead.ts'
import { assertCovered } from './missing.ts'

const { bank, date, source, target, type, asOf, places } = parameters

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
        'Present if the date is after all tables, if the table is not yet in force, if the printed validity had ended, or if the value was calculated from a ' +
        'figure for another unit.',
      examples: ['The printed validity ended on 2026-08-31.']
    }),
  overdue: fields.overdue.optional().meta({
    description:
      'Present if the printed validity had ended, without `as_of`: true if the source should have published the next table.'
  })
}
const rates = z.array(fields.printed).meta({ description: 'The published rates, ordered by base, quote and type.' })
const disclaimer = fields.disclaimer
const notes = fields.notes.optional()

interface Request {
  bank: string
  date?: string
  source?: string
  target?: string
  type?: string
  round?: string
  as_of?: string
}

interface NotedHead {
  bank: string
  rate_date: string | null
  dated: 'made' | 'effective' | 'period'
  note?: string
  ended?: string
}

const computed = {
  note: ({ head }: { head: NotedHead }, { date }: Request, { today }: { today: string }) =>
    joined(
      head.note,
      date === undefined ? notInForceNote(head, head.rate_date!, today) : aheadNote(date, head.rate_date!, today),
      head.ended && `The printed validity ended on ${head.ended}.`
    ),
  disclaimer: ({ head }: { head: { bank: string } }) => disclaimerOf(head.bank)
}

const tableFields = { rates, notes, ...expiry, disclaimer }
const pairFields = { ...fields.resolved, notes, ...expiry, disclaimer }

/** The fields of a pair that are repeated in each row of a file. */
function besidePair(head: Head<typeof bankPair.head>): string[] {
  return [
    'bank',
    'rate_date',
    ...Object.keys(fields.resolved).filter((field) => /^(source|target)$/.test(field) || field in head)
  ]
}

// Some tables take effect on a later date. The newest table is the one with the latest date, even a future one.
const newest = (_request: Request, { today }: { today: string }) => ({ wanted: 'infinity', with_crosses: true, today })

export const latest = endpoint({
  path: '/api/v1/central-bank/:bank/latest',
  elsewhere: parameters.NEWEST_ONLY,
  summary: 'Get the newest table of a source, or one pair from it',
  access: 'key',
  params: { bank },
  query: { source: source.optional(), target: target.optional(), type: type.optional(), round: places.optional() },
  examples: [
    { summary: 'The whole table', request: {} },
    { summary: 'One pair', request: { source: 'USD', target: 'GBP' } }
  ],
  formats: FORMATS,
  failures: [404],
  cacheControl: REVALIDATE,
  cache: { of: (request) => request.bank },
  shapes: [
    shape({
      when: (request: Request) => !parameters.hasPair(request),
      call: bankTable,
      values: newest,
      fields: z.strictObject({ ...latestFields, ...tableFields }),
      list: 'rates',
      computed,
      async check(found, request, { database }) {
        await assertSource(database, found?.head, request)
        const { head, list } = found!
        assertIngested(bankOf(head))
        if (list.length === 0) throw notFound(`${head.bank} has no rate of type ${request.type} yet`)
      },
      rest: ({ head }) => ({
        rows: { list: 'rates', beside: ['bank', 'rate_date'] },
        fileName: `${head.bank}-latest-${head.rate_date}`
      })
    }),
    shape({
      call: bankPair,
      values: newest,
      fields: z.strictObject({ ...latestFields, ...pairFields }),
      computed,
      async check(found, request: Request, { database }) {
        await assertSource(database, found?.head, request)
        const { head } = found!
        assertIngested(bankOf(head))
        assertCovered(head, request)
      },
      rest: ({ head }, { source, target }) => ({
        rows: { beside: besidePair(head) },
        fileName: `${head.bank}-latest-${source}-${target}-${head.rate_date}`
      })
    })
  ]
})

const onDate = ({ date }: Request, { today }: { today: string }) => ({ wanted: date, with_crosses: true, today })

const ofDate = {
  ...computed,
  requested_date: (_found: unknown, { date }: Request) => date,
  published_on_requested_date: ({ head }: { head: { rate_date: string | null } }, { date }: Request) =>
    head.rate_date === date
}

export const dated = endpoint({
  path: '/api/v1/central-bank/:bank/:date',
  summary: 'Get the table of a source in force on a date, or one pair from it',
  access: 'paid',
  params: { bank, date },
  query: {
    source: source.optional(),
    target: target.optional(),
    type: type.optional(),
    round: places.optional(),
    as_of: asOf.optional()
  },
  examples: [
    { summary: 'The whole table', request: {} },
    { summary: 'One pair', request: { source: 'USD', target: 'GBP' } }
  ],
  failures: [404],
  cacheControl: REVALIDATE,
  cache: { of: (request) => request.bank },
  shapes: [
    shape({
      when: (request: Request) => !parameters.hasPair(request),
      call: bankTable,
      values: onDate,
      fields: z.strictObject({ ...datedFields, ...tableFields }),
      list: 'rates',
      computed: ofDate,
      async check(found, request, { database }) {
        await assertSource(database, found?.head, request)
        const { head, list } = found!
        assertIngested(bankOf(head))
        const { date, type, as_of: asOf } = request
        const what = type === undefined ? 'table' : `rate of type ${type}`
        if (list.length === 0) throw notFound(`${head.bank} has no ${what} on or before ${date}${asOfClause(asOf)}`)
      }
    }),
    shape({
      call: bankPair,
      values: onDate,
      fields: z.strictObject({ ...datedFields, ...pairFields }),
      computed: ofDate,
      async check(found, request: Request, { database }) {
        await assertSource(database, found?.head, request)
        const { head } = found!
        assertCovered(head, request, `for ${request.date}${asOfClause(request.as_of)}`)
      }
    })
  ]
})
