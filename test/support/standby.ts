import { appendFileSync, chmodSync, chownSync, cpSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Copies the embedded cluster of a folder, which must be shut down, to another folder. */
export function copyCluster(from: string, to: string): void {
  cpSync(join(from, 'postgres'), join(to, 'postgres'), { recursive: true })
  const { mode, uid, gid } = statSync(join(from, 'postgres'))
  chmodSync(join(to, 'postgres'), mode) // Node.js 24 does not copy the mode of a folder
  // The user of this process owns the copy, but PostgreSQL requires that the account of the server owns it.
  for (const name of ['.', ...(readdirSync(join(to, 'postgres'), { recursive: true }) as string[])])
    chownSync(join(to, 'postgres', name), uid, gid)
}

/** Makes a copied cluster a standby of the server at an address. */
export function followPrimary(folder: string, address: string): void {
  const { hostname, port, username, password } = new URL(address)
  appendFileSync(
    join(folder, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`
  )
  writeFileSync(join(folder, 'postgres/standby.signal'), '')
}
