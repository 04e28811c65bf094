import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Database } from '../../sql/database.ts'
import { dumpSchema } from '../../tools/catalogue/schema.ts'
import { isMigrated, migrate } from '../../sql/migrate.ts'
import { testSchema } from '../support/modules.ts'
import { storageOfDocuments } from '../../sql/storage.ts'
import { createDatabase, dropDatabase, withName } from '../support/global.ts'
import { inject } from 'vitest'

const NAME = `${inject('template')}_schema`
let database: Database

beforeAll(async () => {
  await createDatabase(inject('server'), NAME)
  database = new Database({ url: withName(inject('server'), NAME) })
})

afterAll(async () => {
  await database.close()
  await dropDatabase(inject('admin'), NAME)
})

it('creates the schema once in twenty concurrent processes', async () => {
  const schema = await testSchema()
  const handles = Array.from({ length: 20 }, () => new Database({ url: database.url, connections: 1 }))
  const applied = await Promise.all(handles.map((handle) => migrate(handle, schema)))
  await Promise.all(handles.map((handle) => handle.close()))
  expect(applied.filter(({ migrations }) => migrations.length > 0)).toHaveLength(1)
  expect(await isMigrated(database, await testSchema())).toBe(true)
})

it('matches sql/schema.txt', async () => {
  const written = readFileSync(new URL('../../sql/schema.txt', import.meta.url), 'utf8') // by: npm run schema
  const { engine } = await storageOfDocuments(database)
  const droppedByCitus = /^constraint of publications: publications_sha256_fkey .*\n/m
  expect(written).toMatch(droppedByCitus)
  expect(await dumpSchema(database)).toBe(engine.startsWith('Citus') ? written.replace(droppedByCitus, '') : written)
})

it('applies a changed function again', async () => {
  await database.write("update schema_scripts set sha256 = 'another' where name = 'availability'")
  expect(await isMigrated(database, await testSchema())).toBe(false)
  expect(await migrate(database, await testSchema())).toEqual({ migrations: [], functions: ['availability'] })
})

it('leaves the schema unchanged after a failed upgrade', async () => {
  const own = await testSchema()
  const broken = {
    ...own,
    functions: [...own.functions, { name: 'later', text: 'create function later(', sha256: 'later' }],
    migrations: [...own.migrations, { name: '9999_later', text: 'create table later ()', sha256: 'later' }]
  }
  await expect(migrate(database, broken)).rejects.toThrow('syntax error')
  expect(await database.write("select to_regclass('later') as there")).toEqual([{ there: null }])
  expect(await migrate(database, await testSchema())).toEqual({ migrations: [], functions: [] })
})

it('refuses a migration that was edited after it was applied', async () => {
  await database.write("update schema_scripts set sha256 = 'another' where name = '0001_sources'")
  await expect(migrate(database, await testSchema())).rejects.toThrow(
    'migration 0001_sources was changed after it was applied'
  )
})
