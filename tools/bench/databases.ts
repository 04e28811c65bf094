import { Database } from '../../sql/database.ts'
import { startEmbedded } from '../../sql/embedded.ts'
import { migrate } from '../../sql/migrate.ts'
import { createDatabase, dropDatabase, onServer, withName } from '../../test/support/global.ts'
import type { BenchOptions } from './options.ts'

/** The databases of a benchmark. */
export interface Databases {
  /** Creates an empty database with the whole schema, in place of any of that name. */
  create: (name: string) => Promise<Database>
  /** The maintenance database, under a superuser where the server is an embedded one. */
  adminUrl: string
  /** Opens a database that was created before. */
  open: (name: string) => Database
  /** Checkpoints the embedded server, so that no measurement pays for the one before. A server of the options is left alone: it takes a right of its own. */
  checkpoint: () => Promise<void>
  drop: (name: string) => Promise<void>
}

const READ_TIMEOUT = 600_000

/** Runs a benchmark on the server of the options, or on an embedded one with these settings. */
export async function withDatabases ({ server, folder }: Pick<BenchOptions, 'server' | 'folder'>, work: (databases: Databases) => Promise<void>, settings: Record<string, string> = {}): Promise<void> {
  const { url, adminUrl, stop } = server ? { url: server, adminUrl: server, stop: async () => {} } : await startEmbedded(folder, { settings })
  const handles: Database[] = []
  const fullName = (name: string) => `ratebook_bench_${name}`
  const drop = (name: string) => dropDatabase(adminUrl, fullName(name))

  function open (name: string): Database {
    const database = new Database({ url: withName(url, fullName(name)), readTimeout: READ_TIMEOUT })
    handles.push(database)
    return database
  }

  async function create (name: string): Promise<Database> {
    await drop(name)
    await createDatabase(adminUrl, fullName(name), { owner: new URL(url).username })
    const database = open(name)
    await migrate(database)
    return database
  }

  try {
    await work({ create, adminUrl, open, drop, checkpoint: async () => { if (!server) await onServer(adminUrl, 'checkpoint') } })
  } finally {
    await Promise.allSettled(handles.map((database) => database.close()))
    await stop()
  }
}
