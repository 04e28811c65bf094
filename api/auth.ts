import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../sql/database.ts'
import { answerError, asError, CHALLENGE, expectOk, json, redirect } from './auth/answers.ts'
import { bodies, readBody } from './auth/bodies.ts'
import { againLetter, confirmLetter, resetLetter } from './auth/letters.ts'
import { authOptions, BASE_PATH, cookiePrefix, type OptionsNeeded } from './auth/options.ts'
import { Postman } from './auth/postman.ts'
import { inSteps } from './auth/steps.ts'
import { HttpError, notFound, unauthorized } from './errors.ts'
import { createFirstKey } from './keys.ts'
import type { Mail } from './mail.ts'
import type { Role } from './users.ts'

export interface AuthSettings {
  database: Database
  /** What cookies and tokens are signed with: at least 32 characters, the same in every process. */
  secret: string
  /** Under which address the service is known outside. Mail needs it: a link must not lead where a request's Host header says. */
  publicUrl?: string
  mail?: Mail
  logger: Logger
}

export interface Session {
  userId: string
  email: string
  role: Role
  /** Set-Cookie headers for the answer, where the session was renewed. */
  cookies: string[]
}

export interface Auth {
  /** What is served, and by which method. */
  paths: Array<{ method: 'GET' | 'POST', path: string }>
  /** The answer to a request for one of the paths; `origin` is where the service was asked, checked already. Throws only what is a fault of ours. */
  handle: (request: Request, origin: string) => Promise<Response>
  /** Whose session the cookies of a request name; nothing where it is over, or its account disabled. */
  sessionOf: (headers: Headers | Record<string, string | string[] | undefined>) => Promise<Session | undefined>
  /** Sends what is still to be mailed, and lets go of the database. */
  close: () => Promise<void>
}

type BetterAuth = ReturnType<typeof betterAuth<BetterAuthOptions>>

interface Asked {
  request: Request
  origin: string
}

interface Endpoint {
  method: 'GET' | 'POST'
  answer: (asked: Asked) => Promise<Response>
}

const SHORTEST_SECRET = 32
const MOST_CONNECTIONS = 4
const MOST_ORIGINS = 100
const UNIQUE_VIOLATION = '23505'
const WRONG = 'the e-mail address or the password is wrong'
const RESET_REQUESTED = 'if the address is registered, a link to choose a new password is on its way'

/** People, passwords and sessions, on a small pool of their own. Throws where the settings can't hold. */
export function createAuth (settings: AuthSettings): Auth {
  const { database, secret, publicUrl, mail, logger } = settings
  if (secret.length < SHORTEST_SECRET) throw new Error(`the secret that signs cookies needs at least ${SHORTEST_SECRET} characters`)
  if (mail && publicUrl === undefined) throw new Error('mail needs the public address of the service, which the links in it lead to')

  const pool = createPool(database.url)
  const postman = mail && new Postman(mail, logger)
  const failures = new AsyncLocalStorage<{ cause?: Error }>()
  const authorities = new LRUCache<string, BetterAuth>({ max: MOST_ORIGINS, memoMethod: (origin) => betterAuth(authOptions(needs(origin))) })

  function needs (origin: string): OptionsNeeded {
    return {
      pool,
      secret,
      origin,
      confirms: mail !== undefined,
      onCreated: ({ id }) => openAccount(id),
      admits: async (userId) => { await openAccount(userId); return await accountOf(userId) !== undefined },
      onReset: async ({ id }) => { await forgetResets(id); if (mail) await database.write('select confirm_user($1)', [id]) },
      mailConfirm: ({ email }, token) => postman?.take(confirmLetter(email, `${origin}${BASE_PATH}/verify-email?token=${token}`)),
      mailReset: (person, token) => mailReset(person, `${origin}/reset/${token}`),
      mailAgain: ({ email }) => postman?.take(againLetter(email, origin)),
      onError
    }
  }

  function mailReset ({ id, email }: { id: string, email: string }, link: string): void {
    if (postman) return postman.take(resetLetter(email, link))
    // The one secret that is logged: without mail the operator is the one who can hand it on.
    logger.info({ user: id, link }, 'no mail is set up: the link by which this user can choose a new password')
  }

  // Values can be in a message after its first colon.
  function onError (message: string, cause: Error | undefined): void {
    const failure = failures.getStore()
    if (failure && cause) failure.cause ??= cause
    else logger.error(message.split(':', 1)[0]!)
  }

  function openAccount (userId: string): Promise<unknown> {
    return database.write('select open_account($1)', [userId])
  }

  async function accountOf (userId: string): Promise<number | undefined> {
    const [account] = await database.write<{ account_id: number }>('select account_id from user_caller($1)', [userId])
    return account?.account_id
  }

  function forgetResets (userId: string): Promise<unknown> {
    return database.write('select forget_resets($1)', [userId])
  }

  /** Runs work of better-auth, and throws what it only logged as having failed. */
  async function attempt<Result> (work: () => Promise<Result>): Promise<Result> {
    const failure: { cause?: Error } = {}
    const result = await failures.run(failure, work).catch((error) => { throw failure.cause ?? error })
    if (failure.cause !== undefined) throw failure.cause
    return result
  }

  /** Asks better-auth, which sees of the request only its cookies. */
  function ask ({ request, origin }: Asked, path: string, body?: object): Promise<Response> {
    const headers = new Headers({ origin: new URL(origin).origin })
    if (request.headers.has('cookie')) headers.set('cookie', request.headers.get('cookie')!)
    if (body) headers.set('content-type', 'application/json')
    const url = new URL(BASE_PATH + path, origin)
    return attempt(() => authorityOf(origin).handler(new Request(url, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) })))
  }

  function authorityOf (origin: string): BetterAuth {
    return authorities.memo(origin)
  }

  async function sessionAt (origin: string, cookie: string | null): Promise<{ session: Record<string, unknown>, user: Person, cookies: string[] } | undefined> {
    if (!cookie?.includes(`${cookiePrefix(origin)}.`)) return undefined
    const { response, headers } = await attempt(() => authorityOf(origin).api.getSession({ headers: new Headers({ cookie }), returnHeaders: true }))
    if (!response || await accountOf(response.user.id) === undefined) return undefined
    return { session: response.session, user: response.user as typeof response.user & Person, cookies: headers.getSetCookie() }
  }

  const endpoints: Record<string, Endpoint> = {
    '/sign-up/email': {
      method: 'POST',
      async answer (asked) {
        const body = await readBody(asked.request, bodies.signUp)
        await inSteps(() => ask(asked, '/sign-up/email', body).then(expectOk).catch(ignoreTwin))
        return json(200, { token: null, user: { email: body.email, name: body.name } })
      }
    },
    '/sign-in/email': {
      method: 'POST',
      async answer (asked) {
        const body = await readBody(asked.request, bodies.signIn)
        const response = await inSteps(() => ask(asked, '/sign-in/email', body), ({ ok }) => !ok)
        if (!response.ok) throw response.status < 500 ? unauthorized(WRONG, CHALLENGE) : await asError(response)
        await database.write('select delete_expired()')
        const { user } = await response.json() as { user: Person }
        const api_key = await createFirstKey(database, (await accountOf(user.id))!)
        return json(200, { redirect: false, user, ...(api_key && { api_key }) }, { cookies: response.headers.getSetCookie() })
      }
    },
    '/sign-out': {
      method: 'POST',
      async answer (asked) {
        const response = await expectOk(await ask(asked, '/sign-out', {}))
        return json(200, { success: true }, { cookies: response.headers.getSetCookie() })
      }
    },
    '/get-session': {
      method: 'GET',
      async answer ({ request, origin }) {
        const known = await sessionAt(origin, request.headers.get('cookie'))
        if (!known) return json(200, null)
        return json(200, { session: { ...known.session, token: undefined }, user: known.user }, known)
      }
    },
    '/change-password': {
      method: 'POST',
      async answer (asked) {
        const known = await sessionAt(asked.origin, asked.request.headers.get('cookie'))
        if (!known) throw unauthorized('log in first', CHALLENGE)
        const body = await readBody(asked.request, bodies.changePassword)
        const response = await expectOk(await ask(asked, '/change-password', { ...body, revokeOtherSessions: true }))
        await forgetResets(known.user.id)
        return json(200, { status: true }, { cookies: response.headers.getSetCookie() })
      }
    },
    '/request-password-reset': {
      method: 'POST',
      async answer (asked) {
        const body = await readBody(asked.request, bodies.requestReset)
        await inSteps(() => ask(asked, '/request-password-reset', body).then(expectOk))
        return json(200, { status: true, message: RESET_REQUESTED })
      }
    },
    '/reset-password': {
      method: 'POST',
      async answer (asked) {
        await expectOk(await ask(asked, '/reset-password', await readBody(asked.request, bodies.reset)))
        return json(200, { status: true })
      }
    },
    '/verify-email': {
      method: 'GET',
      async answer (asked) {
        const token = new URL(asked.request.url).searchParams.get('token') ?? ''
        const { ok } = await ask(asked, `/verify-email?${new URLSearchParams({ token })}`)
        return redirect(`${asked.origin}/login?${ok ? 'confirmed' : 'unconfirmed'}`)
      }
    }
  }

  async function answer (asked: Asked): Promise<Response> {
    const { pathname } = new URL(asked.request.url)
    const endpoint = pathname.startsWith(`${BASE_PATH}/`) ? endpoints[pathname.slice(BASE_PATH.length)] : undefined
    if (!endpoint) throw notFound(`there is nothing at ${pathname}`)
    if (asked.request.method !== endpoint.method) throw new HttpError(405, `only ${endpoint.method} is understood here`, { Allow: endpoint.method })
    if (endpoint.method === 'POST') checkOrigin(asked)
    return endpoint.answer(asked)
  }

  return {
    paths: Object.entries(endpoints).map(([path, { method }]) => ({ method, path: BASE_PATH + path })),
    handle: (request, origin) => answer({ request, origin }).catch(answerError),
    async sessionOf (headers) {
      const cookie = headers instanceof Headers ? headers.get('cookie') : String(headers.cookie ?? '')
      const origin = publicUrl ?? (cookie?.includes(cookiePrefix('https:')) ? 'https://localhost' : 'http://localhost')
      const known = await sessionAt(origin, cookie)
      return known && { userId: known.user.id, email: known.user.email, role: known.user.role, cookies: known.cookies }
    },
    async close () {
      await postman?.close()
      await pool.end()
    }
  }
}

interface Person {
  id: string
  email: string
  role: Role
}

function createPool (url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: MOST_CONNECTIONS, application_name: 'ratebook', connectionTimeoutMillis: 10_000, options: '-c timezone=UTC', keepAlive: true })
  pool.on('error', () => {}) // a broken idle connection is replaced at the next use
  return pool
}

/** Refuses what another site sends in a person's name (OWASP, Cross-Site Request Forgery Prevention: verifying the origin). */
function checkOrigin ({ request: { headers }, origin }: Asked): void {
  const sender = headers.get('origin')
  if (sender === null && !headers.has('cookie')) return
  if (sender !== new URL(origin).origin) throw new HttpError(403, 'the request does not come from a page of this service: its Origin header must name it')
}

// Two registrations of one address at the same moment: the second looks like any other.
function ignoreTwin (error: unknown): void {
  if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
}
