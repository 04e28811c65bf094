import type { Database } from '../../../sql/database.ts'

interface Extent {
  sources: number
  tables: number
  first_date: string | null
}

/** The numbers of publishers with a table and of their tables, and the first date. */
export async function storedExtent(database: Database): Promise<Extent> {
  const [extent] = await database.read<Extent>(
    'select sources, coalesce(tables, 0)::int as tables, first_date from stored_extent()'
  )
  return extent!
}

export interface RecentRates {
  base: string
  quote: string
  type: string
  /** As printed, oldest first. */
  values: string[]
}

/** The rates of each series of a source over some days up to a date. */
export function recentRates(database: Database, bank: string, until: string, days: number): Promise<RecentRates[]> {
  return database.read<RecentRates>('select base, quote, type, "values" from recent_rates($1, $2, $3)', [
    bank,
    until,
    days
  ])
}

export interface CurrencySource {
  code: string
  name: string
  country: string
  cadence: string
  base: string
  quote: string
  first_date: string
  last_date: string
}

/** The sources that publish a currency, with the pair; series with the latest last date first. */
export function sourcesOfCurrency(database: Database, symbol: string): Promise<CurrencySource[]> {
  return database.read<CurrencySource>(
    'select code, name, country, cadence, base, quote, first_date, last_date from sources_of_currency($1)',
    [symbol]
  )
}
