import type { IncomingMessage } from 'node:http'
import type { Callers, Credentials } from './callers.ts'
import { HttpError } from '../contract/errors.ts'
import { meterHeaders, usedUp, type Meter } from './meter.ts'
import { credentialOf, refusalOf, type Access, type Caller } from './callers.ts'
import { limitHeaders, tooMany, type RateLimiter, type Rule, type Taken } from './rate-limiter.ts'

const MINUTE = 60

export interface Limits {
  /** Requests a minute for each key or session. */
  perCaller: number
  /** Requests a minute for each address, at open endpoints or with an invalid key. */
  perAddress: number
  /** Trial keys a day for each address. */
  trialKeys: number
}

/** An admitted request. */
export interface Pass {
  caller?: Caller
  taken: Taken
}

/** A request before authentication. */
export interface Applicant extends Credentials {
  network: string
  now: number
}

/** Applies rate limits to requests and charges for answers. */
export class Gate {
  readonly #callers: Callers
  readonly #rateLimiter: RateLimiter
  readonly #meter: Meter
  readonly #perCaller: Rule
  readonly #perAddress: Rule

  constructor ({ callers, rateLimiter, meter, limits }: { callers: Callers, rateLimiter: RateLimiter, meter: Meter, limits: Limits }) {
    this.#callers = callers
    this.#rateLimiter = rateLimiter
    this.#meter = meter
    this.#perCaller = { limit: limits.perCaller, seconds: MINUTE }
    this.#perAddress = { limit: limits.perAddress, seconds: MINUTE }
  }

  /** Authenticates the caller and counts the request. Throws 401 or 429. `assertAllowed` decides on access. */
  async admit (request: IncomingMessage, applicant: Applicant, access: Access): Promise<Pass> {
    if (credentialOf(access) === 'none') return this.#admitAddress(applicant)
    try {
      const caller = await this.#callers.find(request, applicant, access)
      return caller ? { caller, taken: await this.#rateLimiter.take(nameOf(caller), this.#perCaller, applicant.now) } : await this.#admitAddress(applicant)
    } catch (error) {
      if (!(error instanceof HttpError) || error.status === 429) throw error
      const { taken } = await this.#admitAddress(applicant)
      throw Object.assign(error, { headers: { ...error.headers, ...limitHeaders(taken) } })
    }
  }

  /** Throws 429 for a caller over the rate limit and 403 for one without access to the answer. */
  assertAllowed ({ caller, taken }: Pass, access: Access, now: number): void {
    if (!taken.isAllowed) throw tooMany('requests', this.#perCaller, taken, now)
    const refusal = refusalOf(caller, access)
    if (refusal) throw refusal
  }

  /** Throws 429 if the account is known to have no units left, before the answer is computed. */
  assertLeft (pass: Pass | undefined, path: string, units: number, now: number): Promise<void> | undefined {
    return pass?.caller && units > 0 ? this.#meter.assertLeft(pass.caller, path, units, now) : undefined
  }

  /** Charges for an answer and returns the headers about limits. Throws 429 if too few units are left. */
  async charge ({ caller, taken }: Pass, path: string, units: number, now: number): Promise<Record<string, string>> {
    const limits = limitHeaders(taken)
    if (!caller) return limits
    const charge = await this.#meter.charge(caller, path, units)
    if (!charge.isGranted) throw usedUp(charge, units, caller.plan, now)
    return { ...limits, ...meterHeaders(charge) }
  }

  async #admitAddress ({ network, now }: Applicant): Promise<Pass> {
    return { taken: await this.#rateLimiter.demand(`address ${network}`, 'requests', this.#perAddress, now) }
  }
}

function nameOf ({ key, account }: Caller): string {
  return key === undefined ? `account ${account}` : `key ${key}`
}
