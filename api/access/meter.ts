import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../sql/database.ts'
import { isUnavailable } from '../../sql/errors.ts'
import { Batcher } from './batcher.ts'
import { HttpError } from '../contract/errors.ts'
import { priceNotAccepted } from '../contract/prices.ts'
import type { Allowances, Plan } from './plans.ts'

const CHARGE = 'select granted, used, resets_at from charge($1, $2, $3, $4, $5, $6, $7, $8) order by place'
const REFUND = 'select refund_charge($1)'
const SETTLE_EVERY = 1_000

export interface Payer {
  account: number
  plan: Plan
  /** The key of the request; undefined for a session. */
  key?: number
}

interface ChargeRequest {
  payer: Payer
  endpoint: string
  units: number
}

export interface Charge {
  isGranted: boolean
  /** The account's units of this month, or of its lifetime if the plan has no monthly reset. */
  limit: number
  used: number
  /** ISO 8601; null on plans without a monthly reset. */
  resetsAt: string | null
}

/** Charges units to accounts exactly and durably across processes. Simultaneous charges share one statement. */
export class Meter {
  readonly allowances: Allowances
  readonly #database: Database
  readonly #batch: Batcher<ChargeRequest, Charge>
  readonly #spent = new LRUCache<number, true>({ max: 10_000 })
  /** Batches whose outcome is unknown. Their callers got no answer, so the charges must be reversed. */
  readonly #unsettled = new Set<string>()
  #isSettling = false

  constructor(database: Database, allowances: Allowances) {
    this.#database = database
    this.allowances = allowances
    this.#batch = new Batcher((requests) => this.#charge(requests))
  }

  /** Charges all units, or none if fewer are left. Zero units only read the usage. */
  charge(payer: Payer, endpoint: string, units: number): Promise<Charge> {
    return this.#batch.add({ payer, endpoint, units })
  }

  /**
   * Throws 429 if an account has no units left. Queries the database only for accounts that had none after their last
   * charge.
   */
  assertLeft(payer: Payer, endpoint: string, units: number, now: number): Promise<void> | undefined {
    if (!this.#spent.has(payer.account)) return undefined
    return this.charge(payer, endpoint, 0).then((charge) => {
      if (charge.used >= charge.limit) throw usedUp(charge, units, payer.plan, now)
    })
  }

  /**
   * Throws 409 for an answer that costs more than the request accepts. If the request states no limit and the plan's
   * units do not reset, the limit is a tenth of the units left. One unit is always accepted.
   */
  async assertAccepted(payer: Payer, endpoint: string, units: number, maxCost?: string): Promise<void> {
    if (units <= 1) return
    if (maxCost !== undefined) {
      if (units > Number(maxCost)) throw priceNotAccepted(units, 'more than max_cost')
    } else if (!this.allowances[payer.plan].isMonthly) {
      const { limit, used } = await this.charge(payer, endpoint, 0)
      const left = limit - used
      if (units <= left && units > left / 10) {
        throw priceNotAccepted(units, `more than a tenth of the ${left} that are left`)
      }
    }
  }

  async #charge(requests: ChargeRequest[]): Promise<Charge[]> {
    const groups = groupsOf(requests)
    const allowances = groups.map(({ payer }) => this.allowances[payer.plan])
    const batch = randomUUID()
    const rows = await this.#database
      .write<{ granted: number; used: number; resets_at: string | null }>(CHARGE, [
        batch,
        groups.map(({ payer }) => payer.account),
        groups.map(({ payer }) => payer.key ?? null),
        groups.map(({ endpoint }) => endpoint),
        groups.map(({ units }) => units),
        groups.map(({ count }) => count),
        allowances.map(({ units }) => units),
        allowances.map(({ isMonthly }) => isMonthly)
      ])
      .catch((error: unknown) => {
        if (isUnavailable(error)) this.#refund(batch)
        throw error
      })
    return rows.flatMap(({ granted, used, resets_at: resetsAt }, place) => {
      const { payer, units, count } = groups[place]!
      const limit = allowances[place]!.units
      if (used >= limit) this.#spent.set(payer.account, true)
      else this.#spent.delete(payer.account)
      return Array.from({ length: count }, (_, i) => ({
        isGranted: i < granted,
        limit,
        used: used - Math.max(0, granted - 1 - i) * units,
        resetsAt
      }))
    })
  }

  /** Reverses a batch once the database answers. The statement may have been committed, or may still be running. */
  #refund(batch: string): void {
    this.#unsettled.add(batch)
    if (this.#isSettling) return
    this.#isSettling = true
    setTimeout(() => void this.#settle(), SETTLE_EVERY).unref()
  }

  async #settle(): Promise<void> {
    this.#isSettling = false
    for (const batch of this.#unsettled) {
      const isSettled = await this.#database.write(REFUND, [batch]).then(
        () => true,
        () => false
      )
      if (!isSettled) return this.#refund(batch) // retried in a second
      this.#unsettled.delete(batch)
    }
  }
}

/** Combines consecutive equal requests. */
function groupsOf(requests: ChargeRequest[]): Array<ChargeRequest & { count: number }> {
  const groups: Array<ChargeRequest & { count: number }> = []
  for (const request of requests) {
    const last = groups.at(-1)
    if (last && last.payer === request.payer && last.endpoint === request.endpoint && last.units === request.units)
      last.count++
    else groups.push({ ...request, count: 1 })
  }
  return groups
}

const NEVER = '9999-12-31T23:59:59Z'

/** The quota headers of an answer to a caller with an account. Units that never reset have a reset in the year 9999. */
export function meterHeaders({ limit, used, resetsAt }: Charge): Record<string, string> {
  return { 'X-Monthly-Limit': String(limit), 'X-Monthly-Used': String(used), 'X-Monthly-Resets': resetsAt ?? NEVER }
}

/** The error for a request that costs more units than are left. Without a reset it has no Retry-After. */
export function usedUp(charge: Charge, units: number, plan: Plan, now: number): HttpError {
  const { limit, used, resetsAt } = charge
  const period =
    resetsAt === null ? `, and they do not reset; other plans allow more` : ` this month; they reset at ${resetsAt}`
  const needed = units > 1 ? `the request costs ${units} units, and ` : ''
  const retry = resetsAt !== null && {
    'Retry-After': String(Math.max(1, Math.ceil((Date.parse(resetsAt) - now) / 1000)))
  }
  return new HttpError('allowance_used_up', `${needed}${used} of the ${plan} plan’s ${limit} units are used${period}`, {
    ...retry,
    ...meterHeaders(charge)
  })
}
