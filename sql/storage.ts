import { isDenied } from './errors.ts'
import type { Client, Database } from './database.ts'

/** How the rates are stored. */
export interface Storage {
  /** Their storage: TimescaleDB with its version, or PostgreSQL's own partitions. */
  engine: string
  /** How many chunks or partitions the table of rates has, and how many of them are compressed. */
  parts: number
  compressed: number
  /** Bytes of the rates with their indexes. */
  bytes: number
}

/** How the archived documents are stored. */
export interface DocumentStorage {
  /** Their storage: one table, or Citus with its version. */
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

/** Whether a migrated database has Citus, and has spread the archived documents over its servers. */
export async function citusState (client: Client): Promise<'none' | 'undistributed' | 'distributed'> {
  const extension = await client.query('select from pg_extension where extname = \'citus\'')
  if (extension.rowCount === 0) return 'none'
  const table = await client.query('select from pg_dist_partition where logicalrelid = \'documents\'::regclass')
  return table.rowCount === 0 ? 'undistributed' : 'distributed'
}

/**
 * Spreads the archived documents over the servers of Citus, by their hashes, and has every function applied again in the form for Citus. A document never
 * changes once it is stored, so it does not matter when a transaction commits on which server. Everything else stays on the coordinator: rates, the
 * log and publications are written together and read together, and Citus has no common commit or snapshot for that (see deploy/README.md).
 */
export const DISTRIBUTE_DOCUMENTS = `
  alter table publications drop constraint if exists publications_sha256_fkey; -- none can lead from one server to another
  select create_distributed_table('documents', 'sha256');
  select truncate_local_data_after_distributing_table('documents');
  delete from schema_scripts where kind = 'functions'`

/**
 * The text of a function in the form for Citus, which refuses parameters in language sql where a table is distributed: as PL/pgSQL, if it reads the
 * documents. On one server, language sql costs nothing: PostgreSQL makes it a part of the query that calls it.
 */
export function forCitus (text: string): string {
  if (!/\bfrom documents\b/.test(text)) return text
  const [head, query, end] = text.split('$$')
  return [head!.replace('\nlanguage sql', '\nlanguage plpgsql'), `\n#variable_conflict use_column\nbegin\n  return query${query!.trimEnd()};\nend `, end].join('$$')
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
