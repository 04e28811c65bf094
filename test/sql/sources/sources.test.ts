import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSources } from '../../../adapters/registry.ts'
import { seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

it('notifies listeners only of changes when sources are registered', async () => {
  const sources = await loadSources()
  const notifications: Array<string | undefined> = []
  const client = await test.database.connect()
  client.on('notification', ({ payload }) => notifications.push(payload))
  await client.query('listen ratebook')
  const after = async (count: number) => {
    await client.query('select pg_sleep(0.05)')
    expect(notifications).toHaveLength(count)
  }
  await seedSources(test.database, sources)
  await after(1)
  await seedSources(test.database, sources)
  await after(1)
  await seedSources(test.database, sources.slice(1))
  await after(2)
  expect(await test.database.read('select code from sources where not active')).toEqual([{ code: sources[0]!.code }])
  await seedSources(test.database, sources)
  await after(3)
  await client.end()
})

it.each(['0', '-1', 'NaN', 'Infinity'])('refuses a rate of %s', async (value) => {
  await test.database.write("select make_partitions('2026-01-01', '2026-01-01')")
  await expect(
    test.database.write("insert into rates values ('ecb', 'EUR', 'USD', 'reference', '2026-01-01', $1, '1', 1)", [
      value
    ])
  ).rejects.toThrow('check constraint')
})
