import { FIXED } from '../../server/cache.ts'
import { descriptionFor } from '../../openapi/document.ts'
import type { Document } from '../../openapi/types.ts'
import { anchorOf, Contents } from './contents.tsx'
import { Endpoint, endpointsOf } from './endpoint.tsx'
import { Guides, type GuidesProps } from './guides.tsx'
import { Layout } from '../kit/layout.tsx'
import { markupOf, page } from '../kit/page.tsx'

export const docs = page({
  path: '/docs',
  summary: 'API reference with guides',
  cacheControl: 'public, max-age=300',
  cache: { of: () => FIXED },
  run: async (_request, context) => context.documents.text('/docs', context.origin, (at) => {
    return markupOf(<Reference document={descriptionFor(context, at)} origin={at} limits={context.limits} allowances={context.meter.allowances} />)
  })
})

function Reference ({ document, ...guides }: { document: Document } & GuidesProps) {
  const endpoints = endpointsOf(document)
  return (
    <Layout title="Documentation" current="/docs" styles={['docs.css']} scripts={['contents.js']} description="API documentation: keys, plans, formats, and every endpoint with its parameters and answers.">
      <h1>Documentation</h1>
      <p class="lead">Every endpoint with its parameters, who may call it and what it costs.</p>
      <p>
        For programs: <a href="/openapi.json">OpenAPI 3.1</a> and <a href="/llms.txt">a summary for language models</a>.
        Tools (Model Context Protocol): <code>{guides.origin}/api/mcp</code>
      </p>
      <div class="manual">
        <Contents document={document} addressOf={(id) => `#${id}`} />
        <div>
          <Guides {...guides} />
          {document.tags.map(({ name, description }) => (
            <section aria-labelledby={anchorOf(name)}>
              <h2 id={anchorOf(name)}>{name}</h2>
              <p>{description}</p>
              {endpoints.filter(({ operation }) => operation.tags.includes(name)).map((entry) => <Endpoint entry={entry} document={document} />)}
            </section>
          ))}
        </div>
      </div>
    </Layout>
  )
}
