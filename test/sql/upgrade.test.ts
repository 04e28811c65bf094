import { readFileSync, readdirSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hashKey } from '../../api/accounts/keys.ts'
import { GrowingTree, hashLeaf } from '../../modules/proof/kit/merkle.ts'
import { Database } from '../../sql/database.ts'
import { dumpSchema } from '../../tools/catalogue/schema.ts'
import { migrate } from '../../sql/migrate.ts'
import { testSchema } from '../support/modules.ts'
import { seedRows, testDatabase } from '../support/database.ts'
import { createDatabase, dropDatabase, onServer, withName } from '../support/global.ts'
import { lastingAnswers } from './lasting-answers.ts'

interface Expected {
  key: string
  /** Statements with the answers that the release gave. */
  answers: Array<{ name: string; sql: string; rows: object[] }>
}

interface Head {
  size: number
  root: Buffer
}

/** The definitions of functions, views and triggers. */
function definitionsIn(database: Database): Promise<object[]> {
  return database.write(`
    select replace(it, current_schema() || '.', '') as definition
    from (
      select pg_get_functiondef(p.oid) as it
      from pg_proc p
      where pronamespace = current_schema()::regnamespace and prokind = 'f'
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      union all
      select viewname || ' ' || definition from pg_views where schemaname = 'ratebook_data'
      union all
      select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    ) it
    order by 1`)
}

const HEAD = 'select size, root from log_head()'
const FOLDER = new URL('../../fixtures/upgrades/', import.meta.url)
const releases = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql.gz'))
  .map((file) => file.replace('.sql.gz', ''))

describe.each(releases)('an upgraded database of %s', (release) => {
  const name = `${inject('template')}_upgrade_${release.replaceAll('.', '_')}`
  const { key, answers } = JSON.parse(readFileSync(new URL(`${release}.json`, FOLDER), 'utf8')) as Expected
  let database: Database

  beforeAll(async () => {
    const url = withName(inject('server'), name)
    await createDatabase(inject('server'), name)
    await onServer(url, gunzipSync(readFileSync(new URL(`${release}.sql.gz`, FOLDER))).toString())
    database = new Database({ url, connections: 2 })
    await migrate(database, await testSchema())
  })

  afterAll(async () => {
    await database.close()
    await dropDatabase(inject('admin'), name)
  })

  it.each(answers)('answers as before: $name', async ({ sql, rows }) => {
    expect(await database.write(sql)).toEqual(rows)
  })

  it('has every row that the log contains', async () => {
    expect(await database.write('select code, fault from sources cross join log_faults(code)')).toEqual([])
  })

  it('accepts the key', async () => {
    expect(await database.write('select plan from key_caller($1)', [hashKey(key)])).toEqual([{ plan: 'developer' }])
  })

  it('has the schema of a new database', async () => {
    const fresh = await testDatabase()
    expect(await dumpSchema(database)).toBe(await dumpSchema(fresh.database))
    expect(await definitionsIn(database)).toEqual(await definitionsIn(fresh.database))
    await fresh.drop()
  })

  it('extends its log consistently', async () => {
    const [before] = await database.write<Head>(HEAD)
    await seedRows(database, 'xx_bank', [
      { date: '2026-01-07', base: 'USD', quote: 'EUR', type: 'reference', value: '0.8622', unit: 1 }
    ])
    const [after] = await database.write<Head>(HEAD)
    const entries = await database.write<{ entry: string }>('select entry from log_entries order by id')
    const tree = new GrowingTree()
    const roots = entries.map(({ entry }) => {
      tree.add(hashLeaf(Buffer.from(entry)))
      return tree.root()
    })
    expect(after!.size).toBe(before!.size + 1)
    expect([before, after].map((head) => head!.root)).toEqual(roots.slice(-2))
  })

  // Repeats the questions after a later load. If an answer changes intentionally, say so in CHANGELOG.md, and write the
  // hashes with -u.
  it('answers questions about what was known with the same bytes', { timeout: 300_000 }, async () => {
    const lines = await lastingAnswers(database)
    expect(lines.length).toBeGreaterThanOrEqual(300)
    expect(lines.filter((line) => !/^(200|404) /.test(line))).toEqual([])
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(new URL(`${release}.answers.txt`, FOLDER).pathname)
  })
})
