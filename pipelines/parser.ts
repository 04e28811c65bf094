import { Worker } from 'node:worker_threads'
import type { Feed, FeedRow } from '../adapters/market/feed.ts'
import { LayoutError, type Publication, type Row, type Source } from '../adapters/source.ts'
import type { Place } from '../proof/place.ts'
import type { ReadRate } from '../proof/verify.ts'
import type { Outline } from './outline.ts'
import type { Job, Reply, Report } from './parse-thread.ts'
import type { Staging } from './staging.ts'

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

/** What a document may take: seconds, and megabytes of memory. */
export interface Limits {
  timeout: number
  memory: number
}

const IDLE_MS = 20_000 // a thread keeps the memory that its largest document took
const YOUNG = 16 // megabytes: most of what a parser makes lives until its document is read, so that more room for what is new only adds to what the thread holds

type Answer = Exclude<Report, { state: 'reading' }>

/** Reads documents in threads of their own, so that none holds up the thread that answers requests. Each thread may take as much memory as the limits allow. */
export class ThreadParser implements Parser {
  readonly #threads: Thread[]
  readonly #idle: Thread[]
  readonly #waiting: Array<(thread: Thread) => void> = []

  /** `threads`: documents that are read at the same time. `idle`: milliseconds after which a thread that has nothing to read ends and gives its memory back. */
  constructor ({ timeout = 30, memory = 512, threads = 1, idle = IDLE_MS }: Partial<Limits> & { threads?: number, idle?: number } = {}) {
    this.#threads = Array.from({ length: threads }, () => new Thread({ timeout, memory }, idle))
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

  async * #read<Part> (job: Job): AsyncGenerator<Part, void, void> {
    const thread = this.#idle.shift() ?? await new Promise<Thread>((resolve) => this.#waiting.push(resolve))
    try {
      yield * thread.read(job) as AsyncGenerator<Part, void, void>
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

/** One thread, started when it is needed and after it was stopped. It does not keep the process alive while it has nothing to read. */
class Thread {
  readonly #limits: Limits
  readonly #idle: number
  #worker?: Worker
  #timer?: NodeJS.Timeout
  #pending?: { resolve: (answer: Answer) => void, reject: (error: Error) => void }
  #size = 0

  constructor (limits: Limits, idle: number) {
    this.#limits = limits
    this.#idle = idle
  }

  get isRunning (): boolean {
    return this.#worker !== undefined
  }

  /** What a job brings, part by part. The thread goes on only when the next part is asked for. */
  async * read (job: Job): AsyncGenerator<unknown, void, void> {
    clearTimeout(this.#timer)
    this.#worker ??= this.#start()
    this.#worker.ref()
    try {
      yield * this.#partsOf(job)
    } finally {
      clearTimeout(this.#timer)
      this.#worker?.unref()
      this.#timer = setTimeout(() => { this.#terminate() }, this.#idle).unref()
    }
  }

  async * #partsOf (job: Job): AsyncGenerator<unknown, void, void> {
    const body = new Uint8Array(job.publication.body) // a copy, to be given away
    this.#size = body.length
    let answer = await this.#send({ ...job, publication: { ...job.publication, body } }, [body.buffer])
    while (answer.state === 'part') {
      let reply: Reply = 'enough'
      try {
        yield answer.part
        reply = 'more'
      } finally {
        answer = await this.#send(reply)
      }
    }
    if (answer.state !== 'read') throw errorOf(answer)
  }

  /** Sends a message. Resolves with what the thread answers to it. Rejects if the thread ends, or takes too long over a document. */
  #send (message: Job | Reply, transfer: ArrayBuffer[] = []): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject }
      if (this.#worker) this.#worker.postMessage(message, transfer)
      else reject(new Error('the parser thread has ended'))
    })
  }

  #start (): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.#limits.memory, maxYoungGenerationSizeMb: YOUNG }
    const worker = new Worker(new URL('parse-worker.js', import.meta.url), { execArgv: [], resourceLimits })
    worker.on('message', (report: Report) => { if (worker === this.#worker) this.#onReport(report) })
    worker.on('error', (error: NodeJS.ErrnoException) => { this.#stop(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.#tooMuch(`${this.#limits.memory} MB of memory`) : error) })
    worker.on('exit', (code) => { if (worker === this.#worker) this.#stop(new Error(`the parser thread exited with code ${code}`)) })
    return worker
  }

  #onReport (report: Report): void {
    clearTimeout(this.#timer)
    if (report.state === 'reading') this.#timer = setTimeout(() => { this.#stop(this.#tooMuch(`${this.#limits.timeout} seconds`)) }, this.#limits.timeout * 1000)
    else this.#pending!.resolve(report)
  }

  #tooMuch (limit: string): LayoutError {
    return new LayoutError(`a document that can be parsed within ${limit}`, `one of ${this.#size} bytes that exceeds this`)
  }

  #stop (error: Error): void {
    this.#terminate()
    this.#pending?.reject(error)
  }

  #terminate (): void {
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
  }
}

function errorOf (answer: Extract<Answer, { state: 'refused' | 'failed' }>): Error {
  if (answer.state === 'refused') return new LayoutError(answer.expected, answer.found)
  return Object.assign(new Error(answer.message), { stack: answer.stack })
}
