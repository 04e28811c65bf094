import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Database } from '../../sql/database.ts'

const TRY_AGAIN = 100

/**
 * Runs work under a lock that all processes share, and returns its result; undefined if another process still holds the
 * lock after the given milliseconds. The database holds the lock and releases it when the connection ends.
 */
export async function underLock<Result>(
  database: Database,
  name: string,
  timeout: number,
  work: () => Promise<Result>
): Promise<Result | undefined> {
  return database.withClient(async (connection) => {
    if (!(await acquire(connection, name, timeout))) return undefined
    try {
      return await work()
    } finally {
      await connection.query('select pg_advisory_unlock(hashtext($1), hashtext($2))', ['ratebook', name])
    }
  })
}

async function acquire(connection: Client, name: string, timeout: number): Promise<boolean> {
  for (let waited = 0; ; waited += TRY_AGAIN) {
    const {
      rows: [result]
    } = await connection.query<{ got: boolean }>('select pg_try_advisory_lock(hashtext($1), hashtext($2)) as got', [
      'ratebook',
      name
    ])
    if (result!.got || waited >= timeout) return result!.got
    await sleep(TRY_AGAIN)
  }
}
