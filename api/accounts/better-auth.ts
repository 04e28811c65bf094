import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import pg from 'pg'
import type { Logger } from 'pino'
import { badRequest, HttpError, unauthorized } from '../contract/errors.ts'
import { betterAuthOptions, cookiePrefix, type BetterAuthHooks } from './options.ts'
import type { Passwords } from './passwords.ts'

type Api = ReturnType<typeof betterAuth<BetterAuthOptions>>['api']

interface BetterAuthSettings {
  /** The URL of the database. */
  url: string
  secret: string
  /** True if an address must be confirmed before the first log-in. */
  requiresConfirmation: boolean
  passwords: Passwords
  hooks: BetterAuthHooks
  logger: Logger
}

const MAX_CONNECTIONS = 4

/** The WWW-Authenticate challenge for a session. */
export const CHALLENGE = 'Cookie'

/**
 * better-auth on our tables, with a small pool of its own. Ratebook calls its functions directly and serves none of its
 * endpoints.
 */
export class BetterAuth {
  readonly #settings: BetterAuthSettings
  readonly #pool: pg.Pool
  readonly #failures = new AsyncLocalStorage<{ cause?: Error }>()
  readonly #apis = new Map<string, Api>()

  constructor(settings: BetterAuthSettings) {
    this.#settings = settings
    this.#pool = createPool(settings.url)
  }

  /**
   * Calls better-auth for a request to `origin`. `refusal` turns its refusals into errors. Throws the cause of a
   * failure, which better-auth only logs.
   */
  async call<Result>(
    origin: string,
    work: (api: Api) => Promise<Result>,
    refusal: (error: APIError) => HttpError = refusalOf
  ): Promise<Result> {
    const failure: { cause?: Error } = {}
    const result = await this.#failures
      .run(failure, () => work(this.#apiFor(origin)))
      .catch((error: unknown) => {
        throw withoutDetail(failure.cause ?? (error instanceof APIError ? errorOf(error, refusal) : error))
      })
    if (failure.cause) throw withoutDetail(failure.cause)
    return result
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  // The origin affects only the cookie, and only by its scheme.
  #apiFor(origin: string): Api {
    const prefix = cookiePrefix(origin)
    const known = this.#apis.get(prefix)
    if (known) return known
    const { api } = betterAuth(
      betterAuthOptions({
        ...this.#settings,
        pool: this.#pool,
        origin,
        onError: (message, cause) => this.#recordFailure(message, cause)
      })
    )
    this.#apis.set(prefix, api)
    return api
  }

  // The text after the first colon of a message may contain values, so it is not logged.
  #recordFailure(message: string, cause: Error | undefined): void {
    const failure = this.#failures.getStore()
    if (failure && cause) failure.cause ??= cause
    else this.#settings.logger.error(message.split(':', 1)[0]!)
  }
}

function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    application_name: 'ratebook',
    connectionTimeoutMillis: 10_000,
    options: '-c timezone=UTC',
    keepAlive: true
  })
  pool.on('error', () => {}) // a broken idle connection is replaced at the next use
  return pool
}

function errorOf(error: APIError, refusal: (error: APIError) => HttpError): Error {
  return error.statusCode >= 500 ? new Error(`better-auth failed: ${error.body?.code}`) : refusal(error)
}

/** The error for a better-auth refusal, by its code. */
function refusalOf({ statusCode, body }: APIError): HttpError {
  const code = body?.code
  if (statusCode === 401) {
    return unauthorized(
      'login_required',
      'log in first: this endpoint takes the session of a logged-in user, not a key',
      CHALLENGE
    )
  }
  if (code === 'INVALID_PASSWORD') return badRequest('currentPassword', 'this is not your current password')
  if (code === 'INVALID_TOKEN' || code === 'USER_NOT_FOUND') {
    return badRequest('token', 'the link has expired or was already used; request a new one')
  }
  return new HttpError(statusCode === 403 ? 'wrong_origin' : 'invalid_request', 'the request was refused')
}

// PostgreSQL repeats the row, with its e-mail address, in the detail of an error, and the detail would be logged.
function withoutDetail(error: unknown): unknown {
  if (error instanceof Error && 'detail' in error) error.detail = undefined
  return error
}
