import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const INTERVAL = 5 // milliseconds
const NEW_EVERY = 20 // requests, of which one uses a new connection
const TIMEOUT = 30_000
const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

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

/** Measures how long /healthz takes from another address. Call the returned function to stop. */
export function startProbe (port: number): () => Promise<Times> {
  const [times, delay] = [createHistogram(), monitorEventLoopDelay({ resolution: 1 })]
  let [isOver, lost] = [false, 0]

  async function measure (): Promise<void> {
    let socket: Socket | undefined
    for (let count = 0; !isOver; count++) {
      const started = performance.now()
      try {
        if (count % NEW_EVERY === 0) socket?.destroy()
        if (!socket || socket.destroyed) socket = await open(port)
        socket.write(REQUEST)
        await once(socket, 'data', { signal: AbortSignal.timeout(TIMEOUT) })
      } catch {
        lost++
        socket?.destroy()
      }
      times.record(Math.ceil((performance.now() - started) * 1000))
      await sleep(INTERVAL)
    }
    socket?.destroy()
  }

  delay.enable()
  const measured = measure()
  return async () => {
    isOver = true
    await measured
    delay.disable()
    const [p50, p99, worst] = [times.percentile(50), times.percentile(99), times.max].map((microseconds) => microseconds / 1000) as [number, number, number]
    return { p50, p99, worst, ownDelay: delay.max / 1e6, lost }
  }
}

async function open (port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket.on('error', () => {}) // the request counts as lost
}
