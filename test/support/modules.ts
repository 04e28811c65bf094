import { loadModules, routesOf } from '../../cli/module.ts'
import type { Module } from '../../modules/module.ts'
import { wantedModules } from '../../cli/settings.ts'
import { endpoints } from '../../api/endpoints.ts'
import type { Route } from '../../api/server/route.ts'
import { ownSchema, type Schema } from '../../sql/migrate.ts'

/** The modules of a test file: its own module in modules/<name>/, elsewhere those in MODULES. */
export async function testModules(): Promise<Module[]> {
  // the benchmarks load this file without Vitest
  const testPath = process.env.VITEST ? (await import('vitest')).expect.getState().testPath : undefined
  const [, own] = /\/modules\/([^/]+)\//.exec(testPath ?? '') ?? []
  return loadModules(own === undefined ? wantedModules(process.env) : [own])
}

/** The schema with the functions of the modules of the test file. */
export async function testSchema(): Promise<Schema> {
  return ownSchema(await testModules())
}

/** The endpoints and pages that these modules add. */
export async function testRoutes(): Promise<Route[]> {
  return routesOf(await testModules())
}

/** Every endpoint and page of the service in the test file. */
export async function testEndpoints(): Promise<Route[]> {
  return [...endpoints, ...(await testRoutes())]
}

/**
 * True in the run without modules, which skips the few tests of the core that read a page or an endpoint of a module.
 */
export const WITHOUT_PAGES = process.env.MODULES === 'none'
