import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { BytesAnswer } from '../server/answer.ts'
import { FIXED } from '../server/cache.ts'
import { route, type Context } from '../server/route.ts'
import { descriptionFor } from './document.ts'
import { guideForModels } from './guide.ts'

const KEPT = 'public, max-age=300'

function answer (text: string, type: string): BytesAnswer {
  const body = Buffer.from(text)
  return { kind: 'bytes', body, tag: createHash('sha256').update(body).digest('base64url'), headers: { 'Content-Type': type } }
}

/** Makes the description of the API for an origin and all its hosts. It takes long enough that no request should have to wait for it. */
export function prepareDescription (context: Pick<Context, 'documents' | 'endpoints'>, origin: string): void {
  descriptionFor(context, origin)
}

export const description = route({
  path: '/openapi.json',
  summary: 'Get this API description (OpenAPI 3.1)',
  access: 'keyless',
  cors: true,
  response: z.looseObject({ openapi: z.string().meta({ examples: ['3.1.1'] }), paths: z.looseObject({}) }),
  cacheControl: KEPT,
  cache: { of: () => FIXED },
  run: async (_request, context) => {
    const text = context.documents.text('/openapi.json', context.origin, (at) => JSON.stringify(descriptionFor(context, at)))
    return answer(text, 'application/json; charset=utf-8')
  }
})

export const guide = route({
  path: '/llms.txt',
  summary: 'Get a short summary of the service for language models',
  access: 'keyless',
  cors: true,
  response: z.string(),
  mediaType: 'text/plain',
  cacheControl: KEPT,
  cache: { of: () => FIXED },
  run: async (_request, context) => {
    const text = context.documents.text('/llms.txt', context.origin, (at) => guideForModels(descriptionFor(context, at)))
    return answer(text, 'text/plain; charset=utf-8')
  }
})
