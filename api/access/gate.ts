import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Callers, Credentials } from './callers.ts'
import { HttpError } from '../contract/errors.ts'
import { headerList, type HeaderList } from '../contract/header-list.ts'
import { meterHeaders, usedUp, type Meter } from './meter.ts'
import { networkOf } from './network.ts'
import { credentialOf, refusalOf, type Access, type Caller } from './permission.ts'
import { limitHeaders, tooMany, type RateLimiter, type Rule, type Taken } from './rate-limiter.ts'

const MINUTE = 60

export interface Limits {
  /** Requests a minute of one key or session. */
  perCaller: number
  /** Requests a minute of one address, at keyless endpoints or with a key that is not good. */
  perAddress: number
  /** Trial keys a day of one address. */
  trialKeys: number
}

/** What is known of a request that was let in. */
export interface Pass {
  caller?: Caller
  taken: Taken
}

export interface GateOptions {
  callers: Callers
  rateLimiter: RateLimiter
  meter: Meter
  limits: Limits
  /** How many proxies stand in front. */
  trustProxy: number
}

/** Lets requests in, as often as their limits allow, and charges for the answers. */
export class Gate {
  readonly #callers: Callers
  readonly #rateLimiter: RateLimiter
  readonly #meter: Meter
  readonly #perCaller: Rule
  readonly #perAddress: Rule
  readonly #trustProxy: number
  readonly #senders = new WeakMap<Socket, { network: string, address: string }>()

  constructor ({ callers, rateLimiter, meter, limits, trustProxy }: GateOptions) {
    this.#callers = callers
    this.#rateLimiter = rateLimiter
    this.#meter = meter
    this.#perCaller = { limit: limits.perCaller, seconds: MINUTE }
    this.#perAddress = { limit: limits.perAddress, seconds: MINUTE }
    this.#trustProxy = trustProxy
  }

  /** Admits a request without asking the database. Undefined where it has to be asked, or the request will be refused. */
  admitKnown (request: IncomingMessage, access: Access, now: number): Pass | undefined {
    const credential = credentialOf(access)
    if (credential === 'session') return undefined
    const caller = credential === 'key' ? this.#callers.known(request, now) : undefined
    if (credential === 'key' && (!caller || refusalOf(caller, access) !== undefined)) return undefined
    const taken = caller ? this.#rateLimiter.takeHeld(nameOf(caller), this.#perCaller, now) : this.#rateLimiter.takeHeld(this.#senderOf(request).address, this.#perAddress, now)
    return taken?.isAllowed ? { caller, taken } : undefined
  }

  /** Recognises the caller of a request and counts it, or throws 401 or 429. What they may have is decided by assertAllowed. */
  async admit (request: IncomingMessage, credentials: Credentials, access: Access, now: number): Promise<Pass> {
    try {
      const caller = await this.#callers.find(request, credentials, access, now)
      if (caller) return { caller, taken: await this.#rateLimiter.take(nameOf(caller), this.#perCaller, now) }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const { taken } = await this.#admitAddress(request, now)
      throw Object.assign(error, { headers: { ...error.headers, ...limitHeaders(taken) } })
    }
    return this.#admitAddress(request, now)
  }

  /** Throws 429 where the caller asks too often, and 403 where the answer is not for them. */
  assertAllowed ({ caller, taken }: Pass, access: Access, now: number): void {
    if (!taken.isAllowed) throw tooMany('requests', this.#perCaller, taken, now)
    const refusal = refusalOf(caller, access)
    if (refusal) throw refusal
  }

  /** Throws 429 where the account is known to have no units left, so that nothing is worked out for nothing. */
  assertLeft ({ caller }: Pass, path: string, units: number, now: number): Promise<void> | undefined {
    return caller && units > 0 ? this.#meter.assertLeft(caller, path, units, now) : undefined
  }

  /** The headers about the limit of requests. */
  limitsOf ({ taken }: Pass): HeaderList {
    return headerList(limitHeaders(taken))
  }

  /** Charges for an answer and returns the headers about limits. Throws 429 if too few units are left. */
  charge ({ caller, taken }: Pass, path: string, units: number, now: number): HeaderList | Promise<HeaderList> {
    const limits = this.limitsOf({ taken })
    if (!caller) return limits
    return this.#meter.charge(caller, path, units).then((charge) => {
      if (!charge.isGranted) throw usedUp(charge, units, caller.plan, now)
      return limits.concat(headerList(meterHeaders(charge)))
    })
  }

  /** The network that a request came from, as far as limits are concerned. */
  networkOf (request: IncomingMessage): string {
    return this.#senderOf(request).network
  }

  async #admitAddress (request: IncomingMessage, now: number): Promise<Pass> {
    return { taken: await this.#rateLimiter.demand(this.#senderOf(request).address, 'requests', this.#perAddress, now) }
  }

  /** The network of a request and the name of its window; without a proxy they stay those of the connection. */
  #senderOf (request: IncomingMessage): { network: string, address: string } {
    const known = this.#trustProxy > 0 ? undefined : this.#senders.get(request.socket)
    if (known) return known
    const network = networkOf(request, this.#trustProxy)
    const origin = { network, address: `address ${network}` }
    this.#senders.set(request.socket, origin)
    return origin
  }
}

function nameOf ({ key, account }: Caller): string {
  return key === undefined ? `account ${account}` : `key ${key}`
}
