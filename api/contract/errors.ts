import { isUnavailable } from '../../sql/errors.ts'

/** An error whose message is shown to the caller. */
export class HttpError extends Error {
  readonly status: number
  readonly headers: Record<string, string>

  constructor (status: number, message: string, headers: Record<string, string> = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'HttpError'
    this.status = status
    this.headers = headers
  }
}

/** The error for an invalid parameter: its name, and what it accepts. */
export function badRequest (parameter: string, accepts: string): HttpError {
  return new HttpError(400, `${parameter}: ${accepts}`)
}

export function notFound (message: string): HttpError {
  return new HttpError(404, message)
}

export function unauthorized (message: string, challenge = 'Bearer'): HttpError {
  return new HttpError(401, message, { 'WWW-Authenticate': challenge })
}

/** The error that the caller sees; undefined for an internal error. */
export function asHttpError (error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error
  if ((error as { code?: string }).code === 'ERR_INVALID_URL') return new HttpError(400, 'the URL is malformed')
  if (isUnavailable(error)) {
    return new HttpError(503, 'the database is not available at the moment', { 'Retry-After': '5' }, { cause: error })
  }
}
