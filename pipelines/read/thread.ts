import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { LayoutError, type Publication } from '../../adapters/source.ts'
import type { Job } from './adapter-worker.ts'
import { errorOf, failureOf, type Failure, type HostRequest, type Reply, type Report } from './job-port.ts'

/** A job's limits: seconds for each part of its work, and megabytes of memory. */
interface Limits {
  timeout: number
  memory: number
}

export interface ThreadOptions extends Limits {
  /** Milliseconds without a job after which the thread ends and frees its memory. */
  idle: number
  /** The folder of the adapters; by default the program's own. */
  adapters?: URL
}

/** The callbacks that the program gives a job. */
interface JobCallbacks {
  /** Makes the error for a job that exceeds the named limit. */
  exceeded: (limit: string) => LayoutError
  onRequest?: (request: HostRequest) => Promise<Publication | undefined>
}

/** The thread was stopped because of another job in it. */
export class Interrupted extends Error {}

type Answer = Exclude<Report, { state: 'working' }>

// megabytes: most objects of a parser live until its document is read, so a larger young generation only adds memory
const YOUNG = 16
// milliseconds; an idle thread holds the memory of its largest document
const DEFAULTS = { timeout: 30, memory: 512, idle: 20_000 }

/**
 * A worker thread that runs adapters. It starts with its first job, restarts after it was stopped, and keeps the
 * process alive only while a job runs.
 */
export class Thread {
  readonly #options: ThreadOptions
  readonly #jobs = new Set<JobChannel>()
  #worker?: Worker
  #timer?: NodeJS.Timeout

  constructor (options: Partial<ThreadOptions>) {
    this.#options = { ...DEFAULTS, ...options }
  }

  get isRunning (): boolean {
    return this.#worker !== undefined
  }

  /**
   * Runs a job and yields its parts. The thread waits until the caller takes the next part. Throws `Interrupted` if
   * another job exceeded a limit.
   */
  async * read (job: Job, callbacks: JobCallbacks, transfer: ArrayBuffer[] = []): AsyncGenerator<unknown, void, void> {
    clearTimeout(this.#timer)
    this.#worker ??= this.#start()
    const { port1, port2 } = new MessageChannel()
    const channel = new JobChannel(
      port1, callbacks, this.#options.timeout, () => { this.#exceed([channel], `${this.#options.timeout} seconds`) }
    )
    this.#jobs.add(channel)
    this.#worker.postMessage({ job, port: port2 }, [port2, ...transfer])
    try {
      yield * channel.parts()
    } finally {
      channel.close()
      this.#jobs.delete(channel)
      if (this.#jobs.size === 0) {
        this.#timer = setTimeout(() => {
          this.#stop(() => new Interrupted(
            'the thread was idle'
          ))
        }, this.#options.idle).unref()
      }
    }
  }

  #start (): Worker {
    const { memory, adapters } = this.#options
    const resourceLimits = { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: YOUNG }
    const worker = new Worker(new URL('adapter-worker.js', import.meta.url), {
      execArgv: [], resourceLimits, workerData: { adapters: adapters?.href }
    })
    worker.unref() // the channels keep the process alive
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (worker !== this.#worker) return
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#exceed(
        [...this.#jobs].filter(({ isWorking }) => isWorking), `${memory} MB of memory`
      )
      else this.#stop(() => error)
    })
    worker.on('exit', (code) => {
      if (worker === this.#worker) {
        this.#stop(() => new Error(`the thread of the adapters exited with code ${code}`))
      }
    })
    return worker
  }

  #exceed (guilty: JobChannel[], limit: string): void {
    this.#stop((it) =>
      guilty.includes(it) ? it.exceeded(limit) : new Interrupted(`another job in the thread exceeded ${limit}`))
  }

  #stop (errorFor: (channel: JobChannel) => Error): void {
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
    for (const channel of this.#jobs) channel.fail(errorFor(channel))
  }
}

/** The program's end of a job's messages. The timeout runs only while the thread works on the job. */
class JobChannel {
  readonly exceeded: JobCallbacks['exceeded']
  readonly #onRequest: JobCallbacks['onRequest']
  readonly #port: MessagePort
  readonly #timeout: number
  readonly #onTimeout: () => void
  readonly #errors: Error[] = []
  #timer?: NodeJS.Timeout
  #pending?: { resolve: (answer: Answer) => void, reject: (error: Error) => void }
  #failure?: Error

  constructor (port: MessagePort, { exceeded, onRequest }: JobCallbacks, timeout: number, onTimeout: () => void) {
    this.exceeded = exceeded
    this.#onRequest = onRequest
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
    while (report.state === 'part' || report.state === 'request') {
      if (report.state === 'request') {
        report = await this.#send(...await this.#answerRequest(report.request))
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
    this.#stopTimer()
    this.#failure = error
    this.#pending?.reject(error)
  }

  close (): void {
    this.#stopTimer()
    this.#port.close()
  }

  /** The thread's next report. Rejects if the thread ends or exceeds the timeout. */
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

  async #answerRequest (request: HostRequest): Promise<[Reply, ArrayBuffer[]?]> {
    try {
      const publication = await this.#onRequest!(request)
      if (!publication) return [{}]
      const body = new Uint8Array(publication.body) // a copy that can be transferred
      return [{ publication: { ...publication, body } }, [body.buffer]]
    } catch (error) {
      this.#errors.push(error as Error)
      return [{ failure: failureOf(error as Error, { place: this.#errors.length - 1 }) }]
    }
  }

  /** The error that failed a job: the original object if the program threw it. */
  #errorOf (failure: Failure): Error {
    const { place, cause } = failure
    if (place !== undefined) return this.#errors[place]!
    return errorOf(failure, cause === undefined ? undefined : this.#errors[cause])
  }

  #onReport (report: Report): void {
    this.#stopTimer()
    if (report.state === 'working') this.#timer = setTimeout(this.#onTimeout, this.#timeout * 1000)
    else this.#pending!.resolve(report)
  }

  #stopTimer (): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
