import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../sql/database.ts'
import { badRequest, HttpError, unauthorized } from '../contract/errors.ts'
import { DEPRECATED_KEYS, KEY_PARAMETERS } from '../contract/parameters.ts'
import type { Payer } from './meter.ts'
import { isPaid, type Plan } from './plans.ts'

export type Role = 'user' | 'operator'

/**
 * The callers that an endpoint accepts: everyone, holders of a key, holders of a key on a paid plan, logged-in users,
 * logged-in users on a paid plan, or operators. `visitor` accepts everyone and recognizes logged-in users.
 */
export type Access = 'keyless' | 'optional-key' | 'visitor' | 'key' | 'paid' | 'session' | 'paid-session' | 'operator'

/** The kind of credential in a request. */
export type Credential = 'none' | 'key' | 'session'

export interface Caller extends Payer {
  /** The user of a session; undefined for a key. */
  user?: { id: string; email: string; isOperator: boolean }
  /** Set-Cookie headers for the answer, if the session was renewed. */
  cookies?: string[]
}

const PERMISSIONS: Record<Access, { credential: Credential; requires?: 'paid plan' | 'operator' }> = {
  keyless: { credential: 'none' },
  'optional-key': { credential: 'key' },
  visitor: { credential: 'session' },
  key: { credential: 'key' },
  paid: { credential: 'key', requires: 'paid plan' },
  session: { credential: 'session' },
  'paid-session': { credential: 'session', requires: 'paid plan' },
  operator: { credential: 'session', requires: 'operator' }
}

/** The credential that identifies callers of an endpoint. */
export function credentialOf(access: Access): Credential {
  return PERMISSIONS[access].credential
}

/** The error for an authenticated caller without the required access; undefined for a caller who has it. */
export function refusalOf(caller: Caller | undefined, access: Access): HttpError | undefined {
  const { requires } = PERMISSIONS[access]
  const who = caller?.user?.email ?? 'EMAIL'
  if (requires === 'paid plan' && !isPaid(caller!.plan)) {
    return new HttpError(
      'plan_required',
      `the ${caller!.plan} plan does not include this: it needs a developer, business or enterprise plan. The operator of this service can grant one: ratebook users plan ${who} developer`
    )
  }
  if (requires === 'operator' && !caller!.user!.isOperator) {
    return new HttpError(
      'operator_required',
      `this needs an operator account. The operator of this service can grant it: ratebook users operator ${who}`
    )
  }
  return undefined
}

/** Credentials that a request contains outside its headers. */
export interface Credentials {
  /** The keys in the query string, each with the name of its parameter. */
  keys: Array<[name: string, key: string]>
  /** True if a session is accepted in place of a key. */
  takesSession: boolean
  /** True for the visit of a page, to which other sites may link. */
  isVisit?: boolean
  /** The scheme and host of the request. A session cookie is valid for this origin only. */
  origin: string
  now: number
}

/** Looks up the session of a request's cookies. */
export interface Sessions {
  session: (visitor: { cookie?: string; origin: string }) => Promise<SessionCaller | undefined>
}

interface SessionCaller {
  user: { id: string; email: string; role: Role }
  account: { account_id: number; plan: Plan }
  /** Set-Cookie headers for the answer, if the session was renewed. */
  cookies: string[]
}

interface CachedCaller {
  /** The account of a known key, which may be disabled or expired. */
  caller: Caller | undefined
  until: number
}

const KEY_CALLER = 'select key_id as key, account_id as account, plan, expires_at, is_active from key_caller($1)'
const BEARER = /^Bearer +(\S+) *$/i
const KEY = /^rb_[A-Za-z0-9_-]{16,128}$/
const MAX_CACHED = 10_000
const CACHED_FOR = 3_000

/** The hash under which a key is stored. A key has 192 random bits, so a plain hash resists guessing. */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** Authenticates callers. A key's account, or its absence, is cached for a few seconds or until invalidated. */
export class Callers {
  readonly #cached: LRUCache<string, CachedCaller>
  readonly #database: Database
  readonly #sessions: Sessions
  readonly #accountPlan: Plan

  /** Accounts on the free plan have `accountPlan`. */
  constructor(database: Database, sessions: Sessions, accountPlan: Plan | undefined) {
    this.#database = database
    this.#sessions = sessions
    this.#accountPlan = accountPlan ?? 'free'
    this.#cached = new LRUCache({
      max: MAX_CACHED,
      ttl: CACHED_FOR,
      ttlResolution: 100,
      ignoreFetchAbort: true, // an entry evicted during its lookup still answers the request
      fetchMethod: (sha256) => this.#findKey(sha256) // the cache keeps no raw key in memory
    })
  }

  /** Invalidates the cache after a change of keys, plans or accounts. */
  forget(): void {
    this.#cached.clear()
  }

  /**
   * Finds the caller of a request by key or session cookie. Throws 401 if the endpoint requires a caller and there is
   * none.
   */
  async find(request: IncomingMessage, credentials: Credentials, access: Access): Promise<Caller | undefined> {
    const credential = credentialOf(access)
    if (credential === 'none' || (access === 'optional-key' && keyOf(request, credentials) === undefined)) {
      return undefined
    }
    if (credential === 'key') return this.#byKeyOrSession(request, credentials)
    const isTaken = credentials.isVisit === true || isOwnPage(request, credentials.origin)
    const caller = isTaken ? await this.#bySession(request, credentials) : undefined
    if (!caller && access !== 'visitor') {
      throw unauthorized(
        'login_required',
        'log in first: this endpoint takes the session of a logged-in user, not a key',
        'Cookie'
      )
    }
    return caller
  }

  /**
   * The account whose units the headers of an answer show: that of a session, or of a known key, even a disabled or
   * expired one. Undefined if the request names none.
   */
  async payerOf(request: IncomingMessage, credentials: Credentials): Promise<Payer | undefined> {
    const {
      headers: { authorization, cookie, 'x-api-key': key }
    } = request
    if (authorization === undefined && cookie === undefined && key === undefined && credentials.keys.length === 0) {
      return undefined
    }
    try {
      const key = keyOf(request, credentials)
      return key === undefined ? await this.#bySession(request, credentials) : (await this.#cachedOf(key))?.caller
    } catch (error) {
      if (error instanceof HttpError) return undefined // a malformed credential identifies no caller
      throw error
    }
  }

  async #byKeyOrSession(request: IncomingMessage, credentials: Credentials): Promise<Caller> {
    const key = keyOf(request, credentials)
    if (key !== undefined) return this.#byKey(key, credentials)
    const caller =
      credentials.takesSession && isOwnPage(request, credentials.origin)
        ? await this.#bySession(request, credentials)
        : undefined
    if (!caller)
      throw unauthorized(
        'key_missing',
        `an API key is needed: ${waysToSend(credentials)}; ${credentials.origin}/account shows yours, and POST /api/agent/keys gives a trial key`
      )
    return caller
  }

  async #byKey(key: string, credentials: Credentials): Promise<Caller> {
    const cached = await this.#cachedOf(key)
    if (!cached?.caller || cached.until <= credentials.now) {
      throw unauthorized(
        'key_invalid',
        `the API key is unknown, disabled or expired: ${waysToSend(credentials)}`,
        'Bearer error="invalid_token"'
      )
    }
    return cached.caller
  }

  async #cachedOf(key: string): Promise<CachedCaller | undefined> {
    return KEY.test(key) ? this.#cached.fetch(hashKey(key).toString('base64')) : undefined
  }

  async #bySession({ headers: { cookie } }: IncomingMessage, { origin }: Credentials): Promise<Caller | undefined> {
    const known = cookie === undefined ? undefined : await this.#sessions.session({ cookie, origin })
    if (!known) return undefined
    const {
      user: { id, email, role },
      account,
      cookies
    } = known
    return {
      account: account.account_id,
      plan: this.#planOf(account),
      user: { id, email, isOperator: role === 'operator' },
      cookies
    }
  }

  #planOf({ plan }: { plan: Plan }): Plan {
    return plan === 'free' ? this.#accountPlan : plan
  }

  async #findKey(sha256: string): Promise<CachedCaller> {
    const [row] = await this.#database.write<Caller & { expires_at: string | null; is_active: boolean }>(KEY_CALLER, [
      Buffer.from(sha256, 'base64')
    ])
    if (!row) return { caller: undefined, until: -Infinity }
    const { expires_at: expiresAt, is_active: isActive, ...caller } = row
    caller.plan = this.#planOf(caller)
    return { caller, until: !isActive ? -Infinity : expiresAt === null ? Infinity : Date.parse(expiresAt) }
  }
}

/** The key in a request; undefined if there is none. Throws 400 for several keys and 401 for a malformed header. */
function keyOf(request: IncomingMessage, credentials: Credentials): string | undefined {
  const header = request.headers.authorization
  if (header !== undefined) {
    const key = BEARER.exec(header)?.[1]
    if (key === undefined) {
      throw unauthorized(
        'key_invalid',
        `the Authorization header is malformed: ${waysToSend(credentials)}`,
        'Bearer error="invalid_request"'
      )
    }
    return key
  }
  const alone = request.headers['x-api-key']
  if (typeof alone === 'string') return alone
  const [given, ...others] = credentials.keys
  if (others.length > 0) throw badRequest(KEY_PARAMETERS[0], 'sent more than once')
  return given?.[1] || undefined
}

function waysToSend({ takesSession }: Credentials): string {
  const [name, ...aliases] = KEY_PARAMETERS.filter((it) => !(it in DEPRECATED_KEYS))
  const session = takesSession ? '; pages of this service may send the session of a logged-in user instead' : ''
  return `send a key as Authorization: Bearer KEY, as X-API-Key: KEY, or in the address as ${name}=KEY (or ${aliases.join(', ')})${session}`
}

/**
 * True unless a page of another origin sent the request or linked to it, because such a page must not spend the user's
 * units.
 */
function isOwnPage({ headers }: IncomingMessage, origin: string): boolean {
  const site = headers['sec-fetch-site']
  const page = headers.origin ?? headers.referer
  return (
    (site === undefined || site === 'same-origin' || site === 'none') &&
    (page === undefined || (URL.canParse(page) && new URL(page).origin === new URL(origin).origin))
  )
}
