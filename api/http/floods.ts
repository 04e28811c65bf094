import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'

const REFUSED_FOR = 10_000

/**
 * The addresses that flood the service. Node parses whatever arrives, 64 KB of each connection at a time, before any of it can be refused, so that a few connections
 * full of tiny requests or chunks would keep the event loop from everybody else. The other connections of such an address are closed at that moment, and new ones
 * for ten seconds.
 */
export class Floods {
  readonly #open = new Map<string, Set<Socket>>()
  readonly #refused: LRUCache<string, true>

  constructor (refusedFor = REFUSED_FOR) {
    this.#refused = new LRUCache({ max: 10_000, ttl: refusedFor })
  }

  /** Takes note of a new connection, or closes it. */
  accept (socket: Socket): void {
    const { remoteAddress: address } = socket
    if (address === undefined || this.#refused.has(address)) return void socket.destroy()
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
}
