import { SHARED } from '../server/cache-control.ts'
import type { Route } from '../server/route.ts'
import type { Router } from '../server/router.ts'
import type { CompatAlias } from '../server/options.ts'
import type { Middleware } from '../server/state.ts'

const FOLDER = '/api/compat/'
const SOME_DATE = '2026-11-20'

/**
 * Rewrites alias paths to the compatible endpoints before they are routed. Paths of the service itself, and paths that
 * are not an endpoint of the family, stay unchanged. Throws for an unknown family, and if an alias would hide a path of
 * the service.
 */
export function answerAliases(aliases: CompatAlias[], router: Router, endpoints: readonly Route[]): Middleware {
  aliases.forEach((it) => assertFree(it, router, endpoints))
  // Longest path first, because one alias can be below another.
  const ordered = aliases.toSorted((one, other) => other.path.length - one.path.length)

  return (ctx, next) => {
    const { path } = ctx
    const alias = path.startsWith(FOLDER) ? undefined : ordered.find((it) => path.startsWith(`${it.path}/`))
    const own = alias && `${FOLDER}${alias.family}${path.slice(alias.path.length)}`
    if (own !== undefined && router.methodsOf(own).length > 0 && router.methodsOf(path).length === 0) ctx.path = own
    return next()
  }
}

function assertFree({ path, family }: CompatAlias, router: Router, endpoints: readonly Route[]): void {
  const folder = `${FOLDER}${family}`
  const suffixes = endpoints
    .filter((it) => it.path.startsWith(`${folder}/`))
    .map((it) => it.path.slice(folder.length).replace(/:dates?$/, SOME_DATE))
  const name = `${path.slice(1) || 'root'}:${family}`
  if (suffixes.length === 0) throw new Error(`COMPAT_ALIASES: ${name} names a family that the service does not have`)
  const taken = suffixes
    .filter((it) => !/[:*]/.test(it))
    .map((it) => `${path}${it}`)
    .find((address) => router.methodsOf(address).length > 0)
  if (taken) throw new Error(`COMPAT_ALIASES: ${name} would hide ${taken}, a path of the service`)
}

/** Opens a compatible endpoint to everybody; returns any other endpoint unchanged. */
export function withOpenDates(route: Route): Route {
  if (!route.path.startsWith('/api/compat/')) return route
  return { ...route, access: 'keyless', variants: undefined, cors: true, cacheControl: SHARED }
}
