import { randomBytes } from 'node:crypto'
import { loadSources } from '../../adapters/registry.ts'
import type { Identity, Publication, Row } from '../../adapters/source.ts'
import { Database } from '../../sql/database.ts'
import { loadRows } from '../../pipelines/load/load.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { registerSources } from '../../pipelines/runs/sources.ts'
import { createDatabase, dropDatabase, withName } from './global.ts'

export interface TestDatabase {
  database: Database
  url: string
  drop: () => Promise<void>
}

/** A fresh database with the whole schema, cloned from the template. */
export async function testDatabase (): Promise<TestDatabase> {
  const { inject } = await import('vitest') // the servers of the benchmarks load this file too, and have no use for it
  const server = inject('server')
  const name = `${inject('template')}_${randomBytes(6).toString('hex')}`
  const url = withName(server, name)
  await createDatabase(server, name, { template: inject('template'), strategy: inject('strategy') })
  const database = new Database({ url, connections: 5 })
  return {
    database,
    url,
    drop: async () => {
      await database.close()
      await dropDatabase(inject('admin'), name) // the owner may not end an autovacuum worker
    }
  }
}

/** Registers the first user, the operator, so that those of a test are ordinary users. */
export async function seedOperator (database: Database): Promise<void> {
  await database.write('select register_user(\'first\', \'first@example.org\', \'\', \'no password\')')
}

/** Registers every source of the registry, or the given ones. */
export async function seedSources (database: Database, sources?: Identity[]): Promise<void> {
  await registerSources(database, sources ?? await loadSources())
}

/** Loads rows of a registered source as if they came out of one small document of their own. */
export async function seedRows (database: Database, source: string, rows: Row[], name = randomBytes(4).toString('hex'), run: number | null = null) {
  const publication = await archive(database, documentOf(source, name, rows))
  return loadRows(database, publication.id, rows, [], run)
}

/** A small document of a source, in no format that an adapter reads. */
export function documentOf (source: string, name: string, rows: Row[] = []): Publication {
  return {
    source,
    request: { method: 'GET', url: `https://example.com/${source}/${name}.csv`, headers: {} },
    mediaType: 'text/csv',
    charset: 'utf-8',
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body: Buffer.from(`${name}\n${JSON.stringify(rows)}`)
  }
}
