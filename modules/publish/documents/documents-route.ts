import { z } from 'zod'
import { assertReadable } from '../../../api/access/archive.ts'
import { badRequest, HttpError, notFound } from '../../../api/contract/errors.ts'
import * as fields from '../../../api/contract/fields.ts'
import { banks, sinceDate } from '../../../api/contract/parameters.ts'
import { DOCUMENT_COST, unitsOfDocument } from '../../../api/contract/prices.ts'
import type { Answer } from '../../../api/formats/answer.ts'
import { IMMUTABLE, REVALIDATE } from '../../../api/server/cache-control.ts'
import { rangeOf } from './range.ts'
import { route, type Context } from '../../../api/server/route.ts'
import { findByHash, positionOf, readDocuments, type ReadPosition } from './documents-query.ts'

const PATH = '/api/v1/documents'
const PAGE = 500
const CURSOR = 'expected the cursor of an earlier answer'
const PLACE = /^(\d{1,15})_(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,15})$/
const instant = z.iso.datetime()

export const documents = route({
  path: PATH,
  summary: 'List the archived documents in the order in which they were read',
  access: 'key',
  isShared: true,
  query: {
    banks: banks.optional().meta({
      description:
        'The codes of the sources, separated by commas. The default is every source whose documents are shared.',
      examples: ['ecb,bnr']
    }),
    since: sinceDate.optional(),
    cursor: z
      .string(CURSOR)
      .regex(PLACE, CURSOR)
      .optional()
      .meta({
        description: 'The start of the page, from `next_cursor` of the previous answer.',
        examples: ['12_2026-03-17T15:00:00.000000Z_34']
      })
  },
  response: z.strictObject({
    documents: z.array(
      z.strictObject({
        run: z.int().meta({
          description: 'The run that read the document. Documents of one run were fetched together.',
          examples: [12]
        }),
        read_at: fields.instant.meta({ description: 'When it was read.' }),
        publication: z.int().meta({ description: 'The number of the publication.', examples: [34] }),
        bank: fields.bank,
        fetched_at: fields.instant.meta({
          description:
            'When the publisher sent it. A document that came again after another answer to the request is listed again.'
        }),
        method: z.enum(['GET', 'POST']).meta({ examples: ['GET'] }),
        url: z.string().meta({
          description: 'The URL that was requested. A credential is replaced by its name.',
          examples: ['https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml']
        }),
        request_headers: z
          .record(z.string(), z.string())
          .meta({ description: 'The headers of the request.', examples: [{ accept: '*/*' }] }),
        request_body: z
          .string()
          .nullable()
          .meta({ description: 'The body of the request; null if it had none.', examples: [null] }),
        media_type: z
          .string()
          .meta({ description: 'The media type that the publisher declared.', examples: ['text/xml'] }),
        charset: z
          .string()
          .nullable()
          .meta({ description: 'The character encoding; null if none was declared.', examples: ['utf-8'] }),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .meta({
            description: 'The SHA-256 of the bytes.',
            examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855']
          }),
        size: z
          .int()
          .nonnegative()
          .meta({ description: 'The size in bytes.', examples: [1742] }),
        units: z
          .int()
          .positive()
          .meta({ description: 'The price of the bytes.', examples: [1] }),
        peer: fields.peer
      })
    ),
    next_cursor: z
      .string()
      .nullable()
      .meta({
        description: 'The cursor of the next page; null if there is none.',
        examples: ['12_2026-03-17T15:00:00.000000Z_34']
      })
  }),
  failures: [403],
  cacheControl: REVALIDATE,
  run: async ({ banks, since, cursor }, context) => {
    const found = await readDocuments(
      context.database,
      { sources: sharedSources(context, banks), since },
      cursor === undefined ? undefined : readCursor(cursor),
      PAGE + 1
    )
    const page = found.slice(0, PAGE)
    const next = found.length > PAGE ? writeCursor(positionOf(page.at(-1)!)) : null
    return {
      fields: {
        documents: page.map(({ peer, ...it }) => ({ ...it, units: unitsOfDocument(it.size), peer })),
        next_cursor: next
      }
    }
  }
})

export const documentBytes = route({
  path: `${PATH}/:sha256`,
  summary: 'Download an archived document, or a range of its bytes',
  access: 'key',
  isShared: true,
  params: {
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 as 64 digits of 0-9 and a-f')
      .meta({
        description: 'The SHA-256 of the document.',
        examples: ['1dbfe1ab84e82c7d0a2ea747b3c58917685be48feb58fe4841238e85ce01db22']
      })
  },
  cost: DOCUMENT_COST,
  response: z.string(),
  mediaType: 'application/octet-stream',
  failures: [403, 404, 416],
  cacheControl: IMMUTABLE,
  run: async ({ sha256 }, context): Promise<Answer> => {
    const found = await findByHash(context.database, sha256)
    if (!found) throw notFound('no document has this SHA-256')
    assertReadable(found, context.caller, context.settings.sharing?.sources)
    const body = found.bytes
    const etag = `"${sha256}"`
    const range = rangeOf(context.headers, body.length, etag)
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${sha256}.bin"`,
      'Accept-Ranges': 'bytes',
      // A stored page must never run on this origin.
      'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'"
    }
    if (!range) return { body, tag: sha256, headers, units: unitsOfDocument(body.length) }
    const part = body.subarray(range.first, range.last + 1)
    return {
      status: 206,
      body: part,
      headers: { ...headers, ETag: etag, 'Content-Range': `bytes ${range.first}-${range.last}/${body.length}` },
      units: unitsOfDocument(part.length)
    }
  }
})

/**
 * The sources that a request may see; undefined for all. Throws 403 for a source that is not shared, and if no source
 * is shared.
 */
function sharedSources({ settings: { sharing } }: Context, wanted?: readonly string[]): readonly string[] | undefined {
  const shared = sharing?.sources
  if (shared === undefined) throw new HttpError('not_shared', 'this service does not share its archived documents')
  if (shared === '*') return wanted
  const refused = wanted?.find((code) => !shared.includes(code))
  if (refused !== undefined) {
    throw new HttpError(
      'not_shared',
      `this service does not share the documents of ${refused}; it shares those of ${shared.join(', ')}`
    )
  }
  return wanted ?? shared
}

function readCursor(text: string): ReadPosition {
  const [, run, readAt, publication] = PLACE.exec(text)!
  if (!instant.safeParse(readAt).success) throw badRequest('cursor', CURSOR)
  return { run: Number(run), readAt: readAt!, publication: Number(publication) }
}

function writeCursor({ run, readAt, publication }: ReadPosition): string {
  return `${run}_${readAt}_${publication}`
}
