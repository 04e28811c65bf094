import KoaRouter, { type Layer } from '@koa/router'
import { badRequest, HttpError } from '../contract/errors.ts'
import { KEY_PARAMETERS } from '../contract/parameters.ts'
import { hasPreflight } from './origin.ts'
import { answerPreflight, stepsOf } from './endpoint.ts'
import type { Route } from './route.ts'
import type { Middleware, Service, State } from './service.ts'

/** The families of paths: a request is looked for among the paths of the first one that it begins with. */
const FAMILIES = ['/api/v1/central-bank', '/api/v1/', '/api/compat/', '/api/account', '/api/', '/account', '/applicable', '/status', '/banks', '/']

/** Finds the routes of requests, with a router for each family of paths. In a declared path `:name` is a parameter, and `*name` at its end one that takes all that is left. */
export class Router {
  readonly #routers = FAMILIES.map((prefix) => ({ prefix, router: new KoaRouter<State>() }))

  constructor (service: Service) {
    for (const route of service.endpoints) {
      this.#add(route.method, route, stepsOf(route, service))
      if (hasPreflight(route, service.settings.corsOrigins)) this.#add('OPTIONS', route, [answerPreflight(route, service)])
    }
  }

  /** Passes each request to the steps of its route. Throws 400 for a path that is wrongly encoded, 404 for an unknown path, 405 for a method that is not served there. */
  get middleware (): Middleware {
    const families = this.#routers.map(({ prefix, router }) => ({ prefix, serve: router.routes() as unknown as Middleware }))
    return (ctx, next) => {
      if (ctx.path.includes('%')) assertDecodable(ctx.path)
      return families.find(({ prefix }) => ctx.path.startsWith(prefix))?.serve(ctx, next) ?? next()
    }
  }

  /** The methods that a path serves. */
  methodsOf (path: string): string[] {
    const router = this.#routers.find(({ prefix }) => path.startsWith(prefix))?.router
    return [...new Set(router?.match(path, 'GET').path.flatMap(({ methods }) => methods))].sort()
  }

  /** A path may have a slash at its end, unless it ends with all that is left, or a proxy closes it by its path: that one has no second spelling. */
  #add (method: string, { path, pattern, isUnlimited }: Route, steps: Middleware[]): void {
    const strict = isUnlimited || path.includes('*')
    const layer = this.#routers.find(({ prefix }) => path.startsWith(prefix))!.router.register(path, [method], steps, { sensitive: true, strict }) as Layer<State>
    if (pattern) layer.match = (path) => layer.regexp.test(path) && pattern.test(path)
  }
}

/** Throws 404 for an unknown path, and 405 for a method that a path does not serve. */
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

/** What caches, browsers and campaigns append to addresses. */
const APPENDED = /^(_|t|ts|utm_\w+|fbclid|gclid|msclkid)$/
const UNUSUAL = /(^|&)(_|t|ts|utm_\w+|\w+clid|symbols(\[|%5b)(\]|%5d)|format|\w*key)(=|&|$)/i
const KEYS: readonly string[] = KEY_PARAMETERS

/**
 * Brings the query of an address into one form: without keys, which are noted, and without what caches and campaigns append. `symbols[]` is `symbols`, `format` may be
 * in any case, and an empty one is the default.
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
 * Reads several slashes in a row as one, since clients append paths to addresses that end with a slash. What a proxy closes by its path, an unlimited endpoint,
 * gets no second spelling.
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
