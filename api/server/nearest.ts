import { distance } from '../contract/distance.ts'

const LONGEST = 100 // the number of characters of a path that are compared

/** The declared path that differs in the fewest characters from a requested one, with `{name}` for its parameters. */
export function nearest(path: string, declared: readonly string[]): string {
  const wanted = path.slice(0, LONGEST)
  const segments = wanted.split('/')
  const filled = (it: string) =>
    it
      .split('/')
      .map((segment, at) => (/^[:*]/.test(segment) ? segments[at] || segment : segment))
      .join('/')
  const distances = declared.map((it) => distance(wanted, filled(it)))
  return declared[distances.indexOf(Math.min(...distances))]!.replaceAll(/[:*](\w+)/g, '{$1}')
}

const MAX_FOLDERS = 2 // folders before the part of a path that a family defines, as in /api/v1/latest

/**
 * The compatible endpoints that clients of other services may mean by a path, with the setting that serves them at this
 * path. Empty if there are none.
 */
export function compatibleWith(path: string, declared: readonly string[], isServed: (path: string) => boolean): string {
  const families = [...new Set(declared.flatMap((it) => /^\/api\/compat\/(\w+)\//.exec(it)?.[1] ?? []))]
  const starts = [...path.matchAll(/\//g)].map(({ index }) => index).slice(0, MAX_FOLDERS + 1)
  for (const start of starts) {
    const having = families.filter((family) => isServed(`/api/compat/${family}${path.slice(start)}`))
    const folder = path.slice(1, start) || 'root'
    if (having.length === 0 || folder === 'api') continue // this service's own endpoints are below /api
    const endpoints = having.map((family) => `/api/compat/${family}${path.slice(start)}`)
    return `; the compatible endpoints are ${endpoints.join(', ')}; COMPAT_ALIASES=${folder}:${having[0]} serves one of them at this path`
  }
  return ''
}
