import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.ts'
import { headersOf } from '../formats/index.ts'
import { writeXml } from '../formats/xml.ts'
import type { Route } from './route.ts'
import type { Context } from './service.ts'

const JSON_TYPE = headersOf('json')['Content-Type']!
const PROBLEM_TYPE = 'application/problem+json'

/** What an error tells its caller. */
export interface ToldError {
  code: ErrorCode
  message: string
  /** The address of the endpoint's documentation, or of the whole, if the request names a host. */
  docs?: string
  /** The address that identifies the code in a problem (RFC 9457). */
  type?: string
  /** The id under which an internal error is logged. */
  id?: string
  /** The endpoint's own shape of errors, if it has one. */
  failure?: Route['failure']
}

/**
 * Writes an error for a program: in the endpoint's own shape if it has one, as a problem (RFC 9457) if the caller accepts this rather than JSON, as XML if the
 * request asked for XML, else as JSON.
 */
export function writeError (ctx: Context, { code, message, docs, type, id, failure }: ToldError): { body: string, type: string } {
  const { status, meaning } = ERROR_CODES[code]
  const { route } = ctx.state
  if (failure) return { body: JSON.stringify(failure(status, message, id)), type: JSON_TYPE }
  if (ctx.accepts('json', PROBLEM_TYPE) === PROBLEM_TYPE) {
    return { body: JSON.stringify({ type, title: meaning, status, detail: message, code, docs, id }), type: PROBLEM_TYPE }
  }
  const fields = { error: message, code, docs, id }
  const isXml = route?.formats.includes('xml') && ctx.query.format === 'xml'
  return isXml ? { body: writeXml(fields), type: headersOf('xml')['Content-Type']! } : { body: JSON.stringify(fields), type: JSON_TYPE }
}
