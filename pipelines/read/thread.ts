import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { LayoutError, type Publication } from '../../adapters/source.ts'
import type { Job } from './adapter-worker.ts'
import { errorOf, failureOf, type Failure, type Question, type Reply, type Report } from './line.ts'

/** What a job may take: seconds until it answers, each time that it goes on, and megabytes of memory. */
export interface Limits {
  timeout: number
  memory: number
}

export interface ThreadOptions extends Limits {
  /** Milliseconds without a job after which the thread ends and gives its memory back. */
  idle: number
  /** The folder of the adapters, if it is another than that of the program. */
  adapters?: URL
}

/** The program's side of a job. */
export interface Terms {
  /** The error for a job that exceeds a limit, which is named. */
  exceeded: (limit: string) => LayoutError
  answer?: (question: Question) => Promise<Publication | undefined>
}

/** The thread was stopped because of another job in it. */
export class Interrupted extends Error {}

type Answer = Exclude<Report, { state: 'working' }>

const YOUNG = 16 // megabytes: most of what a parser makes lives until its document is read, so that more room for what is new only adds to what the thread holds
const DEFAULTS = { timeout: 30, memory: 512, idle: 20_000 } // a thread keeps the memory that its largest document took

/** A thread for adapters. It is started when it is needed and after it was stopped, and keeps the process alive only while it has a job. */
export class Thread {
  readonly #options: ThreadOptions
  readonly #jobs = new Set<Conversation>()
  #worker?: Worker
  #timer?: NodeJS.Timeout

  constructor (options: Partial<ThreadOptions>) {
    this.#options = { ...DEFAULTS, ...options }
  }

  get isRunning (): boolean {
    return this.#worker !== undefined
  }

  /** What a job brings, part by part. The thread goes on only when the next part is asked for. Throws `Interrupted` if another job exceeded a limit. */
  async * read (job: Job, terms: Terms, transfer: ArrayBuffer[] = []): AsyncGenerator<unknown, void, void> {
    clearTimeout(this.#timer)
    this.#worker ??= this.#start()
    const { port1, port2 } = new MessageChannel()
    const conversation = new Conversation(port1, terms, this.#options.timeout, () => { this.#exceed([conversation], `${this.#options.timeout} seconds`) })
    this.#jobs.add(conversation)
    this.#worker.postMessage({ job, port: port2 }, [port2, ...transfer])
    try {
      yield * conversation.parts()
    } finally {
      conversation.close()
      this.#jobs.delete(conversation)
      if (this.#jobs.size === 0) this.#timer = setTimeout(() => { this.#stop(() => new Interrupted('the thread was idle')) }, this.#options.idle).unref()
    }
  }

  #start (): Worker {
    const { memory, adapters } = this.#options
    const resourceLimits = { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: YOUNG }
    const worker = new Worker(new URL('adapter-worker.js', import.meta.url), { execArgv: [], resourceLimits, workerData: { adapters: adapters?.href } })
    worker.unref() // the conversations keep the process alive
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (worker !== this.#worker) return
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#exceed([...this.#jobs].filter(({ isWorking }) => isWorking), `${memory} MB of memory`)
      else this.#stop(() => error)
    })
    worker.on('exit', (code) => { if (worker === this.#worker) this.#stop(() => new Error(`the thread of the adapters exited with code ${code}`)) })
    return worker
  }

  #exceed (guilty: Conversation[], limit: string): void {
    this.#stop((it) => guilty.includes(it) ? it.exceeded(limit) : new Interrupted(`another job in the thread exceeded ${limit}`))
  }

  #stop (errorFor: (conversation: Conversation) => Error): void {
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
    for (const conversation of this.#jobs) conversation.fail(errorFor(conversation))
  }
}

/** The messages of one job. The time runs whenever the thread works on it. */
class Conversation {
  readonly exceeded: Terms['exceeded']
  readonly #answer: Terms['answer']
  readonly #port: MessagePort
  readonly #timeout: number
  readonly #onTimeout: () => void
  readonly #errors: Error[] = []
  #timer?: NodeJS.Timeout
  #pending?: { resolve: (answer: Answer) => void, reject: (error: Error) => void }
  #failure?: Error

  constructor (port: MessagePort, { exceeded, answer }: Terms, timeout: number, onTimeout: () => void) {
    this.exceeded = exceeded
    this.#answer = answer
    this.#port = port
    this.#timeout = timeout
    this.#onTimeout = onTimeout
    port.on('message', (report: Report) => { this.#onReport(report) })
  }

  get isWorking (): boolean {
    return this.#timer !== undefined
  }

  async * parts (): AsyncGenerator<unknown, void, void> {
    let report = await this.#next()
    while (report.state === 'part' || report.state === 'question') {
      if (report.state === 'question') {
        report = await this.#send(...await this.#replyTo(report.question))
        continue
      }
      let reply: Reply = 'enough'
      try {
        yield report.part
        reply = 'more'
      } finally {
        report = await this.#send(reply)
      }
    }
    if (report.state === 'refused') throw new LayoutError(report.expected, report.found)
    if (report.state === 'failed') throw this.#errorOf(report.failure)
  }

  fail (error: Error): void {
    this.#rest()
    this.#failure = error
    this.#pending?.reject(error)
  }

  close (): void {
    this.#rest()
    this.#port.close()
  }

  /** The thread's next report. Rejects if the thread ends, or takes too long. */
  #next (): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject }
      if (this.#failure) reject(this.#failure)
    })
  }

  #send (reply: Reply, transfer: ArrayBuffer[] = []): Promise<Answer> {
    this.#port.postMessage(reply, transfer)
    return this.#next()
  }

  async #replyTo (question: Question): Promise<[Reply, ArrayBuffer[]?]> {
    try {
      const publication = await this.#answer!(question)
      if (!publication) return [{}]
      const body = new Uint8Array(publication.body) // a copy, to be given away
      return [{ publication: { ...publication, body } }, [body.buffer]]
    } catch (error) {
      this.#errors.push(error as Error)
      return [{ failure: failureOf(error as Error, { place: this.#errors.length - 1 }) }]
    }
  }

  /** The error with which a job failed: the very one if it came from here. */
  #errorOf (failure: Failure): Error {
    const { place, cause } = failure
    if (place !== undefined) return this.#errors[place]!
    return errorOf(failure, cause === undefined ? undefined : this.#errors[cause])
  }

  #onReport (report: Report): void {
    this.#rest()
    if (report.state === 'working') this.#timer = setTimeout(this.#onTimeout, this.#timeout * 1000)
    else this.#pending!.resolve(report)
  }

  #rest (): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
