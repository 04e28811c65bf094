import { credentialOf, type Access } from '../access/permission.ts'
import { write } from '../formats/write.ts'
import type { Answer, LiveAnswer, StreamAnswer } from './answer.ts'
import { openCors } from './cors.ts'
import { Reply } from './reply.ts'
import type { Route } from './route.ts'
import { SECURITY_HEADERS } from './service.ts'

export { loadExceljs } from '../formats/xlsx.ts'

/** An answer in its format, ready to be charged for and sent. */
export type Prepared = Reply | StreamAnswer | LiveAnswer

/** Writes an answer in the format of the request, with the headers of the route. */
export type Writer = (answer: Answer, parameters: ReturnType<Route['read']>, access: Access) => Promise<Prepared>

/** What writes the answers of a route. */
export function writerOf (route: Route): Writer {
  const common = { ...SECURITY_HEADERS, ...openCors(route) }
  const forAll = { 'Cache-Control': route.cacheControl, ...common }
  // What a key or a session opens, and what sets a cookie, is for the caller alone (RFC 9111, section 7.3).
  const forCaller = { 'Cache-Control': route.cacheControl.replace('public', 'private').replace(/, s-maxage=\d+/, ''), ...common }
  return async (answer, parameters, access) => {
    const shared = credentialOf(access) === 'none' && !('cookies' in answer && answer.cookies) ? forAll : forCaller
    if (answer.kind === 'stream' || answer.kind === 'live') return { ...answer, headers: { ...shared, ...answer.headers } }
    const { body, tag, headers } = answer.kind === 'bytes' ? answer : await write(answer, parameters)
    const { status, cookies, units } = answer
    const isVersioned = status === undefined && cookies === undefined && route.method === 'GET'
    return new Reply(body, { status, cookies, units, tag: isVersioned ? tag : undefined, headers: { ...shared, ...headers } })
  }
}
