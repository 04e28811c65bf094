import { LRUCache } from 'lru-cache'
import { isUnavailable } from '../../sql/errors.ts'
import type { Access } from '../access/permission.ts'
import { DAY_MS } from '../contract/dates.ts'
import type { Reply } from './reply.ts'
import type { Route } from './route.ts'

/** The tag of an answer that depends on every source. */
export const ALL = '*'

/** The tag of an answer that depends on market rates, which change every minute and belong to no source. */
export const MARKET = 'market'

/** The tag of an answer that depends on no rates at all. */
export const FIXED = 'fixed'

const MAX_BYTES = 64 * 2 ** 20
const MAX_ENTRY_BYTES = 4 * 2 ** 20
const ENTRY_OVERHEAD = 2048 // rough size of an entry without its body
const MAX_ALIASES = 8
const MAX_ALIAS_LENGTH = 256

export interface Entry {
  key: string
  route: Route
  access: Access
  /** The cost of the answer to a caller with an account. */
  units: number
  reply: Reply
  tag: string
  /** The logical clock of the cache when the computation began. */
  startedAt: number
  expires: number
  aliases: string[]
}

interface Flight {
  startedAt: number
  entry: Promise<Entry>
}

export interface Wanted {
  route: Route
  /** The access that the answer requires. */
  access: Access
  units: number
  /** Identifies the answer: the route and its parameters. */
  key: string
  /** The source that the answer depends on, or ALL or MARKET. */
  tag: string
  /** The time of the request. */
  now: number
}

/**
 * Keeps answers as bytes. An entry holds until a change of its source is announced (its computation must have begun after the last change),
 * until the UTC day ends, or until it is evicted. While announcements cannot be received, nothing is kept. Equal requests that arrive
 * together are computed once.
 */
export class AnswerCache {
  hits = 0
  misses = 0
  readonly #maxAge: number
  readonly #entries: LRUCache<string, Entry>
  readonly #aliases = new Map<string, Entry>()
  readonly #flights = new Map<string, Flight>()
  readonly #changed = new Map<string, number>()
  #clock = 0
  #cleared = 0
  #isListening = false

  /** `maxAge` is the longest time to keep an answer, in milliseconds. */
  constructor (maxAge = Infinity, maxBytes = MAX_BYTES) {
    this.#maxAge = maxAge
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: MAX_ENTRY_BYTES,
      sizeCalculation: ({ reply }) => 2 * reply.body.length + ENTRY_OVERHEAD, // compressed variants are added later
      dispose: ({ aliases }) => { for (const alias of aliases) this.#aliases.delete(alias) }
    })
  }

  /** Drops the answers that depend on a source, on ALL or on MARKET. */
  drop (source: string): void {
    this.#clock++
    if (source === ALL || source === '') this.#cleared = this.#clock
    else this.#changed.set(source, this.#clock)
    if (source !== MARKET) this.#changed.set(ALL, this.#clock)
  }

  /** Set whether announcements are received. Everything kept so far is dropped, since it may have missed one. */
  set isListening (isListening: boolean) {
    this.#isListening = isListening
    this.drop(ALL)
  }

  /** The entry that answered this address before, if it still holds. */
  byAlias (alias: string, now: number): Entry | undefined {
    const entry = this.#aliases.get(alias)
    return entry && this.#holds(entry, now) ? entry : undefined
  }

  /** Makes a kept entry available by an address. */
  addAlias (alias: string, entry: Entry): void {
    const isKept = this.#entries.peek(entry.key) === entry
    if (!isKept || entry.aliases.length >= MAX_ALIASES || alias.length > MAX_ALIAS_LENGTH || this.#aliases.get(alias) === entry) return
    entry.aliases.push(alias)
    this.#aliases.set(alias, entry)
  }

  /**
   * The entry for a request: a kept one, one under computation, or a new one. While the database is unavailable, a public answer is the last
   * one that was kept, as external caches may serve it too.
   */
  async find (wanted: Wanted, compute: () => Promise<Reply>): Promise<Entry> {
    const kept = this.#entries.get(wanted.key)
    if (kept && this.#holds(kept, wanted.now)) {
      this.hits++
      return kept
    }
    this.misses++
    const flight = this.#flights.get(wanted.key)
    try {
      return await (flight && flight.startedAt >= this.#changeOf(wanted.tag) ? flight.entry : this.#compute(wanted, compute))
    } catch (error) {
      if (kept && wanted.access === 'keyless' && isUnavailable(error)) return kept
      throw error
    }
  }

  async #compute ({ route, access, units, key, tag, now }: Wanted, compute: () => Promise<Reply>): Promise<Entry> {
    const startedAt = this.#clock
    const expires = Math.min((Math.floor(now / DAY_MS) + 1) * DAY_MS, now + this.#maxAge, now + (route.cache?.seconds ?? Infinity) * 1000)
    const flight = { startedAt, entry: compute().then((reply): Entry => ({ key, route, access, units: reply.units ?? units, reply, tag, startedAt, expires, aliases: [] })) }
    this.#flights.set(key, flight)
    try {
      const entry = await flight.entry
      if (this.#holds(entry, now)) this.#entries.set(key, entry)
      return entry
    } finally {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
  }

  #holds ({ tag, startedAt, expires }: Entry, now: number): boolean {
    return this.#isListening && expires > now && startedAt >= this.#changeOf(tag)
  }

  #changeOf (tag: string): number {
    return Math.max(this.#cleared, this.#changed.get(tag) ?? 0)
  }
}
