import { afterAll, beforeAll, expect, it } from 'vitest'
import { Database } from '../../sql/database.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

let it_: TestDatabase

beforeAll(async () => {
  it_ = await testDatabase()
})
afterAll(() => it_.drop())

it('returns dates and numbers as text', async () => {
  const [row] = await it_.database.read(
    "select date '1999-01-04' as day, 0.84770::numeric as value, 12345678901234567890.123::numeric as big, 7::bigint as count, timestamptz '2026-03-01 12:00+02' as at"
  )
  expect(row).toEqual({
    day: '1999-01-04',
    value: '0.84770',
    big: '12345678901234567890.123',
    count: 7,
    at: '2026-03-01T10:00:00.000Z'
  })
})

it('disables JIT compilation, regardless of the server’s settings', async () => {
  await it_.database.write(`alter database ${new URL(it_.url).pathname.slice(1)} set jit = on`)
  const database = new Database({ url: it_.url })
  const asked = "select current_setting('jit') as jit"
  const settings = [
    await database.read(asked),
    await database.write(asked),
    await database.transaction(async (client) => (await client.query(asked)).rows),
    await database.longTransaction(async (client) => (await client.query(asked)).rows)
  ]
  await database.close()
  expect(settings).toEqual(Array(4).fill([{ jit: 'off' }]))
})

it('refuses writes on read connections', async () => {
  await expect(it_.database.read('create table forbidden (a integer)')).rejects.toThrow('read-only')
})

it('rolls back a failed transaction', async () => {
  await expect(
    it_.database.transaction(async (client) => {
      await client.query('create table half (a integer)')
      throw new Error('stop')
    })
  ).rejects.toThrow('stop')
  expect(await it_.database.read("select to_regclass('half') as half")).toEqual([{ half: null }])
})
