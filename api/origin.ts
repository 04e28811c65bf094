import type { IncomingMessage } from 'node:http'
import { badRequest } from './errors.ts'

const HOST = /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i

export interface OriginSettings {
  /** Under which address the service is known outside. */
  publicUrl?: string
  /** Whether the headers of a proxy are believed. */
  trustProxy: boolean
}

/** The scheme and host under which a request came, unchecked. */
export function originOf ({ headers }: IncomingMessage, { publicUrl, trustProxy }: OriginSettings): string {
  if (publicUrl !== undefined) return publicUrl
  const host = headers.host ?? 'localhost'
  if (!trustProxy) return `http://${host}`
  const scheme = first(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http'
  return `${scheme}://${first(headers['x-forwarded-host']) ?? host}`
}

/** The same, refused where the host cannot be one. */
export function checkedOriginOf (request: IncomingMessage, settings: OriginSettings): string {
  const origin = originOf(request, settings)
  if (settings.publicUrl === undefined && !HOST.test(origin.slice(origin.indexOf('//') + 2))) throw badRequest('Host', 'expected the name of a host')
  return origin
}

function first (header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).split(',')[0]!.trim()
}
