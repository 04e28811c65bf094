import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { credentialOf, type Access } from '../access/callers.ts'
import { dayOf } from '../contract/dates.ts'
import type { LiveAnswer, StreamAnswer } from './answer.ts'
import { readBody } from './body.ts'
import { assertHost, assertSameOrigin, isFromNamed, namedCors, networkOf, originOf, preflightHeaders, SECURITY_HEADERS } from './origin.ts'
import { encodingOf, isUnchanged, Reply, writerOf, type Prepared } from './reply.ts'
import { accessOf, type Context as RouteContext, type Route } from './route.ts'
import { receiveFile, type ReceivedFile } from './upload.ts'
import type { Context, Middleware, Service } from './service.ts'

/** The steps of a request to a route, in their order. What has no limits, such as a health check, is only answered. */
export function stepsOf (route: Route, service: Service): Middleware[] {
  const steps = [begin(route, service), chargeAndSend(service)]
  return route.isUnlimited ? [...steps, answerRoute(route, service)] : [...steps, waitForSlot(service), identifyCaller(service), enforceLimits(service), answerRoute(route, service)]
}

/** Answers a request to an address whose answer is kept: who calls, the limits, and the answer. */
export function answerFromCache (service: Service): Middleware {
  const { cache, gate, requests, settings } = service
  return async (ctx, next) => {
    const { req, state } = ctx
    state.now = Date.now()
    state.origin = originOf(req, settings)
    const kept = req.method === 'GET' || req.method === 'HEAD' ? cache.find(`${state.origin} ${req.url}`, state.now) : undefined
    if (!kept) return next()
    cache.hits++
    note(state, kept.route, kept.access, networkOf(req, settings.trustProxy))
    state.pass = await (credentialOf(kept.access) === 'none' ? gate.admit(req, state, kept.access) : requests.run(() => gate.admit(req, state, kept.access), state.network))
    gate.assertAllowed(state.pass, kept.access, state.now)
    await sendReply(ctx, kept.reply, kept.units, service)
  }
}

function note (state: Context['state'], route: Route, access: Access, network: string): void {
  state.route = route
  state.access = access
  state.takesSession = !route.isKeyOnly
  state.network = network
}

/** Notes what is known of a request before anything is asked. Throws 400 for a host that is none, and 403 for a change that a foreign page wants. */
function begin (route: Route, { settings }: Service): Middleware {
  return (ctx, next) => {
    const { req, state, querystring } = ctx
    note(state, route, accessOf(route, querystring === '' ? null : new URLSearchParams(querystring).get('format')), networkOf(req, settings.trustProxy))
    assertHost(state.origin, settings)
    if (route.method !== 'GET' && !isFromNamed(req, route, settings.corsOrigins)) assertSameOrigin(req, state.origin)
    return next()
  }
}

/** Lets a few requests of a network be worked on at a time, so that it never has all the connections to the database. */
function waitForSlot ({ requests, openRequests }: Service): Middleware {
  return ({ state }, next) => (credentialOf(state.access) === 'none' ? openRequests : requests).run(next, state.network)
}

/** Finds out who calls, and counts the request. Throws 401 without a caller where one is needed, and 429 for an address that asks too often. */
function identifyCaller ({ gate }: Service): Middleware {
  return async (ctx, next) => {
    ctx.state.pass = await gate.admit(ctx.req, ctx.state, ctx.state.access)
    return next()
  }
}

/** Throws 429 for a caller who asks too often, and 403 for one whose plan does not include the answer. */
function enforceLimits ({ gate }: Service): Middleware {
  return ({ state }, next) => {
    gate.assertAllowed(state.pass!, state.access, state.now)
    return next()
  }
}

/** Reads the parameters, and has the route make its answer. */
function answerRoute (route: Route, service: Service): Middleware {
  const { cache, costlyFiles, gate } = service
  const write = writerOf(route)
  return async (ctx) => {
    const { state } = ctx
    if (ctx.res.closed) return
    const parameters = route.read(ctx.params, new URLSearchParams(ctx.querystring), route.method === 'POST' ? await readSent(ctx, route, service) : undefined)
    const access = accessOf(route, parameters.format, parameters)
    if (access !== state.access) await readmit(ctx, access, service)
    state.units = route.units(parameters, dayOf(state.now))
    await gate.assertLeft(state.pass, route.path, state.units, state.now)

    const run = async () => write(await route.run(parameters, contextOf(ctx, service)), parameters, access)
    const make = () => COSTLY.has(parameters.format) ? costlyFiles.run(run) : run()
    const tag = route.cache?.of(parameters)
    if (tag === undefined) return void (state.answer = await make())
    const wanted = { key: `${state.origin} ${ctx.url}`, route, access, units: state.units, tag, seconds: route.cache!.seconds }
    const { reply, units } = await cache.compute(wanted, state.now, async () => asReply(await make(), route))
    state.answer = reply
    state.units = units
  }
}

// These take far more time and memory than their rows.
const COSTLY: ReadonlySet<string> = new Set(['xlsx', 'pdf', 'zip'])

/** Only some requests to an endpoint need a key, or a plan. */
async function readmit ({ req, state }: Context, access: typeof state.access, { gate }: Service): Promise<void> {
  if (credentialOf(access) !== credentialOf(state.access)) state.pass = await gate.admit(req, state, access)
  state.access = access
  if (state.pass) gate.assertAllowed(state.pass, access, state.now)
}

/** The fields that a POST sends. A file is stored until its answer is sent, or its caller gone. */
async function readSent (ctx: Context, { upload, maxFormBytes }: Route, { logger }: Service): Promise<Record<string, unknown> | ReceivedFile['fields']> {
  if (!upload) return readBody(ctx.req, maxFormBytes)
  const file = ctx.state.file = await receiveFile(ctx.req, upload)
  const remove = () => void file.remove().catch((error: unknown) => logger.warn({ err: error }, 'a temporary file could not be deleted'))
  if (ctx.res.closed) remove()
  else ctx.res.once('close', remove)
  return file.fields
}

function contextOf ({ req, state }: Context, service: Service): RouteContext {
  const { countryHeader, limits, trustProxy, webhooksMayBePrivate, sharing, demo } = service.settings
  const { pass, network, file, origin, now } = state
  return {
    ...service, countryHeader, limits, trustProxy, webhooksMayBePrivate, sharedSources: sharing?.sources, demo,
    caller: pass?.caller, headers: req.headers, network, file, origin, now, today: dayOf(now)
  }
}

function asReply (prepared: Prepared, { path }: Route): Reply {
  if (prepared.kind !== 'reply' || prepared.options.tag === undefined) throw new TypeError(`${path}: a cached answer must be a whole 200 with a tag`)
  return prepared
}

/** Charges for the answer that the later steps have found, and sends it. An answer that could not be paid for is never sent. */
function chargeAndSend (service: Service): Middleware {
  return async (ctx, next) => {
    await next()
    const { answer, units } = ctx.state
    if (!answer) return // the caller went away
    if (answer.kind === 'stream') return sendStream(ctx, answer, service)
    if (answer.kind === 'live') return sendLive(ctx, answer, service)
    return sendReply(ctx, answer, units, service)
  }
}

async function sendReply (ctx: Context, reply: Reply, units: number, service: Service): Promise<void> {
  const { req, res } = ctx
  const made = reply.variant(encodingOf(req.headers['accept-encoding']))
  const variant = made instanceof Promise ? await made : made
  const isKnown = isUnchanged(req, variant)
  const own = await charge(ctx, req.method === 'HEAD' || isKnown ? 0 : reply.options.units ?? units, service)
  const { status = 200, cookies } = reply.options
  setHeaders(ctx, own, variant.headers)
  if (cookies) ctx.set('Set-Cookie', [own['Set-Cookie'] ?? [], cookies].flat())
  ctx.body = isKnown || !res.hasHeader('Content-Type') ? null : variant.body
  ctx.status = isKnown ? 304 : status
  if (isKnown) for (const name of OF_THE_BODY) ctx.remove(name)
}

const OF_THE_BODY = ['Content-Disposition', 'Content-Encoding'] // a 304 has none

/** Neither a stream that cannot begin is charged, nor one whose caller went away before it did. It holds a connection of the database until it is sent. */
async function sendStream (ctx: Context, { stream, headers, units }: StreamAnswer, service: Service): Promise<void> {
  if (ctx.method === 'HEAD') {
    stream.destroy()
    setHeaders(ctx, await charge(ctx, 0, service), headers)
    ctx.status = 200
    return
  }
  const leave: Array<() => void> = [() => stream.destroy()]
  const end = () => leave.forEach((it) => it())
  try {
    leave.push(await service.ownDownloads.enter(String(ctx.state.pass?.caller?.account)))
    leave.push(await service.downloads.enter())
    await once(stream, 'readable')
    if (ctx.res.closed) return end()
    setHeaders(ctx, await charge(ctx, units, service), headers)
  } catch (error) {
    end()
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    return
  }
  leave.push(superviseReader(ctx.res))
  ctx.res.once('close', end)
  ctx.body = stream
}

async function sendLive (ctx: Context, { headers, open }: LiveAnswer, service: Service): Promise<void> {
  setHeaders(ctx, await charge(ctx, 0, service), headers)
  ctx.status = 200
  if (ctx.method === 'HEAD') return
  open(ctx.res)
  ctx.respond = false // the answer has no end
}

/** Charges for an answer and gives the headers of the caller's own: limits, a renewed session, and what its page may read. */
async function charge ({ req, state: { route, pass, now } }: Context, units: number, { gate, settings }: Service): Promise<Record<string, string | string[]>> {
  if (!pass) return {}
  const limits = await gate.charge(pass, route!.path, units, now)
  return { ...limits, ...pass.caller?.cookies?.length && { 'Set-Cookie': pass.caller.cookies }, ...namedCors(req, route, settings.corsOrigins) }
}

/** A route knows better than the gate what it has to say of limits. The key of the address goes into the Link: the next page would be refused without it. */
function setHeaders (ctx: Context, own: Record<string, string | string[]>, headers: Record<string, string>): void {
  const { res } = ctx
  for (const name in own) res.setHeader(name, own[name]!)
  for (const name in headers) res.setHeader(name, headers[name]!)
  if (own.Vary && headers.Vary) ctx.set('Vary', `${String(own.Vary)}, ${headers.Vary}`)
  const [key] = ctx.state.keys
  if (key && headers.Link && ctx.state.pass?.caller) ctx.set('Link', headers.Link.replace('>', `&${new URLSearchParams([key])}>`))
}

/** The bytes that the reader of a stream takes in an interval at least. */
const PACE = { bytes: 512 * 1024, milliseconds: 30_000 }

/** Breaks a response off whose reader takes too little of what is there. Returns the function that ends the supervision. */
export function superviseReader (response: ServerResponse, { bytes, milliseconds } = PACE): () => void {
  const { socket } = response
  const takenBytes = () => socket!.bytesWritten - socket!.writableLength
  let before = takenBytes()
  const timer = setInterval(() => {
    const taken = takenBytes()
    if (response.writableLength > 0 && taken - before < bytes) response.destroy()
    before = taken
  }, milliseconds)
  return () => clearInterval(timer)
}

/** Other pages ask before a request that is not a simple one (the CORS protocol of the Fetch standard). */
export function answerPreflight (route: Route, { settings: { corsOrigins } }: Service): Middleware {
  return (ctx) => {
    ctx.state.route = route
    ctx.status = 204
    ctx.set({ ...SECURITY_HEADERS, ...preflightHeaders(ctx.req, route, corsOrigins) })
  }
}
