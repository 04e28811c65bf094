import { z } from 'zod'
import type { Context, route } from '../../api/server/route.ts'
import type { Catalogue } from './catalogue.ts'
import type { DataRequest } from './data-request.ts'
import type { Wish } from './formats.ts'
import type { Flow } from './model.ts'

/** The common parts of the endpoints. */

export type Common = Pick<
  Parameters<typeof route>[0],
  'cors' | 'cacheControl' | 'writeError' | 'response' | 'failures' | 'ignored'
>
export type Free = Common & { access: 'keyless' }

/** The common part of requests about data. */
export interface Wanted {
  flow: Flow
  catalogue: Catalogue
  request: DataRequest
  wish: Wish
}

export function wishOf({ format }: { format?: string }, { headers }: Context): Wish {
  return { format, accept: headers.accept }
}

/** The text of a path parameter, without the slashes that clients append. */
export function path(description: string, example: string) {
  return z
    .string()
    .max(1500)
    .meta({ description, examples: [example] })
}
