import type Koa from 'koa'
import type { Logger } from 'pino'
import type { Database } from '../../sql/database.ts'
import type { AuthService, Hardness } from '../accounts/service.ts'
import type { Callers } from '../access/callers.ts'
import type { Gate, Limits, Pass } from '../access/gate.ts'
import type { Mail } from '../accounts/mail.ts'
import type { Meter } from '../access/meter.ts'
import type { Access } from '../access/callers.ts'
import type { Allowances } from '../access/plans.ts'
import type { Queue } from '../access/queue.ts'
import type { RateLimiter } from '../access/rate-limiter.ts'
import type { EventSource, RequestMetrics } from './answer.ts'
import type { AnswerCache } from './cache.ts'
import type { Documents } from './documents.ts'
import type { NamedOrigins, OriginSettings } from './origin.ts'
import type { Readiness } from './readiness.ts'
import type { Demo, Operations, Route } from './route.ts'
import type { ReceivedFile } from './upload.ts'
import type { Prepared } from './reply.ts'
import type { KeyFile, SigningKeys } from '../../proof/keys.ts'
import type { Verifier } from '../../proof/note.ts'

/** A path, empty or with a leading slash, below which a family of compatible endpoints is served as well. */
export interface CompatAlias {
  path: string
  family: 'a' | 'b' | 'c'
}

/** Who may copy the archived documents. */
export interface Sharing {
  /** The sources whose documents are shared, or all of them; by default none. */
  sources?: readonly string[] | '*'
  /** True if no key is needed. */
  isOpen: boolean
}

export interface ApiSettings extends OriginSettings {
  limits: Limits
  allowances: Allowances
  /** The request header in which the edge proxy names the caller's country. */
  countryHeader: string
  /** True if webhooks may lead to private networks, and then over http too. */
  webhooksMayBePrivate: boolean
  /** The origins whose pages may use endpoints that take a key. By default none may. */
  corsOrigins?: NamedOrigins
  /** True if the compatible endpoints serve dates and ranges without a key, which older clients can't send. */
  compatOpenDates?: boolean
  /** Who may copy the archived documents; by default nobody. */
  sharing?: Sharing
  /** The logs for which this service is a witness; by default none. */
  witnessFor?: readonly Verifier[]
  /** The settings of a demo. */
  demo?: Demo
  /** Additional paths of the compatible endpoints. */
  compatAliases?: CompatAlias[]
  /** The secret that signs session cookies. */
  sessionSecret: string
  /** The cost parameters of password hashing; the recommended ones by default. */
  hardness?: Hardness
  /** The location of the keys that sign certificates and checkpoints. */
  signingKey: KeyFile
}

/** The dependencies of the API. */
export interface AppOptions {
  database: Database
  settings: ApiSettings
  logger: Logger
  /** Sends links by e-mail. Without it, links are logged. */
  mail?: Mail
  operations: Operations
  /** Has an authority stamp the signature of a certificate. It logs failures and does not throw. */
  stamp?: (signature: string) => Promise<Buffer | undefined>
  /** The series that rules name but no source publishes yet, each with a message. */
  awaited?: Readonly<Record<string, string>>
}

/** Renders an error as an HTML page; `id` is that of its log entry. */
export type ErrorPage = (status: number, message: string, id?: string) => { body: Buffer, headers: Record<string, string> }

/** The parts of the running API. */
export interface Service extends AppOptions {
  auth: AuthService
  documents: Documents
  cache: AnswerCache
  callers: Callers
  /** Limits concurrent requests of a network: with a key or a session, and without. */
  requests: Queue
  openRequests: Queue
  /** Limits concurrent streams, each of which holds a database connection. */
  downloads: Queue
  /** The same for each account. */
  ownDownloads: Queue
  /** Limits the workbooks, PDFs and archives built in memory at the same time. */
  costlyFiles: Queue
  gate: Gate
  eventStreams: EventSource
  meter: Meter
  metrics: RequestMetrics
  rateLimiter: RateLimiter
  signingKeys: SigningKeys
  /** Every endpoint that is served. */
  endpoints: readonly Route[]
  /** Renders an error page. */
  errorPage: ErrorPage
  readiness: Readiness
}

/** The state of a request. */
export interface State {
  /** The endpoint; undefined at an unknown path. */
  route?: Route
  /** The keys in the query string, each with the name of its parameter. */
  keys: Array<[name: string, key: string]>
  now: number
  /** The scheme and host of the request. */
  origin: string
  network: string
  /** True if a session is accepted in place of a key. */
  takesSession: boolean
  /** The access that the answer requires. */
  access: Access
  pass?: Pass
  /** The file of the request, if it sends one. */
  file?: ReceivedFile
  /** The answer, once it is found, and its cost to a caller with an account. */
  answer?: Prepared
  units: number
}

export type Middleware = Koa.Middleware<State>
export type Context = Koa.ParameterizedContext<State>
