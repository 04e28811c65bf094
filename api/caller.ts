import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Database } from '../sql/database.ts'
import { badRequest, HttpError, unauthorized } from './errors.ts'
import { hashKey, type Plan } from './keys.ts'

/** Whom an endpoint answers: anybody, anybody with a key, or those on a paid plan. */
export type Access = 'keyless' | 'key' | 'paid'

export interface Caller {
  id: number
  name: string
  plan: Plan
}

const UNPAID: Plan[] = ['free', 'trial']
const BEARER = /^Bearer +(\S+) *$/i
const KEY = /^rb_[A-Za-z0-9_-]{16,128}$/
const MOST_KNOWN = 10_000
const KNOWN_FOR = 3_000

/** The one place where a caller is recognised. What is known of a key, also that it is unknown, is believed for a few seconds. */
export class Callers {
  readonly #known: LRUCache<string, { caller: Caller | undefined }>

  constructor (database: Database) {
    this.#known = new LRUCache({
      max: MOST_KNOWN,
      ttl: KNOWN_FOR,
      ttlResolution: 100,
      ignoreFetchAbort: true, // one that is crowded out meanwhile is still an answer
      fetchMethod: async (hash) => {
        const [caller] = await database.read<Caller>('select id, name, plan from key_plan($1)', [Buffer.from(hash, 'base64')])
        return { caller }
      }
    })
  }

  /** True when the caller is known at this moment by the Authorization header, and may have the answer. */
  isAdmitted (request: IncomingMessage, access: Access): boolean {
    if (access === 'keyless') return true
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1]
    if (key === undefined) return false
    const caller = this.#known.get(hashOf(key))?.caller
    return caller !== undefined && isAllowed(caller, access)
  }

  /** The caller of a request, by the Authorization header or else the api_key parameter. Throws where the answer is not for them. */
  async admit (request: IncomingMessage, parameters: URLSearchParams, access: Access): Promise<Caller | undefined> {
    if (access === 'keyless') return undefined
    const key = keyOf(request, parameters)
    const caller = KEY.test(key) ? (await this.#known.fetch(hashOf(key)))?.caller : undefined
    if (!caller) throw unauthorized('the API key is unknown or disabled', 'Bearer error="invalid_token"')
    if (!isAllowed(caller, access)) throw new HttpError(403, `the ${caller.plan} plan does not include this endpoint; the developer, business and enterprise plans do`)
    return caller
  }
}

function keyOf (request: IncomingMessage, parameters: URLSearchParams): string {
  const header = request.headers.authorization
  if (header !== undefined) {
    const key = BEARER.exec(header)?.[1]
    if (key === undefined) throw unauthorized('the Authorization header is malformed: expected Bearer and an API key', 'Bearer error="invalid_request"')
    return key
  }
  const [key, ...others] = parameters.getAll('api_key')
  if (others.length > 0) throw badRequest('api_key', 'given more than once')
  if (!key) throw unauthorized('an API key is needed: send it as Authorization: Bearer KEY, or as the parameter api_key')
  return key
}

function hashOf (key: string): string {
  return hashKey(key).toString('base64')
}

function isAllowed ({ plan }: Caller, access: Access): boolean {
  return access !== 'paid' || !UNPAID.includes(plan)
}
