import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import type { Pass } from '../access/gate.ts'
import { credentialOf, type Access } from '../access/permission.ts'
import { dayOf } from '../contract/dates.ts'
import { write, type Format } from '../formats/index.ts'
import type { Answer, BytesAnswer, StreamAnswer } from './answer.ts'
import { readBody } from './body.ts'
import { assertSameOrigin, checkedOriginOf, originOf } from './origin.ts'
import { encodingOf, flat, Reply, sendVariant } from './reply.ts'
import type { Context, Route } from './route.ts'
import { corsOf, SECURITY_HEADERS, type Context as RequestContext, type Middleware, type Service } from './service.ts'

/** A request on its way to its answer. */
interface Visit {
  ctx: RequestContext
  route: Route
  service: Service
  now: number
  origin: string
}

type Parameters = ReturnType<Route['read']>

/** An answer in its format, ready to be charged for and sent. */
type Prepared = Reply | BytesAnswer | StreamAnswer

/** The short way: an address that was answered before, to a caller about whom nothing has to be asked. Anything else goes the long way. */
export function answerFromCache ({ settings, cache, gate, origins }: Service): Middleware {
  const done = Promise.resolve()
  return (ctx, next) => {
    const { req, res } = ctx
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const now = Date.now()
    const origin = originOf(req, settings)
    const entry = cache.byAlias(origin + req.url, now)
    const variant = entry?.reply.ready(encodingOf(req.headers['accept-encoding']))
    const pass = variant && gate.admitKnown(req, entry!.access, now)
    if (!variant || !pass) return next()
    cache.hits++
    origins.has(origin, now) // notes that somebody asks under it
    ctx.state = { route: entry!.route, pass }

    const limits = gate.charge(pass, entry!.route.path, entry!.units, now)
    if (!Array.isArray(limits)) {
      return limits.then((own) => {
        ctx.respond = false
        sendVariant(req, res, variant, own)
      })
    }
    ctx.respond = false
    sendVariant(req, res, variant, limits)
    return done
  }
}

/** The long way: admits the caller, reads the parameters, finds or makes the answer, charges for it and sends it. */
export function answerRoute (route: Route, service: Service): Middleware {
  return async (ctx) => {
    ctx.state.route = route
    const visit: Visit = { ctx, route, service, now: Date.now(), origin: checkedOriginOf(ctx.req, service.settings) }
    if (route.method !== 'GET') assertSameOrigin(ctx.req, visit.origin)
    const pass = await admit(visit)
    const parameters = await readParameters(visit)
    if (pass) service.gate.assertAllowed(pass, accessOf(route, parameters.format, parameters), visit.now)
    const units = route.units(parameters)
    if (pass) await service.gate.assertLeft(pass, route.path, units, visit.now)
    const prepared = await find(visit, parameters, pass)
    await chargeAndSend(visit, prepared, units, pass)
  }
}

/** Other pages ask before a request that is not a simple one (the CORS protocol of the Fetch standard). */
export function answerPreflight (route: Route): Middleware {
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

/** Lets the request in. The pass is noted before it is looked at: an error says of limits, too, what is known of them. */
async function admit ({ ctx, route, service: { gate }, now, origin }: Visit): Promise<Pass | undefined> {
  if (route.isUnlimited) return undefined
  const parameters = new URLSearchParams(ctx.querystring)
  const access = accessOf(route, parameters.get('format'))
  const pass = ctx.state.pass = await gate.admit(ctx.req, { parameters, keyParameters: route.keyParameters, origin }, access, now)
  gate.assertAllowed(pass, access, now)
  return pass
}

async function readParameters ({ ctx, route }: Visit): Promise<Parameters> {
  const body = route.method === 'POST' ? await readBody(ctx.req, route.maxBodyBytes) : undefined
  return route.read((ctx as { params?: Record<string, string> }).params ?? {}, new URLSearchParams(ctx.querystring), body)
}

/** The answer, out of the cache where the route allows it. */
async function find (visit: Visit, parameters: Parameters, pass: Pass | undefined): Promise<Prepared> {
  const { ctx: { req }, route, service: { cache, origins }, origin, now } = visit
  const make = async () => prepare(await route.run(parameters, contextOf(visit, pass)), route, parameters)
  if (!route.cache) return make()
  const isKept = origins.has(origin, now)
  if (route.cache.perOrigin && !isKept) return uncompressed(await make())
  const access = accessOf(route, parameters.format, parameters)
  const key = JSON.stringify([route.cache.perOrigin ? origin : '', route.path, parameters])
  const wanted = { route, access, units: route.units(parameters), key, tag: route.cache.of(parameters), now }
  const entry = await cache.find(wanted, async () => asReply(await make(), route))
  if (isKept) cache.addAlias(origin + req.url, entry)
  return entry.reply
}

function contextOf ({ ctx: { req }, route, service, origin, now }: Visit, pass: Pass | undefined): Context {
  const { limits, trustProxy } = service.settings
  const context = { ...service, limits, trustProxy, caller: pass?.caller, headers: req.headers, network: service.gate.networkOf(req), origin, now, today: dayOf(now) }
  return route.cache && !route.cache.perOrigin ? withoutOrigin(context, route) : context
}

/** An answer that is kept for all origins must not name one. */
function withoutOrigin (context: Context, { path }: Route): Context {
  return Object.defineProperty(context, 'origin', { get () { throw new TypeError(`${path}: an answer that names the origin is kept for each: declare perOrigin`) } })
}

// Nobody waits for the compression of an answer that is made for a host which is asked for once.
function uncompressed (prepared: Prepared): Prepared {
  return prepared.kind === 'reply' ? prepared.uncompressed() : prepared
}

async function prepare (answer: Answer, route: Route, parameters: Parameters): Promise<Prepared> {
  const common = { 'Cache-Control': cacheControlOf(answer, route, parameters), ...SECURITY_HEADERS, ...corsOf(route) }
  if (answer.kind === 'stream') return { ...answer, headers: { ...common, ...answer.headers } }
  const bytes: BytesAnswer = answer.kind === 'bytes' ? answer : { ...answer, ...await write(answer, parameters.format), kind: 'bytes' }
  const { body, tag, status, cookies, units } = bytes
  const headers = { ...common, ...bytes.headers }
  const hasTag = tag !== undefined && status === undefined && cookies === undefined && route.method === 'GET'
  return hasTag ? new Reply(body, tag, headers, units) : { kind: 'bytes', body, status, headers, cookies, units }
}

// What a key or a session opens, and what sets a cookie, is for the caller alone (RFC 9111, section 7.3).
function cacheControlOf (answer: Answer, route: Route, parameters: Parameters): string {
  const isForAll = credentialOf(accessOf(route, parameters.format, parameters)) === 'none' && (answer.kind === 'stream' || answer.cookies === undefined)
  return isForAll ? route.cacheControl : route.cacheControl.replace('public', 'private').replace(/, s-maxage=\d+/, '')
}

function asReply (prepared: Prepared, { path }: Route): Reply {
  if (prepared.kind !== 'reply') throw new TypeError(`${path}: an answer that is kept must be a whole 200 with a tag`)
  return prepared
}

/** An answer that could not be paid for is never sent, and a stream that cannot begin is not charged. */
async function chargeAndSend ({ ctx, route, service: { gate }, now }: Visit, prepared: Prepared, units: number, pass: Pass | undefined): Promise<void> {
  const { req } = ctx
  const isStreamed = prepared.kind === 'stream' && req.method !== 'HEAD'
  try {
    if (isStreamed) await once(prepared.stream, 'readable')
    const cost = prepared.kind === 'stream' && !isStreamed ? units : prepared.units ?? units
    const own = pass ? await gate.charge(pass, route.path, cost, now) : []
    if (pass?.caller?.cookies) own.push(...flat({ 'Set-Cookie': pass.caller.cookies }))
    await send(ctx, prepared, own)
  } catch (error) {
    if (!isGone(error)) throw error
  } finally {
    if (prepared.kind === 'stream') prepared.stream.destroy()
  }
}

/** Sends an answer with a flat list of headers of its own. */
async function send (ctx: RequestContext, prepared: Prepared, own: string[]): Promise<void> {
  const { req, res } = ctx
  switch (prepared.kind) {
    case 'reply': {
      const variant = await prepared.variant(encodingOf(req.headers['accept-encoding']))
      ctx.respond = false
      return sendVariant(req, res, variant, own)
    }
    case 'stream': {
      ctx.respond = false
      res.writeHead(200, withoutRepeated(own, prepared.headers).concat(flat(prepared.headers)))
      if (req.method === 'HEAD') res.end()
      else await pipeline(prepared.stream, res)
      return
    }
    case 'bytes': {
      const { status = 200, headers, cookies = [], body } = prepared
      ctx.respond = false
      res.writeHead(status, withoutRepeated(own, headers).concat(flat({ ...headers, 'Set-Cookie': cookies, 'Content-Length': String(body.length) }))).end(body)
    }
  }
}

/** Whom an answer is for: by its format and, once they are read, by its parameters. */
function accessOf ({ access, fileAccess = access, formats, isPaidFor }: Route, format: string | null, parameters?: Parameters): Access {
  if (parameters && isPaidFor?.(parameters)) return 'paid'
  return format === null || format === 'json' || !formats.includes(format as Format) ? access : fileAccess
}

// A route knows better than the gate what it has to say of limits.
function withoutRepeated (own: string[], headers: Record<string, string>): string[] {
  const repeated = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  return own.filter((_, at) => !repeated.has(own[at - at % 2]!.toLowerCase()))
}

// A caller who went away while the answer was sent.
function isGone (error: unknown): boolean {
  return (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'
}
