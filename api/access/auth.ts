import { answerError } from './auth/answers.ts'
import { Authority, type Asked, type AuthSettings } from './auth/authority.ts'
import { createEndpoints } from './auth/endpoints.ts'
import { BASE_PATH, cookiePrefix } from './auth/options.ts'
import { HttpError, notFound } from '../contract/errors.ts'
import type { Role } from './users.ts'

export type { AuthSettings }

export interface Session {
  userId: string
  email: string
  role: Role
  /** Set-Cookie headers for the answer, where the session was renewed. */
  cookies: string[]
}

export interface Auth {
  /** What is served, and by which method. */
  paths: Array<{ method: 'GET' | 'POST', path: string }>
  /** Whether an address has to be confirmed by a mailed link before the first log-in. */
  confirms: boolean
  /** The answer to a request for one of the paths below `origin`, which is where the service was asked, checked already. Throws only what is a fault of ours. */
  handle: (request: Request, origin: string) => Promise<Response>
  /** Whose session the cookies of a request name; nothing where it is over, or its account disabled. */
  sessionOf: (headers: Headers | Record<string, string | string[] | undefined>) => Promise<Session | undefined>
  /** Sends what is still to be mailed, and lets go of the database. */
  close: () => Promise<void>
}

const SHORTEST_SECRET = 32

/** People, passwords and sessions, on a small pool of their own. Throws where the settings can't hold. */
export function createAuth (settings: AuthSettings): Auth {
  const { database, secret, publicUrl, mail } = settings
  if (secret.length < SHORTEST_SECRET) throw new Error(`the secret that signs cookies needs at least ${SHORTEST_SECRET} characters`)
  if (mail && publicUrl === undefined) throw new Error('mail needs the public address of the service, which the links in it lead to')
  const authority = new Authority(settings)
  const endpoints = createEndpoints(authority, database)

  async function answer (asked: Asked): Promise<Response> {
    const { pathname } = new URL(asked.request.url)
    const base = new URL(asked.origin).pathname.replace(/\/$/, '') + BASE_PATH
    const endpoint = pathname.startsWith(`${base}/`) ? endpoints[pathname.slice(base.length)] : undefined
    if (!endpoint) throw notFound(`there is nothing at ${pathname}`)
    if (asked.request.method !== endpoint.method) throw new HttpError(405, `only ${endpoint.method} is understood here`, { Allow: endpoint.method })
    if (endpoint.method === 'POST') checkOrigin(asked)
    return endpoint.answer(asked)
  }

  return {
    paths: Object.entries(endpoints).map(([path, { method }]) => ({ method, path: BASE_PATH + path })),
    confirms: mail !== undefined,
    handle: (request, origin) => answer({ request, origin }).catch(answerError),
    async sessionOf (headers) {
      const cookie = headers instanceof Headers ? headers.get('cookie') : String(headers.cookie ?? '')
      const known = await authority.sessionOf(publicUrl ?? originOf(cookie), cookie)
      return known && { userId: known.user.id, email: known.user.email, role: known.user.role, cookies: known.cookies }
    },
    close: () => authority.close()
  }
}

// Any origin of the same scheme has the cookie under the same name.
function originOf (cookie: string | null): string {
  return cookie?.includes(cookiePrefix('https:')) ? 'https://localhost' : 'http://localhost'
}

/** Refuses what another site sends in a person's name (OWASP, Cross-Site Request Forgery Prevention: verifying the origin). */
function checkOrigin ({ request: { headers }, origin }: Asked): void {
  const sender = headers.get('origin')
  if (sender === null && !headers.has('cookie')) return
  if (sender !== new URL(origin).origin) throw new HttpError(403, 'the request does not come from a page of this service: its Origin header must name it')
}
