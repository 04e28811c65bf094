import type { IncomingMessage } from 'node:http'
import { badRequest, HttpError } from '../contract/errors.ts'

const HOST = /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i

export interface OriginSettings {
  /** Under which address the service is known outside. */
  publicUrl?: string
  /** How many proxies of ours stand in front, whose headers are believed. */
  trustProxy: number
}

/** The scheme and host under which a request came, unchecked. */
export function originOf ({ headers }: IncomingMessage, { publicUrl, trustProxy }: OriginSettings): string {
  if (publicUrl !== undefined) return publicUrl
  const host = headers.host ?? 'localhost'
  if (trustProxy === 0) return `http://${host}`
  const scheme = first(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http'
  return `${scheme}://${first(headers['x-forwarded-host']) ?? host}`
}

/** Throws 400 for an origin whose host cannot be one. */
export function assertHost (origin: string, { publicUrl }: OriginSettings): void {
  if (publicUrl === undefined && !HOST.test(origin.slice(origin.indexOf('//') + 2))) throw badRequest('Host', 'expected a host name', 'invalid_request')
}

function first (header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).split(',')[0]!.trim()
}

/**
 * Throws 403 where a request that changes something comes from a page of another origin, or has a cookie and does not say where it comes from
 * (OWASP, Cross-Site Request Forgery Prevention: verifying the origin). Browsers say it with every such request.
 */
export function assertSameOrigin ({ headers }: IncomingMessage, origin: string): void {
  const expected = new URL(origin).origin
  if (headers.origin === undefined && headers.cookie === undefined) return
  if (headers.origin !== expected) throw new HttpError('wrong_origin', `Origin: expected ${expected}`)
}
