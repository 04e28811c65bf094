import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { QueryConfig } from 'pg'
import type { Client, Database } from './database.ts'
import { DISTRIBUTE_DOCUMENTS, citusState, createTimescale, forCitus } from './storage.ts'

const MAX_MIGRATION = 12 * 3_600_000 // one may rewrite what many years have stored
const LOCK = 7_283_465 // any number, the same in every process

interface Script {
  name: string
  text: string
  sha256: string
}

/** The scripts of a folder below sql/ and its subfolders, in the order of their names. */
export function readScripts (folder: 'migrations' | 'functions'): Script[] {
  const place = new URL(`${folder}/`, import.meta.url)
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql')).map((file) => {
    const text = readFileSync(new URL(file, place), 'utf8')
    return { name: basename(file, '.sql'), text, sha256: createHash('sha256').update(text).digest('hex') }
  }).sort((one, other) => one.name < other.name ? -1 : 1)
}

/**
 * Applies each migration once, in one transaction each, and every function that changed, and spreads the documents where the database has Citus.
 * Safe to start from several processes at once. Asks for no right where there is nothing to do, so that a role that owns nothing can start a service.
 */
export async function migrate (database: Database): Promise<{ migrations: string[], functions: string[] }> {
  if (await isUpToDate(database)) return { migrations: [], functions: [] }
  return underLock(database, async (client) => {
    const migrations = await applyMigrations(client, readScripts('migrations'))
    const citus = await citusState(client)
    if (citus === 'undistributed') await inTransaction(client, () => runLong(client, DISTRIBUTE_DOCUMENTS))
    const functions = await applyFunctions(client, citus === 'none' ? (text) => text : forCitus)
    await client.query('select grant_roles()') // for what is new
    return { migrations, functions }
  })
}

/**
 * Applies exactly the given migrations, which are those of a backup, and the functions that make partitions. Throws where this version does
 * not have one of them, or the database has had others.
 */
export async function migrateTo (database: Database, wanted: Array<Pick<Script, 'name' | 'sha256'>>): Promise<void> {
  const scripts = readScripts('migrations').filter(({ name, sha256 }) => wanted.some((it) => it.name === name && it.sha256 === sha256))
  if (scripts.length < wanted.length) throw new Error('the backup was made by a newer version of Ratebook: restore it with that version')
  await underLock(database, async (client) => {
    const applied = await appliedScripts(client, 'migrations')
    if ([...applied.keys()].some((name) => !scripts.some((script) => script.name === name))) throw new Error('the database is newer than the backup: restore into a new, empty one')
    await applyMigrations(client, scripts)
    const partitioning = readScripts('functions').filter(({ name }) => ['make_partitions', 'make_market_partitions'].includes(name))
    for (const { text } of partitioning) await client.query(text)
  })
}

async function underLock<Result> (database: Database, work: (client: Client) => Promise<Result>): Promise<Result> {
  return database.withClient(async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    try {
      await client.query('create table if not exists schema_scripts (kind text, name text, sha256 text not null, applied_at timestamptz not null default now(), primary key (kind, name))')
      return await work(client)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK])
    }
  })
}

/** True when every migration and function of this version is in the database. */
export async function isMigrated (database: Database): Promise<boolean> {
  const applied = await appliedKeys(database)
  return ownKeys().every((key) => applied.has(key))
}

async function isUpToDate (database: Database): Promise<boolean> {
  const [{ there } = { there: false }] = await database.write<{ there: boolean }>('select to_regclass(\'schema_scripts\') is not null as there')
  return there && await isMigrated(database) && (await appliedKeys(database)).size === ownKeys().length && await database.withClient(citusState) !== 'undistributed'
}

async function appliedKeys (database: Database): Promise<Set<string>> {
  const applied = await database.write<{ kind: string, name: string, sha256: string }>('select kind, name, sha256 from schema_scripts where kind in (\'migrations\', \'functions\')')
  return new Set(applied.map(({ kind, name, sha256 }) => `${kind}/${name}/${sha256}`))
}

function ownKeys (): string[] {
  return (['migrations', 'functions'] as const).flatMap((kind) => readScripts(kind).map(({ name, sha256 }) => `${kind}/${name}/${sha256}`))
}

async function appliedScripts (client: Client, kind: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string, sha256: string }>('select name, sha256 from schema_scripts where kind = $1', [kind])
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

async function record (client: Client, kind: string, { name, sha256 }: Script): Promise<void> {
  await client.query('insert into schema_scripts (kind, name, sha256) values ($1, $2, $3) on conflict (kind, name) do update set sha256 = excluded.sha256, applied_at = now()', [kind, name, sha256])
}

async function inTransaction (client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Runs a statement of a transaction without the usual deadlines. */
async function runLong (client: Client, text: string): Promise<void> {
  await client.query('set local statement_timeout = 0')
  await client.query({ text, query_timeout: MAX_MIGRATION } as QueryConfig)
}

async function applyMigrations (client: Client, scripts: Script[]): Promise<string[]> {
  const applied = await appliedScripts(client, 'migrations')
  if (applied.size === 0) await createTimescale(client)
  const missing: string[] = []
  for (const script of scripts) {
    const before = applied.get(script.name)
    if (before === script.sha256) continue
    if (before) throw new Error(`migration ${script.name} was changed after it was applied; add a new migration instead`)
    await inTransaction(client, async () => {
      await runLong(client, script.text)
      await record(client, 'migrations', script)
    })
    missing.push(script.name)
  }
  return missing
}

/** Functions call each other, so their bodies are checked when they run; one whose result changed has to be dropped first. `inForm` writes the text for the engine. */
async function applyFunctions (client: Client, inForm: (text: string) => string): Promise<string[]> {
  const applied = await appliedScripts(client, 'functions')
  const scripts = readScripts('functions')
  const changed = scripts.filter((script) => applied.get(script.name) !== script.sha256)
  const gone = [...applied.keys()].filter((name) => !scripts.some((script) => script.name === name))
  if (changed.length + gone.length === 0) return []
  await inTransaction(client, async () => {
    await client.query('set local check_function_bodies = off')
    for (const name of [...gone, ...changed.map((script) => script.name)]) await dropFunction(client, name)
    await client.query('delete from schema_scripts where kind = \'functions\' and name = any($1)', [gone])
    for (const script of changed) {
      await client.query(inForm(script.text))
      await record(client, 'functions', script)
    }
  })
  return changed.map((script) => script.name)
}

async function dropFunction (client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ signature: string }>('select oid::regprocedure::text as signature from pg_proc where proname = $1 and pronamespace = current_schema()::regnamespace', [name])
  for (const { signature } of rows) await client.query(`drop function ${signature}`)
}
