import { FetchError, type Window } from '../../adapters/source.ts'

const DAY_MS = 86_400_000
// Of the known sources, `bna` sends the most requests for a day (71 for four days), and `nbm` for a whole history
// (14,086 for 9,859 days). The largest documents of a day have two megabytes. Repeated requests count as well.
const REQUESTS = { once: 1_000, eachDay: 30 }
const BYTES = { once: 512 * 2 ** 20, eachDay: 4 * 2 ** 20 }
// Unread documents stay archived until an adapter can read them, but a hostile publisher must not fill the disk.
const UNREAD_BYTES = 64 * 2 ** 20
// In seconds. The longest pause between requests is two seconds, so that `bna` takes 36 seconds for a day. Loading
// counts as well.
const TIME = { once: 3_600, eachDay: 60 }

/**
 * Limits the requests, bytes and time of one run, so that neither endless pages nor slow answers hold it forever. The
 * limits grow with the days of the run.
 */
export class Budget {
  readonly #days: number
  readonly #maxRequests: number
  readonly #maxBytes: number
  readonly #maxSeconds: number
  readonly #now: () => number
  readonly #started: number
  #requests = 0
  #bytes = 0
  #unreadBytes = 0

  /** Starts the count. `now` returns the milliseconds of a monotonic clock. */
  constructor({ from, to }: Pick<Window, 'from' | 'to'>, now = () => performance.now()) {
    this.#days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    this.#maxRequests = REQUESTS.once + REQUESTS.eachDay * this.#days
    this.#maxBytes = BYTES.once + BYTES.eachDay * this.#days
    this.#maxSeconds = TIME.once + TIME.eachDay * this.#days
    this.#now = now
    this.#started = now()
  }

  /** The milliseconds that the run has left, at least one. */
  get timeLeft(): number {
    return Math.max(1, Math.ceil(this.#maxSeconds * 1000 - (this.#now() - this.#started)))
  }

  /**
   * Counts a request before it is sent. Throws a `FetchError` (`BUDGET`) if the run has used up its requests or its
   * time.
   */
  takeRequest(): void {
    if (this.#isOutOfTime) throw this.outOfTime()
    this.#requests += 1
    if (this.#requests > this.#maxRequests) throw this.#exceeded(`${this.#maxRequests} requests`)
  }

  /** Counts the bytes of an answer. Throws a `FetchError` (`BUDGET`) if the run has used up its bytes. */
  takeBytes(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.#maxBytes) throw this.#exceeded(`${this.#maxBytes} bytes`)
  }

  /** Counts an archived document that could not be read. Returns an error if the run must end after it. */
  takeUnread(bytes: number): FetchError | undefined {
    this.#unreadBytes += bytes
    if (this.#unreadBytes > UNREAD_BYTES) return this.#exceeded(`${UNREAD_BYTES} bytes that could not be read`)
    return this.#isOutOfTime ? this.outOfTime() : undefined
  }

  /** The error of a run that has used up its time. */
  outOfTime(): FetchError {
    return this.#exceeded(`${this.#maxSeconds} seconds`)
  }

  get #isOutOfTime(): boolean {
    return this.#now() - this.#started >= this.#maxSeconds * 1000
  }

  #exceeded(limit: string): FetchError {
    return new FetchError(
      'BUDGET',
      `exceeds the limit of its run: ${limit} for ${this.#days === 1 ? 'one day' : `${this.#days} days`}`
    )
  }
}
