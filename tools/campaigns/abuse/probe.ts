import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'

const INTERVAL = 5 // milliseconds
const NEW_EVERY = 20 // requests, of which one uses a new connection
const TIMEOUT = 30_000

/** Response times in milliseconds. */
export interface Times {
  p50: number
  p99: number
  worst: number
  /** The longest delay of this process itself, which a busy machine causes. */
  ownDelay: number
  /** Requests without an answer. */
  lost: number
}

/** Measures how long /healthz takes. Call the returned function to stop. */
export function startProbe(address: string): () => Promise<Times> {
  const [times, delay] = [createHistogram(), monitorEventLoopDelay({ resolution: 1 })]
  let [isOver, lost] = [false, 0]

  async function measure(): Promise<void> {
    let client = new Client(address)
    for (let count = 1; !isOver; count++) {
      const started = performance.now()
      await client
        .request({ method: 'GET', path: '/healthz', signal: AbortSignal.timeout(TIMEOUT) })
        .then(({ body }) => body.dump())
        .catch(() => {
          lost++
        })
      times.record(Math.ceil((performance.now() - started) * 1000))
      await sleep(INTERVAL)
      if (count % NEW_EVERY > 0) continue
      await client.destroy()
      client = new Client(address)
    }
    await client.destroy()
  }

  delay.enable()
  const measured = measure()
  return async () => {
    isOver = true
    await measured
    delay.disable()
    return {
      p50: times.percentile(50) / 1000,
      p99: times.percentile(99) / 1000,
      worst: times.max / 1000,
      ownDelay: delay.max / 1e6,
      lost
    }
  }
}
