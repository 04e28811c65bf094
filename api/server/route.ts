import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '../../sql/database.ts'
import type { Schema } from '../../sql/migrate.ts'
import type { Access, Caller, Callers } from '../access/callers.ts'
import type { Limiter } from '../access/limiter.ts'
import type { Meter } from '../access/meter.ts'
import type { RateLimiter } from '../access/rate-limiter.ts'
import type { Deprecation } from '../contract/deprecation.ts'
import type { HttpError } from '../contract/errors.ts'
import { maxCost, readerOf } from '../contract/parameters.ts'
import type { Answer } from '../formats/answer.ts'
import type { RequestedFormat, Format } from '../formats/index.ts'
import type { BodyBudget } from './body-budget.ts'
import type { AnswerCache } from './cache.ts'
import type { Documents } from './documents.ts'
import type { ApiSettings } from './options.ts'
import type { ReceivedFile, Upload } from './upload.ts'

/** Checks that the database accepts writes and has the schema of this version. */
interface Readiness {
  /** The reason why the service cannot answer; undefined if it can. */
  problem: () => Promise<string | undefined>
  /** Checks for a schema upgrade, and throws for one. */
  checkSchema: () => Promise<void>
  /** The error for a request that failed because a newer version upgraded the database; undefined for another cause. */
  explain: (error: unknown) => Promise<HttpError | undefined>
}

/** Counts requests and renders all metrics as text. */
interface RequestMetrics {
  readonly contentType: string
  observe: (route: string, method: string, status: number, seconds: number, error?: string) => void
  write: () => Promise<string>
}

/** Renders an error as an HTML page; `id` is that of its log entry. */
export type ErrorPage = (
  status: number,
  message: string,
  id?: string
) => { body: Buffer; headers: Record<string, string> }

/**
 * The parts of a running service: those that the caller passes, and those that `createApp` adds. A subject or a module
 * may add its own (declaration merging).
 */
export interface Service {
  database: Database
  /** The schema that the database must have before the service is ready. */
  schema: Schema
  settings: ApiSettings
  logger: Logger
  /** Renders error pages, if a module has pages. */
  errorPage?: ErrorPage
  /** Every endpoint that is served; the documentation describes them. */
  endpoints: readonly Route[]
  readiness: Readiness
  metrics: RequestMetrics
  cache: AnswerCache
  callers: Callers
  meter: Meter
  rateLimiter: RateLimiter
  bodies: BodyBudget
  /** Texts that contain the address of the service. */
  documents: Documents
  /** Limits concurrent work of a network: of its callers with a key or a session, and of all others. */
  requests: Limiter
  openRequests: Limiter
  /** Limits concurrent streams, each of which holds a database connection. */
  downloads: Limiter
  /** The same limit for each account, and for each network without one. */
  ownDownloads: Limiter
  /** Limits the workbooks, PDFs and archives built in memory at the same time. */
  costlyFiles: Limiter
}

/** The service and the request, as routes see them. */
export interface Context extends Service {
  /** Undefined at an open endpoint. */
  caller?: Caller
  /** The request headers. */
  headers: IncomingHttpHeaders
  /** The path and the query of the request. */
  url: string
  /** The network that the request counts against in rate limits. */
  network: string
  /** The file that the request sent, if the endpoint takes one. It is deleted after the answer. */
  file?: ReceivedFile
  /** The scheme and host of the request. */
  origin: string
  now: number
  /** The date of `now` in UTC, or of the request's `as_of` if it is earlier. */
  today: string
}

type Shape = z.ZodRawShape
type Empty = Record<never, never>
type ParsedRequest<Parameters extends Shape, Query extends Shape, Body extends Shape = Empty> = z.output<
  z.ZodObject<Parameters>
> &
  z.output<z.ZodObject<Query>> &
  z.output<z.ZodObject<Body>> &
  ('format' extends keyof Query ? unknown : RequestedFormat)

export type Method = 'GET' | 'POST' | 'DELETE'

/** A request that the documentation shows. Required parameters that it omits take the value of their own example. */
export interface Example {
  summary: string
  request: Record<string, string | number>
}

/** Everything about an endpoint in one place. */
export interface Declaration<Parameters extends Shape, Query extends Shape, Body extends Shape = Empty> {
  method?: Method
  path: string
  /** Set if the endpoint will be removed. For one of its parameters or fields, see `deprecated` in `api/contract/`. */
  deprecated?: Deprecation
  /** A further condition on the path, if some values of its parameters belong to no endpoint. */
  pattern?: RegExp
  summary: string
  access: Access
  /**
   * Routes for some requests of the same path, with another access. The documentation describes them together with this
   * one.
   */
  variants?: readonly Variant[]
  /** The cost of an answer to a caller with an account; one unit by default. */
  units?: number | ((request: ParsedRequest<Parameters, Query, Body>, now: number) => number)
  /** The cost as text, if it varies. An endpoint whose answers may cost more than one unit accepts `max_cost`. */
  cost?: string
  /** True if a session is not accepted in place of a key. */
  isKeyOnly?: boolean
  /** True for documents that others may copy; the operator may open them to everyone. */
  isShared?: boolean
  /** True for endpoints without a rate limit, such as health checks. */
  isUnlimited?: boolean
  /**
   * True for a file for logged-in visitors. Other sites may not fetch it, or link to it, with the visitor's session.
   */
  isFile?: boolean
  /** True for a page: its errors are also pages, and the API documentation omits it. */
  isPage?: boolean
  params?: Parameters
  query?: Query
  /** The file that a POST sends instead of fields. */
  upload?: Upload
  /** The fields of a POST body, JSON or form data. */
  body?: Body
  /** The largest body in bytes, if the POST sends plain text of any media type: the field `text`. */
  maxTextBytes?: number
  /** The largest form in bytes, if it exceeds the usual limit of a body. */
  maxFormBytes?: number
  /** For the documentation. An answer with several shapes needs one example per shape, in their order. */
  examples?: readonly Example[]
  /** Only JSON by default. */
  formats?: readonly Format[]
  /**
   * Parameters that the endpoint accepts and ignores, such as those of older clients; `format` may be one. Other
   * unknown parameters are refused.
   */
  ignored?: readonly string[] | 'all'
  /** Hints for unsupported parameters that callers try, by parameter. */
  elsewhere?: Readonly<Record<string, string>>
  /** The shape of the JSON answer. */
  response: z.ZodType
  /** The media type of an answer that is not JSON. */
  mediaType?: string
  /** The status of a successful answer; by default 200. */
  status?: number
  /** The error statuses of this endpoint, besides those common to all endpoints. */
  failures?: readonly number[]
  /** Additional fields of an error, for clients of other services. */
  failure?: (error: Pick<HttpError, 'status' | 'message' | 'parameter'>) => object
  /** Writes an error in the form of the endpoint's protocol, if that is not JSON or has other statuses. */
  writeError?: (
    error: { status: number; message: string },
    request: IncomingMessage
  ) => { status?: number; body: string; headers: Record<string, string> }
  /** True if pages of any origin may read the answer; `named` for the origins that may use endpoints with a key. */
  cors?: true | 'named'
  cacheControl: string
  /**
   * Set if the answer depends only on stored tables: the tag of the source (undefined for an answer that is not
   * cached), anything besides the URL that the answer depends on, and the longest time to cache it.
   */
  cache?: {
    of: (request: ParsedRequest<Parameters, Query, Body>) => string | undefined
    by?: (request: ParsedRequest<Parameters, Query, Body>, headers: IncomingHttpHeaders) => string
    seconds?: number
  }
  run: (request: ParsedRequest<Parameters, Query, Body>, context: Context) => Promise<Answer>
}

/** A route for some requests of a path. */
export interface Variant extends Route {
  /** True for a request that the route answers. */
  when: (query: URLSearchParams) => boolean
  /** The answers of the route, in the plural, for the documentation. */
  what: string
}

/** A route for some requests of another route's path, with the rest of its declaration. */
export function variant(route: Route, { what, when, access }: Pick<Variant, 'what' | 'when' | 'access'>): Variant {
  return { ...route, what, when, access }
}

export interface Route extends Omit<Declaration<Shape, Shape, Shape>, 'cache' | 'cost' | 'run' | 'units'> {
  method: Method
  params: Shape
  query: Shape
  body: Shape
  formats: readonly Format[]
  /** The cost of an answer to a caller with an account. */
  units: number | ((request: object, now: number) => number)
  /** The cost for the documentation: a number of units, or text. */
  cost: number | string
  cache?: {
    of: (request: object) => string | undefined
    by?: (request: object, headers: IncomingHttpHeaders) => string
    seconds?: number
  }
  run: (request: object, context: Context) => Promise<Answer>
  /** Reads and validates the parameters of a request. Throws 400 for one that does not match its declaration. */
  read: (params: Record<string, string>, query: URLSearchParams, body?: Record<string, unknown>) => RequestedFormat
}

/** The parameters that select the format of an answer. */
export function formParameters(formats: readonly Format[], mediaType?: string): Shape {
  const expected = mediaType === undefined ? formats.join(', ') : `none, because the answer is always ${mediaType}`
  const format = z
    .enum(formats, `expected ${expected}`)
    .default('json')
    .meta({ description: 'The format of the answer.' })
  return formats.includes('csv') ? { format, bom, delimiter, decimal } : { format }
}

const delimiter = z
  .enum([',', ';', 'tab'], 'expected ; or , or tab')
  .optional()
  .meta({
    description:
      'What separates the cells of CSV: a comma, a semicolon (written %3B) or a tab. The default is a comma, or a semicolon with decimal=comma.',
    examples: [';']
  })

const decimal = z
  .enum(['point', 'comma'], 'expected point or comma')
  .optional()
  .meta({
    description: 'The decimal mark of CSV. Office programs in much of Europe and South America read a comma.',
    examples: ['comma']
  })

const bom = z
  .enum(['0', '1'], 'expected 0 or 1')
  .optional()
  .meta({
    description: 'Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject.',
    examples: ['0']
  })

/** Declares an endpoint. Its validation and its documentation come from the declaration. */
export function route<Parameters extends Shape = Empty, Query extends Shape = Empty, Body extends Shape = Empty>(
  declaration: Declaration<Parameters, Query, Body>
): Route {
  const {
    method = 'GET',
    params = {},
    query: own = {},
    body = {},
    formats = ['json'],
    units = declaration.isPage ? 0 : 1
  } = declaration as Declaration<Shape, Shape, Shape>
  const isPriced = declaration.cost !== undefined || typeof units === 'function' || units > 1
  const query = isPriced ? { ...own, max_cost: maxCost.optional() } : own
  const { ignored = [], elsewhere } = declaration
  const form = formParameters(formats, declaration.mediaType)
  const names = [
    ...new Set([
      ...Object.keys(query),
      ...Object.keys(form).filter((name) => ignored !== 'all' && !ignored.includes(name))
    ])
  ]
  const read = readerOf<RequestedFormat>({
    schema: z.object({ ...form, ...params, ...query, ...body }),
    inQuery: names,
    inBody: Object.keys(body),
    ignored: declaration.isUnlimited ? 'all' : ignored,
    elsewhere
  })
  const cost = declaration.cost ?? (typeof units === 'number' ? units : 'one or more units, depending on the answer')
  return {
    ...(declaration as unknown as Route),
    method,
    params,
    query,
    body,
    formats,
    cost,
    units: units as Route['units'],
    read
  }
}
