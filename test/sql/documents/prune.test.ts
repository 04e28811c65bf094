import { afterAll, beforeAll, expect, it } from 'vitest'
import { archive } from '../../../pipelines/load/archive.ts'
import { documentOf, seedRows, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'

const MEGABYTE = 2 ** 20

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database)
})
afterAll(() => test.drop())

/** Archives a small document and records another size and age. */
async function archived(source: string, name: string, { megabytes = 0, days = 0 } = {}): Promise<number> {
  const { id } = await archive(test.database, documentOf(source, name))
  await test.database.write(
    'update documents set size = $1 where sha256 = (select sha256 from publications where id = $2)',
    [megabytes * MEGABYTE, id]
  )
  await test.database.write(
    'update publications set last_fetched_at = now() - make_interval(days => $1) where id = $2',
    [days, id]
  )
  return id
}

const left = async (source: string) =>
  (
    await test.database.write<{ id: number }>('select id from publications where source = $1 order by id', [source])
  ).map(({ id }) => id)

it('deletes unread documents beyond the newest 256 MB of their source, and those older than 400 days', async () => {
  await seedRows(
    test.database,
    'ecb',
    [{ date: '2026-01-05', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1' }],
    'read'
  )
  const [read] = await left('ecb')
  await archived('ecb', 'beyond', { megabytes: 100, days: 2 })
  const within = await archived('ecb', 'within', { megabytes: 200, days: 1 })
  await archived('ecb', 'old', { megabytes: 1, days: 401 })
  const other = await archived('bnr', 'other', { megabytes: 100, days: 2 })
  expect(await test.database.write('select * from unread_storage()')).toEqual([
    { source: 'ecb', documents: 3, bytes: 301 * MEGABYTE },
    { source: 'bnr', documents: 1, bytes: 100 * MEGABYTE }
  ])
  expect(await test.database.write('select * from prune_documents()')).toEqual([
    { documents: 2, bytes: 101 * MEGABYTE }
  ])
  expect([await left('ecb'), await left('bnr')]).toEqual([[read, within], [other]])
  expect(await test.database.write('select count(*) from documents')).toEqual([{ count: 3 }])
  expect(await test.database.write('select * from prune_documents()')).toEqual([{ documents: 0, bytes: 0 }])
})

it('keeps the bytes of a document that another publication shares', async () => {
  const shared = { ...documentOf('boe', 'shared'), body: Buffer.from('the same bytes') }
  const { id } = await archive(test.database, shared)
  await archive(test.database, { ...shared, source: 'nbp' })
  await test.database.write("update publications set last_fetched_at = now() - interval '500 days' where id = $1", [id])
  expect(await test.database.write("select documents from prune_documents('boe')")).toEqual([{ documents: 1 }])
  expect(
    await test.database.write(
      "select gzip is not null as kept from publications cross join lateral bytes_of_document(sha256) where source = 'nbp'"
    )
  ).toEqual([{ kept: true }])
})

it('prunes the documents of a source when its run fails', async () => {
  await archived('cnb', 'old', { megabytes: 1, days: 500 })
  const [run] = await test.database.write<{ id: number }>(
    "insert into runs (source, kind, window_from, window_to) values ('cnb', 'ingest', '2026-01-05', '2026-01-05') returning id"
  )
  await test.database.write("select finish_run($1, 'expected a table', 1, 0, 0, 0, 0, '{}')", [run!.id])
  expect(await left('cnb')).toEqual([])
})
