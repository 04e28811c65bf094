import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { loadModules } from '../../cli/module.ts'
import { wantedModules } from '../../cli/settings.ts'
import { Database } from '../../sql/database.ts'
import { startEmbedded } from '../../sql/embedded.ts'
import { migrate, ownSchema } from '../../sql/migrate.ts'

const IN_USE = '55006' // object_in_use
// The error that the owner of a database gets while a worker of autovacuum is connected to it.
const AUTOVACUUM = 'permission denied to terminate process'

/** The way in which PostgreSQL copies a template: as files between two checkpoints, or page by page through the log. */
type Strategy = 'file_copy' | 'wal_log'

declare module 'vitest' {
  export interface ProvidedContext {
    server: string
    template: string
    /** The way to clone the template. */
    strategy: Strategy
    /** The same server under a role that may create roles. */
    admin: string
  }
}

// Test data needs neither durability nor slow password hashes. A run opens a thousand connections, and its write-ahead
// log may be on a file system in memory.
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  scram_iterations: '1',
  max_connections: '200',
  max_wal_size: '512MB'
}

const MEMORY_FOLDER = '/dev/shm' // a file system in memory on Linux
const MIN_FREE = 2e9 // bytes, ten times what a run takes

/** A folder in memory if there is space: a disk takes up to ten times as long to clone the template. */
function scratchFolder(): string {
  return mkdtempSync(
    join(existsSync(MEMORY_FOLDER) && freeIn(MEMORY_FOLDER) > MIN_FREE ? MEMORY_FOLDER : tmpdir(), 'ratebook-test-')
  )
}

/** The free bytes of a file system. */
function freeIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * One server for a project, that of TEST_DATABASE_URL or an embedded one, with a template that each test file clones.
 * It is migrated with the project's MODULES.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = scratchFolder()
  const template = `ratebook_${process.pid}_test`
  const cleanUp = startCleaner(folder, template)
  process.env.TMPDIR = folder // also those of the workers
  const embedded = process.env.TEST_DATABASE_URL ? undefined : await startEmbedded(folder, { settings: FAST_SETTINGS })
  if (embedded) await onServer(embedded.adminUrl, `alter role ${new URL(embedded.url).username} createdb`)
  const server = process.env.TEST_DATABASE_URL ?? embedded!.url
  const admin = embedded?.adminUrl ?? server
  await createDatabase(server, template)
  const database = new Database({ url: withName(server, template) })
  await migrate(database, ownSchema(await loadModules(wantedModules(project.config.env ?? {}))))
  await database.close()
  await closeDatabase(admin, template)
  project.provide('server', server)
  project.provide('template', template)
  // Copying files takes a fifth of the CPU time, but needs checkpoints without fsync.
  project.provide('strategy', embedded ? 'file_copy' : 'wal_log')
  project.provide('admin', admin)
  return async () => {
    await dropDatabase(admin, template)
    await embedded?.stop()
    await cleanUp()
  }
}

/**
 * Starts the process that cleans up after this one, also after a kill. Returns a function that starts the cleaning and
 * waits for its end.
 */
function startCleaner(folder: string, template: string): () => Promise<void> {
  chmodSync(folder, 0o755) // the accounts of PostgreSQL and PgBouncer must be able to traverse it
  const cleaner = spawn(
    process.execPath,
    [new URL('cleaner.js', import.meta.url).pathname, folder, template, process.env.TEST_DATABASE_URL ?? ''],
    { detached: true, stdio: ['pipe', 'ignore', 'inherit'] }
  )
  return async () => {
    cleaner.stdin.end('done')
    await once(cleaner, 'exit')
  }
}

/** The address of another database on the same server. */
export function withName(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Creates a database, empty or cloned from a template. On a coordinator of Citus with workers, it is created on each
 * node and joined to the cluster.
 */
export async function createDatabase(
  server: string,
  name: string,
  { template, strategy, owner }: { template?: string; strategy?: Strategy; owner?: string } = {}
): Promise<void> {
  const nodes = await nodesOf(server)
  const options = [template && `template ${template}`, strategy && `strategy ${strategy}`, owner && `owner ${owner}`]
    .filter(Boolean)
    .join(' ')
  for (const node of nodes) await onServer(node, `create database ${name} ${options}`)
  if (template || nodes.length === 1) return
  for (const node of nodes) await onServer(withName(node, name), 'create extension if not exists citus')
  const [coordinator, ...workers] = nodes
    .map((node) => new URL(node))
    .map(({ hostname, port }) => `'${hostname}', ${port || 5432}`)
  for (const step of [
    `citus_set_coordinator_host(${coordinator})`,
    ...workers.map((worker) => `citus_add_node(${worker})`)
  ])
    await onServer(withName(server, name), `select ${step}`)
}

/**
 * Refuses and ends all connections to a database, also those of extensions' background workers, so that it can be
 * cloned.
 */
async function closeDatabase(server: string, name: string): Promise<void> {
  for (const node of await nodesOf(server)) {
    await onServer(node, `alter database ${name} allow_connections false`)
    await onServer(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  }
}

/** Drops a database, on all nodes of a Citus cluster. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  for (const node of await nodesOf(server)) while (!(await isDropped(node, name)));
}

/**
 * Drops a database. Returns false if a session in it did not end within the server's five seconds, which happens on a
 * busy machine.
 */
async function isDropped(server: string, name: string): Promise<boolean> {
  return onServer(server, `drop database if exists ${name} with (force)`).then(
    () => true,
    (error: { code?: string; message: string }) => {
      if (error.code === IN_USE || error.message === AUTOVACUUM) return false
      throw error
    }
  )
}

/** The addresses of a server and, if it is a coordinator of Citus, of its workers. */
async function nodesOf(server: string): Promise<string[]> {
  const [row] = await onServer<{ citus: boolean }>(server, "select to_regclass('pg_dist_node') is not null as citus")
  const workers = row!.citus
    ? await onServer<{ host: string; port: number }>(
        server,
        'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid'
      )
    : []
  return [
    server,
    ...workers.map(({ host, port }) => Object.assign(new URL(server), { hostname: host, port: String(port) }).href)
  ]
}

/** Runs one statement on a connection of its own, and returns its rows. */
export async function onServer<Row extends object>(server: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
