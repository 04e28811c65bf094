import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Row } from '../../adapters/source.ts'
import type { Database } from '../../sql/database.ts'
import type { BadRow } from './check.ts'
import { COLUMNS, stagingOf, type Staging } from './staging.ts'

export interface LoadCounts {
  new: number
  changed: number
  unchanged: number
  quarantined: number
}

/** The reason for which runs count the rows that a table with a later printed time keeps out. */
const EARLIER = 'printed earlier than the stored rate'

/** Loads checked rows that are in memory, as `loadStaging` does. */
export async function loadRows(
  database: Pick<Database, 'transaction'>,
  publication: number,
  good: Row[],
  bad: BadRow[] = [],
  run: number | null = null
): Promise<LoadCounts> {
  return loadStaging(database, publication, stagingOf({ good, bad }), run)
}

/**
 * Stores the checked rows of a publication and quarantines the bad ones, in one transaction. Loading the same rows
 * again changes nothing. Counts the rows that a table with a later printed time keeps out in `skippedItems`. Afterwards
 * the rows of other sources that wait for evidence from other banks are checked again, and tables that the load filled
 * are analyzed.
 */
export async function loadStaging(
  database: Pick<Database, 'transaction'>,
  publication: number,
  { bad, skippedItems, printedAt, text }: Staging,
  run: number | null
): Promise<LoadCounts> {
  const { earlier, ...counts } = await database.transaction(async (client) => {
    await client.query('select stage_rates()')
    await pipeline(text, client.query(copyFrom(`copy staged_rates (${COLUMNS}) from stdin`)))
    const {
      rows: [counts]
    } = await client.query<LoadCounts & { earlier: number }>(
      'select rows_new as "new", rows_changed as changed, rows_unchanged as unchanged, rows_quarantined as quarantined, ' +
        'rows_earlier as earlier from load_staged($1, $2, $3, $4)',
      [publication, run, JSON.stringify(bad.map(asPrinted)), printedAt ?? null]
    )
    return counts!
  })
  if (earlier > 0) skippedItems[EARLIER] = earlier
  // In a separate transaction, because a load that waits for another source's rows could deadlock with the load of that
  // source.
  if (counts.new + counts.changed + counts.quarantined > 0)
    await database.transaction((client) => client.query('select recheck_waiting($1)', [publication]))
  if (counts.new > 0) await database.transaction((client) => client.query('select analyze_grown()'))
  return counts
}

function asPrinted({ row: { date, base, quote, type, value, unit = 1, validFrom, validTo }, reason }: BadRow): object {
  return { date, base, quote, type, value, unit: String(unit), valid_from: validFrom, valid_to: validTo, reason }
}
