import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../sql/database.ts'
import type { Auth } from './auth.ts'
import { badRequest, HttpError, unauthorized } from '../contract/errors.ts'
import { hashKey } from './keys.ts'
import type { Payer } from './meter.ts'
import { isPaid, type Plan } from './plans.ts'

/**
 * Whom an endpoint answers: anybody, anybody with a key, those with a key on a paid plan, anybody who is logged in, those who are logged in
 * and on a paid plan, or operators. A visitor is anybody, but known where logged in.
 */
export type Access = 'keyless' | 'visitor' | 'key' | 'paid' | 'session' | 'paid-session' | 'operator'

export interface Caller extends Payer {
  /** The person of a session; a key does not say who uses it. */
  user?: { id: string, email: string, isOperator: boolean }
  /** Set-Cookie headers for the answer, where the session was renewed. */
  cookies?: string[]
}

/** The parameters of a request, and which of them may hold the key. */
export interface AskedKey {
  parameters: URLSearchParams
  names: readonly string[]
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
const USER_CALLER = 'select account_id, plan from user_caller($1)'
const BEARER = /^Bearer +(\S+) *$/i
const KEY = /^rb_[A-Za-z0-9_-]{16,128}$/
const MOST_KNOWN = 10_000
const KNOWN_FOR = 3_000

/** The one place where a caller is recognised. What is known of a key, also that it is unknown, is believed until a change is heard of, but only for seconds. */
export class Callers {
  readonly #known: LRUCache<string, Known>
  readonly #database: Database
  readonly #auth: Auth

  constructor (database: Database, auth: Auth) {
    this.#database = database
    this.#auth = auth
    this.#known = new LRUCache({
      max: MOST_KNOWN,
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

  /** The caller if the Authorization header has a key that is known at this moment, and may have the answer. */
  atOnce (request: IncomingMessage, access: Access, now: number): Caller | undefined {
    if (access !== 'key' && access !== 'paid') return undefined
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1]
    const known = key === undefined ? undefined : this.#known.get(hashOf(key))
    if (!known?.caller || known.until <= now || (access === 'paid' && !isPaid(known.caller.plan))) return undefined
    return known.caller
  }

  /** The caller of a request, by a key or by the cookie of a session. Throws 401 where there is none and the endpoint wants one. */
  async find (request: IncomingMessage, asked: AskedKey, access: Access, now: number): Promise<Caller | undefined> {
    if (access === 'keyless') return undefined
    if (access === 'key' || access === 'paid') return this.#byKey(keyOf(request, asked), now)
    const caller = await this.#bySession(request)
    if (!caller && access !== 'visitor') throw unauthorized('this is for those who are logged in', 'Cookie')
    return caller
  }

  async #byKey (key: string, now: number): Promise<Caller> {
    const known = KEY.test(key) ? await this.#known.fetch(hashOf(key)) : undefined
    if (!known?.caller || known.until <= now) throw unauthorized('the API key is unknown, disabled or over', 'Bearer error="invalid_token"')
    return known.caller
  }

  async #bySession ({ headers }: IncomingMessage): Promise<Caller | undefined> {
    const session = headers.cookie === undefined ? undefined : await this.#auth.sessionOf(headers)
    if (!session) return undefined
    const [account] = await this.#database.write<{ account_id: number, plan: Plan }>(USER_CALLER, [session.userId])
    if (!account) return undefined
    return { account: account.account_id, plan: account.plan, user: { id: session.userId, email: session.email, isOperator: session.role === 'operator' }, cookies: session.cookies }
  }

  async #findKey (sha256: Buffer): Promise<Known> {
    const [row] = await this.#database.write<KeyRow>(KEY_CALLER, [sha256])
    if (!row) return { caller: undefined, until: Infinity }
    return { caller: { key: row.key_id, account: row.account_id, plan: row.plan }, until: row.expires_at === null ? Infinity : Date.parse(row.expires_at) }
  }
}

/** Throws 403 where a caller may not have what the endpoint gives. */
export function assertAllowed (caller: Caller | undefined, access: Access): void {
  if ((access === 'paid' || access === 'paid-session') && !isPaid(caller!.plan)) {
    throw new HttpError(403, `the ${caller!.plan} plan does not include this; the developer, business and enterprise plans do`)
  }
  if (access === 'operator' && !caller!.user!.isOperator) throw new HttpError(403, 'this is for operators')
}

function keyOf (request: IncomingMessage, { parameters, names }: AskedKey): string {
  const header = request.headers.authorization
  if (header !== undefined) {
    const key = BEARER.exec(header)?.[1]
    if (key === undefined) throw unauthorized('the Authorization header is malformed: expected Bearer and an API key', 'Bearer error="invalid_request"')
    return key
  }
  const [key, ...others] = names.flatMap((name) => parameters.getAll(name))
  if (others.length > 0) throw badRequest(names[0]!, 'given more than once')
  if (!key) throw unauthorized(`an API key is needed: send it as Authorization: Bearer KEY, or as the parameter ${names.join(' or ')}`)
  return key
}

function hashOf (key: string): string {
  return hashKey(key).toString('base64')
}
