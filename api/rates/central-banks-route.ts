import { z } from 'zod'
import { notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { DISCLAIMER, METHODOLOGY } from '../contract/texts.ts'
import { FORMATS } from '../formats/index.ts'
import { REVALIDATE } from '../server/cache-control.ts'
import { ALL } from '../server/cache.ts'
import { route } from '../server/route.ts'
import { absoluteUrl, assertAnyIngested } from './bank-query.ts'
import { compareBanks, RATE_GROUPS } from './comparison-query.ts'
import { columnsOf } from '../formats/columns.ts'
import { listed } from '../sources/sources-fields.ts'
import { sourceRows } from '../sources/sources-query.ts'

const endpoints = z
  .strictObject({
    latest: z.string(),
    by_date: z.string().meta({ description: 'Replace {date} with a date.' }),
    history: z.string()
  })
  .meta({ description: 'The endpoints of this source.' })

export const banks = route({
  path: '/api/v1/central-banks',
  summary: 'List all sources, including those without stored rates',
  access: 'key',
  formats: FORMATS,
  response: z.strictObject({
    banks: z.array(
      z.strictObject({
        ...listed,
        endpoints
      })
    ),
    disclaimer: fields.disclaimer
  }),
  cacheControl: REVALIDATE,
  cache: { of: () => ALL },
  run: async (_request, { database, origin }) => {
    const banks = columnsOf({ endpoints }).reduce(
      (rows, column, at) =>
        rows.with(column, ([code]) => `${origin}/api/v1/central-bank/${code}/${['latest', '{date}', 'history'][at]}`),
      (await sourceRows(database)).map('source_url', (url) => absoluteUrl(url as string, origin))
    )
    return { fields: { banks, disclaimer: DISCLAIMER }, rows: { list: 'banks', beside: [] }, fileName: 'central-banks' }
  }
})

const stats = z.strictObject({
  min: fields.rate,
  max: fields.rate,
  median: fields.rate,
  spread_bps: z
    .number()
    .nonnegative()
    .meta({
      description: 'The highest rate minus the lowest, in basis points of the median.',
      examples: [12.5]
    }),
  banks_in_stats: fields.count
})

const group = z.enum(RATE_GROUPS).meta({
  description:
    'The rates with which a rate can be compared: `daily` middle and reference rates, `sides` (buying ' +
    'and selling rates), those of `commercial` banks, those for `periods` of a week or longer, `older` ' +
    'ones, of one day, than the rhythm of the source or two weeks explain, or `stale` ones.',
  examples: ['daily']
})

export const comparison = route({
  path: '/api/v1/central-banks/rates',
  summary: 'Compare one pair across all sources that have it, with statistics',
  access: 'key',
  query: {
    source: parameters.source,
    target: parameters.target,
    type: parameters.type.optional().meta({
      description:
        'A rate type, or `comparable` for the daily middle and reference rates alone. The default is the ' +
        'first type of each source that has the pair.',
      examples: ['comparable']
    })
  },
  formats: FORMATS,
  response: z.strictObject({
    source: fields.source,
    target: fields.target,
    as_of: fields.day('The newest date in the list.'),
    count: fields.count,
    banks: z.array(
      z.strictObject({
        code: fields.bank,
        name: fields.name,
        rate: fields.rate,
        rate_date: fields.rateDate,
        rate_type: fields.type,
        derived: fields.derived,
        method: fields.method,
        stale: fields.stale,
        kind: fields.kind,
        group,
        ...fields.beside,
        reason: z
          .string()
          .nullable()
          .optional()
          .meta({
            description:
              'Why the rate may be far from the others, if it is and the reason is known: several rates ' +
              'stand side by side.',
            examples: ['CUP: 24 for a dollar, and 120 for persons.']
          })
      })
    ),
    stats: stats
      .nullable()
      .meta({ description: 'Statistics over all rates that are not stale; null if all are stale.' }),
    groups: z
      .array(stats.extend({ group: group.exclude(['stale']) }))
      .meta({ description: 'The same for each group of rates.' }),
    notes: fields.notes.optional(),
    methodology: z.string().meta({ description: 'How the rates and the statistics were obtained.' }),
    disclaimer: fields.disclaimer
  }),
  failures: [404],
  cacheControl: REVALIDATE,
  cache: { of: () => ALL },
  run: async (request, { database, today }) => {
    const { source, target } = parameters.pairOf(request)!
    const { banks, stats, groups, notes } = await compareBanks(database, { source, target, type: request.type, today })
    if (banks.length === 0) {
      await assertAnyIngested(database)
      throw notFound(
        `no source has the pair ${source} to ${target}${request.type === undefined ? '' : ` as ${request.type}`}`
      )
    }
    const dates = banks.cells.map((row) => row[banks.at('rate_date')] as string)
    return {
      fields: {
        source,
        target,
        as_of: dates.reduce((newest, date) => (date > newest ? date : newest)),
        count: banks.length,
        banks,
        stats,
        groups,
        notes: notes.length > 0 ? notes : undefined,
        methodology: METHODOLOGY,
        disclaimer: DISCLAIMER
      },
      rows: { list: 'banks', beside: ['source', 'target'] },
      fileName: `comparison-${source}-${target}-${today}`
    }
  }
})
