import { isDenied } from './errors.ts'
import type { Client, Database } from './database.ts'

/** How the rates are stored. */
export interface Storage {
  /** TimescaleDB with its version, or native partitions. */
  engine: string
  /** The number of chunks or partitions, and of compressed ones. */
  parts: number
  compressed: number
  /** Including indexes. */
  bytes: number
}

/** How the archived documents are stored. */
export interface DocumentStorage {
  /** One table, or Citus with its version. */
  engine: string
  /** The number of shards, and of servers with them. */
  parts: number
  servers: number
  /** Including the index. */
  bytes: number
}

/**
 * Creates the extension of TimescaleDB if the server has loaded its library, so that the first migration creates
 * hypertables. Throws if the role may not create it: the database would get native partitions, which can't be converted
 * to hypertables later.
 */
export async function createTimescale(client: Client): Promise<void> {
  const {
    rows: [row]
  } = await client.query<{ wanted: boolean }>(`
    select current_setting('timescaledb.disable_load', true) is not null and not exists (select from pg_extension where extname = 'timescaledb') as wanted`)
  if (!row!.wanted) return
  try {
    await client.query('create extension if not exists timescaledb')
  } catch (error) {
    if (!isDenied(error)) throw error
    throw new Error(
      'the server has TimescaleDB, but this role can’t create the extension: have an administrator run "create ' +
        'extension timescaledb" in this database first',
      { cause: error }
    )
  }
}

/** Whether a migrated database has Citus, and has distributed the archived documents. */
export async function citusState(client: Client): Promise<'none' | 'undistributed' | 'distributed'> {
  const extension = await client.query("select from pg_extension where extname = 'citus'")
  if (extension.rowCount === 0) return 'none'
  const table = await client.query("select from pg_dist_partition where logicalrelid = 'documents'::regclass")
  return table.rowCount === 0 ? 'undistributed' : 'distributed'
}

/**
 * Distributes the archived documents over the servers of Citus by their hashes, and makes migrate apply every function
 * again in the form for Citus.
 * A document never changes, so the order of commits between servers does not matter. All other tables stay on the
 * coordinator: rates, log and publications are written and read together, and Citus has no distributed snapshot for
 * that (see deploy/README.md).
 */
export const DISTRIBUTE_DOCUMENTS = `
  alter table publications drop constraint if exists publications_sha256_fkey; -- Citus has no foreign keys to a distributed table
  select create_distributed_table('documents', 'sha256');
  select truncate_local_data_after_distributing_table('documents');
  delete from schema_scripts where kind = 'functions'`

/**
 * The text of a function in the form for Citus: as PL/pgSQL if it reads the documents, because Citus refuses the
 * parameters of a SQL function on a distributed table. Without Citus, SQL functions are faster, because PostgreSQL
 * inlines them.
 */
export function forCitus(text: string): string {
  if (!/\bfrom documents\b/.test(text)) return text
  const [head, query, end] = text.split('$$')
  return [
    head!.replace('\nlanguage sql', '\nlanguage plpgsql'),
    `\n#variable_conflict use_column\nbegin\n  return query${query!.trimEnd()};\nend `,
    end
  ].join('$$')
}

/** How the rates of a migrated database are stored. */
export async function storageOf(database: Database): Promise<Storage> {
  const [row] = await database.write<Storage>('select * from storage_of_rates()')
  return row!
}

/** How the archived documents of a migrated database are stored. */
export async function storageOfDocuments(database: Database): Promise<DocumentStorage> {
  const [row] = await database.write<DocumentStorage>('select * from storage_of_documents()')
  return row!
}
