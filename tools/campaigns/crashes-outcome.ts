import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Database } from '../../sql/database.ts'
import { startEmbedded } from '../../sql/embedded.ts'
import type { Bill } from './clients.ts'
import { ingestOf, run } from './program.ts'

/** The sources that the clients request, loaded before the first kill. */
export const SERVED = ['ecb', 'boc']

const ROWS = `
  select source, base, quote, type, date, value, unit, 'now' as state from rates
  union all
  select source, base, quote, type, date, value, unit, 'before' from rate_revisions where source <> 'composite'
  order by source, base, quote, type, date, value, unit, state`
const PUBLICATIONS = `
  select source, url, encode(sha256, 'hex') as sha256, rows, loaded_at is not null as is_loaded
  from publications
  where source <> 'composite' -- recalculated whenever its sources change
  order by source, url, request_key, sha256`
const TABLES = 'select source, date from tables order by source, date'
const HELD =
  'select source, base, quote, type, date, value, reason from quarantine order by source, base, quote, ' +
  'type, date, value, reason'
const ENTRIES = `
  select it.source, url, encode(sha256, 'hex') as sha256, entry::json #>> '{new,rows}' as new, entry::json #>> '{changed,rows}' as changed, count(*) as entries
  from log_entries it
  join publications on publications.id = publication_id
  where it.source <> 'composite'
  group by 1, 2, 3, 4, 5, request_key
  order by 1, 2, 3, 4, 5`
const COMPARED = [ROWS, PUBLICATIONS, TABLES, HELD, ENTRIES]
const MAX_FAULTS = 20

/** The stored data as lines, a list for each comparison. */
export type Stored = string[][]

/**
 * Loads the fixtures of some sources in an empty folder without any kill, as the reference. Returns the stored data.
 */
export async function loadOnce(folder: string, sources: string[]): Promise<Stored> {
  const embedded = await startEmbedded(folder)
  await run(folder, ingestOf(SERVED))
  await run(folder, ingestOf(sources))
  const database = new Database({ url: embedded.url })
  const stored = await storedIn(database)
  await database.close()
  await embedded.stop()
  return stored
}

async function storedIn(database: Database): Promise<Stored> {
  const stored: Stored = []
  for (const query of COMPARED) stored.push((await database.write(query)).map((row) => JSON.stringify(row)))
  return stored
}

/** The differences from the data that one load without a kill stores. */
export async function differences(database: Database, expected: Stored): Promise<string[]> {
  return (await storedIn(database))
    .flatMap((lines, at) => {
      const [found, wanted] = [new Set(lines), new Set(expected[at])]
      return [
        ...(lines.length === expected[at]!.length
          ? []
          : [`expected ${expected[at]!.length} rows, found ${lines.length}`]),
        ...lines.filter((line) => !wanted.has(line)).map((line) => `unexpected: ${line}`),
        ...expected[at]!.filter((line) => !found.has(line)).map((line) => `missing: ${line}`)
      ]
    })
    .slice(0, MAX_FAULTS)
}

/** The accounts whose charges differ from their answers. The name of a key is the index of its bill. */
export async function wrongCharges(database: Database, bills: Bill[]): Promise<string[]> {
  const used = await database.write<{ name: string; units: number; counted: number }>(`
    select name, coalesce((select sum(units) from allowances_used a where a.account_id = k.account_id), 0)::integer as units,
      coalesce((select sum(units) from usage u where u.account_id = k.account_id), 0)::integer as counted
    from api_keys k`)
  return used.flatMap(({ name, units, counted }) => {
    const { answered, uncertain } = bills[Number(name)]!
    const isRight = units === counted && units >= answered && units <= answered + uncertain
    return isRight
      ? []
      : [
          `account ${name} was charged ${units} units (${counted} in its usage) for ${answered} answers and ${uncertain} requests without an answer`
        ]
  })
}

/** The faults of the log: a gap, an entry without exactly one leaf, or a checkpoint that the log does not extend. */
export async function faultsOfLog(database: Database, folder: string, checkpoints: string[]): Promise<string[]> {
  const [counts] = await database.write<{ entries: number; leaves: number; size: number }>(`
    select (select count(*)::integer from log_entries) as entries, count(*)::integer as leaves, coalesce(max(index) + 1, 0)::integer as size
    from log_nodes
    where height = 0`)
  const { entries, leaves, size } = counts!
  const files = checkpoints.map((checkpoint, at) => {
    const file = join(folder, `checkpoint-${at}`)
    writeFileSync(file, checkpoint)
    return file
  })
  const faults = await run(folder, ['log', 'verify', ...files.flatMap((file) => ['--checkpoint', file])]).then(
    () => [],
    (error: Error) => [error.message]
  )
  return entries === leaves && leaves === size
    ? faults
    : [`the log has ${entries} entries and ${leaves} leaves up to ${size}`, ...faults]
}
