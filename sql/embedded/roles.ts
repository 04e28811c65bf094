import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { SUPERUSER } from './cluster.ts'

/** The role that the service works under: it owns its database and is no superuser. */
export const SERVICE_ROLE = 'ratebook_service'
export const DATABASE = 'ratebook'

const PASSWORD_FILE = 'service.password'
const LOCK = 3_094_127 // any number, the same in every process

/** Makes the service's role and database, hands an older database over to the role, and returns the role's password. Safe to run at any time and from several processes. */
export async function ensureServiceRole (cluster: string, addressOf: (database: string) => string): Promise<string> {
  return withClient(addressOf('postgres'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const password = readOrMakePassword(join(cluster, PASSWORD_FILE))
    const { rows: [found] } = await client.query<{ role: boolean, owner: string | null }>(`
      select exists (select from pg_roles where rolname = $1) as role,
        (select pg_get_userbyid(datdba) from pg_database where datname = $2) as owner`, [SERVICE_ROLE, DATABASE])
    if (!found!.role) await client.query(`create role ${SERVICE_ROLE} login password ${client.escapeLiteral(password)}`)
    if (found!.owner === null) await client.query(`create database ${DATABASE} owner ${SERVICE_ROLE}`)
    else if (found!.owner === SUPERUSER) await handOver(addressOf(DATABASE))
    return password
  })
}

function readOrMakePassword (file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

// Sequences of identity columns follow their tables.
const HAND_OVER = `
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

async function handOver (url: string): Promise<void> {
  await withClient(url, (client) => client.query(HAND_OVER))
}

async function withClient<Result> (url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the failed query says it
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
