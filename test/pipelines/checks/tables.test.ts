import { beforeEach, describe, expect, it } from 'vitest'
import { seedRows } from '../../support/database.ts'
import { banks, days, history, KNOWN, NEXT, prices, table, tables } from './banks.ts'

const test = banks()
const { load, waiting } = test

describe('a table after sixty others', () => {
  beforeEach(() => load(history()))

  it('a table after sixty others is quarantined if it repeats a table from weeks earlier', async () => {
    expect(await load(prices(KNOWN[20]!, 20).map((it) => ({ ...it, date: NEXT })))).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toMatch(/is in a table that repeats 12 of its 12 values from 2025-09-29/)
  })

  it('a table after sixty others is quarantined if most of it repeats a table from weeks earlier', async () => {
    const old = prices(KNOWN[20]!, 20)
    expect(await load(prices(NEXT, 60).map((it, place) => place < 10 ? { ...it, value: old[place]!.value } : it))).toMatchObject({ new: 0, quarantined: 12 })
  })

  it('a table after sixty others is quarantined if it repeats the previous table', async () => {
    expect(await load(prices(KNOWN[59]!, 59).map((it) => ({ ...it, date: NEXT })))).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toMatch(/is in a table that repeats the values of 6 of its 6 pairs from 2025-11-21; of \d+ tables before 0 were so$/)
  })

  it('a table after sixty others is quarantined if it is dated on a weekday that no other table has', async () => {
    expect(await load(prices('2025-11-22', 60))).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toMatch(/is dated a Saturday, as 0 of 60 other tables are$/)
  })

  it('a table after sixty others is quarantined where a new code takes the place of another', async () => {
    expect(await load(prices(NEXT, 60).map((it) => it.quote === 'NOK' ? { ...it, quote: 'THB' } : it))).toMatchObject({ new: 10, quarantined: 2 })
    expect((await waiting())[0]).toContain('is the first of its series in a source of which 720 rates are known')
  })
})

it('a repeated table is quarantined after eight different ones, but loaded after one', async () => {
  await load(tables(days(8)))
  expect(await load(table(days(9)[8]!, 7))).toMatchObject({ new: 0, quarantined: 6 })
  await load(tables(days(1)), 'two')
  expect(await load(table(days(2)[1]!, 0), 'two')).toMatchObject({ new: 6, quarantined: 0 })
})

it('a table dated before the requested days is quarantined, until a run requests its day', async () => {
  await load(history())
  const runFrom = async (day: string) => (await test.database.write<{ run: number }>('select resume_run(\'one\', \'schedule\', $1, $2, null) as run', [day, NEXT]))[0]!.run
  const early = prices('2025-08-25', 60)
  expect(await seedRows(test.database, 'one', early, 'early', await runFrom(KNOWN[55]!))).toMatchObject({ new: 0, quarantined: 12 })
  expect((await waiting())[0]).toMatch(/is in a document that ends on 2025-08-25, before the days from 2025-11-17 on for which its publisher was asked$/)
  expect(await seedRows(test.database, 'one', early, 'again', await runFrom('2025-08-01'))).toMatchObject({ new: 12, quarantined: 0 })
  expect(await waiting()).toEqual([])
})

it('a repeated table is loaded if the source usually repeats its tables', async () => {
  await load(days(40).flatMap((date, index) => table(date, Math.floor(index / 2))))
  expect(await load(table(days(41)[40]!, 19))).toMatchObject({ new: 6, quarantined: 0 })
})

it('the learned habits are the same from one document, from sixty, and after relearning', async () => {
  const learnt = () => test.database.read('select subject, feature, counts from habits where feature in (\'move\', \'digits\', \'spread\') and subject <> \'\' order by subject, feature')
  await load(history())
  const once = await learnt()
  await test.database.write('truncate rates, rate_revisions, tables, coverage, series, habits, quarantine, habits')
  for (const [index, date] of KNOWN.entries()) await load(prices(date, index))
  expect(await waiting()).toEqual([])
  expect(await learnt()).toEqual(once)
  await test.database.write('select relearn_habits(\'one\')')
  expect(await learnt()).toEqual(once)
})
