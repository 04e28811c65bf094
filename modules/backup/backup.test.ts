import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createKey } from '../../api/accounts/keys.ts'
import { backUp, type Manifest } from './backup.ts'
import { restore } from './restore.ts'
import { Database } from '../../sql/database.ts'
import { dumpSchema } from '../../tools/catalogue/schema.ts'
import { migrate, migrateTo, ownSchema } from '../../sql/migrate.ts'
import { createDatabase, dropDatabase, withName } from '../../test/support/global.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../test/support/database.ts'

const FILES = {
  'session-secret': Buffer.from('a secret of thirty-two characters'),
  'signing-key.json': Buffer.from('{"keys":[]}')
}
const folder = mkdtempSync(join(tmpdir(), 'ratebook-'))
const file = join(folder, 'all.zip')
const PATHS = {
  'session-secret': join(folder, 'new/session-secret'),
  'signing-key.json': join(folder, 'new/signing-key.json')
}
const schema = ownSchema() // without modules

let source: TestDatabase
let manifest: Manifest
const others: Array<() => Promise<void>> = []

/** A new database without a schema. */
async function emptyDatabase(): Promise<Database> {
  const name = `${inject('template')}_restored_${others.length}`
  await createDatabase(inject('server'), name)
  const database = new Database({ url: withName(inject('server'), name), connections: 3 })
  others.push(async () => {
    await database.close()
    await dropDatabase(inject('admin'), name)
  })
  return database
}

/** A digest of all rows of each table. */
async function contentOf(database: Database): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const { name } of manifest.tables) {
    const [row] = await database.write<{ digest: string }>(
      `select count(*) || ' ' || md5(string_agg(t::text, '|' order by t::text)) as digest from ${name} t`
    )
    content[name] = row!.digest
  }
  return content
}

const day = (number: number) => `2024-03-${String(number).padStart(2, '0')}`
const row = (number: number, value: string) => ({
  base: 'EUR',
  quote: 'USD',
  type: 'reference',
  date: day(number),
  value
})

beforeAll(async () => {
  source = await testDatabase()
  await seedSources(source.database)
  await seedRows(source.database, 'ecb', [
    row(4, '1.0846'),
    row(5, '1.0849'),
    { ...row(6, '1.0874'), date: '1999-01-04' }
  ])
  await seedRows(source.database, 'ecb', [row(5, '1.0850')], 'corrected')
  await createKey(source.database, 'developer', 'a key\twith\\odd "signs"')
  manifest = await backUp(source.database, file, { version: '1.2.3', files: FILES })
})

afterAll(async () => {
  for (const drop of others) await drop()
  await source.drop()
  rmSync(folder, { recursive: true })
})

describe('a backup', () => {
  it('has a manifest of its content, and is readable only by its owner', () => {
    expect(manifest).toMatchObject({
      format: 1,
      version: '1.2.3',
      spans: { rates: ['1999-01-04', day(5)], market_rates: null }
    })
    expect(manifest.tables.find(({ name }) => name === 'rates')).toMatchObject({ rows: 3 })
    expect(manifest.tables.find(({ name }) => name === 'rate_revisions')).toMatchObject({ rows: 1 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('restores the schema and all rows into an empty database, which accepts further loads', async () => {
    const database = await emptyDatabase()
    await restore(database, file, { schema, paths: PATHS })
    for (const [name, path] of Object.entries(PATHS))
      expect(readFileSync(path), name).toEqual(FILES[name as keyof typeof FILES])
    expect(await contentOf(database)).toEqual(await contentOf(source.database))
    expect(await dumpSchema(database)).toBe(await dumpSchema(source.database))
    expect(await seedRows(database, 'ecb', [row(7, '1.0895')], 'next')).toMatchObject({ new: 1 })
    // those of the log and of events
    expect(await database.write("select from pg_trigger where not tgisinternal and tgenabled = 'D'")).toEqual([])
  })

  it('is migrated if it was made by an earlier version', async () => {
    const database = await emptyDatabase()
    const migrations = schema.migrations.slice(0, -1).map(({ name, sha256 }) => ({ name, sha256 }))
    await migrateTo(database, migrations)
    await database.write("insert into documents (sha256, gzip, size) values (sha256(''), '', 0)")
    const old = join(folder, 'old.zip')
    await backUp(database, old, { version: '0.9.0', files: {} })
    const restored = await emptyDatabase()
    await restore(restored, old, { schema })
    expect(await restored.write('select size from documents')).toEqual([{ size: 0 }])
    expect(await migrate(restored, schema)).toEqual({ migrations: [], functions: [] })
  })

  it('is not restored into a database with data or with a newer schema', async () => {
    await expect(restore(source.database, file, { schema })).rejects.toThrow(
      'the database has data: restore into a new, empty one'
    )
    const newer = await emptyDatabase()
    await migrate(newer, schema)
    await expect(migrateTo(newer, manifest.migrations.slice(0, -1))).rejects.toThrow(
      'the database is newer than the backup'
    )
    await expect(migrateTo(newer, [...manifest.migrations, { name: '9999_later', sha256: '' }])).rejects.toThrow(
      'made by a newer version'
    )
  })

  it('resumes after a kill between the last copied table and the end', async () => {
    const database = await emptyDatabase()
    const digest = await restore(database, file, { schema }).then((it) =>
      createHash('sha256').update(JSON.stringify(it)).digest('hex')
    )
    await database.write(`create table unfinished_restore as select '${digest}' as manifest`)
    await restore(database, file, { schema, paths: PATHS })
    expect(await contentOf(database)).toEqual(await contentOf(source.database))
    await database.write("create table unfinished_restore as select 'another' as manifest")
    await expect(restore(database, file, { schema })).rejects.toThrow(
      'the restore of another backup was interrupted in this database'
    )
  })

  it('writes the secrets before the data, and overwrites no others', async () => {
    const database = await emptyDatabase()
    const paths = { ...PATHS, 'signing-key.json': join(folder, 'other-key.json') }
    writeFileSync(paths['signing-key.json'], '{"keys":["another"]}')
    await expect(restore(database, file, { schema, paths })).rejects.toThrow(
      'other-key.json exists and differs from the one in the backup: move it away first'
    )
    expect(await database.write("select to_regclass('publications') as publications")).toEqual([{ publications: null }])
  })

  it('restores nothing from a truncated, modified or foreign file', async () => {
    const whole = readFileSync(file)
    const at = whole.indexOf('tables/rates.copy') + 'tables/rates.copy'.length + 30
    const damaged: Array<[string, Buffer]> = [
      ['cut', whole.subarray(0, whole.length / 2)],
      ['changed', Buffer.concat([whole.subarray(0, at), Buffer.from([whole[at]! ^ 1]), whole.subarray(at + 1)])],
      ['text', Buffer.from('not a backup')]
    ]
    const database = await emptyDatabase()
    for (const [name, content] of damaged) {
      const path = join(folder, `${name}.zip`)
      writeFileSync(path, content)
      await expect(restore(database, path, { schema }), name).rejects.toThrow()
    }
    const [{ there } = { there: true }] = await database.write<{ there: boolean }>(
      "select to_regclass('publications') is not null and exists (select from pg_class where relname = " +
        "'rates_1995') as there"
    )
    expect(there).toBe(false)
    await restore(database, file, { schema })
    expect(await contentOf(database)).toEqual(await contentOf(source.database))
  })

  it('leaves no file after a failure, and frees its connection', async () => {
    await expect(
      backUp(source.database, join(folder, 'missing', 'all.zip'), {
        version: '1.2.3',
        files: {}
      })
    ).rejects.toThrow('ENOENT')
    expect(await source.database.write('select 1 as one')).toEqual([{ one: 1 }])
  })
})
