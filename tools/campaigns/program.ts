import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../bin/ratebook.js', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url))
const STOP_TIMEOUT = 900_000
const MAX_OUTPUT = 4000 // characters
const STACK_TRACE = /^.*\n( +at \S.*\n?)+/m
const UNREACHABLE = 'http://127.0.0.1:9'

export interface ProgramOptions {
  args: string[]
  environment: Record<string, string>
  /** True if the command may end by itself. */
  mayEnd?: boolean
  nodeFlags?: readonly string[]
}

/** A command of the program that can be killed and restarted. */
export class Program {
  readonly name: string
  readonly #options: ProgramOptions
  #process: ChildProcess | undefined
  #exit: Promise<number | null> = Promise.resolve(null)
  #isStopped = false
  /** The end of the output of the last start. */
  output = ''
  /** Unexpected ends and stack traces. */
  readonly faults: string[] = []

  constructor (name: string, options: ProgramOptions) {
    this.name = name
    this.#options = options
  }

  get pid (): number | undefined {
    return this.#process?.pid
  }

  get isRunning (): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null
  }

  get hasSucceeded (): boolean {
    return this.#process?.exitCode === 0
  }

  /** Returns the exit code when the process ends. */
  start (): Promise<number | null> {
    const { args, environment, mayEnd = false, nodeFlags = [] } = this.#options
    this.#isStopped = false
    this.output = ''
    const child = this.#process = spawn(process.execPath, [...nodeFlags, BIN, ...args], { env: environment })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => { this.output = (this.output + String(chunk)).slice(-MAX_OUTPUT) })
    this.#exit = new Promise((resolve) => child.once('close', (code, signal) => {
      const trace = STACK_TRACE.exec(this.output)
      if (!this.#isStopped && !mayEnd) this.faults.push(`${this.name} ended unexpectedly (${code ?? signal}): ${this.output.trim()}`)
      else if (trace) this.faults.push(`${this.name} printed a stack trace: ${trace[0].trim()}`)
      else if (this.#isStopped && code) this.faults.push(`${this.name} ended with ${code} after SIGTERM: ${this.output.trim()}`)
      resolve(code)
    }))
    return this.#exit
  }

  async kill (): Promise<void> {
    this.#isStopped = true
    this.#process?.kill('SIGKILL')
    await this.#exit
  }

  /** Sends SIGTERM, and SIGKILL after fifteen minutes. */
  async stop (): Promise<void> {
    if (!this.isRunning) return
    this.#isStopped = true
    this.#process!.kill('SIGTERM')
    const late = setTimeout(() => this.#process!.kill('SIGKILL'), STOP_TIMEOUT)
    await this.#exit
    clearTimeout(late)
  }
}

/** The environment of every process of a campaign. Proxies that don't exist keep it from the publishers. */
export function environmentFor (folder: string): Record<string, string> {
  return { PATH: process.env.PATH!, HOME: folder, DATA_DIR: folder, HOST: '127.0.0.1', LOG_LEVEL: 'warn', PARSE_TIMEOUT: '600', STOP_TIMEOUT: '600', HTTP_PROXY: UNREACHABLE, HTTPS_PROXY: UNREACHABLE }
}

/** Runs a command to its end. Throws its output if it fails. */
export async function run (folder: string, ...args: string[]): Promise<void> {
  const command = new Program(args.join(' '), { args, environment: environmentFor(folder), mayEnd: true })
  if (await command.start() !== 0) throw new Error(`${command.name}: ${command.output}`)
}

/** The arguments that load the fixtures of some sources. */
export function ingestOf (sources: string[]): string[] {
  return ['ingest', ...sources, '--replay', FIXTURES]
}

/** True if the readiness check of a service succeeds. */
export function isReady (port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok, () => false)
}

/** Waits until a condition holds. Returns false if it does not within these milliseconds. */
export async function until (condition: () => boolean | Promise<boolean>, timeout: number): Promise<boolean> {
  for (const end = Date.now() + timeout; Date.now() < end; await sleep(50)) if (await condition()) return true
  return false
}
