import type { Feed, FeedRow } from '../../adapters/market/feed.ts'
import { LayoutError, type Publication, type Row, type Source } from '../../adapters/source.ts'
import type { Place, ReadRate } from '../../adapters/kit/reading.ts'
import type { Outline } from './outline.ts'
import type { DocumentJob } from './adapter-worker.ts'
import type { Staging } from '../load/staging.ts'
import { Thread, type ThreadOptions } from './thread.ts'

/** Reads documents. Throws a `LayoutError` for a document with an unexpected layout or one that exceeds the limits. */
export interface Parser {
  /** The rows of a document, or only those of `dates`. */
  parse (source: Source, publication: Publication, dates?: readonly string[]): Promise<Row[]>
  /** Parses a document, checks its rows as of `today` and streams them to `use`. */
  stage<Result> (
    source: Source, publication: Publication, today: string, use: (staging: Staging) => Promise<Result>
  ): Promise<Result>
  parseFeed (feed: Feed, publication: Publication): Promise<FeedRow[]>
  /** The place of a figure in a document. Undefined if it is not found. */
  findPlace (source: Source, publication: Publication, rate: ReadRate): Promise<Place | undefined>
  /** The places of all text in a document. */
  outline (publication: Publication): Promise<Outline>
}

/**
 * Reads documents in worker threads, so that parsing does not block the thread that answers requests. The memory limit
 * applies to each thread.
 */
export class ThreadParser implements Parser {
  readonly #threads: Thread[]
  readonly #idle: Thread[]
  readonly #waiting: Array<(thread: Thread) => void> = []

  /** `threads` is the number of documents read at the same time. */
  constructor ({ threads = 1, ...options }: Partial<ThreadOptions> & { threads?: number } = {}) {
    this.#threads = Array.from({ length: threads }, () => new Thread(options))
    this.#idle = [...this.#threads]
  }

  /** The number of running threads. */
  get running (): number {
    return this.#threads.filter((it) => it.isRunning).length
  }

  parse (source: Source, publication: Publication, dates?: readonly string[]): Promise<Row[]> {
    return allOf(this.#read<Row[]>({ kind: 'rows', code: source.code, publication, dates }))
  }

  parseFeed (feed: Feed, publication: Publication): Promise<FeedRow[]> {
    return allOf(this.#read<FeedRow[]>({ kind: 'feed', code: feed.code, publication }))
  }

  async stage<Result> (
    source: Source, publication: Publication, today: string, use: (staging: Staging) => Promise<Result>
  ): Promise<Result> {
    const parts = this.#read<unknown>({ kind: 'staging', code: source.code, publication, today })
    try {
      const { value: rest } = await parts.next() as { value: Omit<Staging, 'text'> }
      return await use({ ...rest, text: parts as AsyncIterable<Uint8Array> })
    } finally {
      await parts.return()
    }
  }

  async findPlace (source: Source, publication: Publication, rate: ReadRate): Promise<Place | undefined> {
    const [place] = await allOf(this.#read<[Place | undefined]>({
      kind: 'place', code: source.code, publication, rate
    }))
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
      const exceeded = (limit: string) =>
        new LayoutError(
          `a document that can be parsed within ${limit}`,
          `one of ${job.publication.body.length} bytes that exceeds this`
        )
      yield * thread.read({ ...job, publication: { ...job.publication, body } }, { exceeded }, [
        body.buffer
      ]) as AsyncGenerator<Part, void, void>
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
