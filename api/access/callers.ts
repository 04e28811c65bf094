import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../sql/database.ts'
import { badRequest, unauthorized } from '../contract/errors.ts'
import { keyHash } from './keys.ts'
import { credentialOf, type Access, type Caller } from './permission.ts'
import type { Plan } from './plans.ts'
import type { Role } from './users.ts'

/** Where the credentials of a request are looked for, beside its headers. */
export interface Credentials {
  /** The parameters in the address. */
  parameters: URLSearchParams
  /** Which of them may hold the key. */
  keyParameters: readonly string[]
  /** True if a session counts in place of a key. */
  takesSession: boolean
  /** The scheme and host under which the service was asked: a session's cookie holds for it alone. */
  origin: string
}

/** What finds the session that the cookies of a request name. */
export interface Sessions {
  session: (visitor: { cookie?: string, origin: string }) => Promise<SessionCaller | undefined>
}

interface SessionCaller {
  user: { id: string, email: string, role: Role }
  account: { account_id: number, plan: Plan }
  /** Set-Cookie headers for the answer, where the session was renewed. */
  cookies: string[]
}

interface KeyRow {
  key_id: number
  account_id: number
  plan: Plan
  expires_at: string | null
}

interface Known {
  caller: Caller | undefined
  until: number
}

const KEY_CALLER = 'select key_id, account_id, plan, expires_at from key_caller($1)'
const BEARER = /^Bearer +(\S+) *$/i
const KEY = /^rb_[A-Za-z0-9_-]{16,128}$/
const MAX_KNOWN = 10_000
const KNOWN_FOR = 3_000

/** The one place where a caller is recognised. What is known of a key, also that it is unknown, is believed until a change is heard of, but only for seconds. */
export class Callers {
  readonly #known: LRUCache<string, Known>
  readonly #database: Database
  readonly #sessions: Sessions

  constructor (database: Database, sessions: Sessions) {
    this.#database = database
    this.#sessions = sessions
    this.#known = new LRUCache({
      max: MAX_KNOWN,
      ttl: KNOWN_FOR,
      ttlResolution: 100,
      ignoreFetchAbort: true, // one that is crowded out meanwhile is still an answer
      fetchMethod: (hash) => this.#findKey(Buffer.from(hash, 'base64'))
    })
  }

  /** Keys, plans or accounts have changed. */
  forget (): void {
    this.#known.clear()
  }

  /** The caller by a key in the Authorization header that is known already; undefined where it is not, or no longer good. */
  known (request: IncomingMessage, now: number): Caller | undefined {
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1]
    const known = key === undefined ? undefined : this.#known.get(keyHash(key))
    return known && known.until > now ? known.caller : undefined
  }

  /** The caller of a request, by a key or by the cookie of a session. Throws 401 where there is none and the endpoint wants one. */
  async find (request: IncomingMessage, credentials: Credentials, access: Access, now: number): Promise<Caller | undefined> {
    const credential = credentialOf(access)
    if (credential === 'none') return undefined
    if (credential === 'key') return this.#byKeyOrSession(request, credentials, now)
    const caller = await this.#bySession(request, credentials)
    if (!caller && access !== 'visitor') throw unauthorized('login_required', 'log in first: this takes the session of a logged-in user, and no key', 'Cookie')
    return caller
  }

  async #byKeyOrSession (request: IncomingMessage, credentials: Credentials, now: number): Promise<Caller> {
    const key = keyOf(request, credentials)
    if (key !== undefined) return this.#byKey(key, credentials, now)
    const caller = credentials.takesSession && isOwnPage(request, credentials.origin) ? await this.#bySession(request, credentials) : undefined
    if (!caller) throw unauthorized('key_missing', `an API key is needed: ${waysToSend(credentials)}`)
    return caller
  }

  async #byKey (key: string, credentials: Credentials, now: number): Promise<Caller> {
    const known = KEY.test(key) ? await this.#known.fetch(keyHash(key)) : undefined
    if (!known?.caller || known.until <= now) throw unauthorized('key_invalid', `the API key is unknown, disabled or expired: ${waysToSend(credentials)}`, 'Bearer error="invalid_token"')
    return known.caller
  }

  async #bySession ({ headers: { cookie } }: IncomingMessage, { origin }: Credentials): Promise<Caller | undefined> {
    const known = cookie === undefined ? undefined : await this.#sessions.session({ cookie, origin })
    if (!known) return undefined
    const { user: { id, email, role }, account, cookies } = known
    return { account: account.account_id, plan: account.plan, user: { id, email, isOperator: role === 'operator' }, cookies }
  }

  async #findKey (sha256: Buffer): Promise<Known> {
    const [row] = await this.#database.write<KeyRow>(KEY_CALLER, [sha256])
    if (!row) return { caller: undefined, until: Infinity }
    const { key_id: key, account_id: account, plan, expires_at: expiresAt } = row
    return { caller: { key, account, plan, expiresAt }, until: expiresAt === null ? Infinity : Date.parse(expiresAt) }
  }
}

/** The key that a request sends; undefined if it sends none. Throws 400 for several, and 401 for a malformed header. */
function keyOf (request: IncomingMessage, credentials: Credentials): string | undefined {
  const { parameters, keyParameters } = credentials
  const header = request.headers.authorization
  if (header !== undefined) {
    const key = BEARER.exec(header)?.[1]
    if (key === undefined) throw unauthorized('key_invalid', `the Authorization header is malformed: ${waysToSend(credentials)}`, 'Bearer error="invalid_request"')
    return key
  }
  const alone = request.headers['x-api-key']
  if (typeof alone === 'string') return alone
  const [given, ...others] = keysIn(parameters, keyParameters)
  if (others.length > 0) throw badRequest(keyParameters[0]!, 'given more than once')
  return given?.[1] || undefined
}

function waysToSend ({ keyParameters: [name, ...aliases], takesSession }: Credentials): string {
  const session = takesSession ? '; pages of this service may send the session of a logged-in user instead' : ''
  return `send a key as Authorization: Bearer KEY, as X-API-Key: KEY, or in the address as ${name}=KEY (or ${aliases.join(', ')})${session}`
}

/** True unless a page of another origin sent the request, or led its reader here: what a cookie pays for must be meant. */
function isOwnPage ({ headers }: IncomingMessage, origin: string): boolean {
  const site = headers['sec-fetch-site']
  const page = headers.origin ?? headers.referer
  return (site === undefined || site === 'same-origin' || site === 'none') && (page === undefined || (URL.canParse(page) && new URL(page).origin === new URL(origin).origin))
}

/** The parameter that holds the key of a request, with its name; undefined if a header holds it. */
export function keyInAddress ({ headers }: IncomingMessage, parameters: URLSearchParams, keyParameters: readonly string[]): [name: string, key: string] | undefined {
  return headers.authorization === undefined && headers['x-api-key'] === undefined ? keysIn(parameters, keyParameters)[0] : undefined
}

function keysIn (parameters: URLSearchParams, keyParameters: readonly string[]): Array<[name: string, key: string]> {
  return keyParameters.flatMap((name) => parameters.getAll(name).map((key): [string, string] => [name, key]))
}
