import { z } from 'zod'
import type { Visitor } from './service.ts'
import type { Rule } from '../access/rate-limiter.ts'
import { email, newPassword, operatorToken, password, personName, resetToken } from './credentials-fields.ts'
import { HttpError } from '../contract/errors.ts'
import { hashingFor } from './passwords.ts'
import * as parameters from '../contract/parameters.ts'
import { NO_STORE } from '../server/cache-control.ts'
import { route, type Context } from '../server/route.ts'

/** The limits on attempts from a network. */
interface AttemptLimits {
  what: string
  ofNetwork: Rule
}

/**
 * The limits on attempts for one e-mail address: from one network, and from all networks. The latter is far higher, so
 * that attackers cannot lock the owner out.
 */
interface EmailLimits extends AttemptLimits {
  ofEmail: { here: Rule; anywhere: Rule }
}

const HOUR = 3600
const QUARTER = 900
const SIGN_UPS: AttemptLimits = { what: 'registrations', ofNetwork: { limit: 30, seconds: HOUR } }
const SIGN_INS: EmailLimits = {
  what: 'log-ins',
  ofNetwork: { limit: 100, seconds: QUARTER },
  ofEmail: { here: { limit: 10, seconds: QUARTER }, anywhere: { limit: 100, seconds: QUARTER } }
}
const PASSWORD_CHANGES: AttemptLimits = { what: 'password changes', ofNetwork: { limit: 100, seconds: QUARTER } }
const NEW_PASSWORDS: AttemptLimits = { what: 'new passwords', ofNetwork: { limit: 30, seconds: HOUR } }
const RESETS: EmailLimits = {
  what: 'password resets',
  ofNetwork: { limit: 30, seconds: HOUR },
  ofEmail: { here: { limit: 5, seconds: HOUR }, anywhere: { limit: 20, seconds: HOUR } }
}

const RESET_REQUESTED = 'if the address is registered, a link to set a new password is on its way'

const done = z.object({ status: z.boolean() })
const user = z.object({ email: z.string(), name: z.string() })

/** Counts an attempt. Throws 429 if there were too many. */
async function attempt({ rateLimiter, network, now }: Context, { what, ofNetwork }: AttemptLimits): Promise<void> {
  await rateLimiter.takeOrThrow(`${what} ${network}`, what, ofNetwork, now)
}

/**
 * Counts an attempt for an e-mail address. Throws 429 if there were too many. Returns a function that undoes the count.
 */
async function attemptOn(email: string, context: Context, limits: EmailLimits): Promise<() => void> {
  await attempt(context, limits)
  const { rateLimiter, network, now } = context
  const { what, ofEmail } = limits
  const [here, anywhere] = [`${what} ${email} ${network}`, `${what} ${email}`]
  await rateLimiter.takeOrThrow(here, what, ofEmail.here, now)
  await rateLimiter.takeOrThrow(anywhere, what, ofEmail.anywhere, now)
  return () => {
    rateLimiter.giveBack(here)
    rateLimiter.giveBack(anywhere)
  }
}

function visitorOf({ headers, origin }: Context): Visitor {
  return { cookie: headers.cookie, origin }
}

// Counts wrong passwords, and log-ins that send a mail.
function isCounted(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 401 || error.code === 'address_not_confirmed')
}

const common = { access: 'keyless', cacheControl: NO_STORE } as const
const posted = { ...common, method: 'POST' } as const

export const signUp = route({
  ...posted,
  path: '/api/auth/sign-up/email',
  summary:
    'Register a user. The answer is the same for known and unknown addresses; the first log-in returns the ' +
    'first API key',
  body: { email, password: newPassword, name: personName, operator: operatorToken.optional() },
  response: z.object({ token: z.null(), user }),
  run: async ({ email, password, name, operator }, context) => {
    await attempt(context, SIGN_UPS)
    await hashingFor(context.network, () => context.auth.signUp({ email, password, name, operator }))
    return { fields: { token: null, user: { email, name } } }
  }
})

export const signIn = route({
  ...posted,
  path: '/api/auth/sign-in/email',
  summary: 'Log in. The answer sets a session cookie; the first log-in also returns the first API key of the account',
  body: { email, password },
  response: z.object({ user, api_key: z.string().optional() }),
  failures: [401],
  run: async ({ email, password }, context) => {
    const takeBack = await attemptOn(email, context, SIGN_INS)
    const { user, apiKey, cookies } = await hashingFor(context.network, () =>
      context.auth.signIn({ email, password }, visitorOf(context))
    ).catch((error: unknown) => {
      if (!isCounted(error)) takeBack()
      throw error
    })
    takeBack()
    return { fields: { redirect: false, user, api_key: apiKey }, cookies }
  }
})

export const signOut = route({
  ...posted,
  path: '/api/auth/sign-out',
  summary: 'Log out',
  response: z.object({ success: z.boolean() }),
  run: async (_request, context) => ({
    fields: { success: true },
    cookies: await context.auth.signOut(visitorOf(context))
  })
})

export const session = route({
  ...common,
  path: '/api/auth/get-session',
  summary: 'Get the session; null if no user is logged in',
  response: z.object({ session: z.object({ expiresAt: z.string() }), user }).nullable(),
  run: async (_request, context) => {
    const known = await context.auth.session(visitorOf(context))
    if (!known) return { body: Buffer.from('null'), headers: { 'Content-Type': 'application/json; charset=utf-8' } }
    const { session, user, cookies } = known
    return { fields: { session, user }, cookies }
  }
})

export const changePassword = route({
  ...posted,
  path: '/api/auth/change-password',
  summary: 'Change the password and end all other sessions',
  body: { currentPassword: password, newPassword },
  response: done,
  failures: [401],
  run: async ({ currentPassword, newPassword }, context) => {
    await attempt(context, PASSWORD_CHANGES)
    const cookies = await hashingFor(context.network, () =>
      context.auth.changePassword({ currentPassword, newPassword }, visitorOf(context))
    )
    return { fields: { status: true }, cookies }
  }
})

export const requestReset = route({
  ...posted,
  path: '/api/auth/request-password-reset',
  summary: 'Request a mail with a link to set a new password',
  body: { email },
  response: done,
  run: async ({ email }, context) => {
    await attemptOn(email, context, RESETS)
    await context.auth.requestReset({ email }, visitorOf(context))
    return { fields: { status: true, message: RESET_REQUESTED } }
  }
})

export const resetPassword = route({
  ...posted,
  path: '/api/auth/reset-password',
  summary: 'Set a new password with the token from the mailed link, and end all sessions',
  body: { token: resetToken, newPassword },
  response: done,
  run: async ({ token, newPassword }, context) => {
    await attempt(context, NEW_PASSWORDS)
    await hashingFor(context.network, () => context.auth.resetPassword({ token, newPassword }, visitorOf(context)))
    return { fields: { status: true } }
  }
})

export const verifyEmail = route({
  ...common,
  path: '/api/auth/verify-email',
  ignored: ['callbackURL'],
  summary: 'Confirm an e-mail address with the token from the mailed link, and redirect to the log-in page',
  query: { token: parameters.mailedToken },
  response: z.string(),
  mediaType: 'text/html',
  status: 302,
  run: async ({ token }, context) => {
    const isConfirmed = await context.auth.verifyEmail(token, visitorOf(context))
    const location = `${context.origin}/login?${isConfirmed ? 'confirmed' : 'unconfirmed'}`
    return { status: 302, body: Buffer.alloc(0), headers: { Location: location } }
  }
})
