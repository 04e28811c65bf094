import { z } from 'zod'

/** The announcement that an endpoint, a parameter or a field will be removed. */
export interface Deprecation {
  /** The day of the announcement. */
  since: string
  /** The first day on which it may be gone. */
  sunset: string
  /** The heading of docs/changes.md below which it says what to use instead, as an anchor. */
  see: string
}

/** Marks a parameter, or a field of an answer, that will be removed. */
export function deprecated<Type extends z.ZodType>(type: Type, announcement: Deprecation): Type {
  return type.meta({ ...type.meta(), deprecated: true, 'x-deprecation': announcement })
}
