import type { Route } from '../http/route.ts'
import type { Header, JsonSchema, Reference, Response } from './types.ts'

export const ERROR: JsonSchema = {
  type: 'object',
  description: 'What went wrong. Every error of every endpoint has this shape, whatever the format that was asked for.',
  properties: {
    error: { type: 'string', description: 'What to change, in a sentence.', examples: ['bank: expected the code of a source: 2 to 20 of a-z, 0-9, _ and -'] },
    docs: { type: 'string', format: 'uri', description: 'Where this is documented.', examples: ['https://example.org/docs'] },
    id: { type: 'string', format: 'uuid', description: 'Of an error of ours: the id under which it is recorded.' }
  },
  required: ['error']
}

export const HEADERS: Record<string, Header> = {
  'ETag': { description: 'The version of the answer; sent back as If-None-Match it gives 304 while the answer is the same.', schema: { type: 'string' } },
  'Retry-After': { description: 'After how many seconds to ask again.', schema: { type: 'integer' } },
  'X-Monthly-Limit': { description: 'The units that the account may use, a month or in all, as its plan counts them.', schema: { type: 'integer' } },
  'X-Monthly-Used': { description: 'The units that the account has used.', schema: { type: 'integer' } },
  'X-Monthly-Resets': { description: 'When they reset; missing on plans that do not reset.', schema: { type: 'string', format: 'date-time' } },
  'X-RateLimit-Remaining': { description: 'How many requests are left of this minute.', schema: { type: 'integer' } }
}

export const LIMIT_HEADERS = ['X-Monthly-Limit', 'X-Monthly-Used', 'X-Monthly-Resets']

const DESCRIPTIONS: Record<number, string> = {
  400: 'A parameter is not as it must be: the message says which, and what it accepts.',
  401: 'It is not known who asks: the key or the session is missing, unknown or over.',
  403: 'The plan does not include it, or a page of another origin asks.',
  404: 'There is nothing under that name, or no rate as asked.',
  406: 'None of the media types that the caller accepts can be given.',
  409: 'It cannot be done as things stand.',
  413: 'The body is too large.',
  415: 'The body is of another media type than expected.',
  429: 'The units of the account are used up, or more was asked in a window of time than it allows.',
  500: 'An error of ours, recorded under the id.',
  502: 'What is behind the service did not answer as it should.',
  503: 'Not available at the moment.'
}

/** The error statuses of an endpoint. */
export function failuresOf ({ access, fileAccess = access, failures = [], isPaidFor, isUnlimited, method }: Route): number[] {
  const accesses = new Set([access, fileAccess])
  const isOpen = (it: string) => it === 'keyless' || it === 'visitor'
  const statuses = [
    400,
    ...failures,
    ...([...accesses].every(isOpen) ? [] : [401]),
    ...(isPaidFor || ['paid', 'paid-session', 'operator'].some((it) => accesses.has(it as Route['access'])) ? [403] : []),
    ...(method === 'GET' ? [] : [403]),
    ...(method === 'POST' ? [413, 415] : []),
    ...(isUnlimited ? [] : [429, 503]),
    500
  ]
  return [...new Set(statuses)].sort((a, b) => a - b)
}

/** The error responses of an endpoint by status; endpoints with their own error shape describe it. */
export function failureResponsesOf (route: Route): Record<string, Response | Reference> {
  return Object.fromEntries(failuresOf(route).map((status) => [status, route.failure ? ownFailure(status, route.failure) : { $ref: `#/components/responses/${failureName(status)}` }]))
}

function ownFailure (status: number, write: NonNullable<Route['failure']>): Response {
  const value = write(status, 'what to change')
  const properties = Object.fromEntries(Object.entries(value).map(([name]) => [name, {}]))
  return { ...failure(status), content: { 'application/json': { schema: { type: 'object', properties }, examples: { error: { summary: 'An error', value } } } } }
}

export function failureName (status: number): string {
  return `Error${status}`
}

/** The response for an error status. */
export function failure (status: number): Response {
  return {
    description: DESCRIPTIONS[status] ?? 'It did not work.',
    ...(status === 429 || status === 503 ? { headers: { 'Retry-After': headerNamed('Retry-After') } } : {}),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  }
}

export function headerNamed (name: string): Reference {
  return { $ref: `#/components/headers/${name}` }
}
