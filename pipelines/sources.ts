import type { Identity } from '../adapters/source.ts'
import type { Database } from '../sql/database.ts'

/** Brings the table of sources in line with the registry. A source that is gone keeps its history and is no longer listed. */
export async function registerSources (database: Database, sources: Identity[]): Promise<void> {
  await database.write('select register_sources($1)', [JSON.stringify(sources.map((source) => ({
    code: source.code,
    name: source.name,
    country: source.country,
    home_currency: source.homeCurrency,
    kind: source.kind,
    rate_types: source.rateTypes,
    source_url: source.sourceUrl,
    terms_url: source.termsUrl ?? null,
    timezone: source.timezone,
    schedule: source.schedule,
    cadence: source.cadence,
    history_from: source.historyFrom,
    credentials: (source.credentials ?? []).map(({ name }) => name),
    active: true
  })))])
}
