import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { ISO_4217, PEGS, REDENOMINATIONS, REGIMES } from '../../adapters/kit/currency-facts.ts'
import type { Identity, Kind, Verification } from '../../adapters/source.ts'
import type { Database } from '../../sql/database.ts'

/** The identity of a listed source: an adapter, or a composite of other sources. */
export interface Listed extends Omit<Identity, 'kind' | 'verified'> {
  kind: Kind | 'composite'
  /** A composite is calculated here, so it is not verified against a publisher. */
  verified?: Verification
}

/**
 * The composite of official rates. It has no publisher and no adapter: Ratebook calculates it after the other sources
 * have been loaded.
 */
export const COMPOSITE: Listed = {
  code: 'composite',
  name: 'Composite of official rates, calculated by Ratebook',
  country: 'XX',
  homeCurrency: 'USD',
  kind: 'composite',
  rateTypes: ['composite'],
  sourceUrl: '/banks/composite', // a page of this service, whatever its address
  timezone: 'UTC',
  schedule: '',
  cadence: 'daily',
  historyFrom: '1999-01-04',
  dated: 'made'
}

const CURRENCY_DATES = Object.entries(CURRENCIES).map(([code, name]) => {
  const { first = null, last = null, successor = null } = ISO_4217.find((it) => it.code === code) ?? {}
  return { code, name, first_date: first, last_date: last, successor }
})

/**
 * Updates the tables of sources and of currencies from the registry. A removed source keeps its history and is no
 * longer listed.
 */
export async function registerSources(database: Database, sources: Listed[]): Promise<void> {
  const facts = { currencies: CURRENCY_DATES, redenominations: REDENOMINATIONS, pegs: PEGS, regimes: REGIMES }
  await database.write('select register_sources($1), register_currencies($2)', [
    JSON.stringify(
      sources.map((source) => ({
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
        ended: source.ended ?? null,
        credentials: (source.credentials ?? []).map(({ name }) => name),
        active: true,
        dated: source.dated,
        publishes: source.publishes ?? null,
        terms: source.terms ?? null,
        notes: source.notes ?? null,
        verified: source.verified ?? null,
        restated: source.restated ?? [],
        overwrites: source.overwrites ?? false,
        pairs: source.pairs ? `{${source.pairs.map(([least, most]) => `[${least},${most}]`).join()}}` : null,
        closing_days: source.closingDays ?? null
      }))
    ),
    JSON.stringify(facts)
  ])
}
