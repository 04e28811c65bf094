import { z } from 'zod'
import { TRIAL } from '../../../api/access/plans.ts'
import { descriptionFor } from '../../../api/openapi/document.ts'
import type { Document } from '../../../api/openapi/types.ts'
import { taggedBytes } from '../../../api/formats/index.ts'
import { FIXED } from '../../../api/server/cache.ts'
import { route, type Route } from '../../../api/server/route.ts'
import { DOCUMENTS, isForCallers, manualAddress, markdownOf, sectionOf, type ManualDocument } from './documents.ts'

/**
 * Texts for language models (llmstxt.org), made of the description of the API and of documents of the manual: what the
 * service is, how to ask it, and how to quote a figure.
 */

const API = DOCUMENTS.find(({ name }) => name === 'api')!

function textRoute(path: string, summary: string, write: (description: Document) => string): Route {
  return route({
    path,
    summary,
    access: 'keyless',
    cors: true,
    response: z.string(),
    mediaType: 'text/plain',
    cacheControl: 'public, max-age=300',
    cache: { of: () => FIXED },
    run: async (_request, context) => {
      const text = context.documents.text(path, context.origin, (at) => write(descriptionFor(context, at)))
      return taggedBytes(text, { 'Content-Type': 'text/plain; charset=utf-8' })
    }
  })
}

export const guide = textRoute('/llms.txt', 'Get a short summary of the service for language models', (description) =>
  [headOf(description), ...quotedBy(description), documentsOf(description), endpointsOf(description)].join('\n\n')
)

export const fullGuide = textRoute(
  '/llms-full.txt',
  'Get the manual for callers as one text for language models',
  (description) =>
    [
      headOf(description),
      ...DOCUMENTS.filter(isForCallers).map(
        (document) => `# ${document.title}\n${markdownOf(document, originOf(description))}`
      )
    ].join('\n\n')
)

function originOf({ servers }: Document): string {
  return servers[0]!.url
}

function headOf(description: Document): string {
  const origin = originOf(description)
  return `# ${String(description.info.title)}

> ${String(description.info.description)}

All paths below are relative to ${origin}.

- Tools without a key (Model Context Protocol, streamable HTTP): ${origin}/api/mcp
- A trial key (${TRIAL.units} calls within ${TRIAL.days} days): POST ${origin}/api/agent/keys with Content-Type: application/json and {"name": "what the key is for"}; then send Authorization: Bearer KEY
- Every endpoint with its parameters and answers (OpenAPI 3.1): ${origin}/openapi.json
- The manual for callers as one text: ${origin}/llms-full.txt
- The documentation as web pages: ${origin}/docs`
}

/** How to ask, and how to quote a figure: sections of the manual. */
function quotedBy(description: Document): string[] {
  const text = { ...API, text: ['Conventions', 'Quote a figure'].map((title) => sectionOf(API, title)).join('\n') }
  return [markdownOf(text, originOf(description)).trim()]
}

function documentsOf(description: Document): string {
  const link = ({ name, title }: ManualDocument) => `- [${title}](${originOf(description)}${manualAddress(name)})`
  return ['## Documents', '', ...DOCUMENTS.filter(isForCallers).map(link)].join('\n')
}

function endpointsOf({ paths, tags }: Document): string {
  const lines = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([
        verb,
        {
          summary,
          tags: [tag],
          ...operation
        }
      ]) => ({
        tag,
        text: `- ${verb.toUpperCase()} ${path}: ${summary} (available to ${operation['x-access']}; costs ${operation['x-cost']})`
      })
    )
  )
  return tags
    .map(({ name, description }) =>
      [`## ${name}`, '', description, '', ...lines.filter(({ tag }) => tag === name).map(({ text }) => text)].join('\n')
    )
    .join('\n\n')
    .concat('\n')
}
