import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../sql/database.ts'

export const PLANS = ['free', 'trial', 'developer', 'business', 'enterprise'] as const

export type Plan = typeof PLANS[number]

export interface KeyEntry {
  id: number
  prefix: string
  name: string
  plan: Plan
  created_at: string
  disabled_at: string | null
}

const PREFIX = 'rb_'
const SHOWN = 8

/** What is stored of a key in place of the key. It has 192 random bits, so that a plain hash can't be guessed back. */
export function hashKey (key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** A new key, to be shown once: only its hash and first characters are stored. */
export async function createKey (database: Database, plan: Plan, name: string): Promise<{ id: number, key: string }> {
  const key = PREFIX + randomBytes(24).toString('base64url')
  const [row] = await database.write<{ id: number }>('select create_key($1, $2, $3, $4) as id', [hashKey(key), key.slice(0, SHOWN), plan, name])
  return { id: row!.id, key }
}

export function listKeys (database: Database): Promise<KeyEntry[]> {
  return database.write<KeyEntry>('select * from list_keys()')
}

/** Throws where there is no such key, or it is disabled already. */
export async function disableKey (database: Database, id: number): Promise<void> {
  const [row] = await database.write('select disable_key($1) as id', [id])
  if (row?.id === null) throw new Error(`there is no key ${id} that could be disabled`)
}
