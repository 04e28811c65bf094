import { SOURCE } from './compat-query.ts'
import { REVALIDATE, SHARED } from '../server/cache-control.ts'

const common = { isKeyOnly: true, ignored: 'all', cache: { of: () => SOURCE } } as const

/** The declaration of an endpoint that everybody may use. */
export const openTables = { ...common, access: 'keyless', cors: true, cacheControl: SHARED } as const

/** The declaration of an endpoint for any key that has units left. */
export const keyTables = { ...common, access: 'key', cacheControl: REVALIDATE } as const
