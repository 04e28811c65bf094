import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject } from 'vitest'
import { Database } from '../../sql/database.ts'
import { freePort } from '../support/ports.ts'
import { pathOf, withTool } from '../support/tools.ts'

const { it } = withTool('pgbouncer')

const stops: Array<() => void> = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Starts PgBouncer in front of the test server. */
async function startPooler(mode: 'session' | 'transaction' | 'statement'): Promise<string> {
  const server = new URL(inject('server'))
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-pooler-'))
  const name = server.pathname.slice(1)
  writeFileSync(join(folder, 'users.txt'), `"${server.username}" "${decodeURIComponent(server.password)}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${name} = host=${server.hostname} port=${server.port || 5432} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
server_round_robin = 1
`
  )
  chmodSync(folder, 0o755)
  const isRoot = process.getuid?.() === 0
  const pooler: ChildProcess = spawn(
    pathOf('pgbouncer')!,
    [...(isRoot ? ['-u', 'nobody'] : []), join(folder, 'pgbouncer.ini')],
    { stdio: 'ignore' }
  )
  stops.push(() => {
    pooler.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  server.hostname = '127.0.0.1'
  server.port = String(port)
  return server.href
}

async function openThrough(mode: 'session' | 'transaction' | 'statement'): Promise<Database> {
  const database = new Database({ url: await startPooler(mode), connections: 2 })
  await expect.poll(() => database.write('select 1 as one').catch(() => 'not yet')).toEqual([{ one: 1 }])
  return database
}

it('refuses a pooler in transaction mode', async () => {
  const database = await openThrough('transaction')
  // Opens a second connection to the server. The pooler alternates between both, so that a notification reaches the
  // wrong one.
  await database.transaction(() => database.write('select 1'))
  await expect(database.assertSession()).rejects.toThrow('DATABASE_URL points to a pooler that does not keep sessions')
  await database.close()
})

it('refuses a pooler in statement mode', async () => {
  const database = await openThrough('statement')
  await expect(database.assertSession()).rejects.toThrow('DATABASE_URL points to a pooler that does not keep sessions')
  await database.close()
})

it('works with a pooler that keeps sessions, with the settings of the connections', async () => {
  const database = await openThrough('session')
  await database.assertSession()
  expect(
    await database.read(
      "select current_setting('default_transaction_read_only') as readonly, current_setting('timezone') as zone, " +
        "current_setting('statement_timeout') as timeout"
    )
  ).toEqual([{ readonly: 'on', zone: 'UTC', timeout: '15s' }])
  await expect(database.read('create table t ()')).rejects.toThrow('read-only')
  await database.close()
})
