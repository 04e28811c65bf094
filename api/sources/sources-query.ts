import type { Database } from '../../sql/database.ts'
import { badRequest, notFound } from '../contract/errors.ts'
import { unknownSource } from './unknown-query.ts'

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
  /** The newest table is more than thirty days old, or there is none. */
  stale: boolean
  /** The newest table is older than the rhythm of the source explains, or there is none. */
  overdue: boolean
  /** The number of overdue tables since the newest; null if there is none. */
  missed: number | null
  source_url: string
  terms_url: string | null
  dated: 'made' | 'effective' | 'period'
  publishes: string | null
  notes: string | null
  terms: string | null
  verified: 'recording' | 'documentation' | 'description' | null
}

const ENTRIES = `
  select code, name, country, home_ccy, kind, rate_types, cadence, latest_date, days_of_history, stale, overdue, missed, source_url, terms_url,
    dated, publishes, notes, terms, verified
  from list_sources($1, $2)`

const IN_ORDER = { code: `${ENTRIES} order by code`, name: `${ENTRIES} order by name` }

/** Every source in use, including those without a table. */
export function listSources(
  database: Database,
  today: string,
  order: keyof typeof IN_ORDER = 'code'
): Promise<SourceEntry[]> {
  return database.read<SourceEntry>(IN_ORDER[order], [today, null])
}

/** The entry of one source. Throws 404 for an unknown code. */
export async function findSource(database: Database, code: string, today: string): Promise<SourceEntry> {
  const [entry] = await database.read<SourceEntry>(ENTRIES, [today, code])
  if (!entry) throw notFound(await unknownSource(database, code), 'unknown_source')
  return entry
}

/** Throws 400 for an unknown code. */
export async function assertSources(database: Database, codes: string[], today: string): Promise<void> {
  const known = new Set((await listSources(database, today)).map(({ code }) => code))
  const unknown = codes.find((code) => !known.has(code))
  if (unknown !== undefined) throw badRequest('banks', await unknownSource(database, unknown))
}
