import { Database } from '../../sql/database.ts'
import { startEmbedded } from '../../sql/embedded.ts'
import { migrate } from '../../sql/migrate.ts'
import { onServer, withName } from '../global.ts'

/** A PostgreSQL server for the time of a benchmark. */
export interface House {
  /** A fresh database with the whole schema, in place of any of that name. */
  create: (name: string) => Promise<Database>
  /** A database that was created before. */
  open: (name: string) => Database
}

const LONG = 600_000

/** Runs work beside an embedded server in a folder, with its usual settings and others. */
export async function withHouse (folder: string, work: (house: House) => Promise<void>, settings: Record<string, string> = {}): Promise<void> {
  const server = await startEmbedded(folder, { settings })
  const handles: Database[] = []

  function open (name: string): Database {
    const database = new Database({ url: withName(server.url, name), readTimeout: LONG })
    handles.push(database)
    return database
  }

  async function create (name: string): Promise<Database> {
    await onServer(server.adminUrl, `drop database if exists ${name} with (force)`)
    await onServer(server.adminUrl, `create database ${name} owner ${new URL(server.url).username}`)
    const database = open(name)
    await migrate(database)
    return database
  }

  try {
    await work({ create, open })
  } finally {
    await Promise.allSettled(handles.map((database) => database.close()))
    await server.stop()
  }
}
