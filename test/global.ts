import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { Database } from '../sql/database.ts'
import { startEmbedded } from '../sql/embedded.ts'
import { migrate } from '../sql/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    server: string
    template: string
    /** The same server under a role that may create roles. */
    admin: string
  }
}

// What is lost in a power cut does not matter here.
const HASTE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/** One server for the whole run, TEST_DATABASE_URL's or an embedded one, with a migrated template that each test file clones. */
export default async function setup (project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-test-'))
  const embedded = process.env.TEST_DATABASE_URL ? undefined : await startEmbedded(folder, { settings: HASTE })
  if (embedded) await onServer(embedded.adminUrl, `alter role ${new URL(embedded.url).username} createdb`)
  const server = process.env.TEST_DATABASE_URL ?? embedded!.url
  const template = `ratebook_template_${process.pid}`
  await onServer(server, `create database ${template}`)
  const database = new Database({ url: withName(server, template) })
  await migrate(database)
  await database.close()
  project.provide('server', server)
  project.provide('template', template)
  project.provide('admin', embedded?.adminUrl ?? server)
  return async () => {
    await onServer(embedded?.adminUrl ?? server, `drop database ${template} with (force)`)
    await embedded?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The address of another database on the same server. */
export function withName (server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement on a connection of its own. */
export async function onServer (server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
