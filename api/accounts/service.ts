import { createHash, randomUUID } from 'node:crypto'
import { createEmailVerificationToken, type APIError } from 'better-auth/api'
import type { Logger } from 'pino'
import type { Database } from '../../sql/database.ts'
import { badRequest, HttpError, unauthorized } from '../contract/errors.ts'
import { createFirstKey } from './keys.ts'
import type { Mail } from './mail.ts'
import type { Plan } from '../access/plans.ts'
import type { Role } from '../access/callers.ts'
import { BetterAuth, CHALLENGE } from './better-auth.ts'
import { inConstantTime, STEP } from './constant-time.ts'
import { MailQueue } from './mail-queue.ts'
import { alreadyRegisteredMessage, confirmationMessage, resetMessage } from './messages.ts'
import { isOperatorToken } from './operator-link.ts'
import { CONFIRMED_WITHIN, cookiePrefix, type BetterAuthHooks } from './options.ts'
import { passwordsOf, type Cost, type Passwords } from './passwords.ts'
import { refuseWeak } from './weak-passwords.ts'

interface AuthSettings {
  database: Database
  /** The secret that signs cookies and tokens: at least 32 characters, the same in every process. */
  secret: string
  /**
   * The public address of the service. Mail needs it, because a link must not take its host from a request's Host
   * header.
   */
  publicUrl?: string
  mail?: Mail
  hardness?: Hardness
  logger: Logger
}

declare module '../server/options.ts' {
  interface ApiSettings {
    /** The cost parameters of password hashing; the recommended ones by default. */
    hardness?: Hardness
  }
}

declare module '../server/route.ts' {
  interface Service {
    auth: AuthService
  }
}

/** The settings that protect against password guessing. */
export interface Hardness {
  /** The cost of each new hash. */
  cost: Cost
  /** Answers that could reveal whether an address is registered are sent at multiples of this, in milliseconds. */
  step: number
}

/** The parts of a request that identify the client. */
export interface Visitor {
  /** The Cookie header. */
  cookie?: string
  /** The scheme and host of the request. */
  origin: string
}

interface Person {
  id: string
  email: string
  name: string
  image: string | null
  role: Role
  emailVerified: boolean
  /** ISO 8601, like all times here. */
  createdAt: string
  updatedAt: string
}

interface NewPerson {
  email: string
  password: string
  name: string
  /** The token of the operator's link. */
  operator?: string
}

interface Session {
  id: string
  userId: string
  expiresAt: string
  createdAt: string
  updatedAt: string
  ipAddress: string | null
  userAgent: string | null
}

/** The account that is charged for a user's requests. */
interface Account {
  account_id: number
  plan: Plan
}

/** A valid session and its user. */
interface KnownSession {
  session: Session
  user: Person
  account: Account
  /** Set-Cookie headers for the answer, if the session was renewed. */
  cookies: string[]
}

interface SignedIn {
  user: Person
  /** The account's first API key, at its first log-in. */
  apiKey?: string
  /** Set-Cookie headers for the answer. */
  cookies: string[]
}

/**
 * People, passwords and sessions. Expects validated fields. Operations that could reveal whether an address is
 * registered take constant time.
 */
export class AuthService {
  /** True if an address must be confirmed by a mailed link before the first log-in. */
  readonly requiresConfirmation: boolean
  readonly #settings: AuthSettings
  readonly #betterAuth: BetterAuth
  readonly #passwords: Passwords
  readonly #step: number
  readonly #mail: MailQueue | undefined

  constructor(settings: AuthSettings) {
    const { database, secret, mail, hardness, logger } = settings
    this.requiresConfirmation = mail !== undefined
    this.#settings = settings
    this.#mail = mail && new MailQueue(mail, logger)
    this.#passwords = passwordsOf(hardness?.cost)
    this.#step = hardness?.step ?? STEP
    this.#betterAuth = new BetterAuth({
      url: database.url,
      secret,
      logger,
      requiresConfirmation: this.requiresConfirmation,
      passwords: this.#passwords,
      hooks: this.#hooks()
    })
  }

  /**
   * Registers a person, or does nothing if the address is already registered. With the token of the operator's link,
   * the person becomes the first operator. Throws 400 for a weak password and for a token that is wrong or used.
   */
  async signUp(person: NewPerson): Promise<void> {
    const { secret } = this.#settings
    await refuseWeak('password', person.password, person.email)
    if (person.operator !== undefined && (!isOperatorToken(person.operator, secret) || (await this.hasOperator()))) {
      throw badRequest('operator', 'the link is wrong, or this service has an operator already: register without it')
    }
    await inConstantTime(() => this.#register(person), { step: this.#step })
  }

  /** True if the installation has an operator. */
  async hasOperator(): Promise<boolean> {
    const [row] = await this.#settings.database.read<{ has: boolean }>('select has_operator() as has')
    return row!.has
  }

  /**
   * Begins a session. Throws 401 for a wrong address or password or a disabled account. Sends a new mail and throws 403
   * if the address is not confirmed.
   */
  async signIn(body: { email: string; password: string }, { origin }: Visitor): Promise<SignedIn> {
    const { database } = this.#settings
    const signIn = () =>
      this.#betterAuth.call(origin, (api) => api.signInEmail({ body, returnHeaders: true }), refusedSignIn)
    const { response, headers } = await inConstantTime(signIn, { step: this.#step, failuresOnly: true })
    await database.write('select delete_expired()')
    const account = await this.#accountOf(response.user.id)
    const apiKey = account && (await createFirstKey(database, account.account_id))
    return { user: withIsoTimes(response.user) as Person, ...(apiKey && { apiKey }), cookies: headers.getSetCookie() }
  }

  /** Ends the session, if any. Returns the Set-Cookie headers of the answer. */
  async signOut(visitor: Visitor): Promise<string[]> {
    const { headers } = await this.#betterAuth.call(visitor.origin, (api) =>
      api.signOut({ headers: cookiesOf(visitor), returnHeaders: true })
    )
    return headers.getSetCookie()
  }

  /** The session in the cookies; undefined if it has ended or its account is disabled. */
  async session(visitor: Visitor): Promise<KnownSession | undefined> {
    if (!visitor.cookie?.includes(`${cookiePrefix(visitor.origin)}.`)) return undefined
    const { response, headers } = await this.#betterAuth.call(visitor.origin, (api) =>
      api.getSession({ headers: cookiesOf(visitor), returnHeaders: true })
    )
    const account = response && (await this.#accountOf(response.user.id))
    if (!account) return undefined
    return {
      session: sessionOf(response.session),
      user: withIsoTimes(response.user) as Person,
      account,
      cookies: headers.getSetCookie()
    }
  }

  /**
   * Sets another password and ends all other sessions. Returns the Set-Cookie headers of the answer. Throws 400 or 401.
   */
  async changePassword(
    passwords: { currentPassword: string; newPassword: string },
    visitor: Visitor
  ): Promise<string[]> {
    const known = await this.session(visitor)
    if (!known) {
      throw unauthorized(
        'login_required',
        'log in first: this endpoint takes the session of a logged-in user, not a key',
        CHALLENGE
      )
    }
    await refuseWeak('newPassword', passwords.newPassword, known.user.email)
    const body = { ...passwords, revokeOtherSessions: true }
    const { headers } = await this.#betterAuth.call(visitor.origin, (api) =>
      api.changePassword({ body, headers: cookiesOf(visitor), returnHeaders: true })
    )
    await this.#deleteResets(known.user.id)
    return headers.getSetCookie()
  }

  /** Sends a link to choose a new password, if the address is registered. */
  async requestReset(body: { email: string }, { origin }: Visitor): Promise<void> {
    await inConstantTime(() => this.#betterAuth.call(origin, (api) => api.requestPasswordReset({ body })), {
      step: this.#step
    })
  }

  /** Sets a new password and ends all sessions. Throws 400 for an invalid token or a weak password. */
  async resetPassword(body: { token: string; newPassword: string }, { origin }: Visitor): Promise<void> {
    // as better-auth stores it
    const identifier = createHash('sha256').update(`reset-password:${body.token}`).digest('base64url')
    const [reset] = await this.#settings.database.write<{ email: string | null }>(
      'select email_of_reset($1) as email',
      [identifier]
    )
    await refuseWeak('newPassword', body.newPassword, reset!.email ?? undefined)
    await this.#betterAuth.call(origin, (api) => api.resetPassword({ body }))
  }

  /** Marks an address as confirmed; false for an invalid token. */
  verifyEmail(token: string, { origin }: Visitor): Promise<boolean> {
    return this.#betterAuth
      .call(origin, (api) => api.verifyEmail({ query: { token } }))
      .then(
        () => true,
        (error) => {
          if (error instanceof HttpError) return false
          throw error
        }
      )
  }

  /** Sends pending mails and closes the connections. */
  async close(): Promise<void> {
    await this.#mail?.close()
    await this.#betterAuth.close()
  }

  #hooks(): BetterAuthHooks {
    return {
      mayLogIn: async (userId) => {
        await this.#openAccount(userId)
        return (await this.#accountOf(userId)) !== undefined
      },
      onReset: (userId) => this.#afterReset(userId),
      mailConfirmation: ({ email }, token) => this.#mailConfirmation(email, token),
      mailReset: ({ id, email }, token) => this.#mailReset(id, email, this.#linkTo(`/reset/${token}`))
    }
  }

  /** An address of the service; only its path if the public address is unknown. */
  #linkTo(path: string): string {
    return `${this.#settings.publicUrl ?? ''}${path}`
  }

  #mailReset(user: string, email: string, link: string): void {
    if (this.#mail) return this.#mail.add(resetMessage(email, link))
    // The only secret that is logged: without mail, the operator must pass the link on.
    this.#settings.logger.warn({ user, link }, 'mail is not configured: pass this password reset link on to the user')
  }

  async #afterReset(userId: string): Promise<void> {
    await this.#deleteResets(userId)
    if (this.#mail) await this.#settings.database.write('select confirm_user($1)', [userId])
  }

  async #register({ email, password, name, operator }: NewPerson): Promise<void> {
    const { database, secret } = this.#settings
    const hash = await this.#passwords.hash(password)
    const id = randomUUID()
    const [row] = await database.write<{ is_new: boolean }>('select register_user($1, $2, $3, $4) as is_new', [
      id,
      email,
      name,
      hash
    ])
    if (operator !== undefined && row!.is_new) await this.#claimOperator(id)
    if (!this.#mail) return
    if (row!.is_new)
      this.#mailConfirmation(email, await createEmailVerificationToken(secret, email, undefined, CONFIRMED_WITHIN))
    else this.#mail.add(alreadyRegisteredMessage(email, this.#linkTo('/login')))
  }

  async #claimOperator(id: string): Promise<void> {
    const [row] = await this.#settings.database.write<{ is_first: boolean }>('select claim_operator($1) as is_first', [
      id
    ])
    if (row!.is_first) this.#settings.logger.info({ user: id }, 'the operator of this installation is registered')
  }

  #mailConfirmation(email: string, token: string): void {
    this.#mail?.add(confirmationMessage(email, this.#linkTo(`/api/auth/verify-email?token=${token}`)))
  }

  #openAccount(userId: string): Promise<unknown> {
    return this.#settings.database.write('select ensure_account($1)', [userId])
  }

  /** The account of a person; undefined if it is disabled. */
  async #accountOf(userId: string): Promise<Account | undefined> {
    const [account] = await this.#settings.database.write<Account>('select account_id, plan from user_caller($1)', [
      userId
    ])
    return account
  }

  /** Invalidates the password reset links of a person. */
  async #deleteResets(userId: string): Promise<void> {
    await this.#settings.database.write('select delete_password_resets($1)', [userId])
  }
}

function cookiesOf({ cookie }: Visitor): Headers {
  return new Headers(cookie === undefined ? {} : { cookie })
}

function refusedSignIn({ body }: APIError): HttpError {
  if (body?.code === 'EMAIL_NOT_VERIFIED') {
    return new HttpError(
      'address_not_confirmed',
      'confirm your e-mail address first: a new mail with the link was sent to it'
    )
  }
  return unauthorized('wrong_credentials', 'wrong e-mail address or password', CHALLENGE)
}

// The token exists only in the cookie and the database.
function sessionOf(session: object): Session {
  return withIsoTimes({ ...session, token: undefined }) as Session
}

function withIsoTimes(record: object): object {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : (value as unknown)
    ])
  )
}
