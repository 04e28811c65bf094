import { setTimeout as sleep } from 'node:timers/promises'

/** What the answers to an account's requests say of its units. */
export interface Bill {
  key: string
  /** Requests that were answered, and must have been charged once. */
  answered: number
  /** Requests that were refused since no units are left. */
  refused: number
  /** Requests without an answer, or with one that says that the database is away or too slow: charged once at most. */
  uncertain: number
  /** Answers that no caller should get. */
  odd: string[]
}

const PAUSE = 50
const TIMEOUT = 30_000

/** Clients that ask without end, each with one of the keys, until they are stopped. */
export class Clients {
  readonly bills: Bill[]
  readonly #addresses: string[]
  readonly #paths: string[]
  readonly #clients: Promise<void>[]
  #isStopped = false

  constructor (count: number, { keys, addresses, paths }: { keys: string[], addresses: string[], paths: string[] }) {
    this.bills = keys.map((key) => ({ key, answered: 0, refused: 0, uncertain: 0, odd: [] }))
    this.#addresses = addresses
    this.#paths = paths
    this.#clients = Array.from({ length: count }, (_, client) => this.#ask(client))
  }

  get answered (): number {
    return this.bills.reduce((sum, { answered }) => sum + answered, 0)
  }

  async stop (): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#clients)
  }

  async #ask (client: number): Promise<void> {
    const bill = this.bills[client % this.bills.length]!
    for (let request = client; !this.#isStopped; request++) {
      const url = this.#addresses[request % this.#addresses.length]! + this.#paths[request % this.#paths.length]!
      const status = await statusOf(url, bill.key)
      if (status === 200) bill.answered++
      else if (status === 429) bill.refused++
      else if (status === undefined || status === 503 || status === 504) bill.uncertain++
      else bill.odd.push(`${url} answered ${status}`)
      await sleep(status === 200 ? PAUSE / 10 : PAUSE)
    }
  }
}

/** The status of a whole answer; undefined for none. */
async function statusOf (url: string, key: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(TIMEOUT) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}
