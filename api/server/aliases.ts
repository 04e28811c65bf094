import { KEY_PARAMETERS } from '../contract/known-parameters.ts'
import { SHARED } from './cache-control.ts'
import type { Route } from './route.ts'
import type { Router } from './router.ts'
import type { CompatAlias, Middleware } from './service.ts'

const ADDRESSES = { a: ['latest', 'history'], b: ['latest', 'timeseries', 'convert', 'fluctuation', 'symbols'], c: ['latest', 'currencies'] }
const SOME_DATE = '2026-11-20'
const DATE = /^\d{4}-\d\d-\d\d$/
const DATES = { a: DATE, b: DATE, c: /^\d{4}-\d\d-\d\d(\.\.(\d{4}-\d\d-\d\d)?)?$/ }

/** Rewrites alias paths to the compatible endpoints before any other middleware sees them. Throws if an alias hides an endpoint. */
export function answerAliases (aliases: CompatAlias[], router: Router): Middleware {
  for (const { path, family } of aliases) {
    const taken = [...ADDRESSES[family], SOME_DATE].map((it) => `${path}/${it}`).find((address) => router.methodsOf(address).length > 0)
    if (taken) throw new Error(`COMPAT_ALIASES: ${path.slice(1) || 'root'}:${family} would take ${taken}, which the service itself uses`)
  }
  const families = new Map(aliases.map(({ path, family }) => [path, family]))

  return (ctx, next) => {
    const { path } = ctx
    const end = path.lastIndexOf('/')
    const family = families.get(path.slice(0, end))
    const address = path.slice(end + 1)
    if (family && (ADDRESSES[family].includes(address) || DATES[family].test(address))) ctx.path = `/api/compat/${family}/${address}`
    return next()
  }
}

/** A compatible endpoint for dates as everybody may use it; any other endpoint as it is. */
export function withOpenDates (route: Route): Route {
  if (!route.path.startsWith('/api/compat/')) return route
  return { ...route, access: 'keyless', isRestrictedFor: undefined, cors: true, cacheControl: SHARED }
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
