import KoaRouter, { type Layer } from '@koa/router'
import { badRequest, HttpError } from '../contract/errors.ts'
import { KEY_PARAMETERS } from '../contract/parameters.ts'
import { hasPreflight } from './origin.ts'
import { answerPreflight, serve } from './endpoint.ts'
import type { Route } from './route.ts'
import type { Middleware, Service, State } from './service.ts'

/** The path prefixes. A request is matched against the routes of the first prefix of its path. */
const FAMILIES = ['/api/v1/central-bank', '/api/v1/', '/api/compat/', '/api/account', '/api/', '/account', '/applicable', '/status', '/banks', '/']

/** Matches requests to routes, with one router for each path prefix. `:name` is a parameter; a final `*name` takes the rest of the path. */
export class Router {
  readonly #routers = FAMILIES.map((prefix) => ({ prefix, router: new KoaRouter<State>() }))

  constructor (service: Service) {
    for (const route of service.endpoints) {
      this.#add(route.method, route, serve(route, service))
      if (hasPreflight(route, service.settings.corsOrigins)) this.#add('OPTIONS', route, answerPreflight(route, service))
    }
  }

  /** Passes each request to the middleware of its route. Throws 400 for a malformed path, 404 for an unknown path and 405 for an unsupported method. */
  get middleware (): Middleware {
    const families = this.#routers.map(({ prefix, router }) => ({ prefix, serve: router.routes() as unknown as Middleware }))
    return (ctx, next) => {
      if (ctx.path.includes('%')) assertDecodable(ctx.path)
      return families.find(({ prefix }) => ctx.path.startsWith(prefix))?.serve(ctx, next) ?? next()
    }
  }

  /** The methods that a path supports. */
  methodsOf (path: string): string[] {
    const router = this.#routers.find(({ prefix }) => path.startsWith(prefix))?.router
    return [...new Set(router?.match(path, 'GET').path.flatMap(({ methods }) => methods))].sort()
  }

  /** A path may end with a slash, unless it ends with `*name` or is unlimited: a proxy that blocks an unlimited path must not be bypassed. */
  #add (method: string, { path, pattern, isUnlimited }: Route, middleware: Middleware): void {
    const strict = isUnlimited || path.includes('*')
    const layer = this.#routers.find(({ prefix }) => path.startsWith(prefix))!.router.register(path, [method], middleware, { sensitive: true, strict }) as Layer<State>
    if (pattern) layer.match = (path) => layer.regexp.test(path) && pattern.test(path)
  }
}

/** Throws 404 for an unknown path and 405 for an unsupported method. */
export function refuseUnserved (router: Router): Middleware {
  return (ctx) => {
    const allowed = router.methodsOf(ctx.path).join(', ')
    if (allowed === '') throw new HttpError('unknown_path', 'there is nothing at this path')
    throw new HttpError('method_not_allowed', `this method is not allowed; expected ${allowed}`, { Allow: allowed })
  }
}

function assertDecodable (path: string): void {
  try {
    decodeURIComponent(path)
  } catch {
    throw badRequest('path', 'expected UTF-8 in percent-encoding (RFC 3986)')
  }
}

/** Parameters that caches, browsers and marketing campaigns append. */
const APPENDED = /^(_|t|ts|utm_\w+|fbclid|gclid|msclkid)$/
const UNUSUAL = /(^|&)(_|t|ts|utm_\w+|\w+clid|symbols(\[|%5b)(\]|%5d)|format|\w*key)(=|&|$)/i
const KEYS: readonly string[] = KEY_PARAMETERS

/**
 * Normalizes a query string: moves keys to the state, drops appended parameters, renames `symbols[]` to `symbols`, lowercases `format` and
 * drops an empty `format` and the default.
 */
export const normalizeQuery: Middleware = (ctx, next) => {
  ctx.state.keys = []
  if (!ctx.req.url!.includes('?') || !UNUSUAL.test(ctx.querystring)) return next()
  const given = [...new URLSearchParams(ctx.querystring)]
  const symbols = given.filter(([name]) => name === 'symbols[]').map(([, value]) => value)
  const others = given.filter(([name]) => !APPENDED.test(name) && !KEYS.includes(name) && name !== 'symbols[]')
    .map(([name, value]): [string, string] => [name, name === 'format' ? value.toLowerCase() : value])
    .filter(([name, value]) => name !== 'format' || (value !== '' && value !== 'json'))
  ctx.state.keys = given.filter(([name]) => KEYS.includes(name))
  ctx.querystring = new URLSearchParams([...others, ...symbols.length > 0 ? [['symbols', symbols.join(',')]] : []]).toString()
  return next()
}

/**
 * Merges consecutive slashes, since clients append paths to base URLs that end with a slash. Unlimited endpoints are excluded, since a proxy
 * blocks them by their exact path.
 */
export function mergeSlashes (endpoints: readonly Route[]): Middleware {
  const closed = new Set(endpoints.filter(({ isUnlimited }) => isUnlimited).map(({ path }) => path))
  return (ctx, next) => {
    if (ctx.req.url!.includes('//')) {
      const path = ctx.path.replace(/\/{2,}/g, '/')
      if (!closed.has(path)) ctx.path = path
    }
    return next()
  }
}
