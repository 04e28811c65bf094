import { SOURCE } from './compat-query.ts'
import { REVALIDATE, SHARED } from '../server/cache-control.ts'

const common = { isKeyOnly: true, ignored: 'all', cache: { of: () => SOURCE } } as const

/** Declares an endpoint that everyone may use. */
export const openTables = { ...common, access: 'keyless', cors: true, cacheControl: SHARED } as const

/** Declares an endpoint for any key that has units left. */
export const keyTables = { ...common, access: 'key', cacheControl: REVALIDATE } as const
