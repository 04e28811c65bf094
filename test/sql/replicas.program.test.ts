import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Database } from '../../sql/database.ts'
import { startEmbedded, type EmbeddedServer } from '../../sql/embedded.ts'
import { copyCluster, followPrimary } from '../support/standby.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

const SETTINGS = { wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on', shared_buffers: '32MB' }
const PRIMARY = 'select not pg_is_in_recovery() as primary'

const root = mkdtempSync(join(tmpdir(), 'ratebook-replicas-'))
let primary: EmbeddedServer
let standby: EmbeddedServer
let admin: Database
let database: Database

beforeAll(async () => {
  const [one, other] = [join(root, 'primary'), join(root, 'standby')]
  const first = await startEmbedded(one, { settings: SETTINGS })
  await first.stop()
  copyCluster(one, other)
  primary = await startEmbedded(one, { settings: SETTINGS })
  followPrimary(other, primary.adminUrl)
  standby = await startEmbedded(other, { settings: SETTINGS })
  admin = new Database({ url: standby.adminUrl, connections: 1 })
  database = new Database({ url: primary.url, readUrls: [standby.url, 'postgresql://nobody@127.0.0.1:1/nothing'] })
})

afterAll(async () => {
  await database?.close()
  await admin?.close()
  await standby?.stop()
  await primary?.stop()
  rmSync(root, { recursive: true, force: true })
})

const untilRead = (isPrimary: boolean) =>
  expect.poll(async () => (await database.read(PRIMARY))[0]).toEqual({ primary: isPrimary })

it('reads from an available replica, and writes to the primary', async () => {
  await untilRead(false)
  await expect.poll(() => database.replicas.map(({ isUsed }) => isUsed)).toEqual([true, false])
  expect(await database.write(PRIMARY)).toEqual([{ primary: true }])
  expect(await database.isWritable()).toBe(true)
})

it('skips a replica behind the required position until it has caught up', async () => {
  await untilRead(false)
  await admin.write('select pg_wal_replay_pause()')
  await database.write('create table fresh as select 1 as one')
  await database.requireCurrent()
  expect(await database.read('select one from fresh')).toEqual([{ one: 1 }])
  expect(database.replicas[0]).toMatchObject({ isUsed: false })
  await admin.write('select pg_wal_replay_resume()')
  await untilRead(false)
  expect(await database.read('select one from fresh')).toEqual([{ one: 1 }])
})

it.each([
  ['cancels a read', "raise sqlstate '40001'", ['standby', 'standby', 'primary']],
  ['ends the connection', 'perform pg_terminate_backend(pg_backend_pid())', ['standby', 'primary']]
])('reads from the primary in place of a replica that %s', async (_, failure, expected) => {
  await database.write(
    `create or replace function failing() returns text language plpgsql as $$ begin if pg_is_in_recovery() then ${failure}; end if; return 'answered'; end $$`
  )
  await database.requireCurrent()
  await untilRead(false)
  const query = vi.spyOn(pg.Pool.prototype, 'query')
  expect(await database.read('select failing() as answer')).toEqual([{ answer: 'answered' }])
  const asked = query.mock.contexts.filter((__, call) => JSON.stringify(query.mock.calls[call]).includes('failing'))
  query.mockRestore()
  expect(
    asked.map((pool) => ((pool as pg.Pool).options.connectionString === standby.url ? 'standby' : 'primary'))
  ).toEqual(expected)
})

it.each(['silent', 'unanswered'] as const)('moves reads to the primary when a replica is %s', async (state) => {
  const deadline = 60_000
  const proxy = await startTcpProxy(standby.url)
  const hung = new Database({ url: primary.url, readUrls: [proxy.url], readTimeout: deadline })
  const isPrimary = async () => (await hung.read<{ primary: boolean }>(PRIMARY))[0]!.primary
  const firstBatch = async () => {
    for await (const { cells } of hung.readBatches(PRIMARY, [], 1)) return cells
  }
  await expect.poll(isPrimary).toBe(false)
  await expect.poll(firstBatch).toEqual([[false]])
  proxy.set(state)
  const start = performance.now()
  const reads = Array.from({ length: 15 }, isPrimary) // more than the connections of a pool
  expect(await Promise.all([...reads, firstBatch()])).toEqual([...reads.map(() => true), [[true]]])
  expect(performance.now() - start).toBeLessThan(deadline)
  proxy.set('up')
  await expect.poll(isPrimary).toBe(false)
  await expect.poll(firstBatch).toEqual([[false]])
  await hung.close()
  proxy.close()
})

it('reports a standby as the target of writes', async () => {
  const wrong = new Database({ url: standby.url, connections: 1 })
  expect(await wrong.isWritable()).toBe(false)
  await expect(wrong.write('create table refused ()')).rejects.toMatchObject({ code: '25006' })
  await wrong.close()
})

it('reads from the primary while the replica is down', async () => {
  await untilRead(false)
  await standby.stop()
  await untilRead(true)
})

it('does not use a promoted replica', async () => {
  standby = await startEmbedded(join(root, 'standby'), { settings: SETTINGS })
  await untilRead(false)
  await admin.write('select pg_promote()') // returns after the promotion
  await expect.poll(() => database.replicas[0]).toMatchObject({ isUsed: false })
})
