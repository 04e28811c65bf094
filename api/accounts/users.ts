import type { Database } from '../../sql/database.ts'
import type { Role } from '../access/callers.ts'
import type { Plan } from '../access/plans.ts'

export interface UserEntry {
  email: string
  role: Role
  plan: Plan | null
  created_at: string
  disabled_at: string | null
  /** True if the address was confirmed by a mailed link. */
  verified: boolean
  /** The number of valid keys. */
  keys: number
  /** The time when a session was last renewed or a key used, accurate to about a day. */
  last_seen_at: string | null
}

/** Every user, newest first. */
export function listUsers(database: Database): Promise<UserEntry[]> {
  return database.write<UserEntry>('select * from list_users()')
}

/** Puts a user on a plan. Returns the e-mail address as registered. Throws for an unknown address. */
export function setUserPlan(database: Database, email: string, plan: Plan): Promise<string> {
  return change(database, email, { plan })
}

/** Disables a user's account and keys and ends the sessions. Returns and throws as `setUserPlan` does. */
export function disableUser(database: Database, email: string): Promise<string> {
  return change(database, email, { isDisabled: true })
}

/** Lets a disabled user log in again, with the former keys. Returns and throws as `setUserPlan` does. */
export function enableUser(database: Database, email: string): Promise<string> {
  return change(database, email, { isDisabled: false })
}

/** Makes a user an operator. Returns and throws as `setUserPlan` does. */
export function setOperator(database: Database, email: string): Promise<string> {
  return change(database, email, { role: 'operator' })
}

/** The account of a user. Throws for an unknown e-mail address. */
export async function accountOf(database: Database, email: string): Promise<number> {
  const [row] = await database.write<{ account: number | null }>('select account_of($1) as account', [email])
  if (row!.account === null) throw new Error(`there is no user ${email}`)
  return row!.account
}

interface Changes {
  plan?: Plan
  isDisabled?: boolean
  role?: Role
}

async function change(database: Database, email: string, { plan, isDisabled, role }: Changes): Promise<string> {
  const [row] = await database.write<{ email: string | null }>('select change_user($1, $2, $3, $4) as email', [
    email,
    plan ?? null,
    isDisabled ?? null,
    role ?? null
  ])
  if (row!.email === null) throw new Error(`there is no user ${email}`)
  return row!.email
}
