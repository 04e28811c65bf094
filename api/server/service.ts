import type Koa from 'koa'
import type { Caller, Callers } from '../access/callers.ts'
import type { Limiter } from '../access/limiter.ts'
import type { HttpError } from '../contract/errors.ts'
import type { RequestedFormat } from '../formats/index.ts'
import type { BodyBudget } from './body-budget.ts'
import type { AnswerCache, Encoding, WrittenAnswer } from './cache.ts'
import type { Parts, Route } from './route.ts'
import type { ReceivedFile } from './upload.ts'

/** The parts of the running API. */
export interface Service extends Parts {
  bodies: BodyBudget
  cache: AnswerCache
  callers: Callers
  /** Limits concurrent work for a network: of its callers with a key or a session, and of all others. */
  requests: Limiter
  openRequests: Limiter
  /** Limits concurrent streams, each of which holds a database connection. */
  downloads: Limiter
  /** The same for each account, and for each network without one. */
  ownDownloads: Limiter
  /** Limits the workbooks, PDFs and archives built in memory at the same time. */
  costlyFiles: Limiter
}

/** What the steps of a request add, each to what the steps before it added. */
export interface State {
  // normalize
  now: number
  /** The scheme and host of the request. */
  origin: string
  /** The network that the request counts against. */
  network: string
  query: URLSearchParams
  /** The keys in the query string, each with the name of its parameter. */
  keys: Array<[name: string, key: string]>
  // route
  route: Route
  params: Record<string, string>
  // authenticate
  caller?: Caller
  /** The error of a credential that names no caller. */
  refusal?: HttpError
  // parse
  request: RequestedFormat
  file?: ReceivedFile
  // answer
  answer: WrittenAnswer
  /** The price that the caller has accepted. */
  accepted?: number
  encoding: Encoding
  // errors
  /** The code of the error that was answered. */
  error?: string
}

export type Middleware = Koa.Middleware<State>
export type Context = Koa.ParameterizedContext<State>
