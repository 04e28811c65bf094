import type { IncomingMessage } from 'node:http'
import { credentialOf } from '../access/permission.ts'
import type { Method, Route } from './route.ts'

/**
 * Which pages may read answers: the CORS protocol of the Fetch standard. Open endpoints answer pages of any origin. At endpoints that take a key, only the
 * origins that the operator names may read: a key in a page is given away to everybody who opens it. Cookies are never accepted from another origin.
 */

/** The origins that the operator names; `*` for all. */
export type NamedOrigins = '*' | readonly string[]

const EXPOSED = 'ETag, Link, Retry-After, X-Monthly-Limit, X-Monthly-Used, X-Monthly-Resets, X-Missing-Targets, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'
const ACCEPTED = 'Authorization, X-API-Key, Content-Type, If-None-Match, Last-Event-ID, MCP-Protocol-Version'
const METHODS: Record<Method, string> = { GET: 'GET, HEAD, OPTIONS', POST: 'POST, OPTIONS', DELETE: 'DELETE, OPTIONS' }

/** The headers that let pages of any origin read the answers of an open endpoint. */
export function openCors (route: Route | undefined): Record<string, string> {
  return route?.cors === true ? { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED } : {}
}

/** The headers that let pages of the named origins read the answer to a request; none at other endpoints, and for other origins. */
export function namedCors (request: IncomingMessage, route: Route | undefined, named: NamedOrigins | undefined): Record<string, string> {
  if (named === undefined || !route || !isForNamed(route)) return {}
  const vary: Record<string, string> = named === '*' ? {} : { Vary: 'Origin' }
  const origin = namedOrigin(request, named)
  return origin === undefined ? vary : { ...vary, 'Access-Control-Allow-Origin': named === '*' ? '*' : origin, 'Access-Control-Expose-Headers': EXPOSED }
}

/** True if a page of a named origin sent the request, to an endpoint at which it may. */
export function isFromNamed (request: IncomingMessage, route: Route, named: NamedOrigins | undefined): boolean {
  return named !== undefined && isForNamed(route) && namedOrigin(request, named) !== undefined
}

/** True if pages ask before they send a request to an endpoint, and get an answer. */
export function hasPreflight (route: Route, named: NamedOrigins | undefined): boolean {
  return route.cors === true || (named !== undefined && isForNamed(route))
}

/** The headers of the answer to a page that asks what it may send. */
export function preflightHeaders (request: IncomingMessage, route: Route, named: NamedOrigins | undefined): Record<string, string> {
  return {
    ...openCors(route),
    ...namedCors(request, route, named),
    'Access-Control-Allow-Methods': METHODS[route.method],
    'Access-Control-Allow-Headers': route.cors === true ? `*, ${ACCEPTED}` : ACCEPTED, // the wildcard does not include Authorization
    'Access-Control-Max-Age': '86400',
    'Allow': METHODS[route.method]
  }
}

function isForNamed ({ access, fileAccess = access, cors }: Route): boolean {
  return cors === 'named' || (cors !== true && credentialOf(access) === 'key' && credentialOf(fileAccess) === 'key')
}

function namedOrigin ({ headers: { origin } }: IncomingMessage, named: NamedOrigins): string | undefined {
  return origin !== undefined && (named === '*' || named.includes(origin)) ? origin : undefined
}
