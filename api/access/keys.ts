import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../sql/database.ts'
import type { Plan } from './plans.ts'

export interface KeyEntry {
  id: number
  prefix: string
  name: string
  /** The person's e-mail address; null for a key that belongs to nobody. */
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

/** What is stored of a key in place of the key. It has 192 random bits, so that a plain hash can't be guessed back. */
export function hashKey (key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** A new key with an account of its own, to be shown once: only its hash and first characters are stored. `days` is how long it lives. */
export async function createKey (database: Database, plan: Plan, name: string, days?: number): Promise<{ id: number, key: string, expiresAt: string | null }> {
  const [row] = await database.write<{ id: number, expires_at: string | null }>('select id, expires_at from create_account($1, $2, make_interval(days => $3))', [plan, name, days ?? null])
  return { ...(await addKey(database, row!.id, name))!, expiresAt: row!.expires_at }
}

/** A new key of an account, to be shown once; nothing where it has as many as it may have. */
export async function addKey (database: Database, account: number, name: string): Promise<{ id: number, key: string } | undefined> {
  const key = PREFIX + randomBytes(24).toString('base64url')
  const [row] = await database.write<{ id: number | null }>('select create_key($1, $2, $3, $4, $5) as id', [account, hashKey(key), key.slice(0, SHOWN), name, MAX_KEYS_PER_ACCOUNT])
  return row!.id === null ? undefined : { id: row!.id, key }
}

/** The first key of an account in clear, made at the first call; nothing at any later one. */
export async function createFirstKey (database: Database, account: number): Promise<string | undefined> {
  const [row] = await database.write<{ claimed: boolean }>('select claim_first_key($1) as claimed', [account])
  return row!.claimed ? (await addKey(database, account, FIRST))?.key : undefined
}

/** The keys of an account, or all of them, newest first. */
export function listKeys (database: Database, account?: number): Promise<KeyEntry[]> {
  return database.write<KeyEntry>('select * from list_keys($1)', [account ?? null])
}

/** True where there was such a key, of that account where one is named, and it was not disabled yet. It is refused everywhere from now on. */
export async function disableKey (database: Database, id: number, account?: number): Promise<boolean> {
  const [row] = await database.write<{ id: number | null }>('select disable_key($1, $2) as id', [id, account ?? null])
  return row!.id !== null
}
