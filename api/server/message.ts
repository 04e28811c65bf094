import { IncomingMessage } from 'node:http'

const COUNTED_CHUNKS = 1000
const MIN_AVERAGE_BYTES = 16

/** The event of a request whose body is a flood. */
export const FLOOD = 'flood'

/** A request that notices a body of tiny chunks, which costs a hundred times as much as others of its size, while it is received. What follows is dropped. */
export class Message extends IncomingMessage {
  isFlood = false
  #chunks = 0
  #bytes = 0

  override push (chunk: Buffer | null): boolean {
    if (chunk === null) return super.push(null)
    if (this.isFlood) return false
    this.#chunks++
    this.#bytes += chunk.length
    if (this.#chunks >= COUNTED_CHUNKS && this.#bytes < this.#chunks * MIN_AVERAGE_BYTES) {
      this.isFlood = true
      this.emit(FLOOD)
    }
    return super.push(chunk)
  }
}
