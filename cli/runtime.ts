import { constants } from 'node:os'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino, type Logger } from 'pino'
import { loadSources } from '../adapters/registry.ts'
import type { Source } from '../adapters/source.ts'
import { HostGate } from '../pipelines/fetch/gate.ts'
import { ThreadParser, type Parser } from '../pipelines/read/parser.ts'
import { loadModules, prepareModules } from './module.ts'
import type { Host, Module } from '../modules/module.ts'
import { misspeltSettings, readSettings, type Settings } from './settings.ts'
import { COMPOSITE, registerSources } from '../pipelines/load/sources.ts'
import { Database } from '../sql/database.ts'
import { startEmbedded } from '../sql/embedded.ts'
import { isUnavailable } from '../sql/errors.ts'
import { migrate, ownSchema, refuseNewer, type Schema } from '../sql/migrate.ts'

export const { version: VERSION } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const REQUEST_GAP = 500 // milliseconds between two requests to one host
const REQUEST_TIMEOUT = 5_000
const RETRY_EVERY = 1_000

/** Milliseconds that a command waits for another run of the same source to end. */
export const LOCK_TIMEOUT = 30_000

/** The dependencies of a command. */
export interface Runtime extends Omit<Host, 'ready'> {
  modules: readonly Module[]
  /** The schema of the database, with the functions of all modules. */
  schema: Schema
  /** The database under the role that owns it. */
  owner: Database
  /** The database connection that can create roles. */
  adminUrl: string
  sources: Source[]
  abort: AbortController
  close: () => Promise<void>
  /** Stops the embedded server and the work of its connections, unless another process uses it. */
  closeServer: () => Promise<void>
}

/** The dependencies of a service, which starts even if its database is unavailable. */
export interface ServiceRuntime extends Runtime, Host {
  /** Resolves when the database is prepared. Rejects when waiting can't help. */
  ready: Promise<void>
}

/** A part of a running service, represented by the function that stops it. */
export type Stop = () => Promise<void>

/** A parser with the time limit in the settings, which reads `threads` documents at a time. */
export function createParser({ PARSE_TIMEOUT }: Settings, threads = 1): Parser {
  return new ThreadParser({ timeout: PARSE_TIMEOUT, threads })
}

/** The settings of a server whose data can be recreated: a power failure may lose data. */
export const UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** The settings with which a service or a command starts the embedded server. */
export interface OwnServer {
  settings: Record<string, string>
  /** Prepares the database before this process opens it, and returns the address for its connections. */
  prepare: (url: string) => Promise<string>
}

/** The address of a database with a setting for all its connections, such as the clock of service_now in SQL. */
export function withSetting(url: string, name: string, value: string): string {
  const address = new URL(url)
  address.searchParams.set('options', `-c ${name}=${value}`)
  return address.href.replaceAll('+', '%20')
}

async function openRuntime(settings: Settings, logger: Logger, server?: OwnServer): Promise<Runtime> {
  const onEvent = (message: string, error?: Error) => logger.warn({ error: error?.message }, message)
  const modules = await loadModules(settings.MODULES)
  // throws for an invalid setting of a module
  for (const module of modules) if (module.settings) readSettings(process.env, module.settings)
  const others = modules.flatMap((module) => Object.keys(module.settings?.shape ?? {}))
  for (const warning of misspeltSettings(process.env, others)) process.stderr.write(`ratebook: ${warning}\n`)
  // Loads while the database starts. Includes all modules, because other processes with other MODULES may use the same
  // database.
  const loading = Promise.all([loadSources(), loadModules().then(ownSchema)])
  loading.catch(() => {}) // awaited below
  const embedded = settings.DATABASE_URL
    ? undefined
    : await startEmbedded(settings.DATA_DIR, { binDir: settings.PG_BIN_DIR, onEvent, settings: server?.settings })
  const serverUrl = settings.DATABASE_URL ?? embedded!.url
  let closing: Promise<void> | undefined
  const closeServer = () => (closing ??= embedded?.stop() ?? Promise.resolve())
  const [[sources, schema], url] = await Promise.all([loading, server?.prepare(serverUrl) ?? serverUrl]).catch(
    async (error: unknown) => {
      await closeServer()
      throw error
    }
  )
  const owner = new Database({ url })
  const database = settings.DATABASE_LOADER_URL ? new Database({ url: settings.DATABASE_LOADER_URL }) : owner
  const requestDatabase = new Database({
    url: settings.DATABASE_API_URL ?? url,
    readUrls: settings.DATABASE_READ_URL,
    writeTimeout: REQUEST_TIMEOUT
  })
  const abort = new AbortController()
  const close = async () => {
    await Promise.all([...new Set([owner, database, requestDatabase])].map((it) => it.close()))
    await closeServer()
  }
  const userAgent = `Mozilla/5.0 (compatible; Ratebook/${VERSION}${settings.PUBLIC_URL ? `; +${settings.PUBLIC_URL}` : ''})`
  const databases = { owner, database, requestDatabase, adminUrl: embedded?.adminUrl ?? url }
  return {
    ...databases,
    modules,
    schema,
    settings,
    sources,
    abort,
    close,
    closeServer,
    logger,
    userAgent,
    parser: createParser(settings),
    environment: process.env,
    gate: new HostGate(REQUEST_GAP),
    signal: abort.signal
  }
}

/**
 * Migrates the database and registers the sources. Throws if the database is unavailable, or behind a pooler without
 * sessions.
 */
async function prepare({ owner, database, requestDatabase, schema, sources }: Runtime): Promise<void> {
  await Promise.all([...new Set([database, requestDatabase])].map((it) => it.assertSession()))
  await migrate(owner, schema)
  await registerSources(owner, [...sources, COMPOSITE])
}

/** Prepares the database. While it is unavailable, retries in the background. */
async function prepareOrWait(runtime: Runtime): Promise<ServiceRuntime> {
  try {
    await prepare(runtime)
    return { ...runtime, ready: Promise.resolve() }
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return { ...runtime, ready: whenAvailable(runtime, () => prepare(runtime)) }
  }
}

/**
 * Updates the data of the modules once the database is prepared. The service does not wait for this, and continues
 * after a failure.
 */
export function startModules(runtime: ServiceRuntime): void {
  const report = (error: unknown) =>
    runtime.logger.error({ err: error }, 'the data of a module could not be brought up to date')
  void runtime.ready.then(
    () => prepareModules(runtime).catch(report),
    () => {}
  ) // `ready` rejected: the service stops
}

/**
 * Runs work, and repeats it while the database is unavailable. Throws on any other failure, and when the service stops.
 */
export async function whenAvailable<Result>({ logger, signal }: Runtime, work: () => Promise<Result>): Promise<Result> {
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      const result = await work()
      if (isWaiting) logger.info('the database is available')
      return result
    } catch (error) {
      if (!isUnavailable(error)) throw error
      if (!isWaiting) logger.warn({ error: (error as Error).message }, 'waiting for the database')
      await sleep(RETRY_EVERY, undefined, { signal })
    }
  }
}

/** A log on standard error, at LOG_LEVEL if it is set, else at `level`. */
function createLogger(settings: Settings, level: string): Logger {
  return pino({ level: process.env.LOG_LEVEL ? settings.LOG_LEVEL : level }, pino.destination(2))
}

/** Prints the data folder if a demo has stored its data in a folder below it, since the two are easily confused. */
function nameFolder({ DATABASE_URL, DATA_DIR }: Settings): void {
  const demo = join(DATA_DIR, 'demo')
  if (!DATABASE_URL && existsSync(demo)) {
    process.stderr.write(`using the data in ${DATA_DIR}; for the demo's data, set DATA_DIR=${demo}\n`)
  }
}

type CommandOptions = Pick<ServiceOptions, 'settings' | 'server'>

/** Runs a command on a prepared database. Logs nothing unless LOG_LEVEL is set. */
export async function runCommand(
  work: (runtime: Runtime) => Promise<void>,
  { settings = readSettings(process.env), server }: CommandOptions = {}
): Promise<void> {
  nameFolder(settings)
  await runOnDatabase(
    async (runtime) => {
      await prepare(runtime)
      await work(runtime)
    },
    { settings, server }
  )
}

/**
 * Runs a command without first migrating the database or registering sources. A signal ends it; the server then stops.
 */
export async function runOnDatabase(
  work: (runtime: Runtime) => Promise<void>,
  { settings = readSettings(process.env), server }: CommandOptions = {}
): Promise<void> {
  const ended = new AbortController()
  const signal = signalled(ended.signal)
  const runtime = await openRuntime(settings, createLogger(settings, 'fatal'), server)
  void signal.then((name) => runtime.closeServer().finally(() => process.exit(128 + constants.signals[name])))
  try {
    await refuseNewer(runtime.owner)
    await work(runtime)
  } finally {
    await runtime.close()
    ended.abort()
  }
}

interface ServiceOptions {
  settings?: Settings
  level?: string
  server?: OwnServer
  /** A promise that stops the command; by default that of a signal. */
  stopped?: Promise<unknown>
}

/** The first signal that the process receives, until `ended` aborts. */
function signalled(ended?: AbortSignal): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(name, resolve)
      ended?.addEventListener('abort', () => process.off(name, resolve))
    }
  })
}

/**
 * Runs a service until a signal or an error, then calls every function in `stops`. A signal also ends its start. Exits
 * with 1 if stopping takes longer than STOP_TIMEOUT.
 */
export async function runService(
  start: (runtime: ServiceRuntime, stops: Stop[]) => Promise<void>,
  options: ServiceOptions = {}
): Promise<void> {
  const { settings = readSettings(process.env), level = settings.LOG_LEVEL, stopped = signalled(), server } = options
  const runtime = await openRuntime(settings, createLogger(settings, level), server)
  const stops: Stop[] = []
  let isStarted = false
  const run = async () => {
    const service = await prepareOrWait(runtime)
    await start(service, stops)
    isStarted = true
    await service.ready
    await stopped
  }
  try {
    await Promise.race([stopped, run()])
    runtime.logger.info('stopping')
  } finally {
    setTimeout(() => {
      void runtime.closeServer().finally(() => process.exit(1)) // otherwise PostgreSQL would outlive the process
    }, settings.STOP_TIMEOUT * 1000).unref()
    runtime.abort.abort(new Error('the service is stopping'))
    await Promise.all(stops.map((stop) => stop()))
    await runtime.close()
  }
  if (!isStarted) process.exit() // the start has not finished, so the process ends here
}

/** The sources with these codes, or all sources. Throws for an unknown code, and for an empty list. */
export function selectSources({ sources }: Runtime, codes: string[], all = false): Source[] {
  if (all) return sources
  if (codes.length === 0) throw new Error('name at least one source, or pass --all')
  return codes.map((code) => {
    const source = sources.find((it) => it.code === code)
    if (!source) throw new Error(`there is no source ${code}: see "ratebook sources"`)
    return source
  })
}
