import type { Database } from '../../sql/database.ts'

/** The currencies and metals that stand in a published rate of a source in use, by code. */
export async function listSymbols (database: Database): Promise<string[]> {
  const rows = await database.read<{ currency: string }>('select currency from available_currencies()')
  return rows.map(({ currency }) => currency)
}
