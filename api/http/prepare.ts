import { credentialOf } from '../access/permission.ts'
import { write } from '../formats/write.ts'
import type { Answer, BytesAnswer, LiveAnswer, StreamAnswer } from './answer.ts'
import { openCors } from './cors.ts'
import { Reply } from './reply.ts'
import { accessOf, type Route } from './route.ts'
import { SECURITY_HEADERS } from './service.ts'

type Parameters = ReturnType<Route['read']>

/** An answer in its format, ready to be charged for and sent. */
export type Prepared = Reply | BytesAnswer | StreamAnswer | LiveAnswer

/** Writes what a route answered in the format of the request, with the headers of the route. */
export async function prepare (answer: Answer, route: Route, parameters: Parameters): Promise<Prepared> {
  const common = { 'Cache-Control': cacheControlOf(answer, route, parameters), ...SECURITY_HEADERS, ...openCors(route) }
  if (answer.kind === 'stream' || answer.kind === 'live') return { ...answer, headers: { ...common, ...answer.headers } }
  const bytes: BytesAnswer = answer.kind === 'bytes' ? answer : { ...answer, ...await write(answer, parameters), kind: 'bytes' }
  const { body, tag, status, cookies, units } = bytes
  const headers = { ...common, ...bytes.headers }
  const hasTag = tag !== undefined && status === undefined && cookies === undefined && route.method === 'GET'
  return hasTag ? new Reply(body, tag, headers, units) : { kind: 'bytes', body, status, headers, cookies, units }
}

// What a key or a session opens, and what sets a cookie, is for the caller alone (RFC 9111, section 7.3).
function cacheControlOf (answer: Answer, route: Route, parameters: Parameters): string {
  const isForAll = credentialOf(accessOf(route, parameters.format, parameters)) === 'none' && !('cookies' in answer && answer.cookies)
  return isForAll ? route.cacheControl : route.cacheControl.replace('public', 'private').replace(/, s-maxage=\d+/, '')
}

/** An answer that is to be cached. Throws for one that cannot be. */
export function asReply (prepared: Prepared, { path }: Route): Reply {
  if (prepared.kind !== 'reply') throw new TypeError(`${path}: a cached answer must be a whole 200 with a tag`)
  return prepared
}

/** The same answer without the work of compressing it, for a host that is asked for once. */
export function uncompressed (prepared: Prepared): Prepared {
  return prepared.kind === 'reply' ? prepared.uncompressed() : prepared
}
