import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { keyInAddress } from '../access/callers.ts'
import type { Pass } from '../access/gate.ts'
import { credentialOf, type Access } from '../access/permission.ts'
import type { Queue } from '../access/queue.ts'
import { dayOf } from '../contract/dates.ts'
import { headerList, type HeaderList } from '../contract/header-list.ts'
import type { FieldsAnswer } from '../formats/answer.ts'
import type { Rows } from '../queries/rows.ts'
import type { Answer, StreamAnswer } from './answer.ts'
import { readBody } from './body.ts'
import type { Entry } from './cache.ts'
import { isFromNamed, namedCors, preflightHeaders } from './cors.ts'
import { assertSameOrigin, checkedOriginOf, originOf } from './origin.ts'
import { asReply, preparerOf, uncompressed, type Prepare, type Prepared } from './prepare.ts'
import { recordRequest } from './refusals.ts'
import { encodingOf, isUnchanged, sendVariant, type Variant } from './reply.ts'
import { accessOf, type Context, type Route } from './route.ts'
import type { Handler, PathParameters } from './router.ts'
import { send } from './send.ts'
import { receiveFile, type ReceivedFile, type Upload } from './upload.ts'
import { SECURITY_HEADERS, type Context as RequestContext, type Middleware, type Service } from './service.ts'

/** A request on its way to its answer. */
interface Visit {
  ctx: RequestContext
  route: Route
  service: Service
  /** What the route can use for every request. */
  common: object
  prepare: Prepare
  inPath: PathParameters
  query: URLSearchParams
  now: number
  origin: string
  network: string
  file?: ReceivedFile
  /** A charge that began before its answer was written. */
  early?: Promise<HeaderList>
}

type Parameters = ReturnType<Route['read']>

/** An answer that the cache has for an address, in the encoding of the request. */
interface Kept {
  entry: Entry
  variant: Variant
}

function keptFor ({ settings, cache }: Service, request: IncomingMessage, now: number): Kept | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const entry = cache.byAlias(originOf(request, settings) + request.url, now)
  const variant = entry?.reply.ready(encodingOf(request.headers['accept-encoding']))
  return variant && { entry: entry!, variant }
}

/** Counts an answer from the cache, and notes that somebody asks under the origin. */
function noteHit ({ settings, cache, origins }: Service, request: IncomingMessage, now: number): void {
  cache.hits++
  origins.has(originOf(request, settings), now)
}

/** The shortest way: an open address that was answered before is answered before the framework makes anything of the request. */
export function answerOpenFromCache (service: Service, next: RequestListener): RequestListener {
  const { gate } = service
  return (request, response) => {
    const [started, now] = [performance.now(), Date.now()]
    const kept = request.headers.authorization === undefined ? keptFor(service, request, now) : undefined // who sends a key mostly asks for what takes one
    const pass = kept && credentialOf(kept.entry.access) === 'none' ? gate.admitKnown(request, kept.entry.access, now) : undefined
    if (!kept || !pass) return next(request, response)
    noteHit(service, request, now)
    sendVariant(request, response, kept.variant, gate.limitsOf(pass))
    recordRequest(service, request, response, kept.entry.route, started)
  }
}

/** The short way: an address that was answered before, to a caller about whom nothing has to be asked. Anything else goes the long way. */
export function answerFromCache (service: Service): Middleware {
  const { settings, gate } = service
  return async (ctx, next) => {
    const { req, res } = ctx
    const now = Date.now()
    const kept = keptFor(service, req, now)
    const pass = kept && gate.admitKnown(req, kept.entry.access, now)
    if (!kept || !pass) return next()
    noteHit(service, req, now)
    const { entry: { route, units }, variant } = kept
    ctx.state = { route, pass }
    const limits = await gate.charge(pass, route.path, req.method === 'HEAD' || isUnchanged(req, variant) ? 0 : units, now)
    ctx.respond = false
    sendVariant(req, res, variant, limits.concat(headerList(namedCors(req, route, settings.corsOrigins))))
  }
}

/** The long way: when it is the caller's turn, admits the caller, reads the parameters, finds or makes the answer; then charges for it and sends it. */
export function answerRoute (route: Route, service: Service): Handler {
  const { settings, gate } = service
  const common = commonContext(route, service)
  const prepare = preparerOf(route)
  return async (ctx, inPath) => {
    ctx.state.route = route
    const origin = checkedOriginOf(ctx.req, settings)
    const visit: Visit = { ctx, route, service, common, prepare, inPath, query: new URLSearchParams(ctx.querystring), now: Date.now(), origin, network: gate.networkOf(ctx.req) }
    if (route.method !== 'GET' && !isFromNamed(ctx.req, route, settings.corsOrigins)) assertSameOrigin(ctx.req, origin)
    const found = route.isUnlimited ? await answerOf(visit) : await queueOf(visit).run(() => answerOf(visit), visit.network)
    if (found) await chargeAndSend(visit, found)
  }
}

/** Where a request waits for its turn. */
function queueOf ({ route, service: { requests, openRequests }, query }: Visit): Queue {
  return credentialOf(accessOf(route, query.get('format'))) === 'none' ? openRequests : requests
}

/** An answer, and what it costs whom. */
interface Found {
  prepared: Prepared
  units: number
  isUnexpected: boolean
  pass: Pass | undefined
}

/** Finds or makes the answer; undefined for a caller who went away while waiting. */
async function answerOf (visit: Visit): Promise<Found | undefined> {
  const { ctx, route, service: { gate }, inPath, query, now } = visit
  if (ctx.res.closed) return undefined
  const first = accessOf(route, query.get('format'))
  let pass = await admit(visit, first)
  const parameters = route.read(inPath, query, route.method === 'POST' ? await readSent(visit) : undefined)
  const access = accessOf(route, parameters.format, parameters)
  if (credentialOf(access) !== credentialOf(first)) pass = await admit(visit, access) // only some requests to an open endpoint need a key
  if (pass) gate.assertAllowed(pass, access, now)
  const units = unitsOf(visit, parameters)
  if (pass) await gate.assertLeft(pass, route.path, units, now)
  return { prepared: await find(visit, parameters, pass), units, isUnexpected: isUnexpected(route, parameters), pass }
}

/** Other pages ask before a request that is not a simple one (the CORS protocol of the Fetch standard). */
export function answerPreflight (route: Route, { settings: { corsOrigins } }: Service): Handler {
  return (ctx) => {
    ctx.state.route = route
    ctx.status = 204
    ctx.set({ ...SECURITY_HEADERS, ...preflightHeaders(ctx.req, route, corsOrigins) })
  }
}

/** Lets the request in. The pass is noted before it is looked at: an error says of limits, too, what is known of them. */
function admit ({ ctx, route, service: { gate }, query, now, origin }: Visit, access: Access): Pass | undefined | Promise<Pass> {
  if (route.isUnlimited) return undefined
  const known = gate.admitKnown(ctx.req, access, now)
  if (known) return ctx.state.pass = known
  return gate.admit(ctx.req, { parameters: query, keyParameters: route.keyParameters, takesSession: !route.isKeyOnly, origin }, access, now).then((pass) => {
    ctx.state.pass = pass
    gate.assertAllowed(pass, access, now)
    return pass
  })
}

/** The fields that a POST sends. */
function readSent (visit: Visit): Promise<Record<string, unknown> | undefined> {
  const { ctx, route } = visit
  return route.upload ? keepFile(visit, route.upload) : readBody(ctx.req, route.maxFormBytes)
}

/** Stores the file of a request until its answer is sent, or its caller gone. Returns the fields of the form with which it came, if any. */
async function keepFile (visit: Visit, upload: Upload): Promise<ReceivedFile['fields']> {
  const { ctx: { req, res }, service: { logger } } = visit
  const file = visit.file = await receiveFile(req, upload)
  const remove = () => void file.remove().catch((error: unknown) => logger.warn({ err: error }, 'a temporary file could not be deleted'))
  if (res.closed) remove()
  else res.once('close', remove)
  return file.fields
}

/** The answer, out of the cache where the route allows it. */
function find (visit: Visit, parameters: Parameters, pass: Pass | undefined): Promise<Prepared> {
  const { cache } = visit.route
  const tag = cache?.of(parameters)
  return cache && tag !== undefined ? findKept(visit, parameters, pass, { tag, perOrigin: cache.perOrigin }) : makeInTurn(visit, parameters, pass)
}

async function findKept (visit: Visit, parameters: Parameters, pass: Pass | undefined, { tag, perOrigin }: { tag: string, perOrigin?: boolean }): Promise<Prepared> {
  const { ctx: { req }, route, service: { cache, origins }, origin, now } = visit
  const isKept = origins.has(origin, now)
  if (perOrigin && !isKept) return uncompressed(await makeInTurn(visit, parameters, pass))
  const access = accessOf(route, parameters.format, parameters)
  const key = JSON.stringify([perOrigin ? origin : '', route.path, parameters])
  const wanted = { route, access, units: unitsOf(visit, parameters), key, tag, now }
  const entry = await cache.find(wanted, async () => asReply(await makeInTurn(visit, parameters, pass), route))
  if (isKept && !isUnexpected(route, parameters)) cache.addAlias(origin + req.url, entry)
  return entry.reply
}

// These take far more time and memory than their rows: few are made at once, and rows are read when it is their turn.
const COSTLY: ReadonlySet<string> = new Set(['xlsx', 'pdf', 'zip'])

function makeInTurn (visit: Visit, parameters: Parameters, pass: Pass | undefined): Promise<Prepared> {
  return COSTLY.has(parameters.format) ? visit.service.costlyFiles.run(() => make(visit, parameters, pass)) : make(visit, parameters, pass)
}

async function make (visit: Visit, parameters: Parameters, pass: Pass | undefined): Promise<Prepared> {
  const answer = await visit.route.run(parameters, contextOf(visit, pass))
  if (pass?.caller && isLong(answer) && isSureToCost(visit, parameters)) await beginCharge(visit, answer.units ?? unitsOf(visit, parameters), pass)
  return visit.prepare(answer, parameters)
}

const LONG = 1000 // rows: they take about as long to write as a charge to commit

function isLong (answer: Answer): answer is FieldsAnswer {
  return answer.kind === 'fields' && answer.rows?.list !== undefined && (answer.fields[answer.rows.list] as Rows).length > LONG
}

/** True for an answer that is charged whatever it turns out to be, and that cannot fail to be written. */
function isSureToCost ({ ctx: { req }, route }: Visit, parameters: Parameters): boolean {
  return req.method === 'GET' && req.headers['if-none-match'] === undefined && parameters.format === 'json' && !isUnexpected(route, parameters)
}

/** Has the database charge for an answer while this thread writes it. */
async function beginCharge (visit: Visit, units: number, pass: Pass): Promise<void> {
  visit.early = Promise.resolve(charge(visit, units, pass))
  visit.early.catch(() => {}) // a refusal is answered when the answer would be sent
  await setImmediate() // the turn in which the charge goes out
}

/** The part of the context that all requests to a route inherit. */
function commonContext (route: Route, service: Service): object {
  const { countryHeader, limits, trustProxy, webhooksMayBePrivate, sharing, demo } = service.settings
  const common = { ...service, countryHeader, limits, trustProxy, webhooksMayBePrivate, sharedSources: sharing?.sources, demo }
  return isForAllOrigins(route) ? withoutOrigin(common, route) : common
}

/** What an answer costs. */
function unitsOf (visit: Visit, parameters: Parameters): number {
  return visit.route.units(parameters, dayOf(clockOf(visit)))
}

/** The time that answers go by: in a demo, that of its clock. */
function clockOf ({ service: { settings: { demo } }, now }: Visit): number {
  return demo?.now() ?? now
}

function contextOf (visit: Visit, pass: Pass | undefined): Context {
  const { ctx: { req }, route, common, origin, network, file } = visit
  const clock = clockOf(visit)
  const own = { caller: pass?.caller, headers: req.headers, network, file, now: clock, today: dayOf(clock) }
  return Object.assign(Object.create(common), own, isForAllOrigins(route) ? undefined : { origin })
}

function isForAllOrigins ({ cache }: Route): boolean {
  return cache !== undefined && !cache.perOrigin
}

/** An answer that is kept for all origins must not name one. */
function withoutOrigin (common: object, { path }: Route): object {
  return Object.defineProperty(common, 'origin', { get () { throw new TypeError(`${path}: an answer that names the origin is kept for each: declare perOrigin`) } })
}

function isUnexpected (route: Route, parameters: Parameters): boolean {
  return route.isUnexpected?.(parameters) ?? false
}

/** An answer that could not be paid for is never sent. */
async function chargeAndSend (visit: Visit, { prepared, units, isUnexpected, pass }: Found): Promise<void> {
  const { ctx, route, service: { gate }, query } = visit
  if (prepared.kind === 'stream' && ctx.req.method !== 'HEAD') return chargeAndStream(visit, prepared, pass)
  if (prepared.kind === 'stream') prepared.stream.destroy()
  const price = prepared.kind === 'live' || await isFree(visit, prepared) ? 0 : prepared.units ?? units
  if (pass && isUnexpected && price > 0) await gate.assertExpected(pass, route.path, price)
  const own = await (visit.early ?? charge(visit, price, pass))
  await send(ctx, prepared, own, pass?.caller && keyInAddress(ctx.req, query, route.keyParameters))
}

/** An answer without a body costs nothing: to HEAD, and 304 to a caller who has it. */
function isFree ({ ctx: { req } }: Visit, prepared: Prepared): boolean | Promise<boolean> {
  if (req.method === 'HEAD') return true
  if (prepared.kind !== 'reply' || req.headers['if-none-match'] === undefined) return false
  return Promise.resolve(prepared.variant(encodingOf(req.headers['accept-encoding']))).then((variant) => isUnchanged(req, variant))
}

/** Neither a stream that cannot begin is charged, nor one whose caller went away before it did. */
async function chargeAndStream (visit: Visit, answer: StreamAnswer, pass: Pass | undefined): Promise<void> {
  const { ctx, service: { downloads, ownDownloads } } = visit
  const stream = async () => {
    await once(answer.stream, 'readable')
    if (!ctx.res.closed) await send(ctx, answer, await charge(visit, answer.units, pass))
  }
  try {
    await ownDownloads.run(() => downloads.run(stream), String(pass?.caller?.account))
  } catch (error) {
    if (!isGone(error)) throw error
  } finally {
    answer.stream.destroy()
  }
}

/** Charges for an answer and gives the headers of the caller's own: limits, what its page may read, and a renewed session. */
function charge ({ ctx: { req }, route, service: { gate, settings }, now }: Visit, units: number, pass: Pass | undefined): HeaderList | Promise<HeaderList> {
  if (!pass) return []
  const limits = gate.charge(pass, route.path, units, now)
  const others = headerList({ 'Set-Cookie': pass.caller?.cookies ?? [] }, namedCors(req, route, settings.corsOrigins))
  return Array.isArray(limits) ? limits.concat(others) : limits.then((it) => it.concat(others))
}

// A caller who went away while the answer was sent.
function isGone (error: unknown): boolean {
  return (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'
}
