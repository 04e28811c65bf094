/** Cache-Control values (RFC 9111) that several routes share. */

/** No cache may store the answer: it belongs to one person or to one request. */
export const NO_STORE = 'private, no-store'

/** The caller may store the answer but must revalidate it each time. */
export const REVALIDATE = 'private, no-cache'

/** Any cache may store the answer for half an hour, a shared cache for an hour. */
export const SHARED = 'public, max-age=1800, s-maxage=3600'

/** The bytes behind the address never change. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
