import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import { loadSources } from '../../../adapters/registry.ts'
import { identity } from '../../support/service.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'

const workingDays = (from: string, to: string) =>
  Array.from({ length: 400 }, (_, at) => addDays(from, at)).filter(
    (day) => day <= to && new Date(day).getUTCDay() % 6 !== 0
  )
const rates = (days: string[], type = 'reference') =>
  days.map((date) => ({ date, base: 'EUR', quote: 'USD', type, value: '1.1500' }))

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [
    identity('every', 'EUR'),
    { ...identity('release', 'EUR'), cadence: 'weekly' },
    { ...identity('months', 'EUR'), cadence: 'monthly' },
    { ...identity('customs', 'EUR'), cadence: 'weekly', dated: 'effective' },
    { ...identity('ruling', 'EUR'), cadence: 'weekly', dated: 'effective' },
    identity('late', 'EUR'),
    identity('noon', 'EUR', ['end_of_period'])
  ])
  const days = workingDays('2026-02-02', '2026-03-20')
  await seedRows(test.database, 'every', rates(days))
  await seedRows(test.database, 'release', rates(workingDays('2026-03-02', '2026-03-20')))
  await seedRows(test.database, 'months', rates(workingDays('2026-02-02', '2026-02-27')))
  await seedRows(test.database, 'customs', rates(['2026-03-04', '2026-03-11', '2026-03-18']))
  await seedRows(test.database, 'ruling', rates(workingDays('2026-03-02', '2026-03-20')))
  await seedRows(test.database, 'late', rates(days.filter((day) => day <= '2026-03-10')))
  await seedRows(test.database, 'noon', rates(days, 'end_of_period'))
  await test.database.write('update tables set added_at = date')
})
afterAll(() => test.drop())

const groupsOn = async (day: string) =>
  Object.fromEntries(
    (
      await test.database.read<{ code: string; group: string }>(
        `select code, "group" from compare_pair_on('EUR', 'USD', $1)`,
        [day]
      )
    ).map(({ code, group }) => [code, group])
  )

describe('the group of a rate', () => {
  it.each(['2026-03-03', '2026-03-12', '2026-03-20'])(
    'depends on the nature of the rates, not on the time of publication (%s)',
    async (day) => {
      expect(await groupsOn(day)).toMatchObject({ every: 'daily', release: 'daily', ruling: 'daily' })
    }
  )

  it('is periods for a rate that is valid for a week', async () => {
    expect(await groupsOn('2026-03-19')).toMatchObject({ customs: 'periods' })
  })

  it('is daily for the figure of each day that its publisher calls that of a period', async () => {
    expect(await groupsOn('2026-03-19')).toMatchObject({ noon: 'daily' })
  })

  it.each(['daily', 'weekly'])('is not always periods at a %s source', async (cadence) => {
    const sources = (await loadSources()).filter((source) => source.cadence === cadence)
    expect(
      await test.database.read(
        'select code from jsonb_to_recordset($1) source (code text, "rateTypes" text[]) ' +
          'where (select bool_and(is_for_period(type)) from unnest("rateTypes") type)',
        [JSON.stringify(sources.map(({ code, rateTypes }) => ({ code, rateTypes })))]
      )
    ).toEqual([])
  })

  it('is older if the rhythm of the source does not explain the age of a rate for a day', async () => {
    expect(await groupsOn('2026-03-11')).toMatchObject({ late: 'daily', months: 'daily' })
    expect(await groupsOn('2026-03-20')).toMatchObject({ late: 'older', months: 'older' })
    const { groups } = (
      await test.database.read<{ groups: Array<{ group: string; banks_in_stats: number }> }>(
        "select groups from compare_banks('EUR', 'USD', '2026-03-20') limit 1"
      )
    )[0]!
    expect(groups.map(({ group, banks_in_stats }) => [group, banks_in_stats])).toEqual([
      ['daily', 4],
      ['periods', 1],
      ['older', 2]
    ])
  })
})
