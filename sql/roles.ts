import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Database } from './database.ts'
import { connectClient } from './pool.ts'

/**
 * The roles besides the owner: the loader writes rates, the api reads everything and writes accounts, the reader reads
 * rates.
 */
export const ROLES = ['ratebook_loader', 'ratebook_api', 'ratebook_reader'] as const

export interface CreatedRole {
  role: (typeof ROLES)[number]
  /** The connection URL; undefined for a role that existed before, since its password is unknown. */
  url: string | undefined
}

/**
 * Creates missing roles, each with a random password, and grants all roles their rights. `adminUrl` is the URL of a
 * role on the same server.
 * Throws if that role may not create roles.
 */
export async function createRoles(database: Database, adminUrl: string): Promise<CreatedRole[]> {
  const created: CreatedRole[] = []
  const admin = await connectClient(adminUrl)
  try {
    for (const role of ROLES) {
      const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role])
      const password = randomBytes(24).toString('hex')
      if (rowCount === 0) await admin.query(`create role ${role} login password ${pg.escapeLiteral(password)}`)
      created.push({ role, url: rowCount === 0 ? addressFor(database.url, role, password) : undefined })
    }
  } finally {
    await admin.end()
  }
  await database.write('select grant_roles()')
  return created
}

const READER = /^[a-z_][a-z0-9_]{0,62}$/

/**
 * Creates a role that can log in and read only the views of the schema ratebook_data. Returns its URL, with a password
 * that is stored nowhere else. Throws if the name is taken or invalid, or the role of `adminUrl` may not create roles.
 */
export async function createReader(database: Database, adminUrl: string, name: string): Promise<string> {
  if (!READER.test(name) || name.startsWith('pg_')) {
    throw new Error(`expected a name of a-z, 0-9 and _ that does not begin with pg_ or a digit, not ${name}`)
  }
  const password = randomBytes(24).toString('hex')
  const admin = await connectClient(adminUrl)
  try {
    const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [name])
    if (rowCount !== 0) throw new Error(`there is already a role ${name}`)
    await admin.query(`create role ${name} login password ${pg.escapeLiteral(password)}`)
    for (const setting of [
      'search_path = ratebook_data',
      'default_transaction_read_only = on',
      "statement_timeout = '10min'"
    ])
      await admin.query(`alter role ${name} set ${setting}`)
  } finally {
    await admin.end()
  }
  await database.write(`grant usage on schema ratebook_data to ${name}`)
  await database.write(`grant select on all tables in schema ratebook_data to ${name}`)
  return addressFor(database.url, name, password)
}

const IS_READER = "select from pg_roles where rolname = $1 and 'search_path=ratebook_data' = any(rolconfig)"

/**
 * Ends the sessions of a reader and drops its role. Throws if there is no such reader, or the role of `adminUrl` may
 * not do so.
 */
export async function dropReader(database: Database, adminUrl: string, name: string): Promise<void> {
  const admin = await connectClient(adminUrl)
  try {
    const { rowCount } = READER.test(name) ? await admin.query(IS_READER, [name]) : { rowCount: 0 }
    if (rowCount === 0) throw new Error(`there is no reader ${name}`)
    await admin.query(`alter role ${name} nologin`)
    await admin.query(`grant ${name} to current_user`) // only members of a role can end its sessions
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [name])
    await database.write(`revoke all on all tables in schema ratebook_data from ${name}`)
    await database.write(`revoke all on schema ratebook_data from ${name}`)
    await admin.query(`drop role ${name}`)
  } finally {
    await admin.end()
  }
}

function addressFor(url: string, role: string, password: string): string {
  const address = new URL(url)
  address.username = role
  address.password = password
  return address.href
}
