import { z } from 'zod'
import type { Visitor } from '../access/accounts/service.ts'
import type { Rule } from '../access/rate-limiter.ts'
import { email, newPassword, password, personName, resetToken } from '../contract/credentials.ts'
import * as parameters from '../contract/parameters.ts'
import { route, type Context } from '../http/route.ts'

const SIGN_UPS: Rule = { limit: 30, seconds: 3600 }
const SIGN_INS: Rule = { limit: 10, seconds: 900 }
const SIGN_INS_OF_NETWORK: Rule = { limit: 100, seconds: 900 }
const RESETS: Rule = { limit: 5, seconds: 3600 }
const RESETS_OF_NETWORK: Rule = { limit: 30, seconds: 3600 }

const RESET_REQUESTED = 'if the address is registered, a link to choose a new password is on its way'

const done = z.object({ status: z.boolean() })
const user = z.object({ email: z.string(), name: z.string() })

/** Counts an attempt. Throws 429 where there were too many. */
async function attempt ({ rateLimiter, now }: Context, what: string, whose: string, rule: Rule): Promise<void> {
  await rateLimiter.demand(`${what} ${whose}`, what, rule, now)
}

function visitorOf ({ headers, origin }: Context): Visitor {
  return { cookie: headers.cookie, origin }
}

const common = { access: 'keyless', cacheControl: 'private, no-store' } as const
const posted = { ...common, method: 'POST', failures: [400, 403, 413, 415, 429] } as const

export const signUp = route({
  ...posted,
  path: '/api/auth/sign-up/email',
  summary: 'Registers a person. The answer is the same whether the address is known or not, and the first log-in gives the first API key',
  body: { email, password: newPassword, name: personName },
  response: z.object({ token: z.null(), user }),
  run: async ({ email, password, name }, context) => {
    await attempt(context, 'registrations', context.network, SIGN_UPS)
    await context.auth.signUp({ email, password, name }, visitorOf(context))
    return { kind: 'fields', fields: { token: null, user: { email, name } } }
  }
})

export const signIn = route({
  ...posted,
  path: '/api/auth/sign-in/email',
  summary: 'Logs in: the session is in a cookie, and the first time the answer has the account’s first API key',
  body: { email, password },
  response: z.object({ user, api_key: z.string().optional() }),
  failures: [...posted.failures, 401],
  run: async ({ email, password }, context) => {
    await attempt(context, 'log-ins', context.network, SIGN_INS_OF_NETWORK)
    await attempt(context, 'log-ins', email, SIGN_INS)
    const { user, apiKey, cookies } = await context.auth.signIn({ email, password }, visitorOf(context))
    context.rateLimiter.giveBack(`log-ins ${email}`)
    return { kind: 'fields', fields: { redirect: false, user, api_key: apiKey }, cookies }
  }
})

export const signOut = route({
  ...posted,
  path: '/api/auth/sign-out',
  summary: 'Ends the session',
  response: z.object({ success: z.boolean() }),
  run: async (_asked, context) => ({ kind: 'fields', fields: { success: true }, cookies: await context.auth.signOut(visitorOf(context)) })
})

export const session = route({
  ...common,
  path: '/api/auth/get-session',
  summary: 'Who is logged in; null where nobody is',
  response: z.object({ session: z.object({ expiresAt: z.string() }), user }).nullable(),
  run: async (_asked, context) => {
    const known = await context.auth.session(visitorOf(context))
    if (!known) return { kind: 'bytes', body: Buffer.from('null'), headers: { 'Content-Type': 'application/json; charset=utf-8' } }
    const { session, user, cookies } = known
    return { kind: 'fields', fields: { session, user }, cookies }
  }
})

export const changePassword = route({
  ...posted,
  path: '/api/auth/change-password',
  summary: 'Changes the password, and ends all other sessions',
  body: { currentPassword: password, newPassword },
  response: done,
  failures: [...posted.failures, 401],
  run: async ({ currentPassword, newPassword }, context) => {
    await attempt(context, 'changes of a password', context.network, SIGN_INS_OF_NETWORK)
    const cookies = await context.auth.changePassword({ currentPassword, newPassword }, visitorOf(context))
    return { kind: 'fields', fields: { status: true }, cookies }
  }
})

export const requestReset = route({
  ...posted,
  path: '/api/auth/request-password-reset',
  summary: 'Mails a link to choose a new password, if the address is registered',
  body: { email },
  response: done,
  run: async ({ email }, context) => {
    await attempt(context, 'requests for a new password', context.network, RESETS_OF_NETWORK)
    await attempt(context, 'requests for a new password', email, RESETS)
    await context.auth.requestReset({ email }, visitorOf(context))
    return { kind: 'fields', fields: { status: true, message: RESET_REQUESTED } }
  }
})

export const resetPassword = route({
  ...posted,
  path: '/api/auth/reset-password',
  summary: 'Sets a new password by what the mailed link ends with, and ends all sessions',
  body: { token: resetToken, newPassword },
  response: done,
  run: async ({ token, newPassword }, context) => {
    await attempt(context, 'requests for a new password', context.network, RESETS_OF_NETWORK)
    await context.auth.resetPassword({ token, newPassword }, visitorOf(context))
    return { kind: 'fields', fields: { status: true } }
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
  run: async ({ token }, context) => {
    const isConfirmed = await context.auth.verifyEmail(token, visitorOf(context))
    const location = `${context.origin}/login?${isConfirmed ? 'confirmed' : 'unconfirmed'}`
    return { kind: 'bytes', status: 302, body: Buffer.alloc(0), headers: { Location: location } }
  }
})
