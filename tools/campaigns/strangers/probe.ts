import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY = 5 // milliseconds
const NEW_EVERY = 20 // probes, of which one comes on a new connection
const LOST = 30_000
const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** How long answers took, in milliseconds. */
export interface Times {
  p50: number
  p99: number
  worst: number
}

/** Asks a port for its health again and again, on a kept connection and now and then on a new one, until it is stopped. An echo server is asked the same. */
export class Probe {
  readonly #times: number[] = []
  readonly #done: Promise<void>
  #isOver = false
  /** How often there was no answer at all. */
  lost = 0

  constructor (port: number) {
    this.#done = this.#ask(port)
  }

  /** Waits for the last answer. */
  async stop (): Promise<Times> {
    this.#isOver = true
    await this.#done
    const times = this.#times.toSorted((one, other) => one - other)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!
    return { p50: at(0.5), p99: at(0.99), worst: at(1) }
  }

  async #ask (port: number): Promise<void> {
    let kept: Socket | undefined
    for (let probes = 0; !this.#isOver; probes++) {
      const started = performance.now()
      try {
        if (probes % NEW_EVERY === 0) kept?.destroy()
        if (!kept || kept.destroyed) kept = await opened(port)
        kept.write(HEALTH)
        await once(kept, 'data', { signal: AbortSignal.timeout(LOST) })
      } catch {
        this.lost++
        kept?.destroy()
      }
      this.#times.push(performance.now() - started)
      await sleep(EVERY)
    }
    kept?.destroy()
  }
}

async function opened (port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  socket.on('error', () => {}) // seen as lost where it was waited for
  return socket
}
