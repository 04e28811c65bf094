import { SHARED } from '../server/cache-control.ts'
import type { Route } from '../server/route.ts'
import type { Router } from '../server/router.ts'
import type { CompatAlias } from '../server/options.ts'
import type { Middleware } from '../server/service.ts'

const NAMES = { a: ['latest', 'history'], b: ['latest', 'timeseries', 'convert', 'fluctuation', 'symbols'], c: ['latest', 'currencies'] }
const SOME_DATE = '2026-11-20'
const DATE = /^\d{4}-\d\d-\d\d$/
const DATES = { a: DATE, b: DATE, c: /^\d{4}-\d\d-\d\d(\.\.(\d{4}-\d\d-\d\d)?)?$/ }

/** Rewrites alias paths to the compatible endpoints before any other middleware sees them. Throws if an alias hides an endpoint. */
export function answerAliases (aliases: CompatAlias[], router: Router): Middleware {
  for (const { path, family } of aliases) {
    const taken = [...NAMES[family], SOME_DATE].map((it) => `${path}/${it}`).find((address) => router.methodsOf(address).length > 0)
    if (taken) throw new Error(`COMPAT_ALIASES: ${path.slice(1) || 'root'}:${family} would take ${taken}, which the service itself uses`)
  }
  const families = new Map(aliases.map(({ path, family }) => [path, family]))

  return (ctx, next) => {
    const { path } = ctx
    const end = path.lastIndexOf('/')
    const family = families.get(path.slice(0, end))
    const address = path.slice(end + 1)
    if (family && (NAMES[family].includes(address) || DATES[family].test(address))) ctx.path = `/api/compat/${family}/${address}`
    return next()
  }
}

/** Opens a compatible endpoint to everybody; returns any other endpoint unchanged. */
export function withOpenDates (route: Route): Route {
  if (!route.path.startsWith('/api/compat/')) return route
  return { ...route, access: 'keyless', variants: undefined, cors: true, cacheControl: SHARED }
}
