/** An error that the caller may see: its message is what the answer says. */
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

/** A parameter that is not as it must be: which one, and what it accepts. */
export function badRequest (parameter: string, accepts: string): HttpError {
  return new HttpError(400, `${parameter}: ${accepts}`)
}

export function notFound (message: string): HttpError {
  return new HttpError(404, message)
}

export function unauthorized (message: string, challenge = 'Bearer'): HttpError {
  return new HttpError(401, message, { 'WWW-Authenticate': challenge })
}

// SQLSTATE classes and system codes of a server that is away, starting, full, or did not answer in time.
const AWAY = /^(08...|57P0.|57014|53...|ECONN.*|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/
// The driver's own failures carry no code.
const AWAY_MESSAGE = /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout)/i

/** What an error is to the caller; nothing where it is a fault of ours. */
export function asHttpError (error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error
  const { code, message } = error as { code?: string, message?: string }
  if (code === 'ERR_INVALID_URL') return new HttpError(400, 'the address is malformed')
  if (AWAY.test(code ?? '') || AWAY_MESSAGE.test(message ?? '') || isAway(error)) {
    return new HttpError(503, 'the database does not answer at the moment', { 'Retry-After': '5' }, { cause: error })
  }
}

// A name that stands for several addresses fails with one error for each.
function isAway (error: unknown): boolean {
  return error instanceof AggregateError && error.errors.some((it) => AWAY.test((it as { code?: string }).code ?? ''))
}
