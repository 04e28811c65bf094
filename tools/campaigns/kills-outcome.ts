import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Database } from '../../sql/database.ts'
import { startEmbedded } from '../../sql/embedded.ts'
import type { Clients } from './clients.ts'
import { Supervised } from './supervised.ts'

/** What must hold after a campaign of kills, however often something was killed. */

export const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url))
/** The plans of the accounts whose clients ask. */
export const PLANS = ['developer', 'business', 'enterprise'] as const
// What the clients ask, loaded before the first kill.
export const SERVED = ['ecb', 'boc']
const ALLOWANCES = { ALLOWANCE_DEVELOPER: '500', ALLOWANCE_BUSINESS: '5000', ALLOWANCE_ENTERPRISE: '1000000' } // the first two are used up meanwhile

const ROWS = `
  select source, base, quote, type, date, value, unit, 'now' as state from rates
  union all
  select source, base, quote, type, date, value, unit, 'before' from rate_revisions where source <> 'composite'
  order by source, base, quote, type, date, value, unit, state`
const PUBLICATIONS = `
  select source, url, encode(sha256, 'hex') as sha256, rows, loaded_at is not null as is_loaded
  from publications
  where source <> 'composite' -- which is made again as often as its sources change
  order by source, url, request_key, sha256`
const TABLES = 'select source, date from tables order by source, date'
const HELD = 'select source, base, quote, type, date, value, reason from quarantine order by source, base, quote, type, date, value, reason'
const ENTRIES = `
  select it.source, url, encode(sha256, 'hex') as sha256, entry::json #>> '{new,rows}' as new, entry::json #>> '{changed,rows}' as changed, count(*) as entries
  from log_entries it
  join publications on publications.id = publication_id
  where it.source <> 'composite'
  group by 1, 2, 3, 4, 5, request_key
  order by 1, 2, 3, 4, 5`
const COMPARED = [ROWS, PUBLICATIONS, TABLES, HELD, ENTRIES]
const MAX_NAMED = 20

/** What is stored after one load without a kill: the lines of each comparison. */
export type Stored = string[][]

/** The environment of every process of a campaign. The worker reaches no publisher. */
export function environmentFor (folder: string): Record<string, string> {
  const nowhere = 'http://127.0.0.1:9'
  const proxies = { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere }
  return { PATH: process.env.PATH!, HOME: folder, DATA_DIR: folder, HOST: '127.0.0.1', LIMIT_PER_KEY: '1000000', LOG_LEVEL: 'warn', PARSE_TIMEOUT: '600', STOP_TIMEOUT: '600', ...ALLOWANCES, ...proxies }
}

/** Runs a command to its end. Throws its output if it fails. */
export async function run (name: string, args: string[], folder: string): Promise<void> {
  const command = new Supervised(name, args, environmentFor(folder))
  command.start()
  if (await command.ended() !== 0) throw new Error(`${name}: ${command.output}`)
}

/** Loads the fixtures of some sources. Throws if that fails. */
export function load (sources: string[], folder: string): Promise<void> {
  return run('a load', ['ingest', ...sources, '--replay', FIXTURES], folder)
}

/** What one load without a kill stores, made in an empty folder. */
export async function loadOnce (folder: string, sources: string[]): Promise<Stored> {
  const clean = await startEmbedded(folder)
  await load(SERVED, folder)
  await load(sources, folder)
  const database = new Database({ url: clean.url })
  const stored = await storedIn(database)
  await database.close()
  await clean.stop()
  return stored
}

async function storedIn (database: Database): Promise<Stored> {
  const stored: Stored = []
  for (const query of COMPARED) stored.push((await database.write(query)).map((row) => JSON.stringify(row)))
  return stored
}

/** How what is stored differs from what one load without a kill stores. */
export async function differences (database: Database, expected: Stored): Promise<string[]> {
  return (await storedIn(database)).flatMap((lines, at) => compare(lines, expected[at]!)).slice(0, MAX_NAMED)
}

function compare (lines: string[], expected: string[]): string[] {
  const [found, wanted] = [new Set(lines), new Set(expected)]
  const different = lines.length === expected.length ? [] : [`${lines.length} rows in place of ${expected.length}`]
  return [...different, ...[...found].filter((line) => !wanted.has(line)).map((line) => `too much: ${line}`), ...[...wanted].filter((line) => !found.has(line)).map((line) => `missing: ${line}`)]
}

/** The accounts that paid for less than they got, for more than they asked, or beyond their allowance. */
export async function wrongCharges (database: Database, { bills }: Clients): Promise<string[]> {
  const used = await database.write<{ name: typeof PLANS[number], units: number, counted: number }>(`
    select name, coalesce((select sum(units) from allowances_used a where a.account_id = k.account_id), 0)::integer as units,
      coalesce((select sum(units) from usage u where u.account_id = k.account_id), 0)::integer as counted
    from api_keys k`)
  return used.flatMap(({ name, units, counted }) => {
    const { answered, uncertain } = bills[PLANS.indexOf(name)]!
    const isRight = units === counted && units >= answered && units <= answered + uncertain
    return isRight ? [] : [`${name} paid ${units} units (${counted} in its usage) for ${answered} answers and ${uncertain} requests without one`]
  })
}

const LEAVES = `
  select
    (select count(*) from log_entries)::integer as entries,
    (select count(*) from log_nodes where height = 0)::integer as leaves,
    (select coalesce(max(index) + 1, 0) from log_nodes where height = 0)::integer as size`

/** What is wrong with the log: a gap, an entry without a place or with two, or a beginning other than the checkpoints say. */
export async function faultsOfLog (database: Database, folder: string, checkpoints: string[]): Promise<string[]> {
  const [{ entries, leaves, size } = { entries: 0, leaves: 0, size: 0 }] = await database.write<{ entries: number, leaves: number, size: number }>(LEAVES)
  const files = checkpoints.map((checkpoint, at) => {
    const file = join(folder, `checkpoint-${at}`)
    writeFileSync(file, checkpoint)
    return file
  })
  const verified = await run('log verify', ['log', 'verify', ...files.flatMap((file) => ['--checkpoint', file])], folder).then(() => [], (error: Error) => [error.message])
  return entries === leaves && leaves === size ? verified : [`the log has ${entries} entries in ${leaves} places up to ${size}`, ...verified]
}
