import { readdir } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Command } from 'commander'
import type { z } from 'zod'
import type { FindLegalRate } from '../api/contract/law.ts'
import type { SitePart } from '../api/contract/site-part.ts'
import type { Tool } from '../api/contract/tool.ts'
import type { ApiSettings, ErrorPage } from '../api/server/options.ts'
import type { Route } from '../api/server/route.ts'
import type { Outcome, Pipeline } from '../pipelines/runs/run.ts'
import type { Database } from '../sql/database.ts'
import type { SchemaModule } from '../sql/migrate.ts'
import type { Settings } from './settings.ts'

/** A command of a module, or several that one file adds. */
export interface ModuleCommands {
  /** The heading under which the help lists them. */
  heading: string
  names: string[]
  load: () => Promise<(program: Command) => void>
}

/** A link that every page has. */
export interface MenuLink {
  in: 'menu' | 'foot'
  /** Links are in the order of their places. */
  place: number
  href: string
  name: string
}

/** What a service gives to the jobs of its modules. */
export interface Host extends Pipeline {
  settings: Settings
  /** The database for requests, whose statements time out. */
  requestDatabase: Database
  /** Resolves when the database is prepared. */
  ready: Promise<void>
  /** True in the demo, whose tables are samples of many years. */
  isDemo?: boolean
}

/** The calculation of a source's rates from those of others. */
export interface Calculation {
  /** The code of the source. */
  code: string
  /**
   * Calculates recent days whose rates have changed. Leaves it to another process that does so, or waits up to
   * `timeout` milliseconds for its end.
   */
  refresh: (pipeline: Pipeline, timeout?: number) => Promise<void>
  /** Calculates a window, or all days whose rates have changed. */
  run: (pipeline: Pipeline, window: { from?: string; to?: string }) => Promise<Outcome>
}

/** A running job. */
export interface Job {
  stop: () => Promise<void>
}

/**
 * What a folder of modules/ adds to the core. Its file `module.ts` exports it by default. The parts that take long to
 * load are functions, which the core calls when it needs them.
 */
export interface Module extends SchemaModule {
  /** The name of its folder. */
  name: string
  /** The modules whose parts it uses; they are loaded with it. */
  needs?: readonly string[]
  /** Its settings, read with `readSettings(environment, settings)`. */
  settings?: z.ZodObject
  /** Brings its data up to date, on a prepared database, when a service starts. No source waits for it. */
  prepare?: (database: Database) => Promise<void>
  /** Makes and checks what its endpoints need, before the API starts. Throws if it can't. */
  openApi?: (settings: ApiSettings) => Promise<void>
  /** Its endpoints and pages. */
  routes?: () => Promise<Route[]>
  /** Its tools for language models. */
  tools?: () => Promise<Tool[]>
  /** What it adds to the pages of others. */
  site?: () => Promise<SitePart>
  /** Its links in the menu and at the foot of every page. */
  links?: MenuLink[]
  /** Puts the links of all modules on every page, and returns the pages of errors; one module does. */
  openPages?: (links: readonly MenuLink[]) => Promise<ErrorPage>
  /** The law, for certificates; one module has it. */
  findLegalRate?: () => Promise<FindLegalRate>
  /** The source that it calculates. */
  calculation?: () => Promise<Calculation>
  commands?: ModuleCommands[]
  /** Starts its work beside the schedule: in `worker`, in `serve` with a schedule, and in the demo. */
  jobs?: (host: Host) => Promise<Job[]>
}

const FOLDER = new URL('../modules/', import.meta.url)
const ENTRY = `module${extname(import.meta.url)}` // .js in the package

/**
 * The modules with these names and those that they need, by default all with a folder in modules/, sorted by name.
 * Throws for an unknown name.
 */
export async function loadModules(wanted?: readonly string[]): Promise<Module[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true })
  const names = entries
    .filter((it) => it.isDirectory())
    .map(({ name }) => name)
    .sort()
  const unknown = wanted?.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new Error(`MODULES: there is no module ${unknown}; expected none, or names out of ${names.join(', ')}`)
  }
  const modules = await Promise.all(
    names.filter((name) => wanted === undefined || wanted.includes(name)).map(loadModule)
  )
  const missing = modules.flatMap(({ needs = [] }) => needs).filter((name) => !modules.some((it) => it.name === name))
  return missing.length === 0 ? modules : loadModules([...modules.map(({ name }) => name), ...missing])
}

async function loadModule(name: string): Promise<Module> {
  const { default: module } = (await import(new URL(`${name}/${ENTRY}`, FOLDER).href)) as { default: Module }
  if (module.name !== name) throw new TypeError(`modules/${name}/${ENTRY}: its name is ${module.name}`)
  return module
}

/** The endpoints and pages of these modules. */
export async function routesOf(modules: readonly Module[]): Promise<Route[]> {
  return (await Promise.all(modules.map((it) => it.routes?.() ?? []))).flat()
}

/** The tools of these modules. */
export async function toolsOf(modules: readonly Module[]): Promise<Tool[]> {
  return (await Promise.all(modules.map((it) => it.tools?.() ?? []))).flat()
}

/** What an API takes from its modules. */
export interface ModuleParts {
  routes: Route[]
  tools: Tool[]
  site: SitePart[]
  errorPage?: ErrorPage
  findLegalRate?: FindLegalRate
}

/** What these modules add to the API. */
export async function partsOf(modules: readonly Module[]): Promise<ModuleParts> {
  const [routes, tools, site, errorPage, findLegalRate] = await Promise.all([
    routesOf(modules),
    toolsOf(modules),
    Promise.all(modules.flatMap((it) => it.site?.() ?? [])),
    modules.find((it) => it.openPages)?.openPages!(modules.flatMap(({ links = [] }) => links)),
    modules.find((it) => it.findLegalRate)?.findLegalRate!()
  ])
  return { routes, tools, site, errorPage, findLegalRate }
}

/** Brings the data of these modules up to date. Throws the error of the first module that fails. */
export async function prepareModules({
  modules,
  owner
}: {
  modules: readonly Module[]
  owner: Database
}): Promise<void> {
  await Promise.all(modules.map((it) => it.prepare?.(owner)))
}

/** What these modules calculate. */
export function calculationsOf(modules: readonly Module[]): Promise<Calculation[]> {
  return Promise.all(modules.flatMap((it) => it.calculation?.() ?? []))
}

/** Brings what the modules calculate up to date after a change of rates. */
export async function refreshCalculations(
  runtime: Pipeline & { modules: readonly Module[] },
  timeout?: number
): Promise<void> {
  for (const { refresh } of await calculationsOf(runtime.modules)) await refresh(runtime, timeout)
}
