import { operationPage } from '../../contract/operation.ts'
import { requestsOf } from '../../openapi/requests.ts'
import type { Document, JsonSchema, MediaType, Operation, Parameter, Response } from '../../openapi/types.ts'
import { curlOf } from './code-examples.ts'
import { Badge, ScrollingTable } from '../kit/components.tsx'

export interface EndpointEntry {
  path: string
  verb: string
  operation: Operation
}

/** The endpoints of a description in their order. */
export function endpointsOf ({ paths }: Document): EndpointEntry[] {
  return Object.entries(paths).flatMap(([path, operations]) => Object.entries(operations).map(([verb, operation]) => ({ path, verb, operation })))
}

/** The reference of an endpoint: access, cost, parameters, answers and errors. */
export function Endpoint ({ entry, document }: { entry: EndpointEntry, document: Document }) {
  const { path, verb, operation } = entry
  const { operationId: id, summary, parameters = [], requestBody } = operation
  const fields = requestBody?.content['application/json'] // none for a body that is a file
  return (
    <article class="endpoint" aria-labelledby={id}>
      <h3 id={id}>{summary}</h3>
      <p class="address"><Badge kind="quiet">{verb.toUpperCase()}</Badge><code>{path}</code><a href={`#${id}`} aria-label={`Link to ${summary}`}>#</a> <a href={operationPage(id)}>Fields and examples<span class="hidden">{` of ${summary}`}</span></a></p>
      <p>Available to {operation['x-access']}. An answer costs {operation['x-cost']}.</p>
      {parameters.length > 0 && <Parameters label={`Parameters of ${path}`} parameters={parameters} />}
      {fields && <Parameters label={`Fields of the body for ${path}`} parameters={fieldsOf(fields.schema as JsonSchema)} />}
      <Examples entry={entry} origin={document.servers[0]!.url} />
      <Failures operation={operation} document={document} />
    </article>
  )
}

type Described = Pick<Parameter, 'name' | 'required' | 'description' | 'schema'> & { in?: string }

/** The fields of a body as parameters. */
export function fieldsOf ({ properties = {}, required = [] }: JsonSchema): Described[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({ name, description, schema, required: required.includes(name) }))
}

/** A table of parameters or fields, each with what it accepts. */
export function Parameters ({ label, parameters }: { label: string, parameters: Described[] }) {
  return (
    <ScrollingTable label={label}>
      <thead>
        <tr>
          <th scope="col">{parameters[0]!.in ? 'Parameter' : 'Field'}</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map(({ name, in: place, required, description, schema }) => (
          <tr>
            <th scope="row"><code>{name}</code></th>
            <td>
              {description && <p>{withCode(description)}</p>}
              <p class="quiet small">{[place === 'path' ? 'in the path' : required ? 'required' : 'optional', ...valuesOf(schema)].join('; ')}</p>
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}

/** Text in which names between backticks are code. */
export function withCode (text: string) {
  return text.split('`').map((part, at) => at % 2 === 1 ? <code>{part}</code> : part)
}

function valuesOf ({ enum: values, default: usual, examples: [example] = [] }: JsonSchema): string[] {
  return [
    ...(values ? [`one of ${values.join(', ')}`] : []),
    ...(usual === undefined || usual === '' ? [] : [`default ${String(usual)}`]),
    ...(example === undefined ? [] : [`such as ${String(example)}`])
  ]
}

function Examples ({ entry: { path, verb, operation }, origin }: { entry: EndpointEntry, origin: string }) {
  const [status, good] = Object.entries(operation.responses)[0]! as [string, Response]
  const requests = requestsOf(path, operation)
  const content = Object.entries(good.content ?? {})
  const answers = (content[0]?.[1] as MediaType | undefined)?.examples ?? {}
  return (
    <>
      {requests.map((request) => (
        <>
          {requests.length > 1 && <p><strong>{request.summary}</strong></p>}
          <pre tabIndex={0}><code>{curlOf({ verb, origin, request, operation })}</code></pre>
          {request.name in answers && <pre class="answer" tabIndex={0}><code>{JSON.stringify(answers[request.name]!.value, null, 2)}</code></pre>}
        </>
      ))}
      <p class="quiet small">{`Answers ${status}${content.length === 0 ? '' : ` with ${content.map(([type]) => type === '*/*' ? 'the media type of the document' : type).join(', ')}`}. The figures are examples.`}</p>
    </>
  )
}

/** The errors of an endpoint, each with its meaning. */
export function Failures ({ operation, document }: { operation: Operation, document: Document }) {
  const failures = Object.entries(operation.responses).filter(([status]) => status >= '400')
  return (
    <details>
      <summary>{`Errors: ${failures.map(([status]) => status).join(', ')}`}</summary>
      <dl>
        {failures.map(([status, response]) => (
          <>
            <dt><strong>{status}</strong></dt>
            <dd>{'$ref' in response ? document.components.responses[response.$ref.split('/').at(-1)!]!.description : response.description}</dd>
          </>
        ))}
      </dl>
    </details>
  )
}
