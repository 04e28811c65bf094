import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Database } from '../../sql/database.ts'
import { HttpError } from '../contract/errors.ts'
import { eventsAfter, messageOf, newestPlace, type EventFilter, type SourceEvent } from './events-query.ts'

const MAX_STREAMS = 1_000
const MAX_PER_NETWORK = 10
const PAGE = 500
const HEARTBEAT_MS = 15_000
const RETRY_MS = 5_000
const MAX_UNREAD_BYTES = 2 ** 20

/** An open stream. */
interface Listener {
  response: ServerResponse
  network: string
  filter: EventFilter
  /** The place of the last event that was sent or skipped. */
  place: number
}

interface Subscription {
  network: string
  filter: EventFilter
  /** The place after which to begin; by default only new events are sent. */
  after?: number
}

/**
 * Sends events as they are announced (server-sent events of the HTML standard). Each event is read once for all listeners. A listener who reads too slowly is
 * disconnected and resumes with the id of the last event. Any number of processes can do this: each reads all events from the database.
 */
export class EventStreams {
  readonly #database: Database
  readonly #logger: Logger
  readonly #listeners = new Set<Listener>()
  /** The listeners that have received every event up to #place. */
  readonly #current = new Set<Listener>()
  readonly #heartbeat: NodeJS.Timeout
  /** The newest place that was read; undefined before the first listener. */
  #place: number | undefined
  #reading: Promise<void> | undefined
  #isStale = false

  constructor (database: Database, logger: Logger) {
    this.#database = database
    this.#logger = logger
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS)
    this.#heartbeat.unref()
  }

  /** The number of listeners. */
  get size (): number {
    return this.#listeners.size
  }

  /** Begins to send to a response whose headers are set but not sent. Throws 429 or 503 if there are too many listeners. */
  open (response: ServerResponse, { network, filter, after }: Subscription): void {
    this.#assertRoom(network)
    const listener: Listener = { response, network, filter, place: after ?? -1 }
    this.#listeners.add(listener)
    response.once('close', () => {
      this.#listeners.delete(listener)
      this.#current.delete(listener)
    })
    response.writeHead(200)
    this.#catchUp(listener).catch((error: Error) => {
      this.#logger.warn({ error: error.message }, 'a stream of events is broken off')
      response.destroy()
    })
  }

  /** Sends new events. Call it when events are announced, and when announcements may have been missed. */
  wake (): void {
    if (this.#current.size === 0) return
    this.#read().catch((error: Error) => this.#logger.warn({ error: error.message }, 'events could not be read'))
  }

  /** Ends all streams; their readers connect to another process. */
  close (): void {
    clearInterval(this.#heartbeat)
    for (const { response } of this.#listeners) response.end()
  }

  #assertRoom (network: string): void {
    const own = [...this.#listeners].filter((it) => it.network === network).length
    if (own >= MAX_PER_NETWORK) throw new HttpError('rate_limited', `more than ${MAX_PER_NETWORK} streams of events from this address at a time: close one`)
    if (this.#listeners.size >= MAX_STREAMS) throw new HttpError('busy', 'too many streams of events at a time: try again in 60 seconds', { 'Retry-After': '60' })
  }

  /** Sends earlier events to a listener, and adds it to the current listeners once it has all of them. */
  async #catchUp (listener: Listener): Promise<void> {
    const newest = await this.#newest()
    if (listener.place < 0) listener.place = newest
    if (!isWritable(listener)) return
    listener.response.write(`retry: ${RETRY_MS}\n\n`) // a reader that has seen the stream open misses no later event
    for (let isMore = true; isMore || listener.place < this.#place!;) {
      const upTo = this.#place! // events after this place may be sent to others but are not read here
      const events = await eventsAfter(this.#database, listener.place, PAGE, listener.filter)
      for (const event of events) send(listener, event)
      isMore = events.length === PAGE
      if (!isMore) listener.place = Math.max(listener.place, upTo)
      await drained(listener.response)
      if (!isWritable(listener)) return
    }
    this.#current.add(listener)
    await this.#read() // events announced in the meantime
  }

  /** The newest place. Events without listeners are skipped. */
  async #newest (): Promise<number> {
    const newest = await newestPlace(this.#database)
    if (this.#current.size > 0) await this.#read()
    else this.#place = Math.max(newest, this.#place ?? 0)
    return this.#place!
  }

  /** Reads new events and sends them to the current listeners. A call during another read makes that one read again. */
  async #read (): Promise<void> {
    this.#isStale = true
    await (this.#reading ??= this.#readAll().finally(() => { this.#reading = undefined }))
  }

  async #readAll (): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      const events = await eventsAfter(this.#database, this.#place!, PAGE)
      for (const event of events) {
        this.#place = event.place
        for (const listener of this.#current) if (listener.place < event.place) sendIfMatching(listener, event)
      }
      if (events.length === PAGE) this.#isStale = true
    }
  }

  #beat (): void {
    for (const { response } of this.#listeners) response.write(': heartbeat\n\n')
    this.wake()
  }
}

/** Sends an event to a listener whose filter it fits. */
function sendIfMatching (listener: Listener, event: SourceEvent): void {
  const { sources, kinds } = listener.filter
  if ((!sources || sources.includes(event.source)) && (!kinds || kinds.includes(event.kind))) send(listener, event)
  else listener.place = event.place
}

function send (listener: Listener, event: SourceEvent): void {
  const { response } = listener
  listener.place = event.place
  if (response.writableLength > MAX_UNREAD_BYTES) return void response.destroy()
  response.write(`id: ${event.place}\nevent: ${event.kind}\ndata: ${JSON.stringify(messageOf(event))}\n\n`)
}

async function drained (response: ServerResponse): Promise<void> {
  if (response.writableNeedDrain && !response.destroyed) await Promise.race([once(response, 'drain'), once(response, 'close')])
}

function isWritable ({ response }: Listener): boolean {
  return !response.destroyed && !response.writableEnded
}
