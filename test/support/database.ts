import { randomBytes } from 'node:crypto'
import { loadSources } from '../../adapters/registry.ts'
import type { Identity, Publication, Row } from '../../adapters/source.ts'
import { Database } from '../../sql/database.ts'
import { loadRows } from '../../pipelines/load/load.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { registerSources } from '../../pipelines/load/sources.ts'
import { migrate } from '../../sql/migrate.ts'
import { withSetting } from '../../cli/runtime.ts'
import { createDatabase, dropDatabase, withName } from './global.ts'
import { testSchema } from './modules.ts'

export interface TestDatabase {
  database: Database
  url: string
  drop: () => Promise<void>
}

const PATIENCE = 300_000 // milliseconds; on a busy machine a statement of a test may take longer than a service allows

/** The clock of a service and of its database. */
export interface Clock {
  now: () => number
  /** The milliseconds by which it is behind the present. */
  behind: number
}

/**
 * A clock that starts at a time. Files with dates near the present use it, so that no hour, day or year ends during a
 * test.
 */
export function clockFrom(time: string): Clock {
  const behind = Date.now() - Date.parse(time)
  return { now: () => Date.now() - behind, behind }
}

/** A fresh database with the schema of the test file, cloned from the template. */
export async function testDatabase(clock?: Clock): Promise<TestDatabase> {
  const { inject } = await import('vitest') // imported here, because the benchmarks load this file without Vitest
  const server = inject('server')
  const name = `${inject('template')}_${randomBytes(6).toString('hex')}`
  const own = withName(server, name)
  const url = clock ? withSetting(own, 'ratebook.clock_behind', `${clock.behind}ms`) : own
  await createDatabase(server, name, { template: inject('template'), strategy: inject('strategy') })
  const database = new Database({ url, connections: 5, readTimeout: PATIENCE, connectTimeout: PATIENCE })
  await migrate(database, await testSchema()) // a module's tests have only its functions
  return {
    database,
    url,
    drop: async () => {
      await database.close()
      await dropDatabase(inject('admin'), name) // the owner may not end an autovacuum worker
    }
  }
}

/** Registers an operator, because pages without one ask for one. */
export async function seedOperator(database: Database): Promise<void> {
  await database.write("select register_user('first', 'first@example.org', '', 'no password'), claim_operator('first')")
}

/** Registers the given sources, by default all, without the numbers of their pairs: tests load a few. */
export async function seedSources(database: Database, sources?: Identity[]): Promise<void> {
  await registerSources(database, sources ?? (await loadSources()).map((it) => ({ ...it, pairs: undefined })))
}

/** Archives a small document of a registered source and loads the given rows as its content. */
export async function seedRows(
  database: Database,
  source: string,
  rows: Row[],
  name = randomBytes(4).toString('hex'),
  run: number | null = null
) {
  const publication = await archive(database, documentOf(source, name, rows))
  return loadRows(database, publication.id, rows, [], run)
}

/** A small document of a source, in a format that no adapter reads. */
export function documentOf(source: string, name: string, rows: Row[] = []): Publication {
  return {
    source,
    request: { method: 'GET', url: `https://example.com/${source}/${name}.csv`, headers: {} },
    mediaType: 'text/csv',
    charset: 'utf-8',
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body: Buffer.from(`${name}\n${JSON.stringify(rows)}`)
  }
}
