import type { Logger } from 'pino'
import type { Place, ReadRate, ReadableDocument } from '../../adapters/kit/reading.ts'
import type { Database } from '../../sql/database.ts'
import type { Schema } from '../../sql/migrate.ts'
import type { Allowances, Plan } from '../access/plans.ts'
import type { FindLegalRate } from '../contract/law.ts'
import type { SitePart } from '../contract/site-part.ts'
import type { Tool } from '../contract/tool.ts'
import type { LayoutChange } from '../contract/layout.ts'

export interface OriginSettings {
  /** The public address of the service. */
  publicUrl?: string
  /** The number of trusted proxies in front of the service. */
  trustProxy: number
}

/** The origins that the operator allows; `*` for all. */
export type NamedOrigins = '*' | readonly string[]

export interface Limits {
  /** Requests a minute for each key or session. */
  perCaller: number
  /** Requests a minute for each address, at open endpoints or with an invalid key. */
  perAddress: number
  /** Trial keys a day for each address. */
  trialKeys: number
}

/** A path, empty or with a leading slash, below which a family of compatible endpoints is served as well. */
export interface CompatAlias {
  path: string
  /** Its name, the last part of its own path. */
  family: string
}

/** Who may copy the archived documents. */
export interface Sharing {
  /** The sources whose documents are shared, or all of them; by default none. */
  sources?: readonly string[] | '*'
  /** True if no key is needed. */
  isOpen: boolean
}

/** The place of the keys that sign what the service states. */
export interface KeyFile {
  file: string
  /** The host that names the log when the file is created. Undefined if the file must exist. */
  host?: string | null
}

export interface ApiSettings extends OriginSettings {
  limits: Limits
  allowances: Allowances
  /** The plan of the accounts on the free plan, as in a house whose members all may read everything; by default free. */
  accountPlan?: Plan
  /** The request header in which the edge proxy names the caller's country. */
  countryHeader: string
  /** True if webhooks may lead to private networks, and then over http too. */
  webhooksMayBePrivate: boolean
  /** The origins whose pages may use endpoints that take a key. By default none may. */
  corsOrigins?: NamedOrigins
  /** True if the compatible endpoints serve dates and ranges without a key, which older clients can't send. */
  compatOpenDates?: boolean
  /** Who may copy the archived documents; by default none are shared. */
  sharing?: Sharing
  /** The settings of a demo. */
  demo?: Demo
  /** The time of the service, in milliseconds; by default the machine's. */
  now?: () => number
  /** Additional paths of the compatible endpoints. */
  compatAliases?: CompatAlias[]
  /** The secret that signs session cookies. */
  sessionSecret: string
  /** The location of the keys that sign certificates and checkpoints. */
  signingKey: KeyFile
}

/** The author and the reason of a decision on a quarantined row. */
export interface Decision {
  by: string
  reason: string
}

/** The pipeline actions that an operator starts from a page. */
export interface Operations {
  /** Starts a run of a registered source and does not wait for it to end. */
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

/** The settings of a demo, a service with a few tables of each source and public credentials. */
export interface Demo {
  /** The notice on its pages, which counts the loaded sources while the demo starts. */
  notice: string
  /** The key that the documentation fills in. */
  key: string
  /** An account on a paid plan. */
  login: { email: string; password: string }
}

/** Renders an error as an HTML page; `id` is that of its log entry. */
export type ErrorPage = (
  status: number,
  message: string,
  id?: string
) => { body: Buffer; headers: Record<string, string> }

/** The dependencies of the API. */
export interface AppOptions {
  database: Database
  /** The tools of the modules for language models. */
  tools: readonly Tool[]
  /** The schema that the database has when the service is ready. */
  schema: Schema
  settings: ApiSettings
  logger: Logger
  operations: Operations
  /** What the modules add to the pages of others. */
  site: readonly SitePart[]
  /** Makes the pages of errors, if a module has pages. */
  errorPage?: ErrorPage
  /** Finds the rate that a law requires, for certificates, if a module has the law. */
  findLegalRate?: FindLegalRate
}
