import { Worker } from 'node:worker_threads'
import type { Feed, FeedRow } from '../adapters/market/feed.ts'
import { LayoutError, type Publication, type Row, type Source } from '../adapters/source.ts'
import type { Place } from '../proof/place.ts'
import type { ReadRate } from '../proof/verify.ts'
import type { Outline } from './outline.ts'
import type { Job, Report } from './parse-thread.ts'

/** Reads documents. Throws a `LayoutError` for one that is not as expected, and for one that can't be read within the limits. */
export interface Parser {
  /** The rows of a document; with `dates` only those of these dates. */
  parse (source: Source, publication: Publication, dates?: readonly string[]): Promise<Row[]>
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

interface Task {
  job: Job
  rows: unknown[]
  resolve: (rows: unknown[]) => void
  reject: (error: Error) => void
}

/** Reads documents in threads of their own, two at a time, so that none holds up the thread that answers requests. */
export class ThreadParser implements Parser {
  readonly #threads: Thread[]
  readonly #idle: Thread[]
  readonly #waiting: Task[] = []

  /** `idle`: milliseconds after which a thread that has nothing to read ends and gives its memory back. */
  constructor ({ timeout = 30, memory = 512, threads = 2, idle = IDLE_MS }: Partial<Limits> & { threads?: number, idle?: number } = {}) {
    this.#threads = Array.from({ length: threads }, () => new Thread({ timeout, memory }, idle))
    this.#idle = [...this.#threads]
  }

  /** The number of threads that run. */
  get running (): number {
    return this.#threads.filter((it) => it.isRunning).length
  }

  parse (source: Source, publication: Publication, dates?: readonly string[]): Promise<Row[]> {
    return this.#read({ kind: 'rows', code: source.code, publication, dates }) as Promise<Row[]>
  }

  parseFeed (feed: Feed, publication: Publication): Promise<FeedRow[]> {
    return this.#read({ kind: 'feed', code: feed.code, publication }) as Promise<FeedRow[]>
  }

  async findPlace (source: Source, publication: Publication, rate: ReadRate): Promise<Place | undefined> {
    const [place] = await this.#read({ kind: 'place', code: source.code, publication, rate })
    return place as Place | undefined
  }

  async outline (publication: Publication): Promise<Outline> {
    const [outline] = await this.#read({ kind: 'outline', publication }) as [Outline]
    return outline
  }

  #read (job: Job): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, rows: [], resolve, reject })
      this.#next()
    })
  }

  #next (): void {
    const [thread, task] = [this.#idle[0], this.#waiting[0]]
    if (!thread || !task) return
    this.#idle.shift()
    this.#waiting.shift()
    thread.read(task, () => {
      this.#idle.unshift(thread)
      this.#next()
    })
  }
}

/** One thread, started when it is needed and after it was stopped. It does not keep the process alive while it has nothing to read. */
class Thread {
  readonly #limits: Limits
  readonly #idle: number
  #worker?: Worker
  #task?: Task
  #timer?: NodeJS.Timeout
  #onEnd = () => {}

  constructor (limits: Limits, idle: number) {
    this.#limits = limits
    this.#idle = idle
  }

  get isRunning (): boolean {
    return this.#worker !== undefined
  }

  read (task: Task, onEnd: () => void): void {
    clearTimeout(this.#timer)
    this.#task = task
    this.#onEnd = onEnd
    this.#worker ??= this.#start()
    this.#worker.ref()
    const body = new Uint8Array(task.job.publication.body) // a copy, to be given away
    this.#worker.postMessage({ ...task.job, publication: { ...task.job.publication, body } }, [body.buffer])
  }

  #start (): Worker {
    const worker = new Worker(new URL('parse-worker.js', import.meta.url), { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: this.#limits.memory } })
    worker.on('message', (report: Report) => { this.#onReport(report) })
    worker.on('error', (error: NodeJS.ErrnoException) => { this.#stop(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.#tooMuch(`${this.#limits.memory} MB of memory`) : error) })
    worker.on('exit', (code) => { if (worker === this.#worker) this.#stop(new Error(`the parser thread exited with code ${code}`)) })
    return worker
  }

  #onReport (report: Report): void {
    if (report.state === 'reading') this.#timer = setTimeout(() => { this.#stop(this.#tooMuch(`${this.#limits.timeout} seconds`)) }, this.#limits.timeout * 1000)
    else if (report.state === 'rows') for (const row of report.rows) this.#task!.rows.push(row)
    else this.#end(report.state === 'read' ? undefined : errorOf(report))
  }

  #tooMuch (limit: string): LayoutError {
    return new LayoutError(`a document that can be parsed within ${limit}`, `one of ${this.#task?.job.publication.body.length} bytes that exceeds this`)
  }

  #stop (error: Error): void {
    this.#terminate()
    this.#end(error)
  }

  #terminate (): void {
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
  }

  #end (error?: Error): void {
    const task = this.#task
    if (!task) return
    clearTimeout(this.#timer)
    this.#task = undefined
    this.#worker?.unref()
    this.#timer = setTimeout(() => { this.#terminate() }, this.#idle).unref()
    if (error) task.reject(error)
    else task.resolve(task.rows)
    this.#onEnd()
  }
}

function errorOf (report: Extract<Report, { state: 'refused' | 'failed' }>): Error {
  if (report.state === 'refused') return new LayoutError(report.expected, report.found)
  return Object.assign(new Error(report.message), { stack: report.stack })
}
