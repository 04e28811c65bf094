import type { Context } from '../../../api/server/route.ts'

export type Served = Pick<Context, 'endpoints'>

/** True if this service has the endpoint or page with this path, which may belong to a module that is not loaded. */
export function isServed({ endpoints }: Served, path: string): boolean {
  return endpoints.some((it) => it.path === path)
}
