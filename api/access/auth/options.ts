import type { BetterAuthOptions } from 'better-auth'
import type pg from 'pg'
import { hashPassword, verifyPassword } from './passwords.ts'

const HOUR = 3600
const DAY = 24 * HOUR

export const COOKIE = 'ratebook'
export const BASE_PATH = '/api/auth'

interface Person {
  id: string
  email: string
}

export interface OptionsNeeded {
  pool: pg.Pool
  secret: string
  /** The scheme and host under which the service is asked. */
  origin: string
  /** Whether an address has to be confirmed before the first log-in. */
  confirms: boolean
  onCreated: (person: Person) => Promise<unknown>
  /** Whether a person may have a session. */
  admits: (userId: string) => Promise<boolean>
  onReset: (person: Person) => Promise<unknown>
  mailConfirm: (person: Person, token: string) => void
  mailReset: (person: Person, token: string) => void
  mailAgain: (person: Person) => void
  /** Hears what went wrong. */
  onError: (message: string, cause: Error | undefined) => void
}

/** The name under which a session's cookie is kept: over https one that neither another host nor plain http can set (RFC 6265bis, section 4.1.3.2). */
export function cookiePrefix (origin: string): string {
  return isSecure(origin) ? `__Host-${COOKIE}` : COOKIE
}

/** How better-auth is set up for one origin: its tables under our names, e-mail and password only, and nothing of its own but what is asked for. */
export function authOptions (needed: OptionsNeeded): BetterAuthOptions {
  return { ...tables, ...behaviour(needed), ...passwords(needed), ...hooks(needed) }
}

function isSecure (origin: string): boolean {
  return origin.startsWith('https:')
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

const tables = {
  user: {
    modelName: 'users',
    fields: { ...times, emailVerified: 'email_verified' },
    additionalFields: { role: { type: 'string', input: false, defaultValue: 'user' } }
  },
  session: {
    modelName: 'sessions',
    fields: { ...times, userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent' },
    expiresIn: 30 * DAY,
    updateAge: DAY
  },
  account: {
    modelName: 'credentials',
    fields: {
      ...times, userId: 'user_id', accountId: 'account_id', providerId: 'provider_id', accessToken: 'access_token', refreshToken: 'refresh_token', idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at', refreshTokenExpiresAt: 'refresh_token_expires_at'
    }
  },
  verification: { modelName: 'verifications', fields: { ...times, expiresAt: 'expires_at' }, storeIdentifier: 'hashed' }
} satisfies BetterAuthOptions

function behaviour ({ pool, secret, origin, onError }: OptionsNeeded): BetterAuthOptions {
  return {
    appName: 'Ratebook',
    database: pool,
    secret,
    baseURL: new URL(origin).origin,
    basePath: BASE_PATH,
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    onAPIError: { throw: true },
    logger: { log: (level, message, ...args) => { if (level === 'error') onError(message, args.find((it) => it instanceof Error)) } },
    advanced: {
      cookiePrefix: cookiePrefix(origin),
      useSecureCookies: false, // it would put its own prefix before ours
      defaultCookieAttributes: { secure: isSecure(origin), httpOnly: true, sameSite: 'lax', path: '/' },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { disableIpTracking: true },
      database: { validateSchema: false } // the migrations are ours
    }
  }
}

function passwords ({ confirms, onReset, mailConfirm, mailReset, mailAgain }: OptionsNeeded): BetterAuthOptions {
  return {
    emailAndPassword: {
      enabled: true,
      autoSignIn: false, // so that a known and a new address get the same answer
      requireEmailVerification: confirms,
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: HOUR,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => mailReset(user, token),
      onPasswordReset: async ({ user }) => { await onReset(user) },
      onExistingUserSignUp: async ({ user }) => mailAgain(user)
    },
    emailVerification: {
      sendOnSignUp: confirms,
      sendOnSignIn: confirms,
      expiresIn: DAY,
      sendVerificationEmail: async ({ user, token }) => mailConfirm(user, token)
    }
  }
}

function hooks ({ onCreated, admits }: OptionsNeeded): BetterAuthOptions {
  return {
    databaseHooks: {
      user: { create: { after: async (user) => { await onCreated(user) } } },
      session: { create: { before: async ({ userId }) => { if (!await admits(userId)) return false } } }
    }
  }
}
