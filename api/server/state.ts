import type Koa from 'koa'
import type { Caller } from '../access/callers.ts'
import type { HttpError } from '../contract/errors.ts'
import type { RequestedFormat } from '../formats/index.ts'
import type { Encoding, WrittenAnswer } from './cache.ts'
import type { Route } from './route.ts'
import type { ReceivedFile } from './upload.ts'

/** The state of a request. Each step adds its fields and uses those of earlier steps. */
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
  /** The error of a credential that belongs to no caller. */
  refusal?: HttpError
  // parse
  request: RequestedFormat
  file?: ReceivedFile
  // answer
  answer: WrittenAnswer
  /** The price that the caller accepts. */
  accepted?: number
  encoding: Encoding
  // errors
  /** The code of the error that was answered. */
  error?: string
}

export type Middleware = Koa.Middleware<State>
export type Context = Koa.ParameterizedContext<State>
