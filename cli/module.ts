import { readdir } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Calculation, Module, ModuleParts } from '../modules/module.ts'
import type { Tool } from '../modules/tool.ts'
import type { Route } from '../api/server/route.ts'
import type { Pipeline } from '../pipelines/runs/run.ts'
import type { Database } from '../sql/database.ts'

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

/** Adds the modules' parts to the API. */
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

/** The calculations of these modules. */
export function calculationsOf(modules: readonly Module[]): Promise<Calculation[]> {
  return Promise.all(modules.flatMap((it) => it.calculation?.() ?? []))
}

/** Repeats the modules' calculations after a change of rates. */
export async function refreshCalculations(
  runtime: Pipeline & { modules: readonly Module[] },
  timeout?: number
): Promise<void> {
  for (const { refresh } of await calculationsOf(runtime.modules)) await refresh(runtime, timeout)
}
