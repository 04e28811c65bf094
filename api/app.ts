import { randomUUID } from 'node:crypto'
import Router from '@koa/router'
import Koa from 'koa'
import type { Logger } from 'pino'
import type { Database } from '../sql/database.ts'
import { isMigrated } from '../sql/migrate.ts'
import { AnswerCache, type Wanted } from './cache.ts'
import { Callers, type Caller } from './caller.ts'
import { Changes } from './changes.ts'
import { asHttpError, HttpError } from './errors.ts'
import { write, type Format } from './formats/index.ts'
import { Metrics } from './metrics.ts'
import { checkedOriginOf, originOf, type OriginSettings } from './origin.ts'
import { dayOf } from './parameters.ts'
import { encodingOf, Reply, send } from './reply.ts'
import type { Context, Route } from './route.ts'
import { routes } from './routes/index.ts'

const LONGEST_ADDRESS = 2048
const READY_FOR = 1_000
const REPLICA_LAG = 60_000

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': 'default-src \'none\'; frame-ancestors \'none\'',
  'Referrer-Policy': 'no-referrer'
}

export interface AppOptions {
  database: Database
  settings: OriginSettings
  logger: Logger
  /** False while the sources are not in the database yet. */
  sourcesReady?: () => boolean
}

export interface App {
  app: Koa
  close: () => Promise<void>
}

interface State {
  route?: Route
  caller?: Caller
}

type Middleware = Koa.Middleware<State>

/** The HTTP API over a database. It listens for changes from here on, until it is closed. */
export async function createApp (options: AppOptions): Promise<App> {
  const { database, logger } = options
  const cache = new AnswerCache(database.hasReplica ? REPLICA_LAG : Infinity)
  const changes = new Changes(database, cache, logger)
  const metrics = new Metrics(database, cache, logger)
  const callers = new Callers(database)
  const service: Service = { ...options, cache, callers, metrics, isReady: readiness(options) }

  const app = new Koa<State>()
  app.silent = true
  app.use(answerErrors(service))
  app.use(answerFromCache(service))
  app.use(refuseOddAddresses)
  app.use(routerOf(service))
  app.use(refuseUnknown)
  await changes.listen()

  async function close (): Promise<void> {
    metrics.close()
    await changes.close()
  }
  return { app: app as unknown as Koa, close }
}

interface Service extends AppOptions {
  cache: AnswerCache
  callers: Callers
  metrics: Metrics
  isReady: () => Promise<boolean>
}

/** Turns whatever is thrown below into an answer, and records every request. */
function answerErrors ({ logger, metrics }: Service): Middleware {
  function answerError (ctx: Koa.ParameterizedContext<State>, error: unknown): void {
    const known = asHttpError(error)
    const id = known ? undefined : randomUUID()
    if (!known || known.cause !== undefined) logger.error({ id, err: error, method: ctx.method, route: ctx.state.route?.path }, 'a request failed')
    ctx.status = known?.status ?? 500
    ctx.set({ ...SECURITY_HEADERS, 'Cache-Control': 'no-store', ...known?.headers, ...corsOf(ctx.state.route) })
    ctx.body = known ? { error: known.message } : { error: 'an error of ours, recorded under this id', id }
  }

  return async (ctx, next) => {
    const started = performance.now()
    try {
      await next()
    } catch (error) {
      answerError(ctx, error)
    }
    const { req: { method = '' }, res: { statusCode: status } } = ctx
    const milliseconds = performance.now() - started
    const route = ctx.state.route?.path ?? 'none'
    metrics.observe(route, method, status, milliseconds / 1000)
    if (logger.isLevelEnabled('debug')) logger.debug({ method, route, path: ctx.path, status, ms: Math.round(milliseconds * 100) / 100 }, 'request')
  }
}

/** The short way: an address that was answered before, to a caller that is known. Anything else goes the long way. */
function answerFromCache ({ settings, cache, callers }: Service): Middleware {
  const done = Promise.resolve()
  return (ctx, next) => {
    const { req, res } = ctx
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const entry = cache.byAlias(originOf(req, settings) + req.url, Date.now())
    const variant = entry?.reply.ready(encodingOf(req.headers['accept-encoding']))
    if (!entry || !variant || !callers.isAdmitted(req, entry.route.access)) return next()
    cache.hits++
    ctx.state.route = entry.route
    ctx.respond = false
    send(req, res, variant)
    return done
  }
}

function refuseOddAddresses (ctx: Koa.Context, next: Koa.Next): Promise<void> {
  if (ctx.url.length > LONGEST_ADDRESS) throw new HttpError(414, `the address is longer than ${LONGEST_ADDRESS} characters`)
  return next()
}

function routerOf (service: Service): Koa.Middleware {
  const router = new Router<State>()
  for (const route of routes) {
    router.register(route.path, [route.method], answerRoute(route, service))
    if (route.cors) router.register(route.path, ['OPTIONS'], answerPreflight(route))
  }
  return router.routes() as unknown as Koa.Middleware
}

function refuseUnknown (ctx: Koa.Context): never {
  const layers = (ctx.matched ?? []) as Array<{ methods: string[] }>
  if (layers.length === 0) throw new HttpError(404, 'there is nothing at this address')
  const allowed = [...new Set(layers.flatMap(({ methods }) => methods))].sort().join(', ')
  throw new HttpError(405, `the method is not allowed here: ${allowed} are`, { Allow: allowed })
}

/** The long way: admit the caller, read the parameters, and find or make the answer. */
function answerRoute (route: Route, service: Service): Middleware {
  const { database, settings, cache, callers, metrics, isReady } = service

  async function make (asked: { format: Format }, context: Context): Promise<Reply> {
    const answer = await route.run(asked, context)
    const { body, tag, headers } = 'body' in answer ? answer : await write(answer, asked.format)
    return new Reply(body, tag, { 'Cache-Control': route.cacheControl, ...SECURITY_HEADERS, ...corsOf(route), ...headers })
  }

  return async (ctx) => {
    const { req, res } = ctx
    ctx.state.route = route
    const origin = checkedOriginOf(req, settings)
    const parameters = new URLSearchParams(ctx.querystring)
    ctx.state.caller = await callers.admit(req, parameters, route.access)
    const asked = route.read((ctx as { params?: Record<string, string> }).params ?? {}, parameters)
    const now = Date.now()
    const context: Context = { database, metrics, isReady, origin, now, today: dayOf(now) }

    let reply: Reply
    if (route.cache) {
      const wanted: Wanted = { route, key: JSON.stringify([origin, route.path, asked]), tag: route.cache.of(asked), now }
      const entry = await cache.find(wanted, () => make(asked, context))
      cache.addAlias(originOf(req, settings) + req.url, entry)
      reply = entry.reply
    } else {
      reply = await make(asked, context)
    }
    const variant = await reply.variant(encodingOf(req.headers['accept-encoding']))
    ctx.respond = false
    send(req, res, variant)
  }
}

function answerPreflight (route: Route): Middleware {
  return (ctx) => {
    ctx.state.route = route
    ctx.status = 204
    ctx.set({
      ...SECURITY_HEADERS,
      ...corsOf(route),
      'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Max-Age': '86400',
      'Allow': 'GET, HEAD, OPTIONS'
    })
  }
}

function corsOf (route: Route | undefined): Record<string, string> {
  return route?.cors ? { 'Access-Control-Allow-Origin': '*' } : {}
}

/** Whether requests can be answered, asked of the database once a second at most. */
function readiness ({ database, sourcesReady = () => true }: AppOptions): () => Promise<boolean> {
  let askedAt = -Infinity
  let answer: Promise<boolean> = Promise.resolve(false)
  return async () => {
    if (performance.now() - askedAt > READY_FOR) {
      askedAt = performance.now()
      answer = isMigrated(database).catch(() => false)
    }
    return sourcesReady() && answer
  }
}
