import { z } from 'zod'
import { notFound } from '../../../api/contract/errors.ts'
import { operationPage } from '../../../api/contract/operation.ts'
import { FIXED } from '../../../api/server/cache.ts'
import { descriptionFor } from '../../../api/openapi/document.ts'
import { ANSWERS } from '../../../api/openapi/answers.ts'
import { requestsOf, type ExampleRequest } from './requests.ts'
import type { Document, JsonSchema, MediaType, Operation, Response } from '../../../api/openapi/types.ts'
import { answerFieldsOf, type AnswerField } from './answer-fields.ts'
import { codeExamples, curlOf } from './code-examples.ts'
import { Badge, withCode } from '../../pages/kit/components.tsx'
import { CopyButton } from '../../pages/kit/copy-as.tsx'
import { DataTable } from '../../pages/kit/tables.tsx'
import { anchorOfHeading } from '../manual/documents.ts'
import { Documentation } from './contents.tsx'
import { Announcement, endpointsOf, Failures, fieldsOf, Parameters, type EndpointEntry } from './endpoint.tsx'
import { markupOf, page } from '../../pages/kit/page.tsx'

export const endpointPage = page({
  path: '/docs/:endpoint',
  summary: 'An endpoint: its purpose, its fields with their meaning, and examples to run',
  params: {
    endpoint: z
      .string()
      .regex(/^[A-Za-z0-9]{1,80}$/, 'expected the name of an endpoint')
      .meta({
        description: 'The operation of the OpenAPI description.',
        examples: ['getCentralBankLatest']
      })
  },
  cacheControl: 'public, max-age=300',
  cache: { of: () => FIXED },
  run: async ({ endpoint }, context) =>
    context.documents.text(`/docs/${endpoint}`, context.origin, (at) => {
      const document = descriptionFor(context, at)
      const entry = endpointsOf(document).find(({ operation }) => operation.operationId === endpoint)
      if (!entry) throw notFound(`there is no endpoint ${endpoint}`)
      return markupOf(<Page entry={entry} document={document} origin={at} demoKey={context.settings.demo?.key} />)
    })
})

interface PageProps {
  entry: EndpointEntry
  document: Document
  origin: string
  demoKey?: string
}

function Page({ entry, document, origin, demoKey }: PageProps) {
  const { path, verb, operation } = entry
  const { summary, parameters = [], requestBody, responses } = operation
  const body = requestBody?.content['application/json'] as MediaType | undefined
  const good = Object.values(responses)[0] as Response
  const [tag] = operation.tags as [string]
  return (
    <Documentation
      title={summary}
      address={operationPage(operation.operationId)}
      summary={`${summary}: ${verb.toUpperCase()} ${path}`}
      document={document}
      trail={[
        ['Documentation', '/docs'],
        [tag, `/docs#${anchorOfHeading(tag)}`]
      ]}
      scripts={['copy.js', 'try.js']}
      class="endpoint-page manual"
    >
      <div>
        <p class="address">
          <Badge kind="quiet">{verb.toUpperCase()}</Badge>
          <code>{path}</code>
        </p>
        <p>
          Available to {operation['x-access']}. An answer costs {operation['x-cost']}.
        </p>
        <Announcement what="This endpoint" of={operation['x-deprecation']} />
        {parameters.length > 0 && (
          <>
            <h2>Parameters</h2>
            <Parameters label={`Parameters of ${path}`} parameters={parameters} />
          </>
        )}
        {body && (
          <>
            <h2>Body</h2>
            <Parameters label={`Fields of the body for ${path}`} parameters={fieldsOf(body.schema as JsonSchema)} />
          </>
        )}
        <h2>Answer</h2>
        <AnswerFields fields={answerFieldsOf(good, document)} media={Object.keys(good.content ?? {})} />
        <Failures operation={operation} document={document} />
      </div>
      <div>
        <Examples entry={entry} origin={origin} demoKey={demoKey} />
      </div>
    </Documentation>
  )
}

function AnswerFields({ fields, media }: { fields: AnswerField[]; media: string[] }) {
  return (
    <>
      {media.length > 0 && (
        <p class="small quiet">
          {media.map((type) => (type === '*/*' ? 'the media type of the document' : type)).join(', ')}
        </p>
      )}
      {fields.length > 0 && (
        <DataTable
          label="Fields of the answer"
          isDense
          rows={fields}
          columns={[
            { head: 'Field', cell: ({ path }) => <code>{path}</code> },
            {
              head: 'Meaning',
              cell: ({ type, meaning }) => (
                <>
                  <p>{withCode(meaning)}</p>
                  <p class="quiet small">{type}</p>
                </>
              )
            }
          ]}
        />
      )}
    </>
  )
}

function Examples({ entry, origin, demoKey }: Omit<PageProps, 'document'>) {
  const { path, verb, operation } = entry
  const [request, ...others] = requestsOf(path, operation) as [ExampleRequest, ...ExampleRequest[]]
  return (
    <>
      {codeExamples({ verb, origin, request, operation }).map(([language, text]) => (
        <section aria-label={language}>
          <h2 class="small-title">
            {language} <CopyButton of={`code-${language}`} hint={`the ${language} example`} />
          </h2>
          <pre tabIndex={0}>
            <code id={`code-${language}`}>{text}</code>
          </pre>
        </section>
      ))}
      {verb === 'get' && (
        <TryIt
          target={request.target}
          hasKey={operation.security.some((way) => 'bearer' in way)}
          hasSession={operation.security.some((way) => 'session' in way)}
          demoKey={demoKey}
        />
      )}
      <Answer operation={operation} request={request} />
      {others.map((other) => (
        <section aria-label={other.summary}>
          <h2 class="small-title">{other.summary}</h2>
          <pre tabIndex={0}>
            <code>{curlOf({ verb, origin, request: other, operation })}</code>
          </pre>
          <Answer operation={operation} request={other} />
        </section>
      ))}
    </>
  )
}

/** The recorded answer of the demo to an example request, if there is one. */
function Answer({ operation: { operationId }, request: { name } }: { operation: Operation; request: ExampleRequest }) {
  const answer = ANSWERS[operationId]?.[name]
  if (answer === undefined) return null
  return (
    <section aria-label="Answer of the demo">
      <h2 class="small-title">Answer of the demo, its lists cut short</h2>
      <pre class="answer" tabIndex={0}>
        <code>{answer}</code>
      </pre>
    </section>
  )
}

/** A form that sends a request to this service; it needs a script. */
function TryIt({
  target,
  hasKey,
  hasSession,
  demoKey
}: {
  target: string
  hasKey: boolean
  hasSession: boolean
  demoKey?: string
}) {
  return (
    <form class="stack try" hidden>
      <h2 class="small-title">Try it</h2>
      <div class="field">
        <label for="try-target">Request</label>
        <input id="try-target" name="target" value={target} spellcheck={false} />
      </div>
      {hasKey && (
        <div class="field">
          <label for="try-key">{hasSession ? 'Key (not needed if you are logged in)' : 'Key'}</label>
          <input id="try-key" name="key" value={demoKey} autocomplete="off" spellcheck={false} />
        </div>
      )}
      <button class="plain">Send</button>
      <pre class="answer" tabIndex={0} hidden>
        <code />
      </pre>
    </form>
  )
}
