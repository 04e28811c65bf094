import { randomUUID } from 'node:crypto'
import { headersOf } from '../formats/index.ts'
import { asHttpError, HttpError } from '../contract/errors.ts'
import { isDocumented, operationIdOf, operationPage } from '../contract/operation.ts'
import { setCounts } from './counts.ts'
import { originOf } from './normalize.ts'
import { SECURITY_HEADERS } from './origin.ts'
import type { OriginSettings } from './options.ts'
import type { Route, Service } from './route.ts'
import type { Context } from './state.ts'

const INTERNAL = new HttpError('internal_error', 'internal error, logged under this id')

/**
 * Answers an error: for programs as JSON, for people as a page or with the log-in page. Internal errors are logged with
 * an id.
 */
export async function answerError(ctx: Context, error: unknown, service: Service): Promise<void> {
  const { route } = ctx.state
  const known = asHttpError(error) ?? (await service.readiness.explain(error))
  const id = known ? undefined : randomUUID()
  if (!known || known.cause !== undefined) {
    service.logger.error({ id, err: error, method: ctx.method, route: route?.path }, 'a request failed')
  }
  // A stream failed: resetting the connection shows that the answer is incomplete.
  if (ctx.headerSent) return void ctx.res.destroy()
  await setCounts(ctx, service, known)
  const shown = known ?? INTERNAL
  const { status, message } = shown
  ctx.state.error = shown.code
  const failure = route ? route.failure : failureBelow(ctx.url, service)
  const isPage = route
    ? route.isPage
    : !isBelowApi(ctx.url, service) && hasPages(service) && ctx.accepts('json', 'html') === 'html'
  ctx.status = status
  ctx.remove('ETag')
  ctx.set({ ...SECURITY_HEADERS, 'Cache-Control': 'no-store', ...known?.headers })
  if (isPage && status === 401) {
    ctx.redirect(`/login?${new URLSearchParams({ next: pageOf(ctx) })}`)
    ctx.status = 303
    return
  }
  const writeOwn = route ? route.writeError : ownErrorsAt(ctx.url, service)
  if (writeOwn) {
    return sendOwn(ctx, writeOwn({ status, message: id === undefined ? message : `${message} ${id}` }, ctx.req))
  }
  const { body, headers } =
    isPage && service.errorPage
      ? service.errorPage(status, message, id)
      : writeError(ctx, shown, { id, failure, settings: service.settings })
  ctx.set(headers)
  ctx.body = body
}

/** Sends an error in the form of the endpoint's protocol. */
function sendOwn(
  ctx: Context,
  { status = ctx.status, headers, body }: ReturnType<NonNullable<Route['writeError']>>
): void {
  ctx.status = status
  ctx.set(headers)
  ctx.body = body
}

/**
 * The error fields of the endpoints in the folder of an unknown path, including aliases of family b. Reads the raw URL,
 * because Koa cannot parse a malformed one.
 */
function failureBelow(url: string, service: Service): Route['failure'] {
  const below = isBelowAlias(url, service) ? '/api/compat/b/' : url
  return service.endpoints.find(({ failure, path }) => failure && below.startsWith(folderOf(path)))?.failure
}

/**
 * The writer of errors for requests without a route, such as one with another method, below the paths of a protocol.
 */
function ownErrorsAt(url: string, { endpoints }: Service): Route['writeError'] {
  const requested = url.split('?', 1)[0]!
  return endpoints.find(({ writeError, path }) => {
    const fixed = path.replace(/[:*].*/, '')
    return writeError && (fixed === path ? requested === path : requested.startsWith(fixed))
  })?.writeError
}

/** True if the service has the pages that an error page links to. */
function hasPages({ endpoints }: Service): boolean {
  return endpoints.some(({ path }) => path === '/')
}

/** True for the paths that programs use: those below /api/, and aliases of family b. */
function isBelowApi(url: string, service: Service): boolean {
  return /^\/+api(\/|\?|$)/.test(url) || isBelowAlias(url, service)
}

function isBelowAlias(url: string, { settings: { compatAliases = [] } }: Service): boolean {
  const folder = folderOf(url.split('?', 1)[0]!)
  return compatAliases.some(({ path, family }) => family === 'b' && path !== '' && folder === `${path}/`)
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** The requested page, or the page of a submitted form. */
function pageOf({ method, url, path }: Context): string {
  return method === 'GET' || method === 'HEAD' ? url : `/${path.split('/', 2)[1]}`
}

interface About {
  id?: string
  failure: Route['failure']
  settings: OriginSettings
}

/**
 * Writes an error for a program: JSON, whatever the format of the answer, with the fields that clients of the
 * endpoint's family expect. `id` is that of its log entry.
 */
function writeError(
  ctx: Context,
  error: HttpError,
  { id, failure, settings }: About
): { body: string; headers: Record<string, string> } {
  const { code, message } = error
  const { route } = ctx.state
  const origin = originOf(ctx.req, settings)
  const docs = URL.canParse(origin)
    ? `${origin}${route && isDocumented(route) ? operationPage(operationIdOf(route)) : '/docs'}`
    : undefined
  return { body: JSON.stringify({ error: message, code, docs, id, ...failure?.(error) }), headers: headersOf('json') }
}
