import { z } from 'zod'
import { notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { SHARED } from '../server/cache-control.ts'
import { ALL } from '../server/cache.ts'
import { type Found } from '../formats/read.ts'
import { endpoint, shape } from '../server/endpoint.ts'
import { notInForceNote } from './ahead.ts'
import { absoluteUrl, assertSource, attributionOf } from './bank-query.ts'
import { bankPair, bankTable, type source } from './calls.ts'
import { assertCovered } from './missing.ts'
import { fresh, freshSources } from '../sources/sources-fields.ts'
import type { Rows } from '../formats/rows.ts'

const note = z
  .string()
  .optional()
  .meta({
    description:
      'Present if the table is not yet in force, or if the value was calculated from a figure for another unit.',
    examples: ['This table takes effect on 2026-11-30.']
  })

const openPair = {
  ...fields.resolved,
  method: fields.method.meta({
    description:
      'How the rate was obtained: as published, or one divided by the published rate. A currency against ' +
      'itself is a cross.'
  })
}

interface Request {
  bank: string
  source?: string
  target?: string
  type?: string
  round?: string
}

const values = (_request: Request, { today }: { today: string }) => ({ wanted: 'infinity', with_crosses: false, today })

const computed = {
  attribution: ({ head }: Found<typeof source>, _request: Request, { origin }: { origin: string }) =>
    attributionOf({ ...head, source_url: absoluteUrl(head.source_url, origin) })
}

export const openBank = endpoint({
  path: '/api/open/central-bank/:bank',
  elsewhere: parameters.NEWEST_ONLY,
  summary: 'Get the newest table of a source, or one pair from it, from any web page',
  access: 'keyless',
  cors: true,
  params: { bank: parameters.bank },
  query: {
    source: parameters.source.optional(),
    target: parameters.target.optional(),
    type: parameters.type.optional(),
    round: parameters.places.optional()
  },
  examples: [
    { summary: 'The whole table', request: {} },
    { summary: 'One pair', request: { source: 'USD', target: 'EUR' } }
  ],
  failures: [404],
  cacheControl: SHARED,
  cache: { of: (request) => request.bank },
  shapes: [
    shape({
      when: (request: Request) => !parameters.hasPair(request),
      call: bankTable,
      values,
      fields: z.strictObject({
        bank: fields.bank,
        rate_date: fields.rateDate,
        rates: z.array(fields.printed),
        notes: fields.notes.optional(),
        note,
        attribution: fields.attribution
      }),
      list: 'rates',
      computed: { ...computed, note: ({ head }, _request, { today }) => notInForceNote(head, head.rate_date!, today) },
      async check(found, request, { database }) {
        await assertSource(database, found?.head, request)
        const { head, list } = found!
        if (list.length > 0) return
        throw notFound(
          head.latest_date === null
            ? `${head.bank} has no table yet`
            : `${head.bank} has no rate of type ${request.type} yet`
        )
      }
    }),
    shape({
      call: bankPair,
      values,
      fields: z.strictObject({
        bank: fields.bank,
        rate_date: fields.rateDate,
        ...openPair,
        rates: z
          .array(z.strictObject(openPair))
          .length(1)
          .meta({ description: 'The same rate as the one record of a list.' }),
        notes: fields.notes.optional(),
        note,
        attribution: fields.attribution
      }),
      computed: {
        ...computed,
        rates: ({ head }, request: Request) => [picked(openPair, { ...request, ...head })],
        note: ({ head }, _request, { today }) => notInForceNote(head, head.rate_date!, today) ?? head.note
      },
      async check(found, request: Request, { database }) {
        await assertSource(database, found?.head, request)
        const { head } = found!
        if (head.rate_date === null && head.latest_date === null) throw notFound(`${head.bank} has no table yet`)
        assertCovered(head, request)
      }
    })
  ]
})

function picked(shape: object, values: object): object {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, values[name as keyof typeof values]]))
}

const countOf = (name: 'stale' | 'overdue') => (found: { list: Rows }) =>
  found.list.list(name).filter((flag) => flag === true).length

export const openBanks = endpoint({
  path: '/api/open/central-banks',
  summary: 'List how current each source is',
  access: 'keyless',
  cors: true,
  cacheControl: SHARED,
  cache: { of: () => ALL, seconds: 60 },
  shapes: [
    shape({
      call: freshSources,
      values: (_request: object, { today }) => ({ today }),
      fields: z.strictObject({
        sources: z.array(z.strictObject(fresh)),
        checked_at: fields.instant,
        stale_count: fields.count,
        overdue_count: fields.count
      }),
      list: 'sources',
      computed: {
        checked_at: (_found, _request, { now }) => new Date(now).toISOString(),
        stale_count: countOf('stale'),
        overdue_count: countOf('overdue')
      }
    })
  ]
})
