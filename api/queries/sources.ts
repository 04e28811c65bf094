import type { Database } from '../../sql/database.ts'
import { Rows } from './rows.ts'

export interface SourceEntry {
  code: string
  name: string
  country: string
  home_ccy: string
  kind: string
  rate_types: string[]
  cadence: string
  latest_date: string | null
  days_of_history: number
  stale: boolean
  source_url: string
  dated: 'made' | 'effective' | 'period'
  publishes: string | null
  notes: string | null
  terms: string | null
  verified: 'recording' | 'documentation' | 'description' | null
}

const ENTRIES = `
  select code, name, country, home_ccy, kind, rate_types, cadence, banks.latest_date, days_of_history, stale, source_url,
    dated, publishes, notes, terms, verified
  from list_banks() banks
  join freshness($1) using (code, name)`

const IN_ORDER = { code: `${ENTRIES} order by code`, name: `${ENTRIES} order by name` }

/** Every source in use, also those without a table. */
export function listSources (database: Database, today: string, order: keyof typeof IN_ORDER = 'code'): Promise<SourceEntry[]> {
  return database.read<SourceEntry>(IN_ORDER[order], [today])
}

/** The entry of one source. Undefined if there is none of this code. */
export async function findSourceEntry (database: Database, code: string, today: string): Promise<SourceEntry | undefined> {
  const [entry] = await database.read<SourceEntry>(`${ENTRIES} where code = $2`, [today, code])
  return entry
}

const ROWS = `
  select code, name, country, home_ccy, kind, rate_types, latest_date, days_of_history, source_url, dated, publishes, notes, terms, verified
  from list_banks()`

/** Every source in use by code, as rows. */
export async function sourceRows (database: Database): Promise<Rows> {
  return Rows.of(await database.readCells(ROWS))
}

const FRESHNESS = `
  select code, fresh.name, fresh.latest_date, cadence, stale, dated, publishes, notes, terms, verified
  from freshness($1) fresh
  join list_banks() using (code)
  order by code`

/** The freshness of each source by code, as rows. */
export async function freshnessRows (database: Database, today: string): Promise<Rows> {
  return Rows.of(await database.readCells(FRESHNESS, [today]))
}
