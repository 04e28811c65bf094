import { isDenied } from './errors.ts'
import type { Client, Database } from './database.ts'

/** How the rates are stored. */
export interface Storage {
  /** What holds them: TimescaleDB with its version, or PostgreSQL's own partitions. */
  engine: string
  /** How many chunks or partitions the table of rates has, and how many of them are compressed. */
  parts: number
  compressed: number
  /** Bytes of the rates with their indexes. */
  bytes: number
}

/** How the archived documents are stored. */
export interface DocumentStorage {
  /** What holds them: one table, or Citus with its version. */
  engine: string
  /** How many shards they have, and on how many servers. */
  parts: number
  servers: number
  /** Bytes of the documents with their index. */
  bytes: number
}

/**
 * Creates TimescaleDB's extension where the server was started with it, so that the first migration makes hypertables. Its settings exist then,
 * and every role can see them. Throws when the role may not create it: it would get other tables than the server is meant for.
 */
export async function createTimescale (client: Client): Promise<void> {
  const { rows: [row] } = await client.query<{ wanted: boolean }>(`
    select current_setting('timescaledb.disable_load', true) is not null and not exists (select from pg_extension where extname = 'timescaledb') as wanted`)
  if (!row!.wanted) return
  try {
    await client.query('create extension if not exists timescaledb')
  } catch (error) {
    if (!isDenied(error)) throw error
    throw new Error('the server has TimescaleDB, but this role can’t create the extension: have an administrator run "create extension timescaledb" in this database first', { cause: error })
  }
}

/** True where a migrated database has Citus and holds the documents on one server. */
export async function canDistribute (database: Database): Promise<boolean> {
  const [row] = await database.write<{ can: boolean }>('select can_distribute() as can')
  return row!.can
}

/** How the rates of a migrated database are stored. */
export async function storageOf (database: Database): Promise<Storage> {
  const [row] = await database.write<Storage>('select * from storage_of_rates()')
  return row!
}

/** How the archived documents of a migrated database are stored. */
export async function storageOfDocuments (database: Database): Promise<DocumentStorage> {
  const [row] = await database.write<DocumentStorage>('select * from storage_of_documents()')
  return row!
}
