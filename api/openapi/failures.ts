import { codesOf, ERROR_CODES } from '../contract/error-codes.ts'
import type { Route } from '../server/route.ts'
import { accessesOf } from './labels.ts'
import type { Header, JsonSchema, Reference, Response } from './types.ts'

export const ERROR: JsonSchema = {
  type: 'object',
  description: 'The error. Errors are JSON in this shape, whatever format the request asked for.',
  properties: {
    error: {
      type: 'string',
      description: 'The error, and how to change the request.',
      examples: ['bank: expected the code of a source: 2 to 20 characters of a-z, 0-9, _ and -']
    },
    code: {
      type: 'string',
      enum: Object.keys(ERROR_CODES),
      description: 'The kind of error, for programs. The meaning of a code never changes.',
      examples: ['invalid_parameter']
    },
    docs: {
      type: 'string',
      format: 'uri',
      description: 'The documentation of the endpoint, or of the API.',
      examples: ['https://example.org/docs/getCentralBankLatest']
    },
    id: { type: 'string', format: 'uuid', description: 'For an internal error: the id under which it is logged.' }
  },
  required: ['error', 'code']
}

export const HEADERS: Record<string, Header> = {
  ETag: {
    description: 'The version of the answer. Send it back as If-None-Match to get 304 while the answer is unchanged.',
    schema: { type: 'string' }
  },
  'Retry-After': { description: 'The number of seconds to wait before the next request.', schema: { type: 'integer' } },
  'X-Monthly-Limit': {
    description: 'The units that the account may use, in a month or in total, depending on its plan.',
    schema: { type: 'integer' }
  },
  'X-Monthly-Used': { description: 'The units that the account has used.', schema: { type: 'integer' } },
  'X-Monthly-Resets': {
    description: 'When the units reset, or on a trial end, as an ISO 8601 time; `never` if neither.',
    schema: { type: 'string', examples: ['2026-12-01T00:00:00.000Z'] }
  },
  'X-RateLimit-Limit': {
    description: 'The number of requests that the caller may send in a minute.',
    schema: { type: 'integer' }
  },
  'X-RateLimit-Remaining': { description: 'The number of requests left in this minute.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'When the next minute begins: a Unix time in seconds.',
    schema: { type: 'integer' }
  }
}

export const UNIT_HEADERS = ['X-Monthly-Limit', 'X-Monthly-Used', 'X-Monthly-Resets']

export const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

const DESCRIPTIONS: Record<number, string> = {
  400: 'A parameter is invalid: the message names it and says what it accepts.',
  401: 'The key or the session is missing, unknown or no longer valid.',
  403: 'The plan does not include the endpoint, or the request comes from a page of another origin.',
  404: 'The requested name or rate does not exist.',
  406: 'The endpoint has none of the media types that the caller accepts.',
  409: 'The current state does not allow this.',
  413: 'The body is too large, or the answer would be.',
  415: 'The body has an unsupported media type.',
  422: 'The body is well-formed, but it does not prove its claim.',
  429: 'The units of the account are used up, or a rate limit is reached.',
  500: 'An internal error, logged under the id.',
  501: 'The service does not have this part of the protocol.',
  502: 'An upstream service failed.',
  503: 'The service is not available at the moment.',
  504: 'The query exceeds the time limit of the database. Request less data.'
}

/** The statuses of an endpoint's errors. */
export function failuresOf(route: Route): number[] {
  const { failures = [], isUnlimited, method } = route
  const accesses = accessesOf(route)
  const isOpen = (it: string) => it === 'keyless' || it === 'visitor'
  const statuses = [
    400,
    ...failures,
    ...(accesses.every(isOpen) ? [] : [401]),
    ...(accesses.some((it) => ['paid', 'paid-session', 'operator'].includes(it)) ? [403] : []),
    ...(method === 'GET' ? [] : [403]),
    ...(method === 'POST' ? [413, 415] : []),
    ...(isUnlimited ? [] : [429, 503, 504]),
    500
  ]
  return [...new Set(statuses)].sort((a, b) => a - b)
}

/** The error responses of an endpoint by status, with the fields that the endpoint adds. */
export function failureResponsesOf(route: Route): Record<string, Response | Reference> {
  return Object.fromEntries(
    failuresOf(route).map((status) => [
      status,
      route.failure ? ownFailure(status, route.failure) : { $ref: `#/components/responses/${failureName(status)}` }
    ])
  )
}

function ownFailure(status: number, fieldsOf: NonNullable<Route['failure']>): Response {
  const own = fieldsOf({ status, message: 'what to change' })
  const properties = Object.fromEntries(Object.keys(own).map((name) => [name, {}]))
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties }] }
  const value = { error: 'what to change', code: codesOf(status)[0], ...own }
  return {
    ...failure(status),
    content: { 'application/json': { schema, examples: { error: { summary: 'An error', value } } } }
  }
}

export function failureName(status: number): string {
  return `Error${status}`
}

/** The response for an error status. */
export function failure(status: number): Response {
  return {
    description: `${DESCRIPTIONS[status] ?? 'The request failed.'} Codes: ${codesOf(status)
      .map((code) => `\`${code}\``)
      .join(', ')}.`,
    ...(status === 429 || status === 503 ? { headers: { 'Retry-After': headerNamed('Retry-After') } } : {}),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  }
}

export function headerNamed(name: string): Reference {
  return { $ref: `#/components/headers/${name}` }
}
