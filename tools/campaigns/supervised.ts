import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../bin/ratebook.js', import.meta.url))
const STOP_TIMEOUT = 900_000
const KEPT = 4000 // characters of output
const STACK_TRACE = /^.*\n( +at \S.*\n?)+/m

/** A command of the program that can be killed and started again, and that tells when it ends by itself. */
export class Supervised {
  readonly name: string
  readonly #args: string[]
  readonly #environment: Record<string, string>
  readonly #mayEnd: boolean
  readonly #nodeFlags: readonly string[]
  #process: ChildProcess | undefined
  #exit: Promise<number | null> = Promise.resolve(null)
  #output = ''
  #isKilled = false
  /** What it did that it must not do. */
  readonly faults: string[] = []

  constructor (name: string, args: string[], environment: Record<string, string>, { mayEnd = false, nodeFlags = [] }: { mayEnd?: boolean, nodeFlags?: readonly string[] } = {}) {
    this.name = name
    this.#args = args
    this.#environment = environment
    this.#mayEnd = mayEnd
    this.#nodeFlags = nodeFlags
  }

  get pid (): number | undefined {
    return this.#process?.pid
  }

  get isRunning (): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null
  }

  /** True when it has done its work and ended without a failure. */
  get hasSucceeded (): boolean {
    return this.#process?.exitCode === 0
  }

  start (): void {
    this.#isKilled = false
    this.#output = ''
    const child = this.#process = spawn(process.execPath, [...this.#nodeFlags, BIN, ...this.#args], { env: this.#environment })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => { this.#output = (this.#output + String(chunk)).slice(-KEPT) })
    this.#exit = new Promise((resolve) => child.once('close', (code, signal) => {
      if (!this.#isKilled && !this.#mayEnd) this.#note(`ended by itself (${code ?? signal})`, this.#output.trim().split('\n').slice(-3))
      const trace = STACK_TRACE.exec(this.#output)
      if (trace) this.#note('printed a stack trace', trace[0].trim().split('\n'))
      resolve(code)
    }))
  }

  /** Ends it as a power cut would. */
  async kill (): Promise<void> {
    this.#isKilled = true
    this.#process?.kill('SIGKILL')
    await this.#exit
  }

  /** Ends it in order, by force where that takes long. */
  async stop (): Promise<void> {
    if (!this.isRunning) return
    this.#isKilled = true
    this.#process!.kill('SIGTERM')
    const late = setTimeout(() => this.#process!.kill('SIGKILL'), STOP_TIMEOUT)
    const code = await this.#exit
    clearTimeout(late)
    if (code) this.#note(`ended with ${code} when it was stopped`, this.#output.trim().split('\n').slice(-3))
  }

  /** Resolves when it has ended, with its exit code. */
  ended (): Promise<number | null> {
    return this.#exit
  }

  get output (): string {
    return this.#output
  }

  #note (what: string, lines: string[]): void {
    this.faults.push(`${this.name} ${what}: ${lines.join(' | ')}`)
  }
}
