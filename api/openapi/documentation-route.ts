import { z } from 'zod'
import { taggedBytes } from '../formats/index.ts'
import { FIXED } from '../server/cache.ts'
import { route, type Context } from '../server/route.ts'
import { descriptionFor } from './document.ts'

/** Generates the description of the API in advance, so that no request has to wait for it. */
export function prepareDescription(context: Pick<Context, 'documents' | 'endpoints'>, origin: string): void {
  descriptionFor(context, origin)
}

export const description = route({
  path: '/openapi.json',
  summary: 'Get this API description (OpenAPI 3.1)',
  access: 'keyless',
  cors: true,
  response: z.looseObject({ openapi: z.string().meta({ examples: ['3.1.1'] }), paths: z.looseObject({}) }),
  cacheControl: 'public, max-age=300',
  cache: { of: () => FIXED },
  run: async (_request, context) => {
    const text = context.documents.text('/openapi.json', context.origin, (at) =>
      JSON.stringify(descriptionFor(context, at))
    )
    return taggedBytes(text, { 'Content-Type': 'application/json; charset=utf-8' })
  }
})
