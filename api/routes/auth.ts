import { z } from 'zod'
import { HttpError } from '../contract/errors.ts'
import { bodies } from '../access/auth/bodies.ts'
import * as parameters from '../contract/parameters.ts'
import type { Answer } from '../http/answer.ts'
import { route, type Context } from '../http/route.ts'
import { tooMany, type Rule } from '../access/windows.ts'

const PRIVATE = 'private, no-store'
const SIGN_UPS: Rule = { limit: 30, seconds: 3600 }
const SIGN_INS: Rule = { limit: 10, seconds: 900 }
const SIGN_INS_OF_NETWORK: Rule = { limit: 100, seconds: 900 }
const RESETS: Rule = { limit: 5, seconds: 3600 }
const RESETS_OF_NETWORK: Rule = { limit: 30, seconds: 3600 }

const done = z.object({ status: z.boolean() })
const user = z.object({ email: z.string(), name: z.string() })

/** Takes one of a window. Throws 429 where it has no room. */
async function attempt ({ windows, now }: Context, what: string, whose: string, rule: Rule): Promise<void> {
  const taken = await windows.take(`${what} ${whose}`, rule, now)
  if (!taken.isAllowed) throw tooMany(what, rule, taken, now)
}

/** Hands a request on to the part that knows people and sessions, and its answer back. */
async function answer ({ auth, headers, origin }: Context, path: string, fields?: object): Promise<Answer> {
  const given = new Headers()
  if (headers.cookie !== undefined) given.set('cookie', headers.cookie)
  if (headers.origin !== undefined) given.set('origin', headers.origin)
  if (fields) given.set('content-type', 'application/json')
  const response = await auth.handle(new Request(origin + path, { method: fields ? 'POST' : 'GET', headers: given, body: fields && JSON.stringify(fields) }), origin)
  const cookies = response.headers.getSetCookie()
  const location = response.headers.get('location')
  const challenge = response.headers.get('www-authenticate')
  if (location !== null) return { kind: 'bytes', status: response.status, body: Buffer.alloc(0), headers: { Location: location }, cookies }
  const answered = await response.json() as Record<string, unknown> | null
  if (!response.ok) throw new HttpError(response.status, String(answered!.error), challenge === null ? {} : { 'WWW-Authenticate': challenge })
  if (answered === null) return { kind: 'bytes', body: Buffer.from('null'), headers: { 'Content-Type': 'application/json; charset=utf-8' }, cookies }
  return { kind: 'fields', fields: answered, cookies }
}

const common = { access: 'keyless', cacheControl: PRIVATE } as const
const posted = { ...common, method: 'POST', failures: [400, 403, 413, 415, 429] } as const

export const signUp = route({
  ...posted,
  path: '/api/auth/sign-up/email',
  summary: 'Registers a person. The answer is the same whether the address is known or not, and the first log-in gives the first API key',
  body: bodies.signUp.shape,
  response: z.object({ token: z.null(), user }),
  run: async ({ email, password, name }, context) => {
    await attempt(context, 'registrations', context.network, SIGN_UPS)
    return answer(context, '/api/auth/sign-up/email', { email, password, name })
  }
})

export const signIn = route({
  ...posted,
  path: '/api/auth/sign-in/email',
  summary: 'Logs in: the session is in a cookie, and the first time the answer has the account’s first API key',
  body: bodies.signIn.shape,
  response: z.object({ user, api_key: z.string().optional() }),
  failures: [...posted.failures, 401],
  run: async ({ email, password }, context) => {
    await attempt(context, 'log-ins', context.network, SIGN_INS_OF_NETWORK)
    await attempt(context, 'log-ins', email, SIGN_INS)
    const answered = await answer(context, '/api/auth/sign-in/email', { email, password })
    context.windows.giveBack(`log-ins ${email}`)
    return answered
  }
})

export const signOut = route({
  ...posted,
  path: '/api/auth/sign-out',
  summary: 'Ends the session',
  response: z.object({ success: z.boolean() }),
  run: (_asked, context) => answer(context, '/api/auth/sign-out', {})
})

export const session = route({
  ...common,
  path: '/api/auth/get-session',
  summary: 'Who is logged in; null where nobody is',
  response: z.object({ session: z.object({ expiresAt: z.string() }), user }).nullable(),
  run: (_asked, context) => answer(context, '/api/auth/get-session')
})

export const changePassword = route({
  ...posted,
  path: '/api/auth/change-password',
  summary: 'Changes the password, and ends all other sessions',
  body: bodies.changePassword.shape,
  response: done,
  failures: [...posted.failures, 401],
  run: async ({ currentPassword, newPassword }, context) => {
    await attempt(context, 'changes of a password', context.network, SIGN_INS_OF_NETWORK)
    return answer(context, '/api/auth/change-password', { currentPassword, newPassword })
  }
})

export const requestReset = route({
  ...posted,
  path: '/api/auth/request-password-reset',
  summary: 'Mails a link to choose a new password, if the address is registered',
  body: bodies.requestReset.shape,
  response: done,
  run: async ({ email }, context) => {
    await attempt(context, 'requests for a new password', context.network, RESETS_OF_NETWORK)
    await attempt(context, 'requests for a new password', email, RESETS)
    return answer(context, '/api/auth/request-password-reset', { email })
  }
})

export const resetPassword = route({
  ...posted,
  path: '/api/auth/reset-password',
  summary: 'Sets a new password by what the mailed link ends with, and ends all sessions',
  body: bodies.reset.shape,
  response: done,
  run: async ({ token, newPassword }, context) => {
    await attempt(context, 'requests for a new password', context.network, RESETS_OF_NETWORK)
    return answer(context, '/api/auth/reset-password', { token, newPassword })
  }
})

export const verifyEmail = route({
  ...common,
  path: '/api/auth/verify-email',
  summary: 'Confirms an address by the mailed link, and leads to the page to log in',
  query: { token: parameters.mailedToken },
  response: z.string(),
  mediaType: 'text/html',
  status: 302,
  run: ({ token }, context) => answer(context, `/api/auth/verify-email?${new URLSearchParams({ token })}`)
})
