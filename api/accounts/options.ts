import type { BetterAuthOptions } from 'better-auth'
import type pg from 'pg'
import type { Passwords } from './passwords.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** The lifetime of a confirmation link, in seconds. */
export const CONFIRMED_WITHIN = DAY
const COOKIE = 'ratebook'

interface Recipient {
  id: string
  email: string
}

/** The callbacks of better-auth. */
export interface BetterAuthHooks {
  /** True if a user may have a session. */
  mayLogIn: (userId: string) => Promise<boolean>
  onReset: (userId: string) => Promise<unknown>
  mailConfirmation: (to: Recipient, token: string) => void
  mailReset: (to: Recipient, token: string) => void
}

interface OptionsSettings {
  pool: pg.Pool
  secret: string
  /** The scheme and host of the request; only the scheme matters. */
  origin: string
  /** True if an address must be confirmed before the first log-in. */
  requiresConfirmation: boolean
  passwords: Passwords
  hooks: BetterAuthHooks
  /** Receives the errors that better-auth logs. */
  onError: (message: string, cause: Error | undefined) => void
}

/**
 * The prefix of the session cookie's name. Over https it is one that neither another host nor plain http can set (RFC
 * 6265bis, section 4.1.3.2).
 */
export function cookiePrefix(origin: string): string {
  return isSecure(origin) ? `__Host-${COOKIE}` : COOKIE
}

/** The options of better-auth: our names for its tables; e-mail and password only. */
export function betterAuthOptions(settings: OptionsSettings): BetterAuthOptions {
  return { ...tables, ...behaviour(settings), ...emailAndPassword(settings), ...databaseHooks(settings.hooks) }
}

function isSecure(origin: string): boolean {
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
      ...times,
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at'
    }
  },
  verification: { modelName: 'verifications', fields: { ...times, expiresAt: 'expires_at' }, storeIdentifier: 'hashed' }
} satisfies BetterAuthOptions

function behaviour({ pool, secret, origin, onError }: OptionsSettings): BetterAuthOptions {
  return {
    appName: 'Ratebook',
    database: pool,
    secret,
    baseURL: isSecure(origin) ? 'https://localhost' : 'http://localhost', // for its own links, which are never sent
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      log: (level, message, ...args) => {
        if (level === 'error') {
          onError(
            message,
            args.find((it) => it instanceof Error)
          )
        }
      }
    },
    advanced: {
      cookiePrefix: cookiePrefix(origin),
      useSecureCookies: false, // it would put its own prefix before ours
      defaultCookieAttributes: { secure: isSecure(origin), httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { disableIpTracking: true },
      database: { validateSchema: false } // the migrations are ours
    }
  }
}

function emailAndPassword({ requiresConfirmation, passwords, hooks }: OptionsSettings): BetterAuthOptions {
  return {
    emailAndPassword: {
      enabled: true,
      disableSignUp: true, // register_user does it in one transaction
      requireEmailVerification: requiresConfirmation,
      password: passwords,
      resetPasswordTokenExpiresIn: HOUR,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => hooks.mailReset(user, token),
      onPasswordReset: async ({ user }) => {
        await hooks.onReset(user.id)
      }
    },
    emailVerification: {
      sendOnSignIn: requiresConfirmation,
      expiresIn: CONFIRMED_WITHIN,
      sendVerificationEmail: async ({ user, token }) => hooks.mailConfirmation(user, token)
    }
  }
}

function databaseHooks({ mayLogIn }: BetterAuthHooks): BetterAuthOptions {
  return {
    databaseHooks: {
      session: {
        create: {
          before: async ({ userId }) => {
            if (!(await mayLogIn(userId))) return false
          }
        }
      }
    }
  }
}
