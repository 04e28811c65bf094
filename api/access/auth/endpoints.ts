import type { Database } from '../../../sql/database.ts'
import { unauthorized } from '../../contract/errors.ts'
import { createFirstKey } from '../keys.ts'
import { asError, CHALLENGE, expectOk, json, redirect } from './answers.ts'
import type { Asked, Authority, KnownSession, Person } from './authority.ts'
import { bodies, readBody } from './bodies.ts'
import { inSteps } from './steps.ts'

export interface Endpoint {
  method: 'GET' | 'POST'
  answer: (asked: Asked) => Promise<Response>
}

const UNIQUE_VIOLATION = '23505'
const WRONG = 'the e-mail address or the password is wrong'
const RESET_REQUESTED = 'if the address is registered, a link to choose a new password is on its way'

/** What is served below the base path, and how each is answered. What could tell whether an address is registered is answered in steps. */
export function createEndpoints (authority: Authority, database: Database): Record<string, Endpoint> {
  return {
    '/sign-up/email': post(async (asked) => {
      const body = await readBody(asked.request, bodies.signUp)
      await inSteps(() => authority.ask(asked, '/sign-up/email', body).then(expectOk).catch(ignoreTwin))
      return json(200, { token: null, user: { email: body.email, name: body.name } })
    }),

    '/sign-in/email': post(async (asked) => {
      const body = await readBody(asked.request, bodies.signIn)
      const response = await inSteps(() => authority.ask(asked, '/sign-in/email', body), ({ ok }) => !ok)
      if (!response.ok) throw response.status < 500 ? unauthorized(WRONG, CHALLENGE) : await asError(response)
      await database.write('select delete_expired()')
      const { user } = await response.json() as { user: Person }
      const account = await authority.accountOf(user.id)
      const api_key = account && await createFirstKey(database, account)
      return json(200, { redirect: false, user, ...(api_key && { api_key }) }, { cookies: response.headers.getSetCookie() })
    }),

    '/sign-out': post(async (asked) => {
      const response = await expectOk(await authority.ask(asked, '/sign-out', {}))
      return json(200, { success: true }, { cookies: response.headers.getSetCookie() })
    }),

    '/get-session': get(async (asked) => {
      const known = await sessionOf(asked)
      return known ? json(200, { session: { ...known.session, token: undefined }, user: known.user }, known) : json(200, null)
    }),

    '/change-password': post(async (asked) => {
      const known = await sessionOf(asked)
      if (!known) throw unauthorized('log in first', CHALLENGE)
      const body = await readBody(asked.request, bodies.changePassword)
      const response = await expectOk(await authority.ask(asked, '/change-password', { ...body, revokeOtherSessions: true }))
      await authority.forgetResets(known.user.id)
      return json(200, { status: true }, { cookies: response.headers.getSetCookie() })
    }),

    '/request-password-reset': post(async (asked) => {
      const body = await readBody(asked.request, bodies.requestReset)
      await inSteps(() => authority.ask(asked, '/request-password-reset', body).then(expectOk))
      return json(200, { status: true, message: RESET_REQUESTED })
    }),

    '/reset-password': post(async (asked) => {
      await expectOk(await authority.ask(asked, '/reset-password', await readBody(asked.request, bodies.reset)))
      return json(200, { status: true })
    }),

    '/verify-email': get(async (asked) => {
      const token = new URL(asked.request.url).searchParams.get('token') ?? ''
      const { ok } = await authority.ask(asked, `/verify-email?${new URLSearchParams({ token })}`)
      return redirect(`${asked.origin}/login?${ok ? 'confirmed' : 'unconfirmed'}`)
    })
  }

  function sessionOf ({ request, origin }: Asked): Promise<KnownSession | undefined> {
    return authority.sessionOf(origin, request.headers.get('cookie'))
  }
}

function get (answer: Endpoint['answer']): Endpoint {
  return { method: 'GET', answer }
}

function post (answer: Endpoint['answer']): Endpoint {
  return { method: 'POST', answer }
}

// Two registrations of one address at the same moment: the second looks like any other.
function ignoreTwin (error: unknown): void {
  if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
}
