import { LRUCache } from 'lru-cache'
import type { Database } from '../sql/database.ts'
import { Batch } from './batch.ts'
import { HttpError } from './errors.ts'
import type { Allowances, Plan } from './plans.ts'

const CHARGE = 'select place, granted, used, resets_at from charge($1, $2, $3, $4, $5, $6)'
const DAY = 86_400

export interface Payer {
  account: number
  plan: Plan
  /** The key that was used; nothing for a session. */
  key?: number
}

interface Order extends Payer {
  endpoint: string
  units: number
}

export interface Charge {
  isGranted: boolean
  /** The account's units of this month, or for life where its plan counts so. */
  limit: number
  used: number
  /** ISO 8601; null where they are never counted anew. */
  resetsAt: string | null
}

/** Charges units to accounts, exactly and durably, whatever the number of processes: all that arrives at one moment goes in one statement. */
export class Meter {
  readonly allowances: Allowances
  readonly #database: Database
  readonly #batch: Batch<Order, Charge>
  readonly #spent = new LRUCache<number, true>({ max: 10_000 })

  constructor (database: Database, allowances: Allowances) {
    this.#database = database
    this.allowances = allowances
    this.#batch = new Batch((orders) => this.#charge(orders))
  }

  /** Charges all of the units or, where fewer are left, none. No units only ask what is used. */
  charge (payer: Payer, endpoint: string, units: number): Promise<Charge> {
    return this.#batch.add({ ...payer, endpoint, units })
  }

  /** Throws where an account has no units left. It only asks where it had none the last time. */
  async assertLeft (payer: Payer, endpoint: string, units: number, now: number): Promise<void> {
    if (!this.#spent.has(payer.account)) return
    const charge = await this.charge(payer, endpoint, 0)
    if (charge.used >= charge.limit) throw usedUp(charge, units, payer.plan, now)
  }

  async #charge (orders: Order[]): Promise<Charge[]> {
    const allowances = orders.map(({ plan }) => this.allowances[plan])
    const rows = await this.#database.write<{ place: number, granted: boolean, used: number, resets_at: string | null }>(CHARGE, [
      orders.map(({ account }) => account),
      orders.map(({ key }) => key ?? null),
      orders.map(({ endpoint }) => endpoint),
      orders.map(({ units }) => units),
      allowances.map(({ units }) => units),
      allowances.map(({ isMonthly }) => isMonthly)
    ])
    const charges: Charge[] = []
    for (const { place, granted, used, resets_at: resetsAt } of rows) {
      const { account } = orders[place - 1]!
      const limit = allowances[place - 1]!.units
      charges[place - 1] = { isGranted: granted, limit, used, resetsAt }
      if (used >= limit) this.#spent.set(account, true)
      else this.#spent.delete(account)
    }
    return charges
  }
}

/** What every answer to somebody with an account says about the account. */
export function meterHeaders ({ limit, used, resetsAt }: Charge): Record<string, string> {
  return { 'X-Monthly-Limit': String(limit), 'X-Monthly-Used': String(used), ...(resetsAt !== null && { 'X-Monthly-Resets': resetsAt }) }
}

/** The refusal of a request for which too few units are left. Where they never come back, asking once a day is soon enough. */
export function usedUp (charge: Charge, units: number, plan: Plan, now: number): HttpError {
  const { limit, used, resetsAt } = charge
  const period = resetsAt === null ? `, which are never counted anew; the paid plans allow more` : ` of this month; they are counted anew at ${resetsAt}`
  const needed = units > 1 ? `the request costs ${units} units, and ` : ''
  const seconds = resetsAt === null ? DAY : Math.max(1, Math.ceil((Date.parse(resetsAt) - now) / 1000))
  return new HttpError(429, `${needed}${used} of the ${plan} plan’s ${limit} units are used${period}`, { 'Retry-After': String(seconds), ...meterHeaders(charge) })
}
