import { z } from 'zod'
import { notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { SHARED } from '../server/cache-control.ts'
import { ALL } from '../server/cache.ts'
import { route } from '../server/route.ts'
import { notInForceNote } from './ahead.ts'
import { absoluteUrl, attributionOf, doubtNotes, type Bank } from './bank-query.ts'
import { findPair, pairNotCovered } from './pair-query.ts'
import { fresh } from '../sources/sources-fields.ts'
import { freshnessRows } from '../sources/sources-query.ts'
import { findTable } from './tables-query.ts'

const note = z
  .string()
  .optional()
  .meta({
    description: 'Given if the table does not hold yet, or if the value was calculated from a figure for another unit.',
    examples: ['This table holds from 2026-11-30 on.']
  })

const openPair = {
  ...fields.resolved,
  method: fields.method.meta({
    description:
      'How the rate came about: as published, or one divided by the published rate. A currency against ' +
      'itself is a cross.'
  })
}

export const openBank = route({
  path: '/api/open/central-bank/:bank',
  elsewhere: parameters.NEWEST_ONLY,
  summary: 'Get the newest table of a source, or one pair from it, from any web page',
  access: 'keyless',
  cors: true,
  params: { bank: parameters.bank },
  query: {
    source: parameters.source.optional(),
    target: parameters.target.optional(),
    type: parameters.type.optional()
  },
  examples: [
    { summary: 'The whole table', request: {} },
    { summary: 'One pair', request: { source: 'USD', target: 'EUR' } }
  ],
  response: z.union([
    z.strictObject({
      bank: fields.bank,
      rate_date: fields.rateDate,
      rates: z.array(fields.printed),
      notes: fields.notes.optional(),
      note,
      attribution: fields.attribution
    }),
    z.strictObject({
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
    })
  ]),
  failures: [404],
  cacheControl: SHARED,
  cache: { of: (request) => request.bank },
  run: async (request, { database, origin, today }) => {
    const pair = parameters.pairOf(request)
    const { type } = request
    const lookup = { bank: request.bank, on: 'infinity', type }
    const attribution = (bank: Bank) => attributionOf({ ...bank, source_url: absoluteUrl(bank.source_url, origin) })
    if (pair) {
      const { bank, found, last } = await findPair(database, { ...lookup, ...pair, withCrosses: false })
      if (!found && bank.latest_date === null) throw notFound(`${bank.code} has no table yet`)
      if (!found) throw pairNotCovered(bank, pair, { last })
      const notes = await doubtNotes(database, { bank: bank.code, codes: Object.values(pair), from: found.rateDate })
      return {
        fields: {
          bank: bank.code,
          rate_date: found.rateDate,
          ...found.resolved,
          rates: [found.resolved],
          notes,
          note: notInForceNote(bank, found.rateDate, today) ?? found.resolved.note,
          attribution: attribution(bank)
        }
      }
    }
    const { bank, table } = await findTable(database, lookup)
    if (!table) {
      throw notFound(
        bank.latest_date === null
          ? `${bank.code} has no table yet`
          : `the newest table of ${bank.code} has no rate of type ${type}`
      )
    }
    const notes = await doubtNotes(database, { bank: bank.code, from: table.rateDate })
    return {
      fields: {
        bank: bank.code,
        rate_date: table.rateDate,
        rates: table.rates,
        notes,
        note: notInForceNote(bank, table.rateDate, today),
        attribution: attribution(bank)
      }
    }
  }
})

export const openBanks = route({
  path: '/api/open/central-banks',
  summary: 'List how current each source is',
  access: 'keyless',
  cors: true,
  response: z.strictObject({
    sources: z.array(z.strictObject(fresh)),
    checked_at: fields.instant,
    stale_count: fields.count,
    overdue_count: fields.count
  }),
  cacheControl: SHARED,
  cache: { of: () => ALL, seconds: 60 },
  run: async (_request, { database, today, now }) => {
    const sources = await freshnessRows(database, today)
    const count = (name: 'stale' | 'overdue') => sources.cells.filter((row) => row[sources.at(name)] === true).length
    return {
      fields: {
        sources,
        checked_at: new Date(now).toISOString(),
        stale_count: count('stale'),
        overdue_count: count('overdue')
      }
    }
  }
})
