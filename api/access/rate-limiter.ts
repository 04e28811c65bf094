import { LRUCache } from 'lru-cache'
import type { Database } from '../../sql/database.ts'
import { isUnavailable } from '../../sql/errors.ts'
import { Batcher } from './batcher.ts'
import { HttpError } from '../contract/errors.ts'

const TAKE = 'select got, remaining from take_windows($1, $2, $3) order by place'
const MAX_KNOWN = 50_000
const SWEEP_EVERY = 60_000
const MAX_LATE = 60_000 // milliseconds that a request may wait before it is counted
const LEASES = 16 // take_windows divides the remainder of a window by this number

/** A rate limit: a number of actions in a window of time. */
export interface Rule {
  limit: number
  seconds: number
}

export interface RateStatus {
  isAllowed: boolean
  limit: number
  /** The actions left in the window, as of this process's last lease. */
  remaining: number
  /** The time when the next window begins, in milliseconds since 1970. */
  endsAt: number
}

interface State {
  endsAt: number
  /** Leased by this process and not yet used. */
  leased: number
  /** Not leased by any process, as of this process's last lease. */
  unleased: number
  leasing?: Promise<void>
}

interface Lease {
  name: string
  endsAt: number
  limit: number
}

/**
 * Fixed-window rate limits that all processes share and never exceed. A process leases several actions at once, and
 * fewer as the window empties, so that most requests are counted without a query. Unused leases expire with the window.
 */
export class RateLimiter {
  readonly #states = new LRUCache<string, State>({ max: MAX_KNOWN })
  readonly #database: Database
  readonly #batch: Batcher<Lease, { got: number; remaining: number }>
  readonly #sweeper: NodeJS.Timeout

  constructor(database: Database) {
    this.#database = database
    this.#batch = new Batcher((leases) => this.#requestLeases(leases))
    // a failed sweep is repeated a minute later
    this.#sweeper = setInterval(() => void database.write('select delete_old_counts()').catch(() => {}), SWEEP_EVERY)
    this.#sweeper.unref()
  }

  /** Takes one action, or reports that none is left. */
  async take(name: string, rule: Rule, now: number): Promise<RateStatus> {
    // one state for the whole wait, even if the next window begins meanwhile
    const state = this.#stateOf(name, rule, now)
    for (;;) {
      const taken = takeFrom(state, rule)
      if (taken) return taken
      await (state.leasing ??= this.#lease(name, state, rule.limit))
    }
  }

  /** Takes one action. Throws 429 if none is left. */
  async takeOrThrow(name: string, what: string, rule: Rule, now: number): Promise<RateStatus> {
    const taken = await this.take(name, rule, now)
    if (!taken.isAllowed) throw tooMany(what, rule, taken, now)
    return taken
  }

  /** Gives back an action that must not count. */
  giveBack(name: string): void {
    const state = this.#states.get(name)
    if (state) state.leased++
  }

  close(): void {
    clearInterval(this.#sweeper)
  }

  #stateOf(name: string, { limit, seconds }: Rule, now: number): State {
    const known = this.#states.get(name)
    // The next window may have begun while the request waited. A clock that was ahead may have stored a later end than
    // that of the window.
    if (known && known.endsAt > now && known.endsAt <= now + MAX_LATE + seconds * 1000) return known
    const endsAt = (Math.floor(now / (seconds * 1000)) + 1) * seconds * 1000
    const state: State = { endsAt, leased: 0, unleased: limit }
    this.#states.set(name, state)
    return state
  }

  async #lease(name: string, state: State, limit: number): Promise<void> {
    try {
      const { got, remaining } = await this.#batch.add({ name, endsAt: state.endsAt, limit })
      state.leased += got
      state.unleased = remaining
    } catch (error) {
      if (!isUnavailable(error)) throw error
      // This process counts locally until the database is available again.
      const got = Math.ceil(state.unleased / LEASES)
      state.leased += got
      state.unleased -= got
    } finally {
      state.leasing = undefined
    }
  }

  #requestLeases(leases: Lease[]): Promise<Array<{ got: number; remaining: number }>> {
    return this.#database.write(TAKE, [
      leases.map(({ name }) => name),
      leases.map(({ endsAt }) => new Date(endsAt).toISOString()),
      leases.map(({ limit }) => limit)
    ])
  }
}

function takeFrom(state: State, { limit }: Rule): RateStatus | undefined {
  if (state.leased > 0) {
    return { isAllowed: true, limit, remaining: --state.leased + state.unleased, endsAt: state.endsAt }
  }
  return state.unleased === 0 ? { isAllowed: false, limit, remaining: 0, endsAt: state.endsAt } : undefined
}

/** The rate limit headers: the limit, the requests left, and the start of the next window as a Unix time in seconds. */
export function limitHeaders({ limit, remaining, endsAt }: RateStatus): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(endsAt / 1000)
  }
}

/** The 429 error for a request over the rate limit. */
export function tooMany(what: string, { limit, seconds }: Rule, rate: RateStatus, now: number): HttpError {
  const wait = Math.max(1, Math.ceil((rate.endsAt - now) / 1000))
  return new HttpError(
    'rate_limited',
    `more than ${limit} ${what} within ${spanOf(seconds)}: try again in ${wait} seconds`,
    { 'Retry-After': String(wait), ...limitHeaders(rate) }
  )
}

function spanOf(seconds: number): string {
  const [unit, size] = seconds % 86_400 === 0 ? ['day', 86_400] : seconds % 3600 === 0 ? ['hour', 3600] : ['minute', 60]
  return seconds === size ? `a ${unit}`.replace('a hour', 'an hour') : `${seconds / size} ${unit}s`
}
