import { Database } from '../../sql/database.ts'
import { startEmbedded } from '../../sql/embedded.ts'
import { migrate } from '../../sql/migrate.ts'
import { testSchema } from '../../test/support/modules.ts'
import { createDatabase, dropDatabase, onServer, withName } from '../../test/support/global.ts'

/** The units and requests of the benchmarks' key. */
export const UNLIMITED = 1e9

/** The settings of a run. Small values only check that the benchmarks work; the figures then mean little. */
export interface BenchOptions {
  /** A PostgreSQL server to create databases on; an embedded one in `folder` if it is not set. */
  server?: string
  folder: string
  /** Rounds of each measurement; each benchmark has its own default. */
  rounds?: number
  /** Seconds of load in a round. */
  seconds: number
  connections: number
  /** Working days of daily rates. */
  days: number
  /** Database sizes in millions of rows. */
  rows: number[]
}

export interface Databases {
  /** Creates an empty database with the whole schema. Replaces a database of that name. */
  create: (name: string) => Promise<Database>
  /**
   * Writes a checkpoint, so that no measurement pays for an earlier one. Does nothing on a server of the options, where
   * it needs a privilege.
   */
  checkpoint: () => Promise<void>
}

const READ_TIMEOUT = 600_000

/**
 * Runs work on the server of the options, or on an embedded one with these settings. The databases are dropped
 * afterwards.
 */
export async function withDatabases(
  { server, folder }: Pick<BenchOptions, 'server' | 'folder'>,
  work: (databases: Databases) => Promise<void>,
  settings: Record<string, string> = {}
): Promise<void> {
  const { url, adminUrl, stop } = server
    ? { url: server, adminUrl: server, stop: async () => {} }
    : await startEmbedded(folder, { settings })
  const databases = new Map<string, Database>()

  async function drop(name: string): Promise<void> {
    await databases.get(name)?.close()
    databases.delete(name)
    await dropDatabase(adminUrl, name)
  }

  async function create(shortName: string): Promise<Database> {
    const name = `ratebook_bench_${shortName}`
    await drop(name)
    await createDatabase(adminUrl, name, { owner: new URL(url).username })
    const database = new Database({ url: withName(url, name), readTimeout: READ_TIMEOUT })
    databases.set(name, database)
    await migrate(database, await testSchema())
    return database
  }

  try {
    await work({
      create,
      checkpoint: async () => {
        if (!server) await onServer(adminUrl, 'checkpoint')
      }
    })
  } finally {
    for (const name of [...databases.keys()]) await drop(name)
    await stop()
  }
}

/** Derives the tables, the coverage and the series from the stored rates. */
export async function fillSummaries(database: Database): Promise<void> {
  await database.write('insert into tables (source, date) select distinct source, date from rates')
  await database.write(
    'insert into coverage (source, days, latest_date) select source, count(*), max(date) from tables group by source'
  )
  await database.write(
    'insert into series (source, base, quote, type, first_date, last_date) select source, base, quote, type, ' +
      'min(date), max(date) from rates group by source, base, quote, type'
  )
  await database.write('vacuum analyze')
}
