import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { isUnavailable } from '../../sql/errors.ts'
import { DAY_MS } from '../contract/dates.ts'
import type { Answer } from '../formats/answer.ts'

/** The tag of an answer that depends on every source. */
export const ALL = '*'

/** The tag of an answer that depends on market rates, which change every minute and do not belong to a source. */
export const MARKET = 'market'

/** The tag of an answer that does not depend on rates. */
export const FIXED = 'fixed'

const MAX_BYTES = 64 * 2 ** 20
const MAX_ENTRY_BYTES = 4 * 2 ** 20
const ENTRY_OVERHEAD = 2048 // rough size of an entry without its body

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer with its body, and its cost to a caller with an account. */
export interface WrittenAnswer extends Omit<Answer, 'fields' | 'rows' | 'fileName'> {
  body: Buffer | Readable
  units: number
  /** True if it contains the origin of its request, and so must not be sent to a request at another host. */
  hasOrigin?: boolean
  /** The compressed bodies that were sent before. */
  compressed?: Partial<Record<Encoding, Buffer>>
}

/** The key and the conditions under which an answer is cached. */
interface Wanted {
  /** The URL of the request, and what else the answer depends on. */
  key: string
  /** The origin of the request, which only some answers contain. */
  origin?: string
  /** The source that the answer depends on, or ALL, MARKET or FIXED. */
  tag: string
  /** The longest time to cache the answer. */
  seconds?: number
  /** True if anyone may see it, and so even a stale one while the database is unavailable. */
  isOpen: boolean
}

interface Entry {
  tag: string
  answer: WrittenAnswer
  /** The logical clock of the cache when the computation began. */
  startedAt: number
  expires: number
}

/**
 * Caches answers as bytes, by URL. An entry is valid until a change of its source is announced, until the UTC day ends,
 * or until it is evicted; its computation must have begun after the last change. While announcements cannot be
 * received, nothing is cached. Concurrent requests for one URL share a computation.
 */
export class AnswerCache {
  hits = 0
  misses = 0
  readonly #entries: LRUCache<string, Entry>
  readonly #computations = new Map<string, { startedAt: number; answer: Promise<WrittenAnswer> }>()
  readonly #changed = new Map<string, number>()
  #clock = 0
  #cleared = 0
  #isListening = false

  constructor(maxBytes = MAX_BYTES) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: MAX_ENTRY_BYTES,
      // compressed bodies are added later
      sizeCalculation: ({ answer: { body } }, key) => 2 * (body as Buffer).length + key.length + ENTRY_OVERHEAD
    })
  }

  /** Drops the answers that depend on a source, on ALL or on MARKET. */
  drop(source: string): void {
    this.#clock++
    if (source === ALL || source === '') this.#cleared = this.#clock
    else this.#changed.set(source, this.#clock)
    if (source !== MARKET) this.#changed.set(ALL, this.#clock)
  }

  /** Set whether announcements are received. Everything cached so far is dropped, since it may have missed one. */
  set isListening(isListening: boolean) {
    this.#isListening = isListening
    this.drop(ALL)
  }

  /** The cached answer of a URL, if it is valid. */
  find(key: string, now: number, origin?: string): WrittenAnswer | undefined {
    for (const own of [key, keyAt(key, origin)]) {
      const entry = this.#entries.get(own)
      if (!entry || !this.#isValid(entry, now)) continue
      this.hits++
      return entry.answer
    }
    return undefined
  }

  /**
   * Computes and caches an answer, or waits for a computation in progress. While the database is unavailable, an open
   * endpoint gets the last cached answer, which external caches may also serve.
   */
  async compute(wanted: Wanted, now: number, work: () => Promise<WrittenAnswer>): Promise<WrittenAnswer> {
    this.misses++
    const running = this.#computations.get(keyAt(wanted.key, wanted.origin))
    try {
      return await (running && running.startedAt >= this.#changeOf(wanted.tag)
        ? running.answer
        : this.#begin(wanted, now, work))
    } catch (error) {
      const last = this.#entries.peek(wanted.key) ?? this.#entries.peek(keyAt(wanted.key, wanted.origin))
      if (last && wanted.isOpen && isUnavailable(error)) return last.answer
      throw error
    }
  }

  async #begin(
    { key, origin, tag, seconds = Infinity }: Wanted,
    now: number,
    work: () => Promise<WrittenAnswer>
  ): Promise<WrittenAnswer> {
    const startedAt = this.#clock
    const expires = Math.min((Math.floor(now / DAY_MS) + 1) * DAY_MS, now + seconds * 1000)
    const computation = { startedAt, answer: work() }
    const own = keyAt(key, origin)
    this.#computations.set(own, computation)
    try {
      const answer = await computation.answer
      const entry = { tag, answer, startedAt, expires }
      if (Buffer.isBuffer(answer.body) && this.#isValid(entry, now))
        this.#entries.set(answer.hasOrigin ? own : key, entry)
      return answer
    } finally {
      if (this.#computations.get(own) === computation) this.#computations.delete(own)
    }
  }

  #isValid({ tag, startedAt, expires }: Entry, now: number): boolean {
    return this.#isListening && expires > now && startedAt >= this.#changeOf(tag)
  }

  #changeOf(tag: string): number {
    return Math.max(this.#cleared, this.#changed.get(tag) ?? 0)
  }
}

/** The key of an answer that contains an origin. */
function keyAt(key: string, origin = ''): string {
  return `${origin} ${key}`
}
