import { once } from 'node:events'
import type { OutgoingHttpHeader } from 'node:http'
import { credentialOf, refusalOf, type Access } from '../access/callers.ts'
import { meterHeaders, usedUp } from '../access/meter.ts'
import { limitHeaders, tooMany } from '../access/rate-limiter.ts'
import { dayOf } from '../contract/dates.ts'
import { HttpError } from '../contract/errors.ts'
import type { LiveAnswer, StreamAnswer } from './answer.ts'
import { readBody, readBytes } from './body.ts'
import { assertHost, assertSameOrigin, isFromNamed, namedCors, networkOf, originOf, preflightHeaders, SECURITY_HEADERS } from './origin.ts'
import { encodingOf, isUnchanged, Reply, withoutBody, writerOf, type Prepared } from './reply.ts'
import type { Context as RouteContext, Route } from './route.ts'
import { receiveFile, type ReceivedFile } from './upload.ts'
import type { Admission, Context, Middleware, Service } from './service.ts'

const MINUTE = 60

/** An answer and its cost to a caller with an account. */
interface Priced {
  answer: Prepared
  units: number
}

/** The middleware of a route. Unlimited routes, such as health checks, skip authentication and limits. */
export function serve (route: Route, service: Service): Middleware {
  const { openRequests, requests, settings } = service
  const answer = answererOf(route, service)
  return async (ctx) => {
    const { req, state } = ctx
    const query = new URLSearchParams(ctx.querystring)
    setRoute(state, route, accessOf(route, query.get('format')), networkOf(req, settings.trustProxy))
    assertHost(state.origin, settings)
    if (route.method !== 'GET' && !isFromNamed(req, route, settings.corsOrigins)) assertSameOrigin(req, state.origin)
    // The slots of a network are limited, so that it cannot occupy all database connections.
    const slots = credentialOf(state.access) === 'none' ? openRequests : requests
    const priced = route.isUnlimited ? await answer(ctx, query) : await slots.run(() => admit(ctx, service).then(() => answer(ctx, query)), state.network)
    if (priced) await send(ctx, priced, service)
  }
}

/** Admits the caller and sends the cached answer of the address. Passes other requests on. */
export function answerFromCache (service: Service): Middleware {
  const { cache, requests, settings } = service
  return async (ctx, next) => {
    const { req, state } = ctx
    state.now = Date.now()
    state.origin = originOf(req, settings)
    const entry = req.method === 'GET' || req.method === 'HEAD' ? cache.find(`${state.origin} ${req.url}`, state.now) : undefined
    if (!entry) return next()
    cache.hits++
    setRoute(state, entry.route, entry.access, networkOf(req, settings.trustProxy))
    await (credentialOf(entry.access) === 'none' ? admit(ctx, service) : requests.run(() => admit(ctx, service), state.network))
    await sendReply(ctx, entry.reply, entry.units, service)
  }
}

/**
 * Authenticates the caller and counts the request against its rate limit. Throws 401 for a missing or wrong credential, 429 over the rate limit,
 * and 403 if the plan or the role of the caller does not include the answer.
 */
async function admit (ctx: Context, service: Service): Promise<void> {
  ctx.state.admission = await identify(ctx, service)
  assertAllowed(ctx, ctx.state.admission, service)
}

async function identify (ctx: Context, service: Service): Promise<Admission> {
  const { req, state } = ctx
  const { callers, rateLimiter, settings: { limits } } = service
  try {
    const caller = credentialOf(state.access) === 'none' ? undefined : await callers.find(req, state, state.access)
    if (!caller) return await countByAddress(ctx, service)
    const name = caller.key === undefined ? `account ${caller.account}` : `key ${caller.key}`
    return { caller, rate: await rateLimiter.take(name, { limit: limits.perCaller, seconds: MINUTE }, state.now) }
  } catch (error) {
    if (!(error instanceof HttpError) || error.status === 429) throw error
    const { rate } = await countByAddress(ctx, service)
    throw Object.assign(error, { headers: { ...error.headers, ...limitHeaders(rate) } })
  }
}

async function countByAddress ({ state: { network, now } }: Context, { rateLimiter, settings: { limits } }: Service): Promise<Admission> {
  return { rate: await rateLimiter.takeOrThrow(`address ${network}`, 'requests', { limit: limits.perAddress, seconds: MINUTE }, now) }
}

function assertAllowed ({ state }: Context, { caller, rate }: Admission, { settings: { limits } }: Service): void {
  if (!rate.isAllowed) throw tooMany('requests', { limit: limits.perCaller, seconds: MINUTE }, rate, state.now)
  const refusal = refusalOf(caller, state.access)
  if (refusal) throw refusal
}

function setRoute (state: Context['state'], route: Route, access: Access, network: string): void {
  Object.assign(state, { route, access, network, takesSession: !route.isKeyOnly })
}

/** Reads the parameters, runs the route, and writes its answer or computes it for the cache. Its result is undefined if the caller has disconnected. */
function answererOf (route: Route, service: Service): (ctx: Context, query: URLSearchParams) => Promise<Priced | undefined> {
  const { cache, costlyFiles, meter } = service
  const write = writerOf(route)
  // Contexts inherit from the service, since copying its parts takes longer than the rest of a context.
  const parts = Object.create(service, { today: { get (this: RouteContext) { return dayOf(this.now) } } }) as Service
  return async (ctx, query) => {
    const { state } = ctx
    const { now } = state
    if (ctx.res.closed) return undefined
    const parameters = route.read(ctx.params, query, route.method === 'POST' ? await readSent(ctx, route, service) : undefined)
    const access = accessOf(route, parameters.format, parameters)
    if (access !== state.access) await readmit(ctx, access, service)
    const units = typeof route.units === 'number' ? route.units : route.units(parameters, now)
    if (state.admission?.caller && units > 0) await meter.assertLeft(state.admission.caller, route.path, units, now)

    const run = async () => write(await route.run(parameters, contextOf(ctx, parts)), parameters, access)
    const make = COSTLY.has(parameters.format) ? () => costlyFiles.run(run) : run
    const tag = route.cache?.of(parameters)
    if (tag === undefined) return { answer: await make(), units }
    const key = `${state.origin} ${ctx.url}`
    const entry = await cache.compute({ key, route, access, units, tag, seconds: route.cache!.seconds }, now, async () => asReply(await make(), route))
    return { answer: entry.reply, units: entry.units }
  }
}

// These formats need far more time and memory than their rows.
const COSTLY: ReadonlySet<string> = new Set(['xlsx', 'pdf', 'zip'])

/** The access that an answer requires, by its format and, once read, its parameters. */
export function accessOf ({ access, fileAccess = access, formats, isPage, isRestrictedFor }: Route, format: string | null, parameters?: object): Access {
  if (parameters && isRestrictedFor?.(parameters)) return access === 'keyless' && !isPage ? 'key' : 'paid'
  return format === null || format === 'json' || !(formats as readonly string[]).includes(format) ? access : fileAccess
}

/** Checks the caller again when the parameters require more access than the address. */
async function readmit (ctx: Context, access: Access, service: Service): Promise<void> {
  const { state } = ctx
  const isSame = credentialOf(access) === credentialOf(state.access)
  state.access = access
  if (!isSame) await admit(ctx, service)
  else if (state.admission) assertAllowed(ctx, state.admission, service)
}

/** The fields of a POST. An uploaded file is stored until the response closes. */
async function readSent (ctx: Context, { upload, maxFormBytes, maxTextBytes }: Route, { logger }: Service): Promise<Record<string, unknown> | ReceivedFile['fields']> {
  if (maxTextBytes !== undefined) return { text: (await readBytes(ctx.req, maxTextBytes)).toString() }
  if (!upload) return readBody(ctx.req, maxFormBytes)
  const file = ctx.state.file = await receiveFile(ctx.req, upload)
  const remove = () => void file.remove().catch((error: unknown) => logger.warn({ err: error }, 'a temporary file could not be deleted'))
  if (ctx.res.closed) remove()
  else ctx.res.once('close', remove)
  return file.fields
}

function contextOf ({ req: { headers }, state: { admission, network, file, origin, now } }: Context, parts: Service): RouteContext {
  return Object.assign(Object.create(parts) as RouteContext, { caller: admission?.caller, headers, network, file, origin, now })
}

function asReply (prepared: Prepared, { path }: Route): Reply {
  if (prepared.kind !== 'reply' || prepared.options.tag === undefined) throw new TypeError(`${path}: a cached answer must be a whole 200 with a tag`)
  return prepared
}

/** Charges for an answer and then sends it. A failed charge sends no answer. */
function send (ctx: Context, { answer, units }: Priced, service: Service): Promise<void> {
  switch (answer.kind) {
    case 'stream': return sendStream(ctx, answer, service)
    case 'live': return sendLive(ctx, answer, service)
    case 'reply': return sendReply(ctx, answer, units, service)
  }
}

async function sendReply (ctx: Context, reply: Reply, units: number, service: Service): Promise<void> {
  const { req, res } = ctx
  const variant = await reply.variant(encodingOf(req.headers['accept-encoding']))
  const isKnown = isUnchanged(req, variant)
  const own = await charge(ctx, req.method === 'HEAD' || isKnown ? 0 : reply.options.units ?? units, service)
  const { status = 200, cookies = [] } = reply.options
  const head: OutgoingHttpHeader[] = isKnown ? withoutBody(variant.headers) : [...variant.headers]
  for (const name in own) head.push(name, own[name]!)
  for (const cookie of cookies) head.push('Set-Cookie', cookie)
  addKey(head, ctx)
  res.writeHead(isKnown ? 304 : status, head) // as a list, since setting each header takes longer than everything else for a cached answer
  ctx.body = isKnown ? null : variant.body
}

/** Adds a key of the query string to the address of the next page, which needs it too. */
function addKey (head: OutgoingHttpHeader[], { state: { keys: [key], admission } }: Context): void {
  const at = key && admission?.caller ? head.indexOf('Link') : -1
  if (at >= 0) head[at + 1] = String(head[at + 1]).replace('>', `&${new URLSearchParams([key!])}>`)
}

/** Charges a stream only once it can begin and its caller is still connected. A stream holds a database connection until it ends. */
async function sendStream (ctx: Context, { stream, headers, units }: StreamAnswer, service: Service): Promise<void> {
  if (ctx.method === 'HEAD') {
    stream.destroy()
    ctx.set({ ...await charge(ctx, 0, service), ...headers })
    ctx.status = 200
    return
  }
  const releases: Array<() => void> = [() => stream.destroy()]
  const end = () => releases.forEach((release) => release())
  try {
    releases.push(await service.ownDownloads.enter(String(ctx.state.admission?.caller?.account)))
    releases.push(await service.downloads.enter())
    await once(stream, 'readable')
    if (ctx.res.closed) return end()
    ctx.set({ ...await charge(ctx, units, service), ...headers })
  } catch (error) {
    end()
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    return
  }
  ctx.res.once('close', end)
  ctx.body = stream
}

async function sendLive (ctx: Context, { headers, open }: LiveAnswer, service: Service): Promise<void> {
  ctx.set({ ...await charge(ctx, 0, service), ...headers })
  ctx.status = 200
  if (ctx.method === 'HEAD') return
  open(ctx.res)
  ctx.respond = false // the answer has no end
}

/** Charges for an answer and returns the caller's headers: limits, a renewed session cookie and CORS. Throws 429 if too few units are left. */
async function charge ({ req, state: { route, admission, now } }: Context, units: number, { meter, settings }: Service): Promise<Record<string, string | string[]>> {
  if (!admission) return {}
  const { caller, rate } = admission
  const headers = { ...limitHeaders(rate), ...namedCors(req, route, settings.corsOrigins) }
  if (!caller) return headers
  const charged = await meter.charge(caller, route!.path, units)
  if (!charged.isGranted) throw usedUp(charged, units, caller.plan, now)
  return { ...headers, ...meterHeaders(charged), ...caller.cookies?.length && { 'Set-Cookie': caller.cookies } }
}

/** Answers a CORS preflight request (Fetch standard). */
export function answerPreflight (route: Route, { settings: { corsOrigins } }: Service): Middleware {
  return (ctx) => {
    ctx.state.route = route
    ctx.status = 204
    ctx.set({ ...SECURITY_HEADERS, ...preflightHeaders(ctx.req, route, corsOrigins) })
  }
}
