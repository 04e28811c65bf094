import { z } from 'zod'
import type { Database } from '../sql/database.ts'
import type { Access } from './caller.ts'
import { badRequest } from './errors.ts'
import type { Format } from './formats/index.ts'
import type { Answer } from './formats/table.ts'
import type { Metrics } from './metrics.ts'

/** An answer that is not made of fields: its bytes and headers as they are to be sent. */
export interface Raw {
  body: Buffer
  /** What If-None-Match is compared with, without quotes. */
  tag: string
  headers: Record<string, string>
}

/** What a route has at hand when it answers. */
export interface Context {
  database: Database
  metrics: Metrics
  /** True when the database answers, has this version's schema, and the sources are in it. */
  isReady: () => Promise<boolean>
  /** Scheme and host under which the service is known to this caller. */
  origin: string
  now: number
  /** The day of `now` in UTC. */
  today: string
}

type Shape = z.ZodRawShape
type Empty = Record<never, never>
type Asked<Parameters extends Shape, Query extends Shape> =
  z.output<z.ZodObject<Parameters>> & z.output<z.ZodObject<Query>> & { format: Format }

/** All that is to be said of an endpoint, in one place. */
export interface Declaration<Parameters extends Shape, Query extends Shape> {
  method?: 'GET' | 'POST'
  path: string
  summary: string
  access: Access
  params?: Parameters
  query?: Query
  /** JSON alone unless it says otherwise. */
  formats?: readonly Format[]
  /** Of the JSON answer. */
  response: z.ZodType
  /** The media type of an answer that is not JSON. */
  mediaType?: string
  /** The statuses that it may answer beside 200, and those that every endpoint may. */
  failures?: readonly number[]
  /** Whether pages of any origin may read it. */
  cors?: boolean
  cacheControl: string
  /** Where the answer depends on stored tables alone: on those of which source, and how long it may be kept at most. */
  cache?: { of: (asked: Asked<Parameters, Query>) => string, seconds?: number }
  run: (asked: Asked<Parameters, Query>, context: Context) => Promise<Answer | Raw>
}

export interface Route extends Omit<Declaration<Shape, Shape>, 'cache' | 'run'> {
  method: 'GET' | 'POST'
  params: Shape
  query: Shape
  formats: readonly Format[]
  cache?: { of: (asked: object) => string, seconds?: number }
  run: (asked: object, context: Context) => Promise<Answer | Raw>
  /** The parameters of a request, read and checked. Throws where one is not as declared. */
  read: (params: Record<string, string>, query: URLSearchParams) => { format: Format }
}

/** Declares an endpoint: its validation, and later its documentation, come from here. */
export function route<Parameters extends Shape = Empty, Query extends Shape = Empty> (declaration: Declaration<Parameters, Query>): Route {
  const { method = 'GET', params = {}, query = {}, formats = ['json'] } = declaration as Declaration<Shape, Shape>
  const format = z.enum(formats, `expected ${formats.join(', ')}`).default('json')
  const names = [...Object.keys(query), 'format']
  const schema = z.object({ ...params, ...query, format })

  function read (inPath: Record<string, string>, inQuery: URLSearchParams): { format: Format } {
    const given: Record<string, string> = { ...inPath }
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

  return { ...declaration as unknown as Route, method, params, query, formats, read }
}
