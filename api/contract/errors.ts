import { isUnavailable, ReadTimeout } from '../../sql/errors.ts'
import { utcText } from './instants.ts'
import { ERROR_CODES, type ErrorCode } from './error-codes.ts'

/** An error whose message the caller sees. Its code determines its status. */
export class HttpError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly headers: Record<string, string>
  /** The parameter to which the error refers; the message begins with its name. */
  readonly parameter?: string

  constructor(
    code: ErrorCode,
    message: string,
    headers: Record<string, string> = {},
    { parameter, ...options }: ErrorOptions & { parameter?: string } = {}
  ) {
    super(message, options)
    this.name = 'HttpError'
    this.code = code
    this.status = ERROR_CODES[code].status
    this.headers = headers
    this.parameter = parameter
  }

  /** The message without the name of the parameter. */
  get reason(): string {
    return this.parameter === undefined ? this.message : this.message.slice(this.parameter.length + 2)
  }
}

const MAX_ECHO = 200

/** A caller's value as quoted in an error, shortened if it is long. */
export function shortened(text: string): string {
  return text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO - 1)}…` : text
}

/** The error for an invalid parameter: its name, and the values that it accepts. */
export function badRequest(parameter: string, accepts: string, code: ErrorCode = 'invalid_parameter'): HttpError {
  return new HttpError(code, `${parameter}: ${accepts}`, {}, { parameter })
}

/** The end of an error message about a request with `as_of`. */
export function asOfClause(asOf: string | undefined): string {
  return asOf === undefined ? '' : `, as known at ${utcText(asOf)} (later data is ignored)`
}

export function notFound(message: string, code: ErrorCode = 'not_found'): HttpError {
  return new HttpError(code, message)
}

export function unauthorized(code: ErrorCode, message: string, challenge = 'Bearer'): HttpError {
  return new HttpError(code, message, { 'WWW-Authenticate': challenge })
}

/** The error that the caller sees; undefined for an internal error. */
export function asHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error
  if ((error as { code?: string }).code === 'ERR_INVALID_URL') {
    return new HttpError('invalid_request', 'the URL is malformed')
  }
  if (error instanceof ReadTimeout) {
    return new HttpError(
      'query_timeout',
      'the query exceeded the time limit: ask for a shorter range, or for fewer sources, currencies or rows',
      {},
      { cause: error }
    )
  }
  if (isUnavailable(error)) {
    return new HttpError(
      'unavailable',
      'the database is not available at the moment',
      { 'Retry-After': '5' },
      { cause: error }
    )
  }
}
