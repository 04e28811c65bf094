import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How often each status was answered, and what became of the connections: `closed` by the server, or `open` at the end. */
export type Tally = Record<string, number>

/** Where a stranger connects to, and from which address. */
export interface Way {
  port: number
  localAddress: string
}

const END_OF_HEAD = '\r\n\r\n'
const END_OF_CHUNKS = '\r\n0\r\n\r\n'
const KEPT = 64 * 1024 // of a body that is looked at

/** A connection of a stranger: sends whatever it is told to, and counts what comes back. */
export class Line {
  readonly #socket: Socket
  readonly #tally: Tally
  #isHead = false
  /** What has come of a head, or of a body whose end has to be looked for. */
  #text = ''
  #missing = 0
  #isChunked = false
  #answers = 0
  #isGivenUp = false
  /** The body of the last answer, as far as it is kept. */
  body = ''

  constructor (way: Way, tally: Tally) {
    this.#tally = tally
    this.#socket = connect({ host: '127.0.0.1', noDelay: true, ...way })
    this.#socket.on('error', () => {}) // what matters is that it closes
    this.#socket.on('data', (chunk: Buffer) => { this.#receive(chunk.toString('latin1')) })
    this.#socket.once('close', () => {
      if (!this.#isGivenUp) this.#count('closed')
    })
  }

  get isOpen (): boolean {
    return !this.#socket.destroyed
  }

  /** Resolves when the connection is open, or could not be opened. */
  async opened (): Promise<void> {
    if (this.#socket.connecting) await this.#first('connect')
  }

  send (data: string | Buffer): void {
    if (typeof data === 'string') this.#isHead = data.startsWith('HEAD ')
    if (this.#socket.writable) this.#socket.write(data)
  }

  /** Sends and waits until it has left, so that a reader who takes nothing is not sent more than fits. */
  async sendWhole (data: string | Buffer): Promise<void> {
    if (this.#socket.writable && !this.#socket.write(data)) await this.#first('drain')
  }

  /** Resolves when so many more answers have come, or the connection is closed. */
  async answered (count = 1): Promise<void> {
    const goal = this.#answers + count
    while (this.isOpen && this.#answers < goal) await this.#first('answered')
  }

  async closed (): Promise<void> {
    while (this.isOpen) await this.#first('answered')
  }

  /** Waits, but no longer than the connection is open. */
  async wait (milliseconds: number): Promise<void> {
    for (const end = Date.now() + milliseconds; this.isOpen && Date.now() < end;) await sleep(Math.min(milliseconds, 20))
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
    this.#isGivenUp = true
    this.#socket.destroy()
  }

  /** Gives the connection up in a way that the other side notices at once. */
  reset (): void {
    this.#isGivenUp = true
    this.#socket.resetAndDestroy()
  }

  /** Ends it since the time is over. */
  finish (): void {
    if (this.isOpen) this.#count('open')
    this.leave()
  }

  /** Resolves with an event, or when the connection is closed. */
  #first (event: string): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#socket.off(event, done).off('close', done)
        resolve()
      }
      this.#socket.on(event, done).on('close', done)
    })
  }

  #count (what: string): void {
    this.#tally[what] = (this.#tally[what] ?? 0) + 1
  }

  #receive (text: string): void {
    for (let rest = text; rest !== '';) rest = this.#missing > 0 ? this.#takeBody(rest) : this.#isChunked ? this.#takeChunks(rest) : this.#takeHead(rest)
  }

  #takeHead (text: string): string {
    this.#text += text
    const end = this.#text.indexOf(END_OF_HEAD)
    if (end < 0) return ''
    const head = this.#text.slice(0, end)
    const rest = this.#text.slice(end + END_OF_HEAD.length)
    this.#text = ''
    const status = Number(head.slice(9, 12))
    this.#count(String(status))
    if (status < 200 && status !== 101) return rest
    this.body = ''
    const hasBody = !this.#isHead && status !== 204 && status !== 304
    this.#missing = hasBody ? Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0) : 0
    this.#isChunked = hasBody && /^transfer-encoding: chunked/im.test(head)
    if (this.#isChunked) this.#text = '\r\n'
    else if (this.#missing === 0) this.#end()
    return rest
  }

  #takeBody (text: string): string {
    const part = text.slice(0, this.#missing)
    if (this.body.length < KEPT) this.body += part
    this.#missing -= part.length
    if (this.#missing === 0) this.#end()
    return text.slice(part.length)
  }

  #takeChunks (text: string): string {
    const known = this.#text + text
    const end = known.indexOf(END_OF_CHUNKS)
    this.#text = known.slice(-END_OF_CHUNKS.length)
    if (end < 0) return ''
    this.#isChunked = false
    this.#text = ''
    this.#end()
    return known.slice(end + END_OF_CHUNKS.length)
  }

  #end (): void {
    this.#answers++
    this.#socket.emit('answered')
  }
}
