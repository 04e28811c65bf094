import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Row } from '../../adapters/source.ts'
import type { Client, Database } from '../../sql/database.ts'
import type { BadRow } from './check.ts'
import { COLUMNS, stagingOf, type Staging } from './staging.ts'

export interface LoadCounts {
  new: number
  changed: number
  unchanged: number
  quarantined: number
}

const ANALYZED = 2000 // fewer rows are not worth the statistics

/** Loads checked rows that are in memory, as `loadStaging` does. */
export async function loadRows (
  database: Pick<Database, 'transaction'>, publication: number, good: Row[], bad: BadRow[] = [],
  run: number | null = null
): Promise<LoadCounts> {
  return loadStaging(database, publication, stagingOf({ good, bad }), run)
}

/**
 * Stores the checked rows of a publication and quarantines the bad ones, in one transaction. Loading the same rows
 * again changes nothing.
 */
export async function loadStaging (
  database: Pick<Database, 'transaction'>, publication: number, { rows, from, to, bad, text }: Staging,
  run: number | null
): Promise<LoadCounts> {
  return database.transaction(async (client) => {
    await client.query('select stage_rates()')
    if (rows > 0) await pipeline(text, client.query(copyFrom(`copy staged_rates (${COLUMNS}) from stdin`)))
    if (rows > ANALYZED) await client.query('analyze staged_rates')
    const { rows: [
      merged
    ] } = await client.query<Record<'rows_new' | 'rows_changed' | 'rows_unchanged' | 'rows_quarantined', number>>(
      'select * from load_staged($1, $2)', [publication, run])
    const quarantined = await quarantine(client, publication, bad, run)
    await client.query('select finish_load($1, $2, $3, $4)', [publication, rows, from ?? null, to ?? null])
    return {
      new: merged!.rows_new, changed: merged!.rows_changed, unchanged: merged!.rows_unchanged,
      quarantined: merged!.rows_quarantined + quarantined
    }
  })
}

async function quarantine (client: Client, publication: number, bad: BadRow[], run: number | null): Promise<number> {
  if (bad.length === 0) return 0
  const entries = bad.map(({ row: { date, base, quote, type, value, unit = 1, validFrom, validTo }, reason }) => {
    return { date, base, quote, type, value, unit: String(unit), valid_from: validFrom, valid_to: validTo, reason }
  })
  const { rows: [result] } = await client.query<{ added: number }>(
    'select quarantine_rows($1, $2, $3) as added', [publication, run, JSON.stringify(entries)]
  )
  return result!.added
}
