import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPublication } from '../../pipelines/load/archive.ts'
import { migrate } from '../../sql/migrate.ts'
import { testSchema } from '../support/modules.ts'
import { citusState, storageOf, storageOfDocuments } from '../../sql/storage.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../support/database.ts'

let its: TestDatabase
let isHypertable: boolean

const row = (date: string, value: string, base = 'EUR') => ({ base, quote: 'USD', type: 'reference', date, value })
const rates = () =>
  its.database.read<{ date: string; value: string }>("select date, value from rates where base = 'EUR' order by date")

beforeAll(async () => {
  its = await testDatabase()
  await seedSources(its.database)
  await seedRows(its.database, 'ecb', [row('1999-01-04', '1.1789'), row('1999-01-05', '1.1790')])
  isHypertable = (await storageOf(its.database)).engine.startsWith('TimescaleDB')
})

afterAll(() => its.drop())

it('reports the storage of the rates', async () => {
  const { engine, parts, compressed, bytes } = await storageOf(its.database)
  expect(engine).toMatch(/^(native partitions|TimescaleDB \d+\.\d+\.\d+)$/)
  expect([parts, compressed]).toEqual([1, 0])
  expect(bytes).toBeGreaterThan(0)
})

it('compresses old chunks of TimescaleDB, which stay readable and writable, and refuses native partitions', async () => {
  const compressing = its.database.write<{ chunks: number }>("select compress_rates('2010-01-01') as chunks")
  if (isHypertable) expect(await compressing).toEqual([{ chunks: 1 }])
  else await expect(compressing).rejects.toThrow("rates are stored in native partitions, which can't be compressed")
  expect((await storageOf(its.database)).compressed).toBe(isHypertable ? 1 : 0)

  expect(await seedRows(its.database, 'ecb', [row('1999-01-05', '1.1791')], 'corrected')).toMatchObject({
    new: 0,
    changed: 1
  })
  expect(
    await seedRows(
      its.database,
      'ecb',
      [row('1999-01-04', '1.1789'), row('1999-01-06', '1.1743'), row('1999-01-06', '0.71340', 'GBP')],
      'added'
    )
  ).toMatchObject({
    new: 2,
    changed: 0,
    unchanged: 1
  })
  expect(await rates()).toEqual([
    { date: '1999-01-04', value: '1.1789' },
    { date: '1999-01-05', value: '1.1791' },
    { date: '1999-01-06', value: '1.1743' }
  ])
  expect(await its.database.read('select date, value from rate_revisions')).toEqual([
    { date: '1999-01-05', value: '1.1790' }
  ])
})

it('distributes the documents over the servers of Citus, and otherwise keeps them in one table', async () => {
  const hasCitus = (await its.database.write("select from pg_extension where extname = 'citus'")).length === 1
  const { engine, parts, servers, bytes } = await storageOfDocuments(its.database)
  expect(engine).toMatch(hasCitus ? /^Citus \d+\.\d+-\d+$/ : /^one table$/)
  expect(parts).toBe(hasCitus ? 32 : 1)
  expect(servers).toBeGreaterThan(0)
  expect(bytes).toBeGreaterThan(0)
  expect(await its.database.withClient(citusState)).toBe(hasCitus ? 'distributed' : 'none')
  expect(await migrate(its.database, await testSchema())).toEqual({ migrations: [], functions: [] })

  const ids = await its.database.write<{ id: number; sha256: Buffer }>(
    'select id, sha256 from publications order by id'
  )
  expect(ids).toHaveLength(3)
  for (const { id, sha256 } of ids) {
    const { body } = (await readPublication(its.database, id))!
    expect(createHash('sha256').update(body).digest()).toEqual(sha256)
    expect(await its.database.read('select size from size_of_document($1)', [sha256])).toEqual([{ size: body.length }])
  }
  expect(await its.database.read("select from size_of_document(''), bytes_of_document('')")).toEqual([])
})
