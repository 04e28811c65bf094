import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { SUPERUSER } from './cluster.ts'

/** The role of the service, which owns its database and is not a superuser. */
export const SERVICE_ROLE = 'ratebook_service'
export const DATABASE = 'ratebook'

const PASSWORD_FILE = 'service.password'
const LOCK = 3_094_127 // any number, the same in every process

/**
 * Creates the service's role and database, transfers an older database to the role, and returns its password.
 * Idempotent and safe to run concurrently.
 */
export async function ensureServiceRole(cluster: string, addressOf: (database: string) => string): Promise<string> {
  return withClient(addressOf('postgres'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const password = readOrCreatePassword(join(cluster, PASSWORD_FILE))
    const {
      rows: [found]
    } = await client.query<{ role: boolean; owner: string | null }>(
      `
      select exists (select from pg_roles where rolname = $1) as role,
        (select pg_get_userbyid(datdba) from pg_database where datname = $2) as owner`,
      [SERVICE_ROLE, DATABASE]
    )
    if (!found!.role) await client.query(`create role ${SERVICE_ROLE} login password ${client.escapeLiteral(password)}`)
    if (found!.owner === null) await client.query(`create database ${DATABASE} owner ${SERVICE_ROLE}`)
    else if (found!.owner === SUPERUSER) await transferOwnership(addressOf(DATABASE))
    return password
  })
}

function readOrCreatePassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

// Sequences of identity columns change owner with their tables.
const TRANSFER_OWNERSHIP = `
do $$
declare
  statement text;
begin
  for statement in
    select format('alter table %s owner to ${SERVICE_ROLE}', oid::regclass)
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
    union all
    select format('alter routine %s owner to ${SERVICE_ROLE}', oid::regprocedure)
    from pg_proc
    where pronamespace = 'public'::regnamespace
    union all
    select 'alter database ${DATABASE} owner to ${SERVICE_ROLE}'
  loop
    execute statement;
  end loop;
end $$`

async function transferOwnership(url: string): Promise<void> {
  await withClient(url, (client) => client.query(TRANSFER_OWNERSHIP))
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the query fails with the same error
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
