import { operationPage } from '../../../api/contract/operation.ts'
import { descriptionFor } from '../../../api/openapi/document.ts'
import type { Document } from '../../../api/openapi/types.ts'
import { FIXED } from '../../../api/server/cache.ts'
import type { Route } from '../../../api/server/route.ts'
import { Section, withCode } from '../../pages/kit/components.tsx'
import { markupOf, page } from '../../pages/kit/page.tsx'
import { anchorOfHeading, DOCUMENTS, manualAddress, QUICK_STARTS } from '../manual/documents.ts'
import { Documentation } from './contents.tsx'
import { endpointsOf } from './endpoint.tsx'
import { GUIDES } from './guides.tsx'

export const docs = page({
  path: '/docs',
  summary: 'The documentation: quick starts, the manual, and every endpoint',
  cacheControl: 'public, max-age=300',
  cache: { of: () => FIXED },
  run: async (_request, context) =>
    context.documents.text('/docs', context.origin, (at) =>
      markupOf(<Overview document={descriptionFor(context, at)} origin={at} />)
    )
})

/** A page for each guide. */
export const guidePages: Route[] = GUIDES.map(({ id, title, Text }) =>
  page({
    path: manualAddress(id),
    summary: `A guide to the API: ${title}`,
    cacheControl: 'public, max-age=300',
    cache: { of: () => FIXED },
    run: async (_request, context) =>
      context.documents.text(manualAddress(id), context.origin, (at) =>
        markupOf(
          <Documentation
            title={title}
            address={manualAddress(id)}
            summary={`${title}, for all endpoints of the API.`}
            document={descriptionFor(context, at)}
          >
            <div>
              <Text
                origin={at}
                limits={context.settings.limits}
                allowances={context.meter.allowances}
                accountPlan={context.settings.accountPlan ?? 'free'}
              />
            </div>
          </Documentation>
        )
      )
  })
)

function Overview({ document, origin }: { document: Document; origin: string }) {
  const endpoints = endpointsOf(document)
  return (
    <Documentation
      title="Documentation"
      address="/docs"
      summary="Quick starts in six languages, the manual, and every endpoint with its parameters and answers."
      document={document}
    >
      <div>
        <p class="lead">Begin with a quick start: each has curl, TypeScript, Python, R, a spreadsheet and SQL.</p>
        <ul class="pairs">
          {DOCUMENTS.filter(({ name }) => QUICK_STARTS.includes(name)).map(({ name, title }) => (
            <li>
              <a class="card" href={manualAddress(name)}>
                <strong>{title}</strong>
              </a>
            </li>
          ))}
        </ul>
        <p>
          For programs: <a href="/openapi.json">OpenAPI 3.1</a> and{' '}
          <a href="/llms.txt">a summary for language models</a>, also{' '}
          <a href="/llms-full.txt">with the manual for callers</a>. Tools (Model Context Protocol):{' '}
          <code>{origin}/api/mcp</code>
        </p>
        {document.tags.map(({ name, description }) => (
          <Section id={anchorOfHeading(name)} title={name}>
            <p>{withCode(description)}</p>
            <ul class="endpoints">
              {endpoints
                .filter(({ operation }) => operation.tags.includes(name))
                .map(({ verb, path, operation }) => (
                  <li>
                    <a href={operationPage(operation.operationId)}>{operation.summary}</a>
                    <br />
                    <code class="small quiet">{`${verb.toUpperCase()} ${path}`}</code>
                  </li>
                ))}
            </ul>
          </Section>
        ))}
      </div>
    </Documentation>
  )
}
