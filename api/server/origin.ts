import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { credentialOf } from '../access/callers.ts'
import { HttpError } from '../contract/errors.ts'
import type { NamedOrigins, OriginSettings } from './options.ts'
import type { Method, Route } from './route.ts'

/**
 * Throws 403 for a change that a page of another origin requests, and for one with a cookie but no Origin header
 * (OWASP, Cross-Site Request Forgery Prevention: verifying the origin). Browsers send Origin with every such request.
 */
export function assertSameOrigin({ headers }: IncomingMessage, origin: string, { publicUrl }: OriginSettings): void {
  const { origin: expected, hostname } = new URL(origin)
  if (headers.origin === undefined && headers.cookie === undefined) return
  if (headers.origin !== expected) throw new HttpError('wrong_origin', `Origin: expected ${expected}`)
  if (publicUrl === undefined && !isOwnHost(hostname)) {
    throw new HttpError(
      'wrong_origin',
      `Host: expected this machine or an IP address; for another name, start the service with PUBLIC_URL=${expected}`
    )
  }
}

/**
 * True for hosts that no other site can claim. Any site can let its own name resolve to the address of this service
 * (DNS rebinding); its pages then have the origin in the Host header.
 */
function isOwnHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || isIP(hostname.replace(/[[\]]/g, '')) > 0
}

/**
 * CORS, by the Fetch standard. Pages of any origin may read open endpoints. Only pages of the origins that the operator
 * allows may read endpoints that take a key, because a key in a page is visible to every visitor. Cookies are never
 * accepted from another origin.
 */

const EXPOSED =
  'ETag, Link, Deprecation, Sunset, Retry-After, X-Monthly-Limit, X-Monthly-Used, X-Monthly-Resets, X-Missing-Targets, ' +
  'X-Truncated, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'
const ACCEPTED =
  'Authorization, X-API-Key, Content-Type, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name'
const METHODS: Record<Method, string> = { GET: 'GET, HEAD, OPTIONS', POST: 'POST, OPTIONS', DELETE: 'DELETE, OPTIONS' }

/** The CORS headers of an open endpoint. */
export function openCors(route: Route | undefined): Record<string, string> {
  return route?.cors === true ? { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED } : {}
}

/** The CORS headers for allowed origins; empty at other endpoints and for other origins. */
export function namedCors(
  request: IncomingMessage,
  route: Route | undefined,
  named: NamedOrigins | undefined
): Record<string, string> {
  if (named === undefined || !route || !isForNamed(route)) return {}
  const vary: Record<string, string> = named === '*' ? {} : { Vary: 'Origin' }
  const origin = namedOrigin(request, named)
  return origin === undefined
    ? vary
    : { ...vary, 'Access-Control-Allow-Origin': named === '*' ? '*' : origin, 'Access-Control-Expose-Headers': EXPOSED }
}

/** True if a page of an allowed origin sent the request to an endpoint that accepts it. */
export function isFromNamed(request: IncomingMessage, route: Route, named: NamedOrigins | undefined): boolean {
  return named !== undefined && isForNamed(route) && namedOrigin(request, named) !== undefined
}

/** True if an endpoint answers preflight requests. */
export function hasPreflight(route: Route, named: NamedOrigins | undefined): boolean {
  return route.cors === true || (named !== undefined && isForNamed(route))
}

/** The headers of the answer to a preflight request. */
export function preflightHeaders(
  request: IncomingMessage,
  route: Route,
  named: NamedOrigins | undefined
): Record<string, string> {
  return {
    ...openCors(route),
    ...namedCors(request, route, named),
    'Access-Control-Allow-Methods': METHODS[route.method],
    // the wildcard does not include Authorization
    'Access-Control-Allow-Headers': route.cors === true ? `*, ${ACCEPTED}` : ACCEPTED,
    'Access-Control-Max-Age': '86400',
    Allow: METHODS[route.method]
  }
}

function isForNamed({ access, cors }: Route): boolean {
  return cors === 'named' || (cors !== true && credentialOf(access) === 'key')
}

function namedOrigin({ headers: { origin } }: IncomingMessage, named: NamedOrigins): string | undefined {
  return origin !== undefined && (named === '*' || named.includes(origin)) ? origin : undefined
}

/** Headers of every answer of the API. Pages replace the policies. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer'
}

/**
 * The headers of every answer of a route. Answers that need a key or a session are private (RFC 9111, section 7.3).
 */
export function headersFor(route: Route): Record<string, string> {
  const { access, cacheControl } = route
  const isOpen = credentialOf(access) === 'none'
  return {
    'Cache-Control': isOpen ? cacheControl : asPrivate(cacheControl),
    ...SECURITY_HEADERS,
    ...openCors(route)
  }
}

/** The same caching directives, but only for private caches (RFC 9111, section 5.2.2.7). */
export function asPrivate(cacheControl: string): string {
  return cacheControl.replace('public', 'private').replace(/, s-maxage=\d+/, '')
}
