import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '../../adapters/kit/dates.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../support/database.ts'
import { identity } from '../support/service.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [identity('alpha', 'EUR')])
})
afterAll(() => test.drop())

const rows = (days: number, base: string) =>
  Array.from({ length: days }, (_, at) => ({
    date: addDays('2020-01-01', at),
    base,
    quote: 'EUR',
    type: 'reference',
    value: '1.1'
  }))

/** The planner's estimate of the rows of a table; -1 without statistics. */
async function known(table: string): Promise<number> {
  const [{ rows }] = (await test.database.write<{ rows: number }>(
    'select reltuples::integer as rows from pg_class where oid = $1::regclass',
    [table]
  )) as [{ rows: number }]
  return rows
}

it('has statistics of the tables that a first load filled, and again when they have grown', async () => {
  await seedRows(test.database, 'alpha', rows(300, 'USD'))
  expect([await known('rates_2020'), await known('tables'), await known('series')]).toEqual([300, 300, 1])
  await seedRows(test.database, 'alpha', rows(2, 'GBP'))
  expect(await known('rates_2020')).toBe(300)
  await seedRows(test.database, 'alpha', rows(700, 'JPY'))
  expect(await known('rates_2020')).toBe(1002)
})

it('reads tables, newest first, until one has a rate, also without statistics', async () => {
  const bare = await testDatabase()
  await seedSources(bare.database, [identity('alpha', 'EUR')])
  await bare.database.write(
    "insert into tables (source, date) select 'alpha', date '2020-01-01' + day from generate_series(0, 299) day"
  )
  await bare.database.write(
    "insert into series (source, base, quote, type, first_date, last_date) values ('alpha', 'USD', 'EUR', 'reference', '2020-01-01', '2020-10-26')"
  )
  const scans = await bare.database.transaction(async (client) => {
    await client.query("select make_partitions('2020-01-01', '2020-12-31')")
    const publication = '(select coalesce(max(id), 1) from publications)'
    await client.query(
      `insert into rates (source, base, quote, type, date, value, unit, publication_id)
       select 'alpha', 'USD', 'EUR', 'reference', date '2020-01-01' + day, 1.1, '1', ${publication} from generate_series(0, 299) day`
    )
    const counted = "select seq_scan + idx_scan as scans from pg_stat_xact_user_tables where relname = 'rates_2020'"
    const count = async () => Number((await client.query<{ scans: string }>(counted)).rows[0]!.scans)
    const before = await count()
    const found = await client.query<{ date: string }>("select table_date('alpha', '2020-10-20') as date")
    expect(found.rows).toEqual([{ date: '2020-10-20' }])
    return (await count()) - before
  })
  await bare.drop()
  expect(scans).toBeGreaterThan(0)
  expect(scans).toBeLessThan(10)
})
