import type { ServerResponse } from 'node:http'
import { HttpError } from '../contract/errors.ts'

const RETRY_AFTER = '10'

interface Budget {
  /** The maximum number of bytes in memory for the bodies of one network. */
  perNetwork: number
  /** The maximum number of bytes in memory for all bodies. */
  total: number
}

/** Counts the bytes of bodies in memory, from their arrival until the response closes. */
export class BodyBudget {
  readonly #budget: Budget
  readonly #networks = new Map<string, number>()
  #total = 0

  constructor(budget: Budget = { perNetwork: 16 * 2 ** 20, total: 64 * 2 ** 20 }) {
    this.#budget = budget
  }

  /** A function that counts bytes of a request until its response closes. It throws 503 above the budget. */
  of(network: string, response: ServerResponse): (bytes: number) => void {
    let held = 0
    const count = (bytes: number) => {
      held += bytes
      this.#total += bytes
      const left = (this.#networks.get(network) ?? 0) + bytes
      if (left > 0) this.#networks.set(network, left)
      else this.#networks.delete(network)
    }
    response.once('close', () => count(-held))
    return (bytes) => {
      if (response.closed) return
      const ofNetwork = (this.#networks.get(network) ?? 0) + bytes
      if (ofNetwork > this.#budget.perNetwork || this.#total + bytes > this.#budget.total) {
        throw new HttpError('busy', `too many large bodies at a time: try again in ${RETRY_AFTER} seconds`, {
          'Retry-After': RETRY_AFTER,
          Connection: 'close'
        })
      }
      count(bytes)
    }
  }
}
