/** Values of Cache-Control (RFC 9111) that several routes give. */

/** Nobody keeps the answer: it is about one person, or made for this request alone. */
export const NO_STORE = 'private, no-store'

/** The caller keeps the answer and asks each time whether it still holds. */
export const REVALIDATE = 'private, no-cache'

/** Anybody may keep the answer for half an hour, and a shared cache for an hour. */
export const SHARED = 'public, max-age=1800, s-maxage=3600'
