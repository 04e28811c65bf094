import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '../../sql/database.ts'
import type { AuthService } from '../access/accounts/service.ts'
import type { Limits } from '../access/gate.ts'
import type { Meter } from '../access/meter.ts'
import type { Access, Caller } from '../access/permission.ts'
import type { RateLimiter } from '../access/rate-limiter.ts'
import { badRequest } from '../contract/errors.ts'
import type { Format } from '../formats/index.ts'
import type { Answer } from './answer.ts'
import type { Metrics } from './metrics.ts'

/** What an operator may do from a page; the pipeline does it. */
export interface Operations {
  /** Starts a run of a source that has a name in the registry, and does not wait for its end. */
  run: (code: string) => void
  /** Lets a row of the quarantine into the rates. Throws where it is not waiting or could never be a rate. */
  release: (id: number) => Promise<void>
  /** Decides that a row stays out. Throws where it is not waiting. */
  reject: (id: number) => Promise<void>
}

/** What a route has at hand when it answers. */
export interface Context {
  database: Database
  metrics: Metrics
  logger: Logger
  auth: AuthService
  meter: Meter
  rateLimiter: RateLimiter
  operations: Operations
  limits: Limits
  /** Whoever asks; nobody at an endpoint for everybody. */
  caller?: Caller
  /** The headers of the request. */
  headers: IncomingHttpHeaders
  /** How many proxies of ours stand in front, whose headers are believed. */
  trustProxy: number
  /** The network that the request came from, as far as limits are concerned. */
  network: string
  /** True when the database answers, has this version's schema, and the sources are in it. */
  isReady: () => Promise<boolean>
  /** Every endpoint that is served, for those that describe them. */
  endpoints: readonly Route[]
  /** Scheme and host under which the service is known to this caller. */
  origin: string
  now: number
  /** The day of `now` in UTC. */
  today: string
}

type Shape = z.ZodRawShape
type Empty = Record<never, never>
type ParsedRequest<Parameters extends Shape, Query extends Shape, Body extends Shape = Empty> =
  z.output<z.ZodObject<Parameters>> & z.output<z.ZodObject<Query>> & z.output<z.ZodObject<Body>> & { format: Format }

export type Method = 'GET' | 'POST' | 'DELETE'

/** A request that the documentation shows. What it leaves out of the parameters that are needed is as in their own examples. */
export interface Example {
  summary: string
  request: Record<string, string | number>
}

/** All that is to be said of an endpoint, in one place. */
export interface Declaration<Parameters extends Shape, Query extends Shape, Body extends Shape = Empty> {
  method?: Method
  path: string
  summary: string
  access: Access
  /** Of the formats other than JSON, where it differs. */
  fileAccess?: Access
  /** What an answer costs a caller with an account: one unit unless it says otherwise. */
  units?: number | ((request: ParsedRequest<Parameters, Query, Body>) => number)
  /** The same in words, where `units` is not a number. */
  cost?: string
  /** The parameters that may hold the key, `api_key` unless it says otherwise. */
  keyParameters?: readonly string[]
  /** Which of its answers are for paid plans alone, where only some are. */
  isPaidFor?: (request: ParsedRequest<Parameters, Query, Body>) => boolean
  /** Answered whatever the number of requests: for those who watch over the service. */
  isUnlimited?: boolean
  /** A page for people: its errors are pages as well, and the API's documentation leaves it out. */
  isPage?: boolean
  params?: Parameters
  query?: Query
  /** The fields of a POST, as JSON or as a form. */
  body?: Body
  /** How many bytes a body may have where it is more than elsewhere. */
  maxBodyBytes?: number
  /** What the documentation shows; where the answer is one of several shapes, an example for each in their order. */
  examples?: readonly Example[]
  /** JSON alone unless it says otherwise. */
  formats?: readonly Format[]
  /** Whether a parameter `format` means nothing here. */
  ignoresFormat?: boolean
  /** Of the JSON answer. */
  response: z.ZodType
  /** The media type of an answer that is not JSON. */
  mediaType?: string
  /** Of the answer where all is well, 200 unless it says otherwise. */
  status?: number
  /** The statuses that it may answer beside that, and those that every endpoint may. */
  failures?: readonly number[]
  /** What an error says, where it is not `{error}`. */
  failure?: (status: number, message: string, id?: string) => object
  /** Whether pages of any origin may read it. */
  cors?: boolean
  cacheControl: string
  /** Where the answer depends on stored tables alone: on those of which source, and how long it may be kept at most. */
  cache?: { of: (request: ParsedRequest<Parameters, Query, Body>) => string, seconds?: number }
  run: (request: ParsedRequest<Parameters, Query, Body>, context: Context) => Promise<Answer>
}

export interface Route extends Omit<Declaration<Shape, Shape, Shape>, 'cache' | 'cost' | 'isPaidFor' | 'keyParameters' | 'run' | 'units'> {
  method: Method
  params: Shape
  query: Shape
  body: Shape
  formats: readonly Format[]
  /** What an answer costs a caller with an account. */
  units: (request: object) => number
  /** The same for the documentation: a number of units, or words. */
  cost: number | string
  keyParameters: readonly string[]
  isPaidFor?: (request: object) => boolean
  cache?: { of: (request: object) => string, seconds?: number }
  run: (request: object, context: Context) => Promise<Answer>
  /** The parameters of a request, read and checked. Throws where one is not as declared. */
  read: (params: Record<string, string>, query: URLSearchParams, body?: Record<string, unknown>) => { format: Format }
}

/** Declares an endpoint: its validation, and later its documentation, come from here. */
export function route<Parameters extends Shape = Empty, Query extends Shape = Empty, Body extends Shape = Empty> (declaration: Declaration<Parameters, Query, Body>): Route {
  const { method = 'GET', params = {}, query = {}, body = {}, formats = ['json'], keyParameters = ['api_key'], units = declaration.isPage ? 0 : 1 } = declaration as Declaration<Shape, Shape, Shape>
  const format = z.enum(formats, `expected ${formats.join(', ')}`).default('json')
  const names = [...Object.keys(query), ...declaration.ignoresFormat ? [] : ['format']]
  const schema = z.object({ ...params, ...query, ...body, format })

  function read (inPath: Record<string, string>, inQuery: URLSearchParams, inBody: Record<string, unknown> = {}): { format: Format } {
    const given: Record<string, unknown> = { ...inPath }
    for (const name of Object.keys(body)) {
      if (Object.hasOwn(inBody, name)) given[name] = inBody[name]
    }
    for (const name of names) {
      const [value, ...others] = inQuery.getAll(name)
      if (others.length > 0) throw badRequest(name, 'given more than once')
      if (value !== undefined) given[name] = value
    }
    const { success, data, error } = schema.safeParse(given)
    if (success) return data as { format: Format }
    const [issue] = error.issues
    throw badRequest(String(issue!.path[0]), issue!.message)
  }

  const cost = declaration.cost ?? (typeof units === 'number' ? units : 'as many units as the answer is worth')
  return { ...declaration as unknown as Route, method, params, query, body, formats, keyParameters, cost, units: typeof units === 'number' ? () => units : units as Route['units'], read }
}
