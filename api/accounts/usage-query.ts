import type { Database } from '../../sql/database.ts'

export interface UsageEntry {
  /** A day in UTC. */
  day: string
  endpoint: string
  requests: number
  units: number
}

/** An account's usage since a day, by day and endpoint. Reads from the primary to include the last charge. */
export function listUsage(database: Database, account: number, from: string): Promise<UsageEntry[]> {
  return database.write<UsageEntry>('select day, endpoint, requests, units from account_usage($1, $2)', [account, from])
}
