import { z } from 'zod'
import { taggedBytes } from '../formats/index.ts'
import { FIXED } from '../server/cache.ts'
import { route, type Context } from '../server/route.ts'
import { descriptionFor } from './document.ts'
import { guideForModels } from './guide.ts'

const KEPT = 'public, max-age=300'

/** Generates the description of the API in advance, because a request should not wait for it. */
export function prepareDescription(context: Pick<Context, 'documents' | 'endpoints'>, origin: string): void {
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
    const text = context.documents.text('/openapi.json', context.origin, (at) =>
      JSON.stringify(descriptionFor(context, at))
    )
    return taggedBytes(text, { 'Content-Type': 'application/json; charset=utf-8' })
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
    const text = context.documents.text('/llms.txt', context.origin, (at) =>
      guideForModels(descriptionFor(context, at))
    )
    return taggedBytes(text, { 'Content-Type': 'text/plain; charset=utf-8' })
  }
})
