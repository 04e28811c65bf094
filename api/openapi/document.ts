import { z } from 'zod'
import { cookiePrefix } from '../accounts/options.ts'
import type { Access } from '../access/callers.ts'
import { DEPRECATED_KEYS, KEY_PARAMETERS } from '../contract/parameters.ts'
import { isDocumented, operationIdOf } from '../contract/operation.ts'
import { DESCRIPTION_VERSION, VERSION } from '../contract/version.ts'
import { headersOf, type Format } from '../formats/index.ts'
import { formParameters, type Context, type Route } from '../server/route.ts'
import type { Upload } from '../server/upload.ts'
import {
  ERROR,
  failure,
  failureName,
  failureResponsesOf,
  failuresOf,
  headerNamed,
  HEADERS,
  RATE_HEADERS,
  UNIT_HEADERS
} from './failures.ts'
import { ANSWERS } from './answers.ts'
import { accessesOf, accessLabel, costLabel, familiesOf, familyOf } from './labels.ts'
import { sampleOf } from './sample.ts'
import { schemaOf } from './schema.ts'
import type { Document, MediaType, NamedExample, Operation, Parameter, Reference, Response, Verb } from './types.ts'

const ABOUT =
  'Official exchange rates as central banks, treasuries, tax and customs authorities publish them, with ' +
  'their full history. A published figure has the digits that its publisher printed; a calculated one is marked as ' +
  'derived.'

const [KEY, ...ALIASES] = KEY_PARAMETERS

const BINARY: Format[] = ['xlsx', 'parquet']

/** The description for an origin. It is generated once with a placeholder for the host (see `documents`). */
export function descriptionFor(
  { documents, endpoints }: Pick<Context, 'documents' | 'endpoints'>,
  origin: string
): Document {
  return documents.template('description', origin, (at) => describeApi(endpoints, at))
}

/** The OpenAPI 3.1 description of all endpoints that are not pages, for a service at an origin. */
export function describeApi(routes: readonly Route[], origin: string): Document {
  const described = routes.filter(isDocumented)
  const statuses = [...new Set(described.flatMap(failuresOf))].sort((a, b) => a - b)
  const paths: Document['paths'] = {}
  for (const route of described) {
    const path = (paths[route.path.replace(/[:*](\w+)/g, '{$1}')] ??= {})
    path[route.method.toLowerCase() as Verb] = operationOf(route)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Ratebook',
      summary: 'Official exchange rates, exactly as printed',
      description: ABOUT,
      version: DESCRIPTION_VERSION,
      'x-ratebook-version': VERSION,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' }
    },
    servers: [{ url: origin }],
    externalDocs: { description: 'The reference as a web page', url: `${origin}/docs` },
    tags: familiesOf(described.map(({ path }) => path)).map(({ tag, description }) => ({ name: tag, description })),
    paths,
    components: {
      schemas: { Error: ERROR },
      headers: HEADERS,
      responses: Object.fromEntries(statuses.map((status) => [failureName(status), failure(status)])),
      securitySchemes: securitySchemesOf(origin)
    }
  }
}

function operationOf(route: Route): Operation {
  const access = accessLabel(route)
  const cost = costLabel(route)
  const examples = examplesOf(route)
  const parameters = parametersOf(route, examples)
  return {
    operationId: operationIdOf(route),
    ...(route.deprecated && { deprecated: true, 'x-deprecation': route.deprecated }),
    summary: route.summary,
    description: `Available to ${access}. An answer costs ${cost}.`,
    tags: [familyOf(route.path).tag],
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(Object.keys(route.body).length > 0 && { requestBody: requestBodyOf(route, examples) }),
    ...(route.upload && { requestBody: fileOf(route.upload, examples) }),
    responses: responsesOf(route, examples),
    'x-access': access,
    'x-cost': cost
  }
}

interface Filled {
  name: string
  summary: string
  request: Record<string, unknown>
}

/** The examples of an endpoint, completed with its required parameters. */
function examplesOf({ examples = [{ summary: 'Example', request: {} }], params, query, body }: Route): Filled[] {
  const { properties = {}, required = [] } = schemaOf(z.object({ ...params, ...query, ...body }))
  const needed = Object.fromEntries(required.map((name) => [name, sampleOf(properties[name]!)]))
  return examples.map(({ summary, request }) => ({
    name: slugOf(summary),
    summary,
    request: { ...needed, ...request }
  }))
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .match(/[a-z0-9]+/g)!
    .join('-')
}

function parametersOf({ params, query, formats }: Route, examples: Filled[]): Parameter[] {
  const { properties = {}, required = [] } = schemaOf(
    z.object({
      ...params,
      ...query,
      ...(formats.length > 1 && formParameters(formats))
    })
  )
  return Object.entries(properties).map(([name, { description, deprecated, ...schema }]) => ({
    name,
    in: name in params ? 'path' : 'query',
    required: required.includes(name),
    ...(deprecated === true && { deprecated }),
    description,
    schema,
    ...named(
      examples.filter(({ request }) => name in request),
      ({ request }) => request[name]
    )
  }))
}

function requestBodyOf({ body, maxTextBytes }: Route, examples: Filled[]): Operation['requestBody'] {
  const schema = schemaOf(z.object(body))
  if (maxTextBytes !== undefined) {
    return {
      required: true,
      content: { 'text/plain': { schema: schema.properties!.text!, ...named(examples, ({ request }) => request.text) } }
    }
  }
  const required = (schema.required ?? []).length > 0
  const written = named(examples, ({ request }) =>
    Object.fromEntries(Object.entries(request).filter(([name]) => name in body))
  )
  return {
    required,
    content: { 'application/json': { schema, ...written }, 'application/x-www-form-urlencoded': { schema } }
  }
}

function fileOf({ types, example }: Upload, examples: Filled[]): Operation['requestBody'] {
  const binary = { schema: { type: 'string', format: 'binary' } }
  return {
    required: true,
    content: Object.fromEntries(
      types.map((type) => [
        type,
        type === example.type ? { schema: { type: 'string' }, ...named(examples, () => example.text) } : binary
      ])
    )
  }
}

function responsesOf(route: Route, examples: Filled[]): Record<string, Response | Reference> {
  const { access, cache, isUnlimited, status = 200 } = route
  const isCounted = access !== 'keyless' && access !== 'visitor' && access !== 'optional-key'
  const names = [...(cache ? ['ETag'] : []), ...(isCounted ? UNIT_HEADERS : []), ...(isUnlimited ? [] : RATE_HEADERS)]
  const headers = Object.fromEntries(names.map((name) => [name, headerNamed(name)]))
  const good: Response = {
    description: 'The requested data.',
    headers,
    ...(status < 300 && { content: contentOf(route, examples) })
  }
  const kept: Response = { description: 'The caller already has the current answer.', headers }
  return {
    [status]: good,
    ...(cache && { 304: kept }),
    ...failureResponsesOf(route)
  }
}

function contentOf(route: Route, examples: Filled[]): Record<string, MediaType> {
  const { formats, mediaType, response } = route
  if (mediaType !== undefined) {
    return { [mediaType]: { schema: mediaType.startsWith('text/') ? { type: 'string' } : {} } }
  }
  const schema = schemaOf(response)
  const answers = ANSWERS[operationIdOf(route)] ?? {}
  const samples = named(
    examples.filter(({ name }) => name in answers),
    ({ name }) => JSON.parse(answers[name]!)
  )
  return Object.fromEntries(
    formats.map((format) => {
      const type = headersOf(format)['Content-Type']!.split(';')[0]!
      return [
        type,
        format === 'json'
          ? { schema, ...samples }
          : { schema: { type: 'string', ...(BINARY.includes(format) && { format: 'binary' }) } }
      ]
    })
  )
}

function named(examples: Filled[], valueOf: (example: Filled) => unknown): { examples?: Record<string, NamedExample> } {
  if (examples.length === 0) return {}
  return {
    examples: Object.fromEntries(
      examples.map((example) => [example.name, { summary: example.summary, value: valueOf(example) }])
    )
  }
}

function securityOf(route: Route): Operation['security'] {
  const ways = [...new Set(accessesOf(route))].flatMap((it) => waysOf(it, route))
  return ways.every((it) => Object.keys(it).length === 0) ? [] : ways
}

function waysOf(access: Access, { isKeyOnly }: Route): Operation['security'] {
  switch (access) {
    case 'keyless':
      return [{}]
    case 'visitor':
      return [{}, { session: [] }]
    case 'optional-key':
      return [{}, { bearer: [] }, { header: [] }]
    case 'key':
    case 'paid':
      return [{ bearer: [] }, { header: [] }, { [KEY]: [] }, ...(isKeyOnly ? [] : [{ session: [] }])]
    default:
      return [{ session: [] }]
  }
}

function securitySchemesOf(origin: string): Document['components']['securitySchemes'] {
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'An API key, sent as Authorization: Bearer KEY.' },
    header: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key, sent as a header.' },
    [KEY]: {
      type: 'apiKey',
      in: 'query',
      name: KEY,
      description: `An API key, sent as the parameter ${KEY}; ${ALIASES.join(', ')} mean the same.${endOf(DEPRECATED_KEYS)}`
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: `${cookiePrefix(origin)}.session_token`,
      description:
        'The session cookie of a logged-in user. Pages of the service itself may send it where a key is needed.'
    }
  }
}

/** The end of a description, about names that will be removed. */
function endOf(names: typeof DEPRECATED_KEYS): string {
  return Object.entries(names)
    .map(([name, { sunset }]) => ` ${name} will be removed on ${sunset}.`)
    .join('')
}
