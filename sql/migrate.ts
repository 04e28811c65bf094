import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { QueryConfig } from 'pg'
import type { Client, Database, Row } from './database.ts'
import { DISTRIBUTE_DOCUMENTS, citusState, createTimescale, forCitus } from './storage.ts'

const MAX_MIGRATION = 12 * 3_600_000 // a migration may rewrite many years of data

/** The channel notified after an upgrade. */
export const SCHEMA_CHANGED = 'ratebook_schema'
const DOUBTS = '0032_doubts' // after this migration, recheck_waiting releases rows that the new checks accept
const LOCK = 7_283_465 // any number, the same in every process

interface Script {
  name: string
  text: string
  sha256: string
}

/** The scripts of a version's schema. */
export interface Schema {
  version: string
  migrations: Script[]
  functions: Script[]
}

/** A database that a newer version has upgraded. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'
}

const { version: VERSION } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const MIGRATIONS = new URL('migrations/', import.meta.url)
const FUNCTIONS = new URL('functions/', import.meta.url)
const BASELINE = new URL('baseline.sql', import.meta.url)
const LAST_OF_BASELINE = '0040_unread_days'

/** What a module adds to the schema. */
export interface SchemaModule {
  /** The folder of its SQL functions, one for each file. Migrations stay in sql/migrations/. */
  sql?: URL
  /** The name of one of these functions, which rates_changed calls with its own parameters. */
  onRatesChanged?: string
}

/** The schema of this version, with the functions of these modules. */
export function ownSchema(modules: readonly SchemaModule[] = []): Schema {
  const functions = [FUNCTIONS, ...modules.flatMap(({ sql }) => sql ?? [])].flatMap(readScripts)
  return {
    version: VERSION,
    migrations: readScripts(MIGRATIONS),
    functions: functions.map((it) => withCalls(it, modules)).sort(byName)
  }
}

/** The function rates_changed with the calls of the modules; any other function unchanged. */
function withCalls(script: Script, modules: readonly SchemaModule[]): Script {
  if (script.name !== 'rates_changed') return script
  const calls = modules
    .flatMap(({ onRatesChanged }) => onRatesChanged ?? [])
    .map((name) => `perform ${name}(source_code, publication, instant, dates, newest_before);`)
  return scriptOf(script.name, script.text.replace('-- the functions of the modules', calls.join('\n  ')))
}

/** The scripts of a folder, including subfolders, by name. */
function readScripts(folder: URL): Script[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => {
      return scriptOf(basename(file, '.sql'), readFileSync(new URL(file, folder), 'utf8'))
    })
    .sort(byName)
}

function scriptOf(name: string, text: string): Script {
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
}

function byName(one: Script, other: Script): number {
  return one.name < other.name ? -1 : 1
}

/**
 * Applies missing migrations and changed functions in one transaction, and distributes the documents if the database
 * has Citus. Returns the names of the applied scripts. Safe to run concurrently. A role without rights can call it if
 * there is nothing to apply. Throws a NewerSchemaError, without a change, if a newer version has upgraded the database.
 */
export async function migrate(
  database: Database,
  schema: Schema
): Promise<{ migrations: string[]; functions: string[] }> {
  await refuseNewer(database, schema)
  if (await isUpToDate(database, schema)) return { migrations: [], functions: [] }
  return underLock(database, async (client) => {
    // another process may have upgraded it meanwhile
    assertNotNewer(await recordedScripts(async (text) => (await client.query<Row>(text)).rows), schema)
    const done = await inTransaction(client, () => applySchema(client, schema))
    if ((await citusState(client)) !== 'undistributed') return done
    return inTransaction(client, async () => {
      await runLong(client, DISTRIBUTE_DOCUMENTS)
      return { ...done, functions: await applyFunctions(client, schema, forCitus) }
    })
  })
}

async function applySchema(client: Client, schema: Schema): Promise<{ migrations: string[]; functions: string[] }> {
  const migrations = await applyMigrations(client, schema.migrations, schema.version)
  const functions = await applyFunctions(
    client,
    schema,
    (await citusState(client)) === 'none' ? (text) => text : forCitus
  )
  if (migrations.includes(DOUBTS)) await runLong(client, 'select recheck_waiting(null)')
  await client.query('select grant_roles()') // grants rights on new tables and functions
  await client.query(`notify ${SCHEMA_CHANGED}`)
  return { migrations, functions }
}

/** Throws a NewerSchemaError with both versions and the remedy if a newer version has upgraded the database. */
export async function refuseNewer(database: Database, schema = ownSchema()): Promise<void> {
  assertNotNewer(await recordedScripts((text) => database.write(text)), schema)
}

interface Recorded {
  kind: string
  name: string
  version: string | null
}

/**
 * The scripts in a database with the version that applied them (null if unrecorded). Empty if there is no schema yet.
 */
async function recordedScripts(query: (text: string) => Promise<Row[]>): Promise<Recorded[]> {
  const [row] = await query("select to_regclass('schema_scripts') is not null as there")
  if (!row!.there) return []
  return (await query(
    "select kind, name, to_jsonb(s) ->> 'version' as version from schema_scripts s where kind in ('migrations', " +
      "'functions')"
  )) as unknown as Recorded[]
}

function assertNotNewer(recorded: Recorded[], { version, migrations }: Schema): void {
  const isNewer = (other: string | null) => other !== null && other.localeCompare(version, 'en', { numeric: true }) > 0
  const unknown = recorded.find(
    (it) => isNewer(it.version) || (it.kind === 'migrations' && !migrations.some(({ name }) => name === it.name))
  )
  if (!unknown) return
  const newest = recorded
    .map((it) => it.version)
    .filter(isNewer)
    .sort((one, other) => one!.localeCompare(other!, 'en', { numeric: true }))
    .at(-1)
  throw new NewerSchemaError(
    `Ratebook ${newest ?? `newer than ${version}`} has upgraded this database (${unknown.name}), and this is Ratebook ${version}: ` +
      `run that version, or restore a backup made by ${version} into an empty database`
  )
}

/**
 * Applies exactly the migrations of a backup, and the functions that create partitions. Throws if this version lacks
 * one of them, or the database has others.
 */
export async function migrateTo(database: Database, wanted: Array<Pick<Script, 'name' | 'sha256'>>): Promise<void> {
  const scripts = readScripts(MIGRATIONS).filter(({ name, sha256 }) =>
    wanted.some((it) => it.name === name && it.sha256 === sha256)
  )
  if (scripts.length < wanted.length) {
    throw new Error('the backup was made by a newer version of Ratebook: restore it with that version')
  }
  await underLock(database, async (client) => {
    const applied = await appliedScripts(client, 'migrations')
    if ([...applied.keys()].some((name) => !scripts.some((script) => script.name === name))) {
      throw new Error('the database is newer than the backup: restore into a new, empty one')
    }
    const partitioning = readScripts(FUNCTIONS).filter(({ name }) =>
      ['make_partition', 'make_partitions', 'make_market_partitions'].includes(name)
    )
    await inTransaction(client, async () => {
      await applyMigrations(client, scripts, VERSION)
      await prepareFunctions(client)
      for (const { text } of partitioning) await client.query(text)
    })
  })
}

async function underLock<Result>(database: Database, work: (client: Client) => Promise<Result>): Promise<Result> {
  return database.withClient(async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    try {
      await client.query(
        'create table if not exists schema_scripts (kind text, name text, sha256 text not null, applied_at ' +
          'timestamptz not null default now(), version text, primary key (kind, name))'
      )
      await client.query('alter table schema_scripts add column if not exists version text')
      return await work(client)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK])
    }
  })
}

/** True if every migration and function of a schema has been applied. */
export async function isMigrated(database: Database, schema: Schema): Promise<boolean> {
  const applied = await appliedKeys(database)
  return keysOf(schema).every((key) => applied.has(key))
}

async function isUpToDate(database: Database, schema: Schema): Promise<boolean> {
  const [{ there } = { there: false }] = await database.write<{ there: boolean }>(
    "select to_regclass('schema_scripts') is not null as there"
  )
  if (!there) return false
  const [applied, wanted] = [await appliedKeys(database), keysOf(schema)]
  return (
    applied.size === wanted.length &&
    wanted.every((key) => applied.has(key)) &&
    (await database.withClient(citusState)) !== 'undistributed'
  )
}

async function appliedKeys(database: Database): Promise<Set<string>> {
  const applied = await database.write<{ kind: string; name: string; sha256: string }>(
    "select kind, name, sha256 from schema_scripts where kind in ('migrations', 'functions')"
  )
  return new Set(applied.map(({ kind, name, sha256 }) => `${kind}/${name}/${sha256}`))
}

function keysOf(schema: Schema): string[] {
  return (['migrations', 'functions'] as const).flatMap((kind) =>
    schema[kind].map(({ name, sha256 }) => `${kind}/${name}/${sha256}`)
  )
}

async function appliedScripts(client: Client, kind: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_scripts where kind = $1',
    [kind]
  )
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

async function record(client: Client, kind: string, { name, sha256 }: Script, version: string): Promise<void> {
  await client.query(
    `
    insert into schema_scripts (kind, name, sha256, version)
    values ($1, $2, $3, $4)
    on conflict (kind, name) do update set sha256 = excluded.sha256, version = excluded.version, applied_at = now()`,
    [kind, name, sha256, version]
  )
}

async function inTransaction<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Runs a statement of a transaction without the deadlines of the pool. */
async function runLong(client: Client, text: string): Promise<void> {
  await client.query('set local statement_timeout = 0')
  await client.query({ text, query_timeout: MAX_MIGRATION } as QueryConfig)
}

/** Applies the missing migrations, in a new database those of the baseline at once. Returns their names. */
async function applyMigrations(client: Client, scripts: Script[], version: string): Promise<string[]> {
  const applied = await appliedScripts(client, 'migrations')
  if (applied.size === 0) await createTimescale(client)
  const missing: string[] = []
  if (applied.size === 0 && scripts.some(({ name }) => name === LAST_OF_BASELINE)) {
    await runLong(client, readFileSync(BASELINE, 'utf8'))
    for (const script of scripts.filter(({ name }) => name <= LAST_OF_BASELINE)) {
      await record(client, 'migrations', script, version)
      applied.set(script.name, script.sha256)
      missing.push(script.name)
    }
  }
  for (const script of scripts) {
    const before = applied.get(script.name)
    if (before === script.sha256) continue
    if (before) {
      throw new Error(`migration ${script.name} was changed after it was applied; add a new migration instead`)
    }
    await runLong(client, script.text)
    await record(client, 'migrations', script, version)
    missing.push(script.name)
  }
  return missing
}

/**
 * Applies changed functions and drops removed ones. Bodies are not checked, because functions call each other. `inForm`
 * adapts the text to the engine.
 */
async function applyFunctions(
  client: Client,
  { functions, version }: Schema,
  inForm: (text: string) => string
): Promise<string[]> {
  const applied = await appliedScripts(client, 'functions')
  const changed = functions.filter((script) => applied.get(script.name) !== script.sha256)
  const gone = [...applied.keys()].filter((name) => !functions.some((script) => script.name === name))
  await prepareFunctions(client)
  await dropFunctions(client, [...gone, ...changed.map((script) => script.name)])
  await client.query("delete from schema_scripts where kind = 'functions' and name = any($1)", [gone])
  for (const script of changed) {
    await client.query(inForm(script.text))
    await record(client, 'functions', script, version)
  }
  return changed.map((script) => script.name)
}

/**
 * Functions call each other, so their bodies are not checked. Those that run as the owner keep this path, in which a
 * caller's temporary tables come last.
 */
async function prepareFunctions(client: Client): Promise<void> {
  await client.query(
    "set local check_function_bodies = off; select set_config('search_path', current_setting('search_path') || " +
      "', pg_temp', true)"
  )
}

async function dropFunctions(client: Client, names: string[]): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    'select oid::regprocedure::text as signature from pg_proc where proname = any($1) and pronamespace = ' +
      'current_schema()::regnamespace',
    [names]
  )
  for (const { signature } of rows) await client.query(`drop function ${signature}`)
}
