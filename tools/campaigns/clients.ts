import { setTimeout as sleep } from 'node:timers/promises'

/** The answers to an account's requests, for comparison with its charges. */
export interface Bill {
  key: string
  /** Requests with status 200, each of which must be charged once. */
  answered: number
  /** Requests without an answer, or with 503 or 504: each may be charged once. */
  uncertain: number
  /** Answers with an unexpected status. */
  faults: string[]
}

const PAUSE = 50
const TIMEOUT = 30_000

/** Clients that send requests in turn to all URLs, each with one of the keys, until they are stopped. */
export class Clients {
  readonly bills: Bill[]
  readonly #clients: Promise<void>[]
  #isStopped = false

  constructor (count: number, keys: string[], urls: string[]) {
    this.bills = keys.map((key) => ({ key, answered: 0, uncertain: 0, faults: [] }))
    this.#clients = Array.from({ length: count }, async (_, client) => {
      for (let number = client; !this.#isStopped; number++) await send(urls[number % urls.length]!, this.bills[client % keys.length]!)
    })
  }

  get answered (): number {
    return this.bills.reduce((sum, { answered }) => sum + answered, 0)
  }

  async stop (): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#clients)
  }
}

async function send (url: string, bill: Bill): Promise<void> {
  const status = await statusOf(url, bill.key)
  if (status === 200) bill.answered++
  else if (status === undefined || status === 503 || status === 504) bill.uncertain++
  else if (status !== 429) bill.faults.push(`${url} answered ${status}`)
  await sleep(status === 200 ? PAUSE / 10 : PAUSE)
}

/** The status of a complete answer; undefined if there is none. */
async function statusOf (url: string, key: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(TIMEOUT) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}
