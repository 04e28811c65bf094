import { z } from 'zod'
import { notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { DISCLAIMER, METHODOLOGY } from '../contract/texts.ts'
import { FORMATS } from '../formats/index.ts'
import { REVALIDATE } from '../server/cache-control.ts'
import { ALL } from '../server/cache.ts'
import { endpoint, shape } from '../server/endpoint.ts'
import { variant, type Route } from '../server/route.ts'
import { absoluteUrl, assertAnyIngested } from './bank-query.ts'
import {
  comparedBanks,
  comparedRate,
  comparisonFields,
  comparisonGroups,
  comparisonStats,
  reason,
  withReasons
} from './comparison.ts'
import { columnsOf } from '../formats/columns.ts'
import { allSources, listed } from '../sources/sources-fields.ts'

const endpoints = z
  .strictObject({
    latest: z.string(),
    by_date: z.string().meta({ description: 'Replace {date} with a date.' }),
    history: z.string()
  })
  .meta({ description: 'The endpoints of this source.' })

const ENDINGS = ['latest', '{date}', 'history'] // of the members of `endpoints`

export const banks = endpoint({
  path: '/api/v1/central-banks',
  summary: 'List all sources, including those without stored rates',
  access: 'key',
  formats: FORMATS,
  cacheControl: REVALIDATE,
  cache: { of: () => ALL },
  shapes: [
    shape({
      call: allSources,
      values: (_request: object) => ({}),
      fields: z.strictObject({
        banks: z.array(z.strictObject({ ...listed, endpoints })),
        disclaimer: fields.disclaimer
      }),
      computed: {
        banks: ({ list }, _request, { origin }) =>
          columnsOf({ endpoints }).reduce(
            (rows, column, at) => rows.with(column, ([code]) => `${origin}/api/v1/central-bank/${code}/${ENDINGS[at]}`),
            list.map('source_url', (url) => absoluteUrl(url as string, origin))
          ),
        disclaimer: () => DISCLAIMER
      },
      rest: () => ({ rows: { list: 'banks', beside: [] }, fileName: 'central-banks' })
    })
  ]
})

const newest = endpoint({
  path: '/api/v1/central-banks/rates',
  summary: 'Compare one pair across all sources that have it, with statistics',
  access: 'key',
  query: {
    source: parameters.source,
    target: parameters.target,
    type: parameters.type.optional().meta({
      description:
        'A rate type, or `comparable` for only the daily middle and reference rates. The default is the ' +
        'first type of each source that has the pair.',
      examples: ['comparable']
    }),
    date: parameters.date.optional().meta({
      description:
        'A date: each rate is the newest on or before it, and staleness and groups are determined as of that day.',
      examples: ['2026-03-17']
    })
  },
  formats: FORMATS,
  failures: [404],
  cacheControl: REVALIDATE,
  cache: { of: () => ALL },
  shapes: [
    shape({
      call: comparedBanks,
      values: (_request: ComparisonRequest, { today }) => ({ today }),
      fields: z.strictObject({
        source: fields.source,
        target: fields.target,
        requested_date: fields.requestedDate.optional(),
        ...comparisonFields,
        banks: z.array(z.strictObject({ ...comparedRate, reason })),
        stats: comparisonStats,
        groups: comparisonGroups,
        notes: fields.notes.optional(),
        methodology: z.string().meta({ description: 'How the rates and the statistics were obtained.' }),
        disclaimer: fields.disclaimer
      }),
      computed: {
        requested_date: (_found, { date }) => date,
        banks: withReasons,
        methodology: () => METHODOLOGY,
        disclaimer: () => DISCLAIMER
      },
      async check(found, { source, target, type, date }, { database }) {
        if (found) return
        await assertAnyIngested(database)
        throw notFound(
          `no source has the pair ${source} to ${target}${type === undefined ? '' : ` as ${type}`}${date === undefined ? '' : ` on or before ${date}`}`
        )
      },
      rest: (_found, { source, target, date }, { today }) => ({
        rows: { list: 'banks', beside: ['source', 'target'] },
        fileName: `comparison-${source}-${target}-${date ?? today}`
      })
    })
  ]
})

interface ComparisonRequest {
  source: string
  target: string
  type?: string
  date?: string
}

const ofDate = variant(newest, { what: 'dates', when: (query) => query.has('date'), access: 'paid' })

export const comparison: Route = { ...newest, variants: [ofDate] }
