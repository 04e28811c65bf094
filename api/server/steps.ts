import { addAbortSignal, Readable } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Limiter } from '../access/limiter.ts'
import { refusalOf } from '../access/callers.ts'
import { meterHeaders, usedUp } from '../access/meter.ts'
import { limitHeaders, tooMany } from '../access/rate-limiter.ts'
import { askedDay, DAY_MS } from '../contract/dates.ts'
import { HttpError } from '../contract/errors.ts'
import type { Answer } from '../formats/answer.ts'
import { write as writeInFormat } from '../formats/index.ts'
import { readBody, readBytes } from './body.ts'
import type { Encoding, WrittenAnswer } from './cache.ts'
import { setUnits } from './counts.ts'
import { answerError } from './errors.ts'
import { assertHost } from './normalize.ts'
import { asPrivate, assertSameOrigin, isFromNamed } from './origin.ts'
import type { Context as RouteContext, Service } from './route.ts'
import { beginStream } from './text.ts'
import { receiveFile } from './upload.ts'
import type { Context, Middleware } from './state.ts'

/** The steps of a request in their order, after `normalize` and `route` and before `write`. */

const MINUTE = 60

/** Answers the errors of all later steps, and records every request. */
export function errors(service: Service): Middleware {
  return async (ctx, next) => {
    const started = performance.now()
    try {
      await next()
    } catch (error) {
      await answerError(ctx, error, service)
    }
    record(ctx, performance.now() - started, service)
  }
}

/** Records a finished request in the metrics and the log. */
function record(
  { method, status, url, state: { route, error } }: Context,
  milliseconds: number,
  { logger, metrics }: Service
): void {
  const path = route?.path ?? 'none'
  metrics.observe(path, method, status, milliseconds / 1000, error)
  // The path of a page can hold a secret, such as a password reset token.
  if (logger.isLevelEnabled('debug')) {
    logger.debug(
      {
        method,
        route: path,
        path: route?.isPage ? undefined : url.split('?', 1)[0],
        status,
        ms: Math.round(milliseconds * 100) / 100
      },
      'request'
    )
  }
}

/**
 * Adds the caller, identified by a key or a session. An error of the credential is added as `refusal`, because the
 * request must first count against the limit of its address. Throws 400 for an invalid host, and 403 for a change that
 * a page of another origin requests.
 */
export function authenticate({ callers, settings }: Service): Middleware {
  return async (ctx, next) => {
    const { req, state } = ctx
    const { route } = state
    assertHost(state.origin, settings)
    if (ctx.method === 'OPTIONS') return next()
    if (route.method !== 'GET' && !isFromNamed(req, route, settings.corsOrigins))
      assertSameOrigin(req, state.origin, settings)
    if (route.isUnlimited || route.access === 'keyless') return next()
    try {
      state.caller = await callers.find(
        req,
        {
          ...state,
          takesSession: !route.isKeyOnly,
          isVisit: route.isPage === true && !route.isFile
        },
        route.access
      )
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      state.refusal = error
    }
    return next()
  }
}

/**
 * Counts the request against the rate limit of its key or account, or of its address. Throws 429 above the limit, the
 * refusal of the credential, and 403 if the caller's plan or role does not include the endpoint.
 */
export function limit({ rateLimiter, settings: { limits } }: Service): Middleware {
  return async (ctx, next) => {
    const { route, caller, network, refusal, now } = ctx.state
    if (route.isUnlimited) return next()
    const holder = caller?.key === undefined ? `account ${caller?.account}` : `key ${caller.key}`
    const name = caller ? holder : `address ${network}`
    const rule = { limit: caller ? limits.perCaller : limits.perAddress, seconds: MINUTE }
    const rate = await rateLimiter.take(name, rule, now)
    ctx.set(limitHeaders(rate))
    if (!rate.isAllowed) throw tooMany('requests', rule, rate, now)
    if (ctx.method === 'OPTIONS') return // the answer to a preflight request has no body
    const refused = refusal ?? refusalOf(caller, route.access)
    if (refused) throw refused
    return next()
  }
}

/**
 * Adds the parameters of the path, the query and the body, as the route declares them, and an uploaded file. Drops the
 * default format, so that requests with and without it share a cached answer; a protocol decides about it itself.
 * Throws 400.
 */
export function parse(service: Service): Middleware {
  return async (ctx, next) => {
    const { route, params, query } = ctx.state
    if (!route.writeError && query.getAll('format').join() === 'json') {
      query.delete('format')
      ctx.querystring = query.toString()
    }
    const sent = route.method === 'POST' ? await readSent(ctx, service) : undefined
    ctx.state.request = route.read(params, query, sent)
    return next()
  }
}

/** The fields of a POST. An uploaded file is stored until the response closes. */
async function readSent(ctx: Context, { logger, bodies }: Service): Promise<Record<string, unknown> | undefined> {
  const { req, res, state } = ctx
  const { upload, maxFormBytes, maxTextBytes } = state.route
  const hold = bodies.of(state.network, res)
  if (maxTextBytes !== undefined) return { text: (await readBytes(req, maxTextBytes, hold)).toString() }
  if (!upload) return readBody(req, maxFormBytes, hold)
  const file = (state.file = await receiveFile(req, upload, undefined, hold))
  const remove = () =>
    void file.remove().catch((error: unknown) => logger.warn({ err: error }, 'a temporary file could not be deleted'))
  if (res.closed) remove()
  else res.once('close', remove)
  return file.fields
}

/**
 * Adds the answer with its body: from the cache, or from the route, which runs while the request holds a slot of its
 * network. Throws 409 for a price that is not accepted: before the work if the request determines the price, otherwise
 * before anything is written.
 */
export function answer(service: Service): Middleware {
  const { cache, meter } = service
  return async (ctx, next) => {
    const { res, state } = ctx
    const { route, request, caller, now } = state
    const units = typeof route.units === 'number' ? route.units : route.units(request, now)
    if (caller && units > 0) await meter.assertLeft(caller, route.path, units, now)
    const { origin } = state
    const key = `${ctx.url} ${route.cache?.by?.(request, ctx.headers) ?? ''}`
    const tag = route.cache?.of(request)
    const make = async () => {
      const { tag: version, ...made } = await makeAnswer(ctx, service)
      const isVersioned = route.method === 'GET' && made.status === undefined && made.cookies === undefined
      return { ...made, tag: isVersioned ? version : undefined, units: made.units ?? units }
    }
    const wanted = { key, origin, tag: tag!, seconds: route.cache?.seconds, isOpen: route.access === 'keyless' }
    const work = (): Promise<WrittenAnswer> => (tag === undefined ? make() : cache.compute(wanted, now, make))
    const found = tag === undefined ? undefined : cache.find(key, now, origin)
    if (!found) await accept(ctx, units, service)
    if (res.closed) return // the caller has disconnected
    state.answer = found ?? (await (route.isUnlimited ? work() : slotsFor(ctx, service).run(work, state.network)))
    if (res.closed) return
    const { body } = state.answer
    if (body instanceof Readable && ctx.method !== 'HEAD') state.answer = await begin(ctx, body, service)
    if (res.closed) return
    const { status = 200, tag: version } = state.answer
    ctx.status = status
    state.encoding = encodingFor(ctx, state.answer)
    if (version !== undefined) ctx.set('ETag', `"${version}${ETAG_SUFFIX[state.encoding]}"`)
    if (!isKnown(ctx)) await accept(ctx, state.answer.units, service)
    return next()
  }
}

/** Throws 409 if the caller does not accept a price. A HEAD request costs nothing. */
async function accept({ method, state }: Context, units: number, { meter }: Service): Promise<void> {
  const { caller, route, query, accepted = 0 } = state
  if (!caller || method === 'HEAD' || units <= accepted) return
  await meter.assertAccepted(caller, route.path, units, query.get('max_cost') ?? undefined)
  state.accepted = units
}

// Callers with a key or a session have slots of their own, so that keyless callers behind the same address can't take
// them.
function slotsFor({ state: { caller } }: Context, { openRequests, requests }: Service): Limiter {
  return caller ? requests : openRequests
}

// Formats that need far more time and memory than their rows.
const COSTLY: ReadonlySet<string> = new Set(['xlsx', 'pdf', 'zip'])

/** Runs the route and writes its answer in the format of the request. */
function makeAnswer(ctx: Context, service: Service): Promise<Answer & Pick<WrittenAnswer, 'body' | 'hasOrigin'>> {
  const {
    req,
    state: { route, request, caller, file, network, origin, now }
  } = ctx
  let hasOrigin = false
  const context: RouteContext = {
    ...service,
    headers: req.headers,
    url: ctx.url,
    caller,
    file,
    network,
    get origin() {
      hasOrigin = true // an answer that contains the origin is cached for this host only
      return origin
    },
    now,
    today: askedDay(request, now)
  }
  const make = async () => {
    const found = await route.run(request, context)
    // A cached answer is also sent to other callers.
    if (found.units !== undefined && !route.cache?.of(request)) await accept(ctx, found.units, service)
    return { ...(await writeInFormat(found, request, route.response)), hasOrigin }
  }
  return COSTLY.has(request.format) ? service.costlyFiles.run(make) : make()
}

const MAX_STREAM_MS = 600_000

/**
 * Begins a stream when the process and the caller have free slots for it, because it holds a database connection. It
 * ends with the response, after ten minutes at the latest.
 */
async function begin(ctx: Context, stream: Readable, { downloads, ownDownloads }: Service): Promise<WrittenAnswer> {
  const { res, state } = ctx
  const { answer, caller, network } = state
  const enter = async (slots: Limiter, key?: string) => {
    const leave = await slots.enter(key)
    if (stream.closed) leave()
    else stream.once('close', leave)
  }
  res.once('close', () => stream.destroy())
  addAbortSignal(AbortSignal.timeout(MAX_STREAM_MS), stream)
  try {
    await enter(ownDownloads, caller ? `account ${caller.account}` : `address ${network}`)
    await enter(downloads)
    return await beginStream(answer, stream)
  } catch (error) {
    if (!res.closed) throw error
    return answer
  }
}

/**
 * Charges the caller for the answer. An answer that the caller already has, and a HEAD request, cost nothing. An answer
 * of an open endpoint shows the units of a credential in the request, and is then private to this caller. Throws 429.
 */
export function charge(service: Service): Middleware {
  const { meter } = service
  return async (ctx, next) => {
    const { answer, route, caller, now } = ctx.state
    if (!caller && !route.isUnlimited && (await setUnits(ctx, service))) {
      ctx.set('Cache-Control', asPrivate(ctx.response.get('Cache-Control')))
    }
    if (caller) {
      const units = ctx.method === 'HEAD' || isKnown(ctx) ? 0 : answer.units
      const charged = await meter.charge(caller, route.path, units)
      if (!charged.isGranted) throw usedUp(charged, units, caller.plan, now)
      ctx.set(meterHeaders(charged))
    }
    return next()
  }
}

/**
 * True if the caller already has this answer (RFC 9110, section 13.1.2). Koa's own check fails for scripts, because
 * their fetch adds no-cache.
 */
function isKnown({
  req: {
    headers: { 'if-none-match': known }
  },
  response
}: Context): boolean {
  const etag = response.get('ETag')
  return known !== undefined && etag !== '' && (known.includes(etag) || known.trim() === '*')
}

/** The link with the key that the request has in its address. */
function withKey(link: string, key: [string, string]): string {
  const address = link.slice(0, link.indexOf('>'))
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams([key])}${link.slice(address.length)}`
}

/** Passes the answer to Koa, which sends it: 304 without a body if the caller already has it. */
export const write: Middleware = async (ctx) => {
  const {
    answer,
    caller,
    encoding,
    keys: [key],
    now
  } = ctx.state
  const {
    body,
    isOfDay,
    headers: { Vary: vary, Link: link, ...headers } = {},
    cookies = caller?.cookies ?? []
  } = answer
  ctx.set(headers)
  if (isOfDay) {
    const seconds = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000)
    ctx.set('Cache-Control', ctx.response.get('Cache-Control').replace(/max-age=\d+/, `max-age=${seconds}`))
  }
  if (vary) ctx.vary(vary)
  if (cookies.length > 0) ctx.set('Set-Cookie', cookies)
  if (link !== undefined) {
    const own = key && caller ? withKey(link, key) : link
    // keeps the links that announce deprecations
    ctx.set('Link', [own, ctx.response.get('Link')].filter(Boolean).join(', '))
  }
  if (isKnown(ctx)) {
    ctx.remove('Content-Disposition')
    ctx.status = 304
    return
  }
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding)
  ctx.body = body instanceof Readable ? body : await compressed(answer, encoding)
  if (ctx.length === 0) ctx.remove('Content-Type')
}

/** The suffix of the ETag for each encoding, because the bytes differ (RFC 9110, section 8.8.3). */
const ETAG_SUFFIX: Record<Encoding, string> = { identity: '', gzip: '-gzip', br: '-br' }

const MIN_COMPRESSED = 1024
const MAX_ACCEPTED = 512 // characters; parsing a list of a thousand encodings takes milliseconds
const COMPRESSIBLE = /^(text\/|application\/([a-z.+-]*\+)?(json|xml)\b)/
const WEIGHED_BROTLI = /\bbr *; *q/i
const BROTLI_OPTIONS = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }

const gzip = promisify(zlib.gzip)
const brotli = promisify(zlib.brotliCompress)

/**
 * The encoding of an answer: only a complete answer with a tag is compressed. Sets `Vary` if the answer may be
 * compressed.
 */
function encodingFor(ctx: Context, { body, tag, headers = {} }: WrittenAnswer): Encoding {
  const isCompressed =
    tag !== undefined &&
    Buffer.isBuffer(body) &&
    body.length > MIN_COMPRESSED &&
    COMPRESSIBLE.test(headers['Content-Type'] ?? '')
  if (!isCompressed) return 'identity'
  ctx.vary('Accept-Encoding')
  const accepted = ctx.get('Accept-Encoding')
  if (accepted === '' || accepted.length > MAX_ACCEPTED) return 'identity'
  const preferred = ctx.acceptsEncodings('br', 'gzip', 'identity') as Encoding | false
  // Browsers list gzip first without preference, but Brotli is smaller.
  return preferred === 'gzip' && !WEIGHED_BROTLI.test(accepted) && ctx.acceptsEncodings('br') === 'br'
    ? 'br'
    : preferred || 'identity'
}

/** The bytes of an answer in an encoding. They are stored with the answer, because the cache sends it again. */
async function compressed(answer: WrittenAnswer, encoding: Encoding): Promise<Buffer> {
  const body = answer.body as Buffer
  if (encoding === 'identity') return body
  answer.compressed ??= {}
  return (answer.compressed[encoding] ??= await (encoding === 'br' ? brotli(body, BROTLI_OPTIONS) : gzip(body)))
}
