import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from '../child.ts'

const BIN = fileURLToPath(new URL('../../bin/ratebook.js', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url))
const STOP_TIMEOUT = 900_000
const MAX_OUTPUT = 4000 // characters
const STACK_TRACE = /^.*\n( +at \S.*\n?)+/m
const UNREACHABLE = 'http://127.0.0.1:9'

/** A command of the program that can be killed and restarted. */
export class Program {
  readonly name: string
  /** The end of the output since the last start. */
  output = ''
  /** Unexpected ends and stack traces. */
  readonly faults: string[] = []
  readonly #spawn: () => ChildProcess
  #process: ChildProcess | undefined
  #exit: Promise<unknown> = Promise.resolve()
  #mayEnd = false

  constructor(args: string[], environment: Record<string, string>) {
    this.name = args[0]!
    this.#spawn = () => spawn(process.execPath, [...NODE_FLAGS, BIN, ...args], { env: environment })
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  get isRunning(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null
  }

  get hasSucceeded(): boolean {
    return this.#process?.exitCode === 0
  }

  /** Resolves with the exit code when the process ends. Records a fault unless the process may end by itself. */
  start(mayEnd = false): Promise<unknown> {
    this.#mayEnd = mayEnd
    this.output = ''
    const child = (this.#process = this.#spawn())
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk) => {
        this.output = (this.output + String(chunk)).slice(-MAX_OUTPUT)
      })
    return (this.#exit = new Promise((resolve) =>
      child.once('close', (code, signal) => {
        if (!this.#mayEnd || STACK_TRACE.test(this.output)) {
          this.faults.push(`${this.name} ended with ${code ?? signal}: ${this.output.trim()}`)
        }
        resolve(code)
      })
    ))
  }

  async kill(): Promise<void> {
    this.#mayEnd = true
    this.#process?.kill('SIGKILL')
    await this.#exit
  }

  /** Sends SIGTERM, and SIGKILL after fifteen minutes. */
  async stop(): Promise<void> {
    if (!this.isRunning) return
    this.#mayEnd = true
    this.#process!.kill('SIGTERM')
    const late = setTimeout(() => this.#process!.kill('SIGKILL'), STOP_TIMEOUT)
    await this.#exit
    clearTimeout(late)
    if (!this.hasSucceeded) this.faults.push(`${this.name} did not stop properly: ${this.output.trim()}`)
  }
}

/** The environment of every process of a campaign. Proxies that don't exist keep it from the publishers. */
export function environmentFor(folder: string): Record<string, string> {
  return {
    PATH: process.env.PATH!,
    HOME: folder,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    PARSE_TIMEOUT: '600',
    STOP_TIMEOUT: '600',
    HTTP_PROXY: UNREACHABLE,
    HTTPS_PROXY: UNREACHABLE
  }
}

/** Runs a command to its end. Throws its output if it fails. */
export async function run(folder: string, args: string[]): Promise<void> {
  const command = new Program(args, environmentFor(folder))
  await command.start(true)
  if (!command.hasSucceeded) throw new Error(`${args.join(' ')}: ${command.output}`)
}

/** The arguments that load the fixtures of some sources. */
export function ingestOf(sources: string[]): string[] {
  return ['ingest', ...sources, '--replay', FIXTURES]
}

/** True if the readiness check of a service succeeds. */
export function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false
  )
}

/** Waits until a condition holds. Returns false if it does not within these milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, timeout: number): Promise<boolean> {
  for (const end = Date.now() + timeout; Date.now() < end; await sleep(50)) if (await condition()) return true
  return false
}
