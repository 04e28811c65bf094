import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { badRequest, HttpError } from '../contract/errors.ts'
import { KEY_PARAMETERS } from '../contract/parameters.ts'
import type { ApiSettings, OriginSettings } from './options.ts'
import type { Route } from './route.ts'
import type { Context, Middleware } from './state.ts'

const MAX_ADDRESS_LENGTH = 2048
const MAX_HEADERS = 64

/**
 * Adds the time, the origin, the network, and the query without keys and appended parameters. Merges consecutive
 * slashes. Throws for a request that is malformed or too large.
 */
export function normalize(routes: readonly Route[], settings: OriginSettings & Pick<ApiSettings, 'now'>): Middleware {
  const { now = Date.now } = settings
  const closed = new Set(routes.filter(({ isUnlimited }) => isUnlimited).map(({ path }) => path))
  return (ctx, next) => {
    const { req, state } = ctx
    assertWellFormed(req)
    state.now = now()
    state.origin = originOf(req, settings)
    state.network = networkOf(req, settings.trustProxy)
    if (req.url!.includes('//')) mergeSlashes(ctx, closed)
    state.keys = []
    if (req.url!.includes('?') && UNUSUAL.test(ctx.querystring)) normalizeQuery(ctx)
    state.query = new URLSearchParams(ctx.querystring)
    return next()
  }
}

/**
 * Refuses long URLs, too many headers, and two Host headers, because a proxy may have used the other one (RFC 9112,
 * section 3.2).
 */
function assertWellFormed({ rawHeaders, url }: IncomingMessage): void {
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    throw new HttpError('headers_too_large', `the request: expected at most ${MAX_HEADERS} headers`)
  }
  if (countHosts(rawHeaders) > 1) throw new HttpError('invalid_request', 'Host: expected one such header')
  if (url!.length > MAX_ADDRESS_LENGTH) {
    throw new HttpError('url_too_long', `the URL: expected at most ${MAX_ADDRESS_LENGTH} characters`)
  }
}

function countHosts(rawHeaders: string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') {
      count++
    }
  return count
}

/**
 * Undoes what clients do that append paths to base URLs ending with a slash. Unlimited endpoints are excluded, because
 * a proxy blocks them by their exact path.
 */
function mergeSlashes(ctx: Context, closed: ReadonlySet<string>): void {
  const path = ctx.path.replace(/\/{2,}/g, '/')
  if (!closed.has(path)) ctx.path = path
}

/** Parameters that caches, browsers and marketing campaigns append. */
const APPENDED = /^(_|t|ts|utm_\w+|fbclid|gclid|msclkid)$/
const UNUSUAL = /(^|&)(_|t|ts|utm_\w+|\w+clid|symbols(\[|%5b)(\]|%5d)|format|\w*key)(=|&|$)/i
const KEYS: readonly string[] = KEY_PARAMETERS

/**
 * Moves keys to the state, drops appended parameters, renames `symbols[]` to `symbols`, lowercases `format` and drops
 * an empty one.
 */
function normalizeQuery(ctx: Context): void {
  const given = [...new URLSearchParams(ctx.querystring)]
  const symbols = given.filter(([name]) => name === 'symbols[]').map(([, value]) => value)
  const others = given
    .filter(([name]) => !APPENDED.test(name) && !KEYS.includes(name) && name !== 'symbols[]')
    .map(([name, value]): [string, string] => [name, name === 'format' ? value.toLowerCase() : value])
  const formats = others.filter(([name]) => name === 'format')
  const isEmpty = formats.length === 1 && formats[0]![1] === ''
  ctx.state.keys = given.filter(([name]) => KEYS.includes(name))
  ctx.querystring = new URLSearchParams([
    ...others.filter(([name]) => name !== 'format' || !isEmpty),
    ...(symbols.length > 0 ? [['symbols', symbols.join(',')]] : [])
  ]).toString()
}

const HOST = /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i

/** The scheme and host of a request, not validated. */
export function originOf({ headers }: IncomingMessage, { publicUrl, trustProxy }: OriginSettings): string {
  if (publicUrl !== undefined) return publicUrl
  const host = headers.host ?? 'localhost'
  if (trustProxy === 0) return `http://${host}`
  const scheme = first(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http'
  return `${scheme}://${first(headers['x-forwarded-host']) ?? host}`
}

/** Throws 400 for an origin with an invalid host. */
export function assertHost(origin: string, { publicUrl }: OriginSettings): void {
  if (publicUrl === undefined && !HOST.test(origin.slice(origin.indexOf('//') + 2))) {
    throw badRequest('Host', 'expected a host name', 'invalid_request')
  }
}

function first(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).split(',')[0]!.trim()
}

/**
 * The network that counts as one caller: an IPv4 address, or the /64 of an IPv6 address, the allocation of one
 * subscriber (RFC 6177). Behind proxies it is the address that the outermost trusted proxy saw. Each proxy appends an
 * address to X-Forwarded-For; earlier entries may be forged.
 */
export function networkOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const address = (proxies > 0 ? forwardedAddress(headers, proxies) : undefined) ?? socket.remoteAddress ?? 'unknown'
  if (!address.includes(':')) return address
  const parsed = ipaddr.process(address) // an IPv4 address in its mapped form becomes IPv4
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString()
}

const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/ // some proxies add the port

function forwardedAddress(headers: IncomingHttpHeaders, proxies: number): string | undefined {
  const entry =
    String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-proxies)
      ?.trim() ?? ''
  const [, bracketed, dotted] = WITH_PORT.exec(entry) ?? []
  const address = bracketed ?? dotted ?? entry
  return isIP(address) === 0 ? undefined : address
}
