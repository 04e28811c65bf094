import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The number of answers by status, of connections that the server closed, and of those open at the end. */
export type Tally = Record<string, number>

/** A connection of the attacker. It counts the statuses of the answers. */
export class Connection {
  readonly #socket: Socket
  readonly #closed = new AbortController()

  constructor (port: number, localAddress: string, tally: Tally) {
    const count = (what: string) => { tally[what] = (tally[what] ?? 0) + 1 }
    this.#socket = connect({ host: '127.0.0.1', noDelay: true, port, localAddress })
      .on('error', () => {}) // `close` follows
      .on('data', (chunk: Buffer) => { for (const [, status] of chunk.toString('latin1').matchAll(/^HTTP\/1\.[01] (\d{3})/gm)) count(status!) })
      .once('close', () => {
        if (this.isOpen) count('closed')
        this.#closed.abort()
      })
  }

  get isOpen (): boolean {
    return !this.#closed.signal.aborted
  }

  /** Resolves when the data has left the buffer. */
  async send (data: string | Buffer): Promise<void> {
    if (this.isOpen && this.#socket.writable && !this.#socket.write(data)) await this.#event('drain')
  }

  /** Sends a request. Resolves when the answer begins or the connection is closed. */
  async request (data: string | Buffer): Promise<void> {
    const answered = this.#event('data')
    await this.send(data)
    await answered
  }

  async closed (): Promise<void> {
    if (this.isOpen) await this.#event('close')
  }

  /** Waits these milliseconds, or until the connection is closed. */
  async wait (milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#closed.signal }).catch(() => {})
  }

  /** Stops reading. */
  pause (): void {
    this.#socket.pause()
  }

  /** Closes the connection. */
  leave (): void {
    this.#closed.abort()
    this.#socket.destroy()
  }

  async #event (name: string): Promise<void> {
    await once(this.#socket, name, { signal: this.#closed.signal }).catch(() => {})
  }
}
