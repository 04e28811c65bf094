import { setTimeout as sleep } from 'node:timers/promises'

/** The answers to the requests of an account, for comparison with its charges. */
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

/**
 * Starts clients that send requests to all URLs in turn, each with the key of a bill. Call the returned function to
 * stop them.
 */
export function startClients(count: number, bills: Bill[], urls: string[]): () => Promise<void> {
  let isStopped = false
  const clients = Array.from({ length: count }, async (_, client) => {
    for (let number = client; !isStopped; number++)
      await send(urls[number % urls.length]!, bills[client % bills.length]!)
  })
  return async () => {
    isStopped = true
    await Promise.all(clients)
  }
}

async function send(url: string, bill: Bill): Promise<void> {
  const status = await fetch(url, {
    headers: { authorization: `Bearer ${bill.key}` },
    signal: AbortSignal.timeout(TIMEOUT)
  })
    .then((response) => response.arrayBuffer().then(() => response.status))
    .catch(() => undefined)
  if (status === 200) bill.answered++
  else if (status === undefined || status === 503 || status === 504) bill.uncertain++
  else if (status !== 429) bill.faults.push(`${url} answered ${status}`)
  await sleep(status === 200 ? PAUSE / 10 : PAUSE)
}
