import type { Feed, FeedRow } from '../../adapters/market/feed.ts'
import { LayoutError, type Publication, type Row, type Source } from '../../adapters/source.ts'
import type { Place } from '../../proof/place.ts'
import type { ReadRate } from '../../proof/verify.ts'
import type { Outline } from './outline.ts'
import type { DocumentJob } from './adapter-worker.ts'
import type { Staging } from '../load/staging.ts'
import { Thread, type ThreadOptions } from './thread.ts'

/** Reads documents. Throws a `LayoutError` for one that is not as expected, and for one that can't be read within the limits. */
export interface Parser {
  /** The rows of a document; with `dates` only those of these dates. */
  parse (source: Source, publication: Publication, dates?: readonly string[]): Promise<Row[]>
  /** Parses a document and checks its rows as of `today`. They reach `use` in pieces, as it takes them. */
  stage<Result> (source: Source, publication: Publication, today: string, use: (staging: Staging) => Promise<Result>): Promise<Result>
  parseFeed (feed: Feed, publication: Publication): Promise<FeedRow[]>
  /** Where a document has a figure. Undefined if that cannot be told. */
  findPlace (source: Source, publication: Publication, rate: ReadRate): Promise<Place | undefined>
  /** Where everything in a document stands. */
  outline (publication: Publication): Promise<Outline>
}

/** Reads documents in threads of their own, so that none holds up the thread that answers requests. Each thread may take as much memory as the limits allow. */
export class ThreadParser implements Parser {
  readonly #threads: Thread[]
  readonly #idle: Thread[]
  readonly #waiting: Array<(thread: Thread) => void> = []

  /** `threads`: documents that are read at the same time. */
  constructor ({ threads = 1, ...options }: Partial<ThreadOptions> & { threads?: number } = {}) {
    this.#threads = Array.from({ length: threads }, () => new Thread(options))
    this.#idle = [...this.#threads]
  }

  /** The number of threads that run. */
  get running (): number {
    return this.#threads.filter((it) => it.isRunning).length
  }

  parse (source: Source, publication: Publication, dates?: readonly string[]): Promise<Row[]> {
    return allOf(this.#read<Row[]>({ kind: 'rows', code: source.code, publication, dates }))
  }

  parseFeed (feed: Feed, publication: Publication): Promise<FeedRow[]> {
    return allOf(this.#read<FeedRow[]>({ kind: 'feed', code: feed.code, publication }))
  }

  async stage<Result> (source: Source, publication: Publication, today: string, use: (staging: Staging) => Promise<Result>): Promise<Result> {
    const parts = this.#read<unknown>({ kind: 'staging', code: source.code, publication, today })
    try {
      const { value: rest } = await parts.next() as { value: Omit<Staging, 'text'> }
      return await use({ ...rest, text: parts as AsyncIterable<Uint8Array> })
    } finally {
      await parts.return()
    }
  }

  async findPlace (source: Source, publication: Publication, rate: ReadRate): Promise<Place | undefined> {
    const [place] = await allOf(this.#read<[Place | undefined]>({ kind: 'place', code: source.code, publication, rate }))
    return place
  }

  async outline (publication: Publication): Promise<Outline> {
    const [outline] = await allOf(this.#read<[Outline]>({ kind: 'outline', publication }))
    return outline!
  }

  async * #read<Part> (job: DocumentJob): AsyncGenerator<Part, void, void> {
    const thread = this.#idle.shift() ?? await new Promise<Thread>((resolve) => this.#waiting.push(resolve))
    try {
      const body = new Uint8Array(job.publication.body) // a copy, to be given away
      const exceeded = (limit: string) => new LayoutError(`a document that can be parsed within ${limit}`, `one of ${job.publication.body.length} bytes that exceeds this`)
      yield * thread.read({ ...job, publication: { ...job.publication, body } }, { exceeded }, [body.buffer]) as AsyncGenerator<Part, void, void>
    } finally {
      const next = this.#waiting.shift()
      if (next) next(thread)
      else this.#idle.unshift(thread)
    }
  }
}

async function allOf<Item> (parts: AsyncIterable<Item[]>): Promise<Item[]> {
  const items: Item[] = []
  for await (const part of parts) for (const item of part) items.push(item)
  return items
}
