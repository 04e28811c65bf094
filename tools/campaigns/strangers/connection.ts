import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How often each status was answered, and how many connections the server closed. */
export type Tally = Record<string, number>

/** Where a stranger connects to, and from which address. */
export interface Way {
  port: number
  localAddress: string
}

/** A connection of a stranger. It counts the statuses that come back. */
export class Connection {
  readonly #socket: Socket
  readonly #over = new AbortController()

  constructor (way: Way, tally: Tally) {
    const count = (what: string) => { tally[what] = (tally[what] ?? 0) + 1 }
    this.#socket = connect({ host: '127.0.0.1', noDelay: true, ...way })
      .on('error', () => {}) // it closes then
      .on('data', (chunk: Buffer) => { for (const [, status] of chunk.toString('latin1').matchAll(/^HTTP\/1\.[01] (\d{3})/gm)) count(status!) })
      .once('close', () => {
        if (!this.#over.signal.aborted) count('closed')
        this.#over.abort()
      })
  }

  get isOpen (): boolean {
    return !this.#over.signal.aborted
  }

  /** Resolves when the connection is open, or was refused. */
  async opened (): Promise<void> {
    if (this.#socket.connecting) await this.#first('connect')
  }

  /** Sends and waits until it has left, so that more is never kept than fits. */
  async send (data: string | Buffer): Promise<void> {
    if (this.isOpen && this.#socket.writable && !this.#socket.write(data)) await this.#first('drain')
  }

  /** Sends a request and waits until its answer begins, or the connection is closed. */
  async ask (request: string | Buffer): Promise<void> {
    const answered = this.#first('data')
    await this.send(request)
    await answered
  }

  /** Resolves when the connection is closed. */
  async closed (): Promise<void> {
    if (this.isOpen) await this.#first('close')
  }

  /** Waits, but no longer than the connection is open. */
  async wait (milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#over.signal }).catch(() => {})
  }

  /** Reads nothing from now on. */
  pause (): void {
    this.#socket.pause()
  }

  /** Says that nothing more will be sent. */
  half (): void {
    this.#socket.end()
  }

  /** Gives the connection up. */
  leave (): void {
    this.#over.abort()
    this.#socket.destroy()
  }

  async #first (event: string): Promise<void> {
    await once(this.#socket, event, { signal: this.#over.signal }).catch(() => {})
  }
}
