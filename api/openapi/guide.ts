import { TRIAL } from '../access/plans.ts'
import type { Document } from './types.ts'

/**
 * A Markdown summary of the service for language models: its purpose, how to get a key, and a line for each endpoint.
 */
export function guideForModels({ info, paths, servers, tags }: Document): string {
  const origin = servers[0]!.url
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
  const sections = tags.flatMap(({ name, description }) => [
    '',
    `## ${name}`,
    '',
    description,
    '',
    ...lines.filter(({ tag }) => tag === name).map(({ text }) => text)
  ])
  return `# ${String(info.title)}

> ${String(info.description)}

All paths below are relative to ${origin}. Currencies are ISO 4217 codes, dates YYYY-MM-DD, a bank is the code of a source (such as ecb).
A pair comes from one table of one bank: as published, else its inverse, else a cross over the bank's home currency. A rate that is not
published has "derived": true. Errors are JSON: {"error": what to change, "docs": where to read more}.

- Tools without a key (Model Context Protocol, streamable HTTP): ${origin}/api/mcp
- A trial key (${TRIAL.units} calls within ${TRIAL.days} days): POST ${origin}/api/agent/keys with Content-Type: application/json and {"name": "what the key is for"}; then send Authorization: Bearer KEY
- Every endpoint with its parameters and answers (OpenAPI 3.1): ${origin}/openapi.json
- The same as a web page: ${origin}/docs
${sections.join('\n')}
`
}
