import { digestOfRules, loadRules, type RuleBook } from './rules/registry.ts'
import type { Client, Database } from '../../sql/database.ts'

/** Updates the table of rules from the files of `rules/`. */
export function updateOwnRules(database: Database): Promise<void> {
  return updateRules(database, digestOfRules(), loadRules)
}

/**
 * Updates the table of rules from the files of `rules/`, whose digest is given, and stores the digest. Reading the
 * files takes a good part of the time of a short command, so they are read only if the stored digest differs.
 */
export async function updateRules(database: Database, digest: string, load: () => RuleBook): Promise<void> {
  if (await isStoredDigest(database, digest)) return
  await database.transaction(async (client) => {
    // the last writer stores the digest of its own rules
    await client.query("select pg_advisory_xact_lock(hashtext('rules'))")
    await register(client, load())
    if (await canStoreDigest(client)) await storeDigest(client, digest)
  })
}

/** Updates the table of rules from a book. A changed rule gets a new revision; a removed one ends. */
export async function registerRules(database: Database, book: RuleBook): Promise<void> {
  await database.withClient((client) => register(client, book))
}

async function register(client: Client, { jurisdictions, rules }: RuleBook): Promise<void> {
  await client.query('select register_rules($1, $2)', [JSON.stringify(jurisdictions), JSON.stringify(rules)])
}

async function isStoredDigest(database: Database, digest: string): Promise<boolean> {
  return (await database.write("select from schema_scripts where kind = 'rules' and sha256 = $1", [digest])).length > 0
}

// A role that may only read can start a service when there is nothing to write.
async function canStoreDigest(client: Client): Promise<boolean> {
  const {
    rows: [row]
  } = await client.query<{ may: boolean }>(
    "select has_table_privilege('schema_scripts', 'insert') and has_table_privilege('schema_scripts', " +
      "'update') as may"
  )
  return row!.may
}

async function storeDigest(client: Client, digest: string): Promise<void> {
  await client.query(
    "insert into schema_scripts (kind, name, sha256) values ('rules', 'all', $1) on conflict (kind, name) do " +
      'update set sha256 = excluded.sha256, applied_at = now()',
    [digest]
  )
}
