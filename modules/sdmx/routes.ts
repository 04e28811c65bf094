import { z } from 'zod'
import type { Route } from '../../api/server/route.ts'
import { availability21, availability30 } from './availability-route.ts'
import { data21, data30 } from './data-route.ts'
import { errorWriter } from './errors.ts'
import { schema } from './structures/schema-route.ts'
import { structures } from './structures/structure-route.ts'

const OPEN = 'public, max-age=300'
// Parameters that clients send, and that have no effect.
const IGNORED = ['lang', 'locale', 'formatversion', 'compression'] as const

/** The endpoints of SDMX 2.1 and 3.0. Without `isOpen`, data need the key of a paid plan. */
export function routesOf({ isOpen }: { isOpen: boolean }): Route[] {
  return (['2.1', '3.0'] as const).flatMap((api) => {
    const common = {
      cors: true,
      cacheControl: OPEN,
      writeError: errorWriter(api),
      ignored: IGNORED,
      response: z.string(),
      failures: [404, 406]
    } as const
    const free = { ...common, access: 'keyless' } as const
    return [
      api === '2.1' ? data21(common, isOpen) : data30(common, isOpen),
      api === '2.1' ? availability21(free) : availability30(free),
      schema(api, free),
      structures(api, free)
    ]
  })
}
