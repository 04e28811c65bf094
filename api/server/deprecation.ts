import { z } from 'zod'
import type { Deprecation } from '../contract/deprecation.ts'
import { DEPRECATED_KEYS } from '../contract/parameters.ts'
import { fieldsOf } from '../formats/columns.ts'
import type { Route } from './route.ts'

/** The removals that the answers of a route announce, given the names of the parameters that a request sends. */
export function announcerOf({ deprecated, response, body, query }: Route): (names: string[]) => Deprecation[] {
  const always = [...(deprecated ? [deprecated] : []), ...announcementsIn(response), ...announcementsIn(z.object(body))]
  const ofParameters = new Map(Object.entries(DEPRECATED_KEYS))
  for (const [name, type] of Object.entries(query)) announcementsIn(type).forEach((it) => ofParameters.set(name, it))
  return (names) => [...always, ...names.flatMap((name) => ofParameters.get(name) ?? [])]
}

/** The announcement of a type, and those of the fields within it. */
export function announcementsIn(type: z.core.$ZodType): Deprecation[] {
  const own = z.globalRegistry.get(type)?.['x-deprecation'] as Deprecation | undefined
  return [...(own ? [own] : []), ...Object.values(fieldsOf(type)).flatMap(announcementsIn)]
}

/** The headers that announce a removal (RFC 9745, RFC 8594). */
export function deprecationHeaders(announced: readonly Deprecation[]): Record<string, string> {
  if (announced.length === 0) return {}
  const [since] = announced.map((it) => it.since).sort()
  const [sunset] = announced.map((it) => it.sunset).sort()
  const links = announced.flatMap(({ see }) =>
    ['deprecation', 'sunset'].map((relation) => `</docs/changes#${see}>; rel="${relation}"; type="text/html"`)
  )
  return {
    Deprecation: `@${Date.parse(since!) / 1000}`,
    Sunset: new Date(sunset!).toUTCString(),
    Link: [...new Set(links)].join(', ')
  }
}
