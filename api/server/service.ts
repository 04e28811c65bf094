import type Koa from 'koa'
import type { Access, Caller, Callers } from '../access/callers.ts'
import type { Queue } from '../access/queue.ts'
import type { RateStatus } from '../access/rate-limiter.ts'
import type { AnswerCache } from './cache.ts'
import type { Parts, Route } from './route.ts'
import type { ReceivedFile } from './upload.ts'

/** Renders an error as an HTML page; `id` is that of its log entry. */
export type ErrorPage = (status: number, message: string, id?: string) => { body: Buffer, headers: Record<string, string> }

/** The parts of the running API. */
export interface Service extends Parts {
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
  errorPage: ErrorPage
}

/** An admitted request: its caller, if it names one, and the count against its rate limit. */
export interface Admission {
  caller?: Caller
  rate: RateStatus
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
  admission?: Admission
  /** The file of the request, if it sends one. */
  file?: ReceivedFile
}

export type Middleware = Koa.Middleware<State>
export type Context = Koa.ParameterizedContext<State>
