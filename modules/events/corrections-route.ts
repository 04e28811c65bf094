import { z } from 'zod'
import * as fields from '../../api/contract/fields.ts'
import * as parameters from '../../api/contract/parameters.ts'
import { columnsOf } from '../../api/formats/columns.ts'
import type { RequestedFormat } from '../../api/formats/index.ts'
import { findBank } from '../../api/rates/bank-query.ts'
import { ALL } from '../../api/server/cache.ts'
import { REVALIDATE } from '../../api/server/cache-control.ts'
import { endpoint, shape } from '../../api/server/endpoint.ts'
import { listed } from './corrections-fields.ts'

const MAX_ROWS = 5000

interface CorrectionsRequest extends RequestedFormat {
  bank?: string
  from?: string
  to?: string
  as_of?: string
}

const links = {
  old_document: z.url().meta({ description: 'The URL of the document of the old figure.' }),
  new_document: z
    .url()
    .nullable()
    .meta({ description: 'The URL of the document of the new figure; null if the figure was withdrawn.' })
}
const [oldDocument, newDocument] = columnsOf(links)

export const corrections = endpoint({
  path: '/api/v1/corrections',
  summary: `List corrected and withdrawn figures with the figures before and after, in pages of ${MAX_ROWS} rows`,
  access: 'paid',
  query: {
    bank: parameters.bank.optional().meta({ description: 'The code of a source; by default all.', examples: ['ecb'] }),
    from: parameters.from.optional(),
    to: parameters.to.optional(),
    as_of: parameters.asOf
      .optional()
      .meta({ description: 'Leaves out later corrections.', examples: ['2026-03-17T15:00:00Z'] })
  },
  formats: ['json', 'csv', 'xlsx', 'ndjson'],
  failures: [404],
  cacheControl: REVALIDATE,
  cache: { of: ({ bank }) => bank ?? ALL },
  shapes: [
    shape({
      call: listed,
      values: (request: CorrectionsRequest, { today }) => ({ ...parameters.windowOf(request, today), most: MAX_ROWS }),
      fields: z.strictObject({
        from: fields.day('The first requested date.'),
        to: fields.day('The last requested date.'),
        count: fields.count,
        truncated: fields.truncated,
        corrections: z.array(z.strictObject({ ...listed.list, ...links }))
      }),
      computed: {
        from: (_found, request, { today }) => parameters.windowOf(request, today).from,
        to: (_found, request, { today }) => parameters.windowOf(request, today).to,
        count: ({ list }) => list.length,
        truncated: ({ head }) => head.next_date !== undefined,
        corrections({ list }, _request, { origin }) {
          const linkOf = (id: unknown) => (id === null ? null : `${origin}/api/v1/publications/${String(id)}/document`)
          return list
            .with(oldDocument!, (cells) => linkOf(cells[list.at('old_publication')]))
            .with(newDocument!, (cells) => linkOf(cells[list.at('new_publication')]))
        }
      },
      async check(found, { bank }, { database }) {
        if (!found && bank !== undefined) await findBank(database, bank)
      },
      rest({ head: { next_date: next } }, request, { today, origin }) {
        const { from, to } = parameters.windowOf(request, today)
        const query = Object.entries({ ...request, from: next, to }).filter(([, value]) => value !== undefined)
        return {
          rows: { list: 'corrections', beside: [] },
          fileName: `${request.bank ?? 'all'}-corrections-${from}-${to}`,
          headers:
            next === undefined
              ? undefined
              : {
                  Link: `<${origin}/api/v1/corrections?${new URLSearchParams(query as string[][])}>; rel="next"`,
                  'X-Truncated': 'true'
                }
        }
      }
    })
  ]
})
