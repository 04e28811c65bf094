import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { assertAllowed, type Access, type AskedKey, type Caller, type Callers } from './caller.ts'
import { HttpError } from '../contract/errors.ts'
import { usedUp, type Meter } from './meter.ts'
import { networkOf } from './network.ts'
import { tooMany, type Rule, type Taken, type Windows } from './windows.ts'

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
  windows: Windows
  meter: Meter
  limits: Limits
  /** How many proxies stand in front. */
  trustProxy: number
}

/** Lets requests in, as often as their limits allow, and charges for the answers. */
export class Gate {
  readonly #callers: Callers
  readonly #windows: Windows
  readonly #meter: Meter
  readonly #perCaller: Rule
  readonly #perAddress: Rule
  readonly #trustProxy: number
  readonly #addresses = new WeakMap<Socket, string>()

  constructor ({ callers, windows, meter, limits, trustProxy }: GateOptions) {
    this.#callers = callers
    this.#windows = windows
    this.#meter = meter
    this.#perCaller = { limit: limits.perCaller, seconds: MINUTE }
    this.#perAddress = { limit: limits.perAddress, seconds: MINUTE }
    this.#trustProxy = trustProxy
  }

  /** Lets a request in where nothing has to be asked for it; nothing where something has. */
  atOnce (request: IncomingMessage, access: Access, now: number): Pass | undefined {
    if (access === 'keyless') {
      const taken = this.#windows.takeAtOnce(this.#addressOf(request), this.#perAddress, now)
      return taken?.isAllowed ? { taken } : undefined
    }
    const caller = this.#callers.atOnce(request, access, now)
    const taken = caller && this.#windows.takeAtOnce(nameOf(caller), this.#perCaller, now)
    return taken?.isAllowed ? { caller, taken } : undefined
  }

  /** Lets a request in, or throws 401 or 429. What a caller may have is not looked at yet. */
  async enter (request: IncomingMessage, asked: AskedKey, access: Access, now: number): Promise<Pass> {
    try {
      const caller = await this.#callers.find(request, asked, access, now)
      if (caller) return { caller, taken: await this.#windows.take(nameOf(caller), this.#perCaller, now) }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      await this.#enterByAddress(request, now)
      throw error
    }
    return this.#enterByAddress(request, now)
  }

  /** Throws 429 where the window has no room for the request, and 403 where the answer is not for the caller. */
  assertMay ({ caller, taken }: Pass, access: Access, now: number): void {
    if (!taken.isAllowed) throw tooMany('requests', this.#perCaller, taken, now)
    assertAllowed(caller, access)
  }

  /** Throws 429 where the account is known to have no units left, so that nothing is worked out for nothing. */
  async assertLeft ({ caller }: Pass, path: string, units: number, now: number): Promise<void> {
    if (caller && units > 0) await this.#meter.assertLeft(caller, path, units, now)
  }

  /** Charges for an answer and gives the headers that say of limits, as a flat list. Throws 429 where too few units are left. */
  charge ({ caller, taken }: Pass, path: string, units: number, now: number): string[] | Promise<string[]> {
    const remaining = String(taken.remaining)
    if (!caller) return ['X-RateLimit-Remaining', remaining]
    return this.#meter.charge(caller, path, units).then((charge) => {
      if (!charge.isGranted) throw usedUp(charge, units, caller.plan, now)
      const { limit, used, resetsAt } = charge
      const headers = ['X-Monthly-Limit', String(limit), 'X-Monthly-Used', String(used), 'X-RateLimit-Remaining', remaining]
      if (resetsAt !== null) headers.push('X-Monthly-Resets', resetsAt)
      return headers
    })
  }

  /** The network that a request came from, as far as limits are concerned. */
  networkOf (request: IncomingMessage): string {
    return networkOf(request, this.#trustProxy)
  }

  async #enterByAddress (request: IncomingMessage, now: number): Promise<Pass> {
    const taken = await this.#windows.take(this.#addressOf(request), this.#perAddress, now)
    if (!taken.isAllowed) throw tooMany('requests', this.#perAddress, taken, now)
    return { taken }
  }

  /** The name of the window of a network; without a proxy it is that of the connection. */
  #addressOf (request: IncomingMessage): string {
    if (this.#trustProxy > 0) return `address ${this.networkOf(request)}`
    let name = this.#addresses.get(request.socket)
    if (name === undefined) this.#addresses.set(request.socket, name = `address ${this.networkOf(request)}`)
    return name
  }
}

function nameOf ({ key, account }: Caller): string {
  return key === undefined ? `account ${account}` : `key ${key}`
}
