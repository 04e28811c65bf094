import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '../../adapters/kit/dates.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { randomFrom } from '../../tools/random.ts'

const FIRST = '2024-01-15'
const DAYS = 800

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database)
  const random = randomFrom(7)
  const dates = Array.from({ length: DAYS }, (_, at) => addDays(FIRST, at)).filter(() => random() < 0.4)
  const rows = dates.flatMap((date) =>
    ['USD', 'GBP']
      .filter(() => random() < 0.8)
      .map((quote) => ({ date, base: 'EUR', quote, type: 'reference', value: '1.1' }))
  )
  await seedRows(test.database, 'ecb', rows)
})
afterAll(() => test.drop())

it('counts the observations in any window with sdmx_count', async () => {
  const random = randomFrom(11)
  const day = () => addDays(FIRST, Math.floor(random() * (DAYS + 100)) - 50)
  const windows = [
    ['0001-01-01', '9999-12-31'],
    ['2024-02-01', '2024-02-29'],
    ['2024-02-02', '2024-02-20'],
    ...Array.from({ length: 60 }, () => [day(), day()].sort())
  ]
  for (const [from, to] of windows) {
    const [counts] = await test.database.read(
      `with asked as (
         select array_agg('ecb'::text) as sources, array_agg('EUR'::text) as bases, array_agg(quote) as quotes,
           array_agg('reference'::text) as types, array_agg(unit) as units,
           array_agg(case when unit is not null then 'average' end) as stats
         from unnest('{USD,GBP}'::text[]) quote, unnest('{NULL,month,quarter,year}'::text[]) unit
       )
       select sdmx_count(sources, bases, quotes, types, units, $1, $2, $3) as counted,
         (select count(*) from sdmx_observations(sources, bases, quotes, types, units, stats, $1, $2, $3)) as read
       from asked`,
      [from, to, '2026-02-10']
    )
    expect(counts!.counted, `${from} to ${to}`).toBe(counts!.read)
  }
})
