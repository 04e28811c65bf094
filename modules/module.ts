import type { Command } from 'commander'
import type { z } from 'zod'
import type { Decision, LayoutChange, Place, ReadRate, ReadableDocument } from '../adapters/kit/reading.ts'
import type { ApiSettings } from '../api/server/options.ts'
import type { ErrorPage, Route } from '../api/server/route.ts'
import type { Settings } from '../cli/settings.ts'
import type { Outcome, Pipeline } from '../pipelines/runs/run.ts'
import type { Database } from '../sql/database.ts'
import type { SchemaModule } from '../sql/migrate.ts'
import type { FindLegalRate } from './law.ts'
import type { SitePart } from './site-part.ts'
import type { Tool } from './tool.ts'

/** The contract of modules, and the parts of a service that they use besides the core's context. */

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

/** The parts of a service that the jobs of its modules receive. */
export interface Host extends Pipeline {
  settings: Settings
  /** The database for requests, whose statements time out. */
  requestDatabase: Database
  /** Resolves when the database is prepared. */
  ready: Promise<void>
  /** True in the demo, whose tables are samples of many years. */
  isDemo?: boolean
}

/** The calculation of a source's rates from those of other sources. */
export interface Calculation {
  /** The code of the source. */
  code: string
  /**
   * Calculates recent days whose rates have changed. If another process is doing so, waits up to `timeout` milliseconds
   * for its end.
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
 * The parts that a folder of modules/ adds to the core. Its file `module.ts` exports them by default. Parts that take
 * long to load are functions, which the core calls when it needs them.
 */
export interface Module extends SchemaModule {
  /** The name of its folder. */
  name: string
  /** The modules whose parts it uses; they are loaded with it. */
  needs?: readonly string[]
  /** Its settings, read with `readSettings(environment, settings)`. */
  settings?: z.ZodObject
  /** Updates its data, on a prepared database, when a service starts. No source waits for it. */
  prepare?: (database: Database) => Promise<void>
  /** Its settings of the API. */
  apiSettings?: (settings: Settings) => Partial<ApiSettings>
  /** Creates and checks the dependencies of its endpoints before the API starts. Throws if that fails. */
  openApi?: (settings: ApiSettings) => Promise<void>
  /** Its endpoints and pages. */
  routes?: () => Promise<Route[]>
  /** Its tools for language models. */
  tools?: () => Promise<Tool[]>
  /** Its additions to the pages of others. */
  site?: () => Promise<SitePart>
  /** Its links in the menu and at the foot of every page. */
  links?: MenuLink[]
  /** Puts the links of all modules on every page, and returns the error pages; one module has it. */
  openPages?: (links: readonly MenuLink[]) => Promise<ErrorPage>
  /** The law, for certificates; one module has it. */
  findLegalRate?: () => Promise<FindLegalRate>
  /** The source that it calculates. */
  calculation?: () => Promise<Calculation>
  commands?: ModuleCommands[]
  /** Starts its background work next to the schedule: in `worker`, in `serve` with a schedule, and in the demo. */
  jobs?: (host: Host) => Promise<Job[]>
}

/** The parts that the modules of a service add to its API. */
export interface ModuleParts {
  /** Their endpoints and pages. */
  routes: Route[]
  errorPage?: ErrorPage
  /** Their tools for language models. */
  tools: readonly Tool[]
  /** Their additions to the pages of others. */
  site: readonly SitePart[]
  /** Finds the rate that a law requires, if a module has the law. */
  findLegalRate?: FindLegalRate
}

declare module '../api/server/route.ts' {
  interface Service extends Omit<ModuleParts, 'routes' | 'errorPage'> {
    operations: Operations
  }
}

declare module '../api/server/options.ts' {
  interface ApiSettings {
    demo?: Demo
  }
}

/** The settings of a demo, a service with a few tables of each source and public credentials. */
export interface Demo {
  /** The notice on its pages, which shows the number of loaded sources while the demo starts. */
  notice: string
  /** The key that the documentation fills in. */
  key: string
  /** An account on a paid plan. */
  login: { email: string; password: string }
}

/** The pipeline actions that an operator starts from a page. */
export interface Operations {
  /** Starts a run of a registered source without waiting for its end. */
  run: (code: string) => void
  /** Releases a row from quarantine into the rates. Throws if the row is not pending or cannot be a rate. */
  release: (id: number, decision: Decision) => Promise<void>
  /** Rejects a row in quarantine. Throws if the row is not pending. */
  reject: (id: number, decision: Decision) => Promise<void>
  /**
   * Returns a decided row to quarantine; a released rate becomes a revision. Throws if the row is undecided or its rate
   * was corrected since.
   */
  undo: (id: number, decision: Decision) => Promise<void>
  /**
   * Compares a document that could not be read with the last good one. Throws if there is no such document, or it is
   * too long.
   */
  compareLayout: (code: string, id: number) => Promise<LayoutChange>
  /**
   * Reads rows of these dates from a certified document with the current adapter. Undefined if the source has no
   * adapter.
   */
  readDocument: (document: ReadableDocument, dates: string[]) => Promise<ReadRate[] | undefined>
  /** The place of a figure in a document. Undefined if it is not found. Throws the adapter's errors. */
  findPlace: (document: ReadableDocument, rate: ReadRate) => Promise<Place | undefined>
}
