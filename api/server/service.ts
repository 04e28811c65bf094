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
  /** What makes the service a demo. */
  demo?: Demo
  /** Additional paths of the compatible endpoints. */
  compatAliases?: CompatAlias[]
  /** The secret that signs session cookies. */
  sessionSecret: string
  /** What makes guessing passwords slow. By default what is recommended. */
  hardness?: Hardness
  /** Where the keys are that sign certificates and checkpoints. */
  signingKey: KeyFile
}

/** What the API is built from. */
export interface AppOptions {
  database: Database
  settings: ApiSettings
  logger: Logger
  /** Sends links by e-mail. Without it, links are logged. */
  mail?: Mail
  operations: Operations
  /** The series that rules name and no source has yet, each with a sentence on it. */
  awaited?: Readonly<Record<string, string>>
}

/** Renders an error as a page for people; `id` is under which it is logged. */
export type ErrorPage = (status: number, message: string, id?: string) => { body: Buffer, headers: Record<string, string> }

/** The parts of the running API. */
export interface Service extends AppOptions {
  auth: AuthService
  documents: Documents
  cache: AnswerCache
  callers: Callers
  /** The requests that are worked on, by the network that they come from: those with a key or a session, and all others. */
  requests: Queue
  openRequests: Queue
  /** The answers that are streamed, each of which holds a connection. */
  downloads: Queue
  /** The same, by account. */
  ownDownloads: Queue
  /** The workbooks, PDFs and archives that are made in memory. */
  costlyFiles: Queue
  gate: Gate
  eventStreams: EventSource
  meter: Meter
  metrics: RequestMetrics
  rateLimiter: RateLimiter
  signingKeys: SigningKeys
  /** Every endpoint that is served. */
  endpoints: readonly Route[]
  /** Renders the page that tells a person about an error. */
  errorPage: ErrorPage
  readiness: Readiness
}

/** What is known about a request while it is answered. */
export interface State {
  /** The endpoint; undefined at an unknown path. */
  route?: Route
  /** The keys in the address, each with the name of its parameter. */
  keys: Array<[name: string, key: string]>
  now: number
  /** The scheme and host under which the service was asked. */
  origin: string
  network: string
  /** True if a session counts in place of a key. */
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
