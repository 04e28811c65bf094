import { credentialOf } from '../access/permission.ts'
import { headerList } from '../contract/header-list.ts'
import type { FieldsAnswer } from '../formats/answer.ts'
import { write } from '../formats/write.ts'
import type { Answer, BytesAnswer, LiveAnswer, StreamAnswer } from './answer.ts'
import { openCors } from './cors.ts'
import { Reply } from './reply.ts'
import { accessOf, type Route } from './route.ts'
import { SECURITY_HEADERS } from './service.ts'

export { loadExceljs } from '../formats/xlsx.ts'

type Parameters = ReturnType<Route['read']>

/** An answer in its format, ready to be charged for and sent. */
export type Prepared = Reply | BytesAnswer | StreamAnswer | LiveAnswer

/** Writes an answer in the format of the request, with the headers of the route. */
export type Prepare = (answer: Answer, parameters: Parameters) => Prepared | Promise<Prepared>

/** What writes the answers of a route. */
export function preparerOf (route: Route): Prepare {
  const common = { ...SECURITY_HEADERS, ...openCors(route) }
  const forAll = { 'Cache-Control': route.cacheControl, ...common }
  // What a key or a session opens, and what sets a cookie, is for the caller alone (RFC 9111, section 7.3).
  const forCaller = { 'Cache-Control': route.cacheControl.replace('public', 'private').replace(/, s-maxage=\d+/, ''), ...common }
  return (answer, parameters) => {
    const headers = isForAll(answer, route, parameters) ? forAll : forCaller
    if (answer.kind === 'stream' || answer.kind === 'live') return { ...answer, headers: { ...headers, ...answer.headers } }
    if (answer.kind === 'bytes') return asWhole(answer, answer, route, headers)
    const written = write(answer, parameters)
    return written instanceof Promise ? written.then((it) => asWhole(answer, it, route, headers)) : asWhole(answer, written, route, headers)
  }
}

function isForAll (answer: Answer, route: Route, parameters: Parameters): boolean {
  return credentialOf(accessOf(route, parameters.format, parameters)) === 'none' && !('cookies' in answer && answer.cookies)
}

/** A reply, if it is one that a caller can have already. */
function asWhole ({ status, cookies, units }: FieldsAnswer | BytesAnswer, { body, tag, headers }: Pick<BytesAnswer, 'body' | 'tag' | 'headers'>, route: Route, common: Record<string, string>): Prepared {
  if (tag === undefined || status !== undefined || cookies !== undefined || route.method !== 'GET') return { kind: 'bytes', body, status, headers: { ...common, ...headers }, cookies, units }
  return new Reply(body, tag, headerList(headers, common), units)
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
