import { readFileSync } from 'node:fs'
import { pino, type Logger } from 'pino'
import { loadSources } from '../adapters/registry.ts'
import type { Source } from '../adapters/source.ts'
import { HostGate } from '../pipelines/gate.ts'
import type { Pipeline } from '../pipelines/run.ts'
import { readSettings, type Settings } from '../pipelines/settings.ts'
import { COMPOSITE, registerSources } from '../pipelines/sources.ts'
import { Database } from '../sql/database.ts'
import { startEmbedded } from '../sql/embedded.ts'
import { migrate } from '../sql/migrate.ts'

export const { version: VERSION } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const REQUEST_GAP = 500 // milliseconds between two requests to one host
const STOP_TIMEOUT = 9_000

/** Milliseconds that a command waits for another run of the same source to end. */
export const LOCK_TIMEOUT = 30_000

/** What a command works with. */
export interface Runtime extends Pipeline {
  settings: Settings
  sources: Source[]
  abort: AbortController
  close: () => Promise<void>
}

/** A part of a running service, as the function that stops it. */
export type Stop = () => Promise<void>

/** Opens the database, migrates it and registers the sources. */
async function openRuntime (settings: Settings, logger: Logger): Promise<Runtime> {
  const onEvent = (message: string, error?: Error) => logger.warn({ error: error?.message }, message)
  const embedded = settings.DATABASE_URL ? undefined : await startEmbedded(settings.DATA_DIR, { binDir: settings.PG_BIN_DIR, onEvent })
  const database = new Database({ url: settings.DATABASE_URL ?? embedded!.url, readUrl: settings.DATABASE_READ_URL })
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    await migrate(database)
    const sources = await loadSources()
    await registerSources(database, [...sources, COMPOSITE])
    const abort = new AbortController()
    const userAgent = `Mozilla/5.0 (compatible; Ratebook/${VERSION}${settings.PUBLIC_URL ? `; +${settings.PUBLIC_URL}` : ''})`
    return { settings, sources, abort, close, database, logger, userAgent, environment: process.env, gate: new HostGate(REQUEST_GAP), signal: abort.signal }
  } catch (error) {
    await close()
    throw error
  }
}

/** Logs to standard error, at LOG_LEVEL if it is set and else at `level`. */
function createLogger (settings: Settings, level: string): Logger {
  return pino({ level: process.env.LOG_LEVEL ? settings.LOG_LEVEL : level }, pino.destination(2))
}

/** Runs a command that ends by itself. It logs errors only, unless LOG_LEVEL asks for more. */
export async function runCommand (work: (runtime: Runtime) => Promise<void>): Promise<void> {
  const settings = readSettings(process.env)
  const runtime = await openRuntime(settings, createLogger(settings, 'error'))
  try {
    await work(runtime)
  } finally {
    await runtime.close()
  }
}

interface ServiceOptions {
  settings?: Settings
  level?: string
}

/** Runs a command until SIGINT or SIGTERM, then stops what it started. The process exits with 1 if that takes more than nine seconds. */
export async function runService (start: (runtime: Runtime) => Promise<Stop[]>, { settings = readSettings(process.env), level = settings.LOG_LEVEL }: ServiceOptions = {}): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const runtime = await openRuntime(settings, createLogger(settings, level))
  const stops = await start(runtime).catch(async (error: unknown) => {
    runtime.abort.abort()
    await runtime.close()
    throw error
  })
  await stopped
  runtime.logger.info('stopping')
  setTimeout(() => process.exit(1), STOP_TIMEOUT).unref()
  runtime.abort.abort(new Error('the service is stopping'))
  await Promise.all(stops.map((stop) => stop()))
  await runtime.close()
}

/** The sources with these codes, or all of them. Throws for an unknown code and when none is named. */
export function selectSources ({ sources }: Runtime, codes: string[], all = false): Source[] {
  if (all) return sources
  if (codes.length === 0) throw new Error('name at least one source, or pass --all')
  return codes.map((code) => {
    const source = sources.find((it) => it.code === code)
    if (!source) throw new Error(`there is no source ${code}: see "ratebook sources"`)
    return source
  })
}
