import { randomBytes } from 'node:crypto'
import type { Database } from '../../sql/database.ts'
import { hashKey } from '../access/callers.ts'
import { TRIAL, type Plan } from '../access/plans.ts'

export { hashKey }

interface KeyEntry {
  id: number
  prefix: string
  name: string
  /** The person's e-mail address; null for a key without a user. */
  owner: string | null
  plan: Plan
  created_at: string
  last_used_at: string | null
  disabled_at: string | null
}

const PREFIX = 'rb_'
const SHOWN = 8
const MAX_KEYS_PER_ACCOUNT = 20
const FIRST = 'first'

function newKey(): { key: string; stored: [sha256: Buffer, prefix: string] } {
  const key = PREFIX + randomBytes(24).toString('base64url')
  return { key, stored: [hashKey(key), key.slice(0, SHOWN)] }
}

/**
 * Creates a key with its own account. It can be shown only once: the database stores its hash and first characters. A
 * key of the trial plan expires after seven days.
 */
export async function createKey(
  database: Database,
  plan: Plan,
  name: string
): Promise<{ id: number; key: string; expiresAt: string | null }> {
  const { key, stored } = newKey()
  const [row] = await database.write<{ key_id: number; expires_at: string | null }>(
    'select key_id, expires_at from create_account($1, $2, make_interval(days => $3), $4, $5)',
    [plan, name, plan === 'trial' ? TRIAL.days : null, ...stored]
  )
  return { id: row!.key_id, key, expiresAt: row!.expires_at }
}

/** Creates a key of an account. It can be shown only once. Undefined if the account has its maximum number of keys. */
export async function addKey(
  database: Database,
  account: number,
  name: string
): Promise<{ id: number; key: string } | undefined> {
  const { key, stored } = newKey()
  const [row] = await database.write<{ id: number | null }>('select create_key($1, $2, $3, $4, $5) as id', [
    account,
    ...stored,
    name,
    MAX_KEYS_PER_ACCOUNT
  ])
  return row!.id === null ? undefined : { id: row!.id, key }
}

/** Creates the first key of an account. The key is shown only once. Undefined if the account has had its first key. */
export async function createFirstKey(database: Database, account: number): Promise<string | undefined> {
  const { key, stored } = newKey()
  const [row] = await database.write<{ is_created: boolean }>('select create_first_key($1, $2, $3, $4) as is_created', [
    account,
    ...stored,
    FIRST
  ])
  return row!.is_created ? key : undefined
}

/** The keys of an account, or all of them, newest first. */
export function listKeys(database: Database, account?: number): Promise<KeyEntry[]> {
  return database.write<KeyEntry>('select * from list_keys($1)', [account ?? null])
}

/** Disables a key, of `account` if given. Returns false for an unknown or disabled key. */
export async function disableKey(database: Database, id: number, account?: number): Promise<boolean> {
  const [row] = await database.write<{ id: number | null }>('select disable_key($1, $2) as id', [id, account ?? null])
  return row!.id !== null
}
