import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { readBody } from './body.ts'
import { assertAllowed, type Access } from '../access/caller.ts'
import { write, type Format } from '../formats/index.ts'
import { assertSameOrigin, checkedOriginOf, originOf } from './origin.ts'
import { dayOf } from '../contract/parameters.ts'
import { encodingOf, flat, Reply, send } from './reply.ts'
import type { Context, Raw, Route, Streamed } from './route.ts'
import { corsOf, SECURITY_HEADERS, type Context as RequestContext, type Middleware, type Service } from './service.ts'

type Headers = Record<string, string | string[]>

/** The short way: an address that was answered before, to a caller about whom nothing has to be asked. Anything else goes the long way. */
export function answerFromCache ({ settings, cache, gate }: Service): Middleware {
  const done = Promise.resolve()
  return (ctx, next) => {
    const { req, res } = ctx
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const now = Date.now()
    const entry = cache.byAlias(originOf(req, settings) + req.url, now)
    const variant = entry?.reply.ready(encodingOf(req.headers['accept-encoding']))
    const pass = variant && gate.atOnce(req, entry!.access, now)
    if (!variant || !pass) return next()
    cache.hits++
    ctx.state = { route: entry!.route, pass }

    const limits = gate.charge(pass, entry!.route.path, entry!.units, now)
    if (!Array.isArray(limits)) {
      return limits.then((own) => {
        ctx.respond = false
        send(req, res, variant, own)
      })
    }
    ctx.respond = false
    send(req, res, variant, limits)
    return done
  }
}

/** The long way: let the caller in, read what is asked, find or make the answer, and charge for it. */
export function answerRoute (route: Route, service: Service): Middleware {
  const { settings, cache, gate } = service

  async function make (asked: { format: Format }, context: Context): Promise<Reply | Raw | Streamed> {
    const answer = await route.run(asked, context)
    const common: Headers = { 'Cache-Control': route.cacheControl, ...SECURITY_HEADERS, ...corsOf(route) }
    if ('stream' in answer) return { ...answer, headers: { ...common, ...answer.headers } as Record<string, string> }
    const { body, tag, headers, status } = 'body' in answer ? answer : { ...await write(answer, asked.format), status: undefined }
    return tag === undefined || status !== undefined
      ? { body, status, headers: { ...common, ...headers } }
      : new Reply(body, tag, { ...common, ...headers } as Record<string, string>, 'fields' in answer ? answer.units : undefined)
  }

  async function find (request: IncomingMessage, asked: { format: Format }, context: Context): Promise<Reply | Raw | Streamed> {
    if (!route.cache) return make(asked, context)
    const { origin, now } = context
    const access = route.isPaidFor?.(asked) ? 'paid' : accessOf(route, asked.format)
    const wanted = { route, access, units: route.units(asked), key: JSON.stringify([origin, route.path, asked]), tag: route.cache.of(asked), now }
    const entry = await cache.find(wanted, () => make(asked, context) as Promise<Reply>)
    cache.addAlias(originOf(request, settings) + request.url, entry)
    return entry.reply
  }

  /** Charges and sends. An answer that could not be paid for is never sent, and a stream that can't begin is not charged. */
  async function respond (ctx: RequestContext, answer: Reply | Raw | Streamed, units: number, now: number): Promise<void> {
    const { req, res, state: { pass } } = ctx
    const stream = 'stream' in answer ? answer.stream : undefined
    const isSent = stream !== undefined && req.method !== 'HEAD'
    try {
      if (isSent) await once(stream, 'readable')
      const own = pass ? await gate.charge(pass, route.path, isSent || answer instanceof Reply ? (answer as Reply | Streamed).units ?? units : units, now) : []
      if (pass?.caller?.cookies) own.push(...flat({ 'Set-Cookie': pass.caller.cookies }))
      const variant = answer instanceof Reply ? await answer.variant(encodingOf(req.headers['accept-encoding'])) : undefined
      ctx.respond = false
      if (variant) return send(req, res, variant, own)
      const { status = 200, headers, body } = answer as Partial<Raw> & { headers: Headers }
      res.writeHead(status, besides(own, headers).concat(flat({ ...headers, ...(body && { 'Content-Length': String(body.length) }) })))
      if (isSent) await pipeline(stream, res)
      else res.end(body)
    } catch (error) {
      if (!isGone(error)) throw error
    } finally {
      stream?.destroy()
    }
  }

  return async (ctx) => {
    const { req, state } = ctx
    const now = Date.now()
    state.route = route
    const origin = checkedOriginOf(req, settings)
    if (route.method !== 'GET') assertSameOrigin(req, origin)
    const parameters = new URLSearchParams(ctx.querystring)
    const access = accessOf(route, parameters.get('format'))
    const pass = route.isUnlimited ? undefined : state.pass = await gate.enter(req, { parameters, names: route.keyParameters }, access, now)
    if (pass) gate.assertMay(pass, access, now)
    const body = route.method === 'POST' ? await readBody(req, route.largestBody) : undefined
    const asked = route.read((ctx as { params?: Record<string, string> }).params ?? {}, parameters, body)
    if (route.isPaidFor?.(asked)) assertAllowed(pass?.caller, 'paid')
    const units = route.units(asked)
    if (pass) await gate.assertLeft(pass, route.path, units, now)
    const { limits, trustProxy } = settings
    const context: Context = { ...service, limits, trustProxy, caller: pass?.caller, headers: req.headers, network: gate.networkOf(req), origin, now, today: dayOf(now) }
    await respond(ctx, await find(req, asked, context), units, now)
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

function accessOf ({ access, fileAccess = access, formats }: Route, format: string | null): Access {
  return format === null || format === 'json' || !formats.includes(format as Format) ? access : fileAccess
}

// A route knows better than the gate what it has to say of limits; of two cookies of one name the last counts.
function besides (own: string[], headers: Headers): string[] {
  const said = new Set(Object.keys(headers).map((name) => name.toLowerCase()).filter((name) => name !== 'set-cookie'))
  return own.filter((_, at) => !said.has(own[at - at % 2]!.toLowerCase()))
}

// A caller who went away while the answer was sent.
function isGone (error: unknown): boolean {
  return (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'
}
