import { z } from 'zod'
import { assertReadable } from '../access/archive.ts'
import { notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { DOCUMENT_COST, unitsOfDocument } from '../contract/prices.ts'
import { columnsOf } from '../formats/columns.ts'
import { FORMATS } from '../formats/index.ts'
import { REVALIDATE } from '../server/cache-control.ts'
import { assertSource } from '../rates/bank-query.ts'
import { endpoint, shape } from '../server/endpoint.ts'
import { route } from '../server/route.ts'
import { documentsOfTable, listed } from './publications-fields.ts'
import { endingOf, findDocument } from './publications-query.ts'

const document = z.url().meta({ description: 'The URL of the document.' })

interface TableRequest {
  bank: string
  date: string
}

export const publications = endpoint({
  path: '/api/v1/central-bank/:bank/:date/publications',
  summary: 'List the documents behind the table in force on a date',
  access: 'key',
  params: { bank: parameters.bank, date: parameters.date },
  formats: FORMATS,
  failures: [404],
  cacheControl: REVALIDATE,
  shapes: [
    shape({
      call: documentsOfTable,
      fields: z.strictObject({
        bank: fields.bank,
        name: fields.name,
        requested_date: fields.requestedDate,
        rate_date: fields.rateDate,
        publications: z.array(z.strictObject({ ...listed, document }))
      }),
      values: ({ date }: TableRequest) => ({ date }),
      computed: {
        requested_date: (_found, { date }) => date,
        publications: ({ list }, _request, { origin }) =>
          list.with(columnsOf({ document })[0]!, ([id]) => `${origin}/api/v1/publications/${id}/document`)
      },
      async check(found, request, { database }) {
        await assertSource(database, found?.head, request)
        if (found!.list.length === 0) throw notFound(`${request.bank} has no table on or before ${request.date}`)
      },
      rest: ({ head: { bank, rate_date: date } }) => ({
        rows: { list: 'publications', beside: ['bank', 'rate_date'] },
        fileName: `${bank}-publications-${date}`
      })
    })
  ]
})

const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/
const CHARSET = /^[\w-]{1,30}$/

export const documentFile = route({
  path: '/api/v1/publications/:publication/document',
  summary: 'Download the document of a publication, byte for byte',
  access: 'key',
  params: { publication: parameters.publication },
  response: z.string(),
  mediaType: '*/*',
  failures: [403, 404],
  cost: DOCUMENT_COST,
  cacheControl: 'private, max-age=86400, immutable',
  run: async ({ publication }, context) => {
    const found = await findDocument(context.database, publication)
    if (!found) throw notFound(`there is no publication ${publication}`)
    assertReadable({ ...found, sources: [found.source] }, context.caller, context.settings.sharing?.sources)
    const mediaType = MEDIA_TYPE.test(found.media_type) ? found.media_type : 'application/octet-stream'
    return {
      body: found.bytes,
      tag: found.sha256,
      units: unitsOfDocument(found.bytes.length),
      headers: {
        'Content-Type':
          found.charset && CHARSET.test(found.charset) ? `${mediaType}; charset=${found.charset}` : mediaType,
        'Content-Disposition': `attachment; filename="${found.source}-${publication}.${endingOf(mediaType)}"`,
        // A browser must never run an archived page in this origin.
        'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'"
      }
    }
  }
})
