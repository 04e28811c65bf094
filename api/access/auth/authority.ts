import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../../../sql/database.ts'
import type { Mail } from '../mail.ts'
import type { Role } from '../users.ts'
import { againLetter, confirmLetter, resetLetter } from './letters.ts'
import { authOptions, BASE_PATH, cookiePrefix, type OptionsNeeded } from './options.ts'
import { Postman } from './postman.ts'

export interface AuthSettings {
  database: Database
  /** What cookies and tokens are signed with: at least 32 characters, the same in every process. */
  secret: string
  /** Under which address the service is known outside. Mail needs it: a link must not lead where a request's Host header says. */
  publicUrl?: string
  mail?: Mail
  logger: Logger
}

/** A request, and the scheme and host under which the service was asked. */
export interface Asked {
  request: Request
  origin: string
}

export interface Person {
  id: string
  email: string
  role: Role
}

export interface KnownSession {
  session: Record<string, unknown>
  user: Person
  /** Set-Cookie headers for the answer, where the session was renewed. */
  cookies: string[]
}

type BetterAuth = ReturnType<typeof betterAuth<BetterAuthOptions>>

const MOST_CONNECTIONS = 4
const MOST_ORIGINS = 100

/** better-auth over our tables, one for each origin under which the service is asked, and our accounts beside it. */
export class Authority {
  readonly #settings: AuthSettings
  readonly #pool: pg.Pool
  readonly #postman: Postman | undefined
  readonly #failures = new AsyncLocalStorage<{ cause?: Error }>()
  readonly #byOrigin = new LRUCache<string, BetterAuth>({ max: MOST_ORIGINS, memoMethod: (origin) => betterAuth(authOptions(this.#needs(origin))) })

  constructor (settings: AuthSettings) {
    this.#settings = settings
    this.#pool = createPool(settings.database.url)
    this.#postman = settings.mail && new Postman(settings.mail, settings.logger)
  }

  /** Asks better-auth, which sees of the request only its cookies. Throws what it only logs as having failed. */
  ask ({ request, origin }: Asked, path: string, body?: object): Promise<Response> {
    const headers = new Headers({ origin: new URL(origin).origin })
    if (request.headers.has('cookie')) headers.set('cookie', request.headers.get('cookie')!)
    if (body) headers.set('content-type', 'application/json')
    const url = new URL(BASE_PATH + path, origin)
    return this.#attempt(() => this.#byOrigin.memo(origin).handler(new Request(url, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) })))
  }

  /** The session that cookies name, which were set under an origin; nothing where it is over, or its account disabled. */
  async sessionOf (origin: string, cookie: string | null): Promise<KnownSession | undefined> {
    if (!cookie?.includes(`${cookiePrefix(origin)}.`)) return undefined
    const { response, headers } = await this.#attempt(() => this.#byOrigin.memo(origin).api.getSession({ headers: new Headers({ cookie }), returnHeaders: true }))
    if (!response || await this.accountOf(response.user.id) === undefined) return undefined
    return { session: response.session, user: response.user as typeof response.user & Person, cookies: headers.getSetCookie() }
  }

  /** The account of a person; nothing where it is disabled. */
  async accountOf (userId: string): Promise<number | undefined> {
    const [account] = await this.#settings.database.write<{ account_id: number }>('select account_id from user_caller($1)', [userId])
    return account?.account_id
  }

  /** Makes the links worthless that were mailed to a person for a new password. */
  async forgetResets (userId: string): Promise<void> {
    await this.#settings.database.write('select forget_resets($1)', [userId])
  }

  /** Sends what is still to be mailed, and lets go of the database. */
  async close (): Promise<void> {
    await this.#postman?.close()
    await this.#pool.end()
  }

  #needs (origin: string): OptionsNeeded {
    const { secret, mail } = this.#settings
    const confirmLink = (token: string) => `${origin}${BASE_PATH}/verify-email?token=${token}`
    return {
      pool: this.#pool,
      secret,
      origin,
      confirms: mail !== undefined,
      onCreated: ({ id }) => this.#openAccount(id),
      admits: async (userId) => {
        await this.#openAccount(userId)
        return await this.accountOf(userId) !== undefined
      },
      onReset: ({ id }) => this.#afterReset(id),
      mailConfirm: ({ email }, token) => this.#postman?.take(confirmLetter(email, confirmLink(token))),
      mailReset: (person, token) => this.#mailReset(person, `${origin}/reset/${token}`),
      mailAgain: ({ email }) => this.#postman?.take(againLetter(email, origin)),
      onError: (message, cause) => this.#note(message, cause)
    }
  }

  #openAccount (userId: string): Promise<unknown> {
    return this.#settings.database.write('select open_account($1)', [userId])
  }

  async #afterReset (userId: string): Promise<void> {
    await this.forgetResets(userId)
    if (this.#settings.mail) await this.#settings.database.write('select confirm_user($1)', [userId])
  }

  #mailReset ({ id, email }: { id: string, email: string }, link: string): void {
    if (this.#postman) return this.#postman.take(resetLetter(email, link))
    // The one secret that is logged: without mail the operator is the one who can hand it on.
    this.#settings.logger.info({ user: id, link }, 'no mail is set up: the link by which this user can choose a new password')
  }

  // Values can be in a message after its first colon.
  #note (message: string, cause: Error | undefined): void {
    const failure = this.#failures.getStore()
    if (failure && cause) failure.cause ??= cause
    else this.#settings.logger.error(message.split(':', 1)[0]!)
  }

  async #attempt<Result> (work: () => Promise<Result>): Promise<Result> {
    const failure: { cause?: Error } = {}
    const result = await this.#failures.run(failure, work).catch((error) => { throw failure.cause ?? error })
    if (failure.cause !== undefined) throw failure.cause
    return result
  }
}

function createPool (url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: MOST_CONNECTIONS, application_name: 'ratebook', connectionTimeoutMillis: 10_000, options: '-c timezone=UTC', keepAlive: true })
  pool.on('error', () => {}) // a broken idle connection is replaced at the next use
  return pool
}
