import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import PQueue from 'p-queue'
import type { Place, ReadRate } from '../../adapters/kit/reading.ts'
import type { Feed, FeedRow } from '../../adapters/market/feed.ts'
import { LayoutError, type Publication, type Row, type Source } from '../../adapters/source.ts'
import type { Staging } from '../load/staging.ts'
import type { Outline } from './outline.ts'
import type { Answer, Job, Request } from './parser-thread.ts'

/** Reads documents. Throws a `LayoutError` for a document with an unexpected layout or one that exceeds the limits. */
export interface Parser {
  /** The rows of a document, or only those of `dates`. */
  parse(source: Source, publication: Publication, dates?: readonly string[]): Promise<Row[]>
  /** Parses a document, checks its rows as of `today` and streams them to `use`. */
  stage<Result>(
    source: Source,
    publication: Publication,
    today: string,
    use: (staging: Staging) => Promise<Result>
  ): Promise<Result>
  parseFeed(feed: Feed, publication: Publication): Promise<FeedRow[]>
  /** The place of a figure in a document. Undefined if it is not found. */
  findPlace(source: Source, publication: Publication, rate: ReadRate): Promise<Place | undefined>
  /** The places of all text in a document. */
  outline(publication: Publication): Promise<Outline>
}

export interface ParserOptions {
  /** Seconds for each part of the work on a document. */
  timeout: number
  /** Megabytes of memory of each thread. */
  memory: number
  /** Milliseconds without a document after which a thread ends and frees its memory. */
  idle: number
  /** The number of documents read at the same time. */
  threads: number
}

// In megabytes. Most objects of a parser live until its document is read, so a larger young generation only adds
// memory.
const YOUNG = 16
// Ends idle threads, because a thread keeps the memory of its largest document.
const DEFAULTS: ParserOptions = { timeout: 30, memory: 512, idle: 20_000, threads: 1 }

/** Reads documents in worker threads with limits, so that no document delays the calling thread. */
export class ThreadParser implements Parser {
  readonly #idle: ParserThread[]
  readonly #threads: readonly ParserThread[]
  readonly #queue: PQueue

  constructor(options: Partial<ParserOptions> = {}) {
    const all = { ...DEFAULTS, ...options }
    this.#threads = Array.from({ length: all.threads }, () => new ParserThread(all))
    this.#idle = [...this.#threads]
    this.#queue = new PQueue({ concurrency: all.threads })
  }

  /** The number of running threads. */
  get running(): number {
    return this.#threads.filter((it) => it.isRunning).length
  }

  parse(source: Source, publication: Publication, dates?: readonly string[]): Promise<Row[]> {
    return this.#read({ kind: 'rows', code: source.code, publication, dates }, allOf<Row>)
  }

  parseFeed(feed: Feed, publication: Publication): Promise<FeedRow[]> {
    return this.#read({ kind: 'feed', code: feed.code, publication }, allOf<FeedRow>)
  }

  stage<Result>(
    source: Source,
    publication: Publication,
    today: string,
    use: (staging: Staging) => Promise<Result>
  ): Promise<Result> {
    return this.#read({ kind: 'staging', code: source.code, publication, today }, async (parts) => {
      const { value: rest } = (await parts.next()) as { value: Omit<Staging, 'text'> }
      return use({ ...rest, text: parts as AsyncIterable<Uint8Array> })
    })
  }

  async findPlace(source: Source, publication: Publication, rate: ReadRate): Promise<Place | undefined> {
    const [place] = await this.#read({ kind: 'place', code: source.code, publication, rate }, allOf<Place | undefined>)
    return place
  }

  async outline(publication: Publication): Promise<Outline> {
    const [outline] = await this.#read({ kind: 'outline', publication }, allOf<Outline>)
    return outline!
  }

  #read<Result>(job: Job, use: (parts: AsyncGenerator<unknown>) => Promise<Result>): Promise<Result> {
    return this.#queue.add(async () => {
      const thread = this.#idle.pop()!
      const parts = thread.read(job)
      try {
        return await use(parts)
      } finally {
        await parts.return(undefined)
        this.#idle.push(thread)
      }
    })
  }
}

/**
 * A thread that reads one document at a time. It starts with its first document, and ends when it is idle or exceeds a
 * limit.
 */
class ParserThread {
  readonly #options: ParserOptions
  #worker?: Worker
  #timer?: NodeJS.Timeout

  constructor(options: ParserOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Runs a job and yields its parts. The thread waits until the caller takes the next part. */
  async *read(job: Job): AsyncGenerator<unknown, void, void> {
    clearTimeout(this.#timer)
    const worker = (this.#worker ??= this.#start())
    worker.ref() // a job keeps the process alive, but an idle thread does not
    const body = new Uint8Array(job.publication.body) // a copy, because its memory moves to the thread
    const publication = { ...job.publication, body, readable: undefined }
    const size = body.length
    try {
      worker.postMessage({ ...job, publication }, [body.buffer])
      yield* this.#parts(worker, size)
    } finally {
      worker.unref()
      this.#timer = setTimeout(() => this.#stop(worker), this.#options.idle).unref()
    }
  }

  async *#parts(worker: Worker, size: number): AsyncGenerator<unknown, void, void> {
    let answer = await this.#answer(worker, size) // there is no limit for loading the adapter
    try {
      while (answer.state === 'ready' || answer.state === 'part') {
        if (answer.state === 'part') yield answer.part
        answer = await this.#ask(worker, 'more', size)
      }
    } finally {
      if (answer.state === 'part' && worker === this.#worker) await this.#ask(worker, 'enough', size)
    }
    if (answer.state === 'refused') throw new LayoutError(answer.expected, answer.found)
    if (answer.state === 'failed') throw Object.assign(new Error(answer.message), { stack: answer.stack })
  }

  #ask(worker: Worker, request: Request, size: number): Promise<Answer> {
    worker.postMessage(request)
    return this.#answer(worker, size, AbortSignal.timeout(this.#options.timeout * 1000))
  }

  /** The thread's next answer. At a limit, ends the thread and throws a `LayoutError`. */
  async #answer(worker: Worker, size: number, signal?: AbortSignal): Promise<Answer> {
    try {
      const [answer] = (await once(worker, 'message', { signal })) as [Answer]
      return answer
    } catch (error) {
      this.#stop(worker)
      const limit = signal?.aborted
        ? `${this.#options.timeout} seconds`
        : (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' && `${this.#options.memory} MB of memory`
      if (!limit) throw error
      throw new LayoutError(`a document that can be parsed within ${limit}`, `one of ${size} bytes that exceeds this`, {
        cause: error
      })
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('parser-thread.js', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memory, maxYoungGenerationSizeMb: YOUNG }
    })
    worker.on('error', () => this.#stop(worker))
    return worker
  }

  #stop(worker: Worker): void {
    if (worker === this.#worker) this.#worker = undefined
    void worker.terminate()
  }
}

async function allOf<Item>(parts: AsyncIterable<unknown>): Promise<Item[]> {
  const items: Item[] = []
  for await (const part of parts) for (const item of part as Item[]) items.push(item)
  return items
}
