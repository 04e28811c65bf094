import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'

const SECOND = 1000

export interface FloodLimits {
  /** How long an address is refused, in milliseconds. */
  refusedFor: number
  /** The connections that an address may open in a second. */
  perSecond: number
}

const LIMITS: FloodLimits = { refusedFor: 10_000, perSecond: 1000 }

/**
 * The addresses that flood the service. Node parses whatever arrives, 64 KB of each connection at a time, before any of it can be refused, so that a few connections
 * full of tiny requests or chunks would keep the event loop from everybody else. And it accepts connections one by one, in the order in which they arrive: a client
 * that opens them faster than they are answered, without waiting for the answers, keeps everybody else at the end of a long queue. The other connections of such an
 * address are closed at that moment, and new ones for ten seconds.
 */
export class Floods {
  readonly #open = new Map<string, Set<Socket>>()
  readonly #opened = new Map<string, number>() // in this second
  readonly #refused: LRUCache<string, true>
  readonly #perSecond: number
  #secondEnds = 0

  constructor ({ refusedFor, perSecond }: FloodLimits = LIMITS) {
    this.#refused = new LRUCache({ max: 10_000, ttl: refusedFor })
    this.#perSecond = perSecond
  }

  /** Takes note of a new connection, or closes it. */
  accept (socket: Socket): void {
    const { remoteAddress: address } = socket
    if (address === undefined || this.#refused.has(address)) return void socket.destroy()
    if (this.#countOpened(address) > this.#perSecond) {
      this.refuse(socket)
      return void socket.destroy()
    }
    const own = this.#open.get(address) ?? new Set()
    this.#open.set(address, own.add(socket))
    socket.once('close', () => {
      own.delete(socket)
      if (own.size === 0) this.#open.delete(address)
    })
  }

  /** Refuses the address of a flood, and closes its connections but the one on which the flood came, which gets its answer. */
  refuse (flooded: Socket): void {
    const { remoteAddress: address } = flooded
    if (address === undefined) return
    this.#refused.set(address, true)
    for (const socket of this.#open.get(address) ?? []) if (socket !== flooded) socket.destroy()
  }

  /** The connections that an address has opened in this second, with one more. */
  #countOpened (address: string): number {
    const now = performance.now()
    if (now >= this.#secondEnds) {
      this.#opened.clear()
      this.#secondEnds = now + SECOND
    }
    const count = (this.#opened.get(address) ?? 0) + 1
    this.#opened.set(address, count)
    return count
  }
}
