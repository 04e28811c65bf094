import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { updateRules, registerRules } from '../register.ts'
import { loadRules, type RuleBook } from '../rules/registry.ts'
import { DAY_MEANINGS } from '../rules/rule.ts'
import type { Database } from '../../../sql/database.ts'
import { isMigrated, migrate } from '../../../sql/migrate.ts'
import { testSchema } from '../../../test/support/modules.ts'
import { testDatabase, type TestDatabase } from '../../../test/support/database.ts'

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await testDatabase()
  database = test.database
})
afterAll(() => test.drop())

const BOUNDS =
  "select concat_ws(' ', from_date, to_date, case when not is_newest then 'oldest' end, case " +
  'skipped when 0 then null else skipped end, case step when 0 then null else step end, case when is_average then ' +
  "'mean' end) as text from day_bounds($1, $2, $3, $4, $5, $6)"

async function boundsOf(
  word: string,
  date: string,
  {
    yearStarts = '01-01',
    cadence = 'daily',
    from = null,
    to = null
  }: {
    yearStarts?: string
    cadence?: string
    from?: string | null
    to?: string | null
  } = {}
): Promise<string> {
  const [row] = await database.read<{ text: string }>(BOUNDS, [word, date, yearStarts, cadence, from, to])
  return row!.text
}

describe('the dates allowed by a day word', () => {
  it.each([
    ['same_day', '2026-03-03', '2026-03-03 2026-03-03'],
    ['day_after', '2025-10-31', '2025-11-01 2025-11-01'],
    ['last_published_on_or_before', '2026-03-03', '-infinity 2026-03-03'],
    ['last_published_before', '2026-01-01', '-infinity 2025-12-31'],
    ['second_last_published_before', '2026-03-05', '-infinity 2026-03-04 1'],
    ['table_before_latest', '2026-03-14', '-infinity 2026-03-14 1'],
    ['next_published_on_or_after', '2022-12-31', '2022-12-31 infinity oldest'],
    ['in_force', '2026-03-23', '-infinity 2026-03-23'],
    ['period_end', '2026-03-31', '-infinity 2026-03-31'],
    ['previous_week_table_before_latest', '2026-03-25', '-infinity 2026-03-22 1'],
    ['previous_week', '2026-03-02', '2026-02-23 2026-03-01'],
    ['previous_week', '2026-03-08', '2026-02-23 2026-03-01'],
    ['month_of', '2024-02-29', '2024-02-01 2024-02-29'],
    ['previous_month', '2026-01-31', '2025-12-01 2025-12-31'],
    ['quarter_first', '2026-12-31', '2026-10-01 2026-12-31 oldest'],
    ['month_first', '2026-02-10', '2026-02-01 2026-02-28 oldest'],
    ['first_of_month', '2026-03-03', '-infinity 2026-03-01'],
    ['month_end', '2026-02-03', '-infinity 2026-02-28'],
    ['month_end_before', '2026-03-31', '-infinity 2026-02-28'],
    ['month_end_before_sixth', '2026-03-05', '-infinity 2026-01-31'],
    ['month_end_before_sixth', '2026-03-06', '-infinity 2026-02-28'],
    ['month_end_before_sixth', '2026-01-03', '-infinity 2025-11-30'],
    ['day_15', '2026-03-31', '-infinity 2026-03-15'],
    ['before_day_15', '2026-03-31', '-infinity 2026-03-14'],
    ['previous_month_day_15', '2026-04-10', '-infinity 2026-03-15'],
    ['previous_month_before_second_last_day', '2023-01-10', '-infinity 2022-12-29'],
    ['first_published_in_october_before', '2023-06-15', '2022-10-01 2022-12-31 oldest'],
    ['computed_average_of_month', '2026-02-10', '2026-02-01 2026-02-28 mean'],
    ['next_published_after', '2026-05-10', '2026-05-11 infinity oldest'],
    ['previous_week_thursday', '2026-03-09', '-infinity 2026-03-05'],
    ['previous_week_thursday', '2026-03-15', '-infinity 2026-03-05'],
    ['monday_before', '2026-03-09', '-infinity 2026-03-02'],
    ['monday_before', '2026-03-10', '-infinity 2026-03-09'],
    ['monday_before', '2026-03-15', '-infinity 2026-03-09'],
    ['year_first', '2026-05-10', '2026-01-01 2026-12-31 oldest'],
    ['year_end_before', '2026-05-10', '-infinity 2025-12-31'],
    ['september_end_before', '2026-05-10', '-infinity 2025-09-30'],
    ['previous_month_first', '2026-03-02', '2026-02-01 2026-02-28 oldest'],
    ['previous_week_end', '2026-03-25', '-infinity 2026-03-22'],
    ['previous_week_end', '2026-03-22', '-infinity 2026-03-15'],
    ['computed_average_of_december_before', '2026-01-01', '2025-12-01 2025-12-31 mean'],
    ['on_2017_12_05', '2026-05-10', '2017-12-05 2017-12-05'],
    ['nearest_month_end', '2026-03-15', '-infinity 2026-02-28'],
    ['nearest_month_end', '2026-03-17', '-infinity 2026-03-31'],
    ['nearest_month_end', '2026-02-14', '-infinity 2026-01-31'],
    ['nearest_month_end', '2026-12-31', '-infinity 2026-12-31']
  ])('include %s for %s', async (word, date, expected) => {
    expect(await boundsOf(word, date)).toBe(expected)
  })

  it.each([
    ['2026-01-15', '2025-12-24'],
    ['2022-11-30', '2022-10-19'],
    ['2022-12-01', '2022-11-23'],
    ['2024-11-11', '2024-10-23'],
    ['2021-12-06', '2021-11-17'],
    ['2026-03-31', '2026-02-18'],
    ['2026-04-02', '2026-03-18'],
    ['2024-02-12', '2024-01-24'],
    ['2024-05-01', '2024-04-17']
  ])('include for the penultimate Wednesday of the month before %s %s', async (date, expected) => {
    expect(await boundsOf('previous_month_penultimate_wednesday', date)).toBe(`-infinity ${expected}`)
  })

  it.each([
    ['2026-01-15', '2025-12-17'],
    ['2026-07-01', '2026-06-17'],
    ['2026-03-10', '2026-02-18'],
    ['2018-03-05', '2018-02-21'],
    ['2026-06-30', '2026-05-20']
  ])('include for the third Wednesday of the month before %s %s', async (date, expected) => {
    expect(await boundsOf('previous_month_third_wednesday_or_next', date)).toBe(`${expected} infinity oldest`)
    expect(await boundsOf('previous_month_third_wednesday_or_fourth', date)).toMatch(
      new RegExp(`^${expected} \\d{4}-\\d\\d-\\d\\d oldest 7$`)
    )
  })

  it('follow the tax year of the jurisdiction', async () => {
    expect(await boundsOf('year_of', '2026-03-31', { yearStarts: '04-01' })).toBe('2025-04-01 2026-03-31')
    expect(await boundsOf('year_of', '2026-04-01', { yearStarts: '04-01' })).toBe('2026-04-01 2027-03-31')
    expect(await boundsOf('year_end', '2026-07-01', { yearStarts: '07-01' })).toBe('-infinity 2027-06-30')
    expect(await boundsOf('computed_average_of_year', '2026-07-01')).toBe('2026-01-01 2026-12-31 mean')
  })

  it('follow the periods of the publisher for its averages', async () => {
    expect(await boundsOf('published_average', '2026-05-10', { cadence: 'monthly' })).toBe('2026-05-01 2026-05-31')
    expect(await boundsOf('published_average', '2026-05-10', { cadence: 'quarterly' })).toBe('2026-04-01 2026-06-30')
    expect(await boundsOf('published_average', '2026-05-10', { cadence: 'yearly', yearStarts: '04-01' })).toBe(
      '2026-04-01 2027-03-31'
    )
  })

  it('are the given period, and none without one', async () => {
    expect(await boundsOf('computed_average_of_period', '2026-05-10', { from: '2026-01-01', to: '2026-06-30' })).toBe(
      '2026-01-01 2026-06-30 mean'
    )
    expect(await boundsOf('computed_average_of_period', '2026-05-10')).toBe('mean')
  })

  it.each(Object.keys(DAY_MEANINGS))('exist for %s', async (word) => {
    const [row] = await database.read<{ known: boolean }>(
      "select from_date is not null and to_date is not null as known from day_bounds($1, '2026-05-10', '01-01', " +
        "'daily', '2026-01-01', '2026-02-01')",
      [word]
    )
    expect(row!.known).toBe(true)
  })

  it('are null for an unknown word', async () => {
    const [row] = await database.read<{ to_date: string | null }>(
      "select to_date from day_bounds('the_day_before', '2026-05-10', '01-01', 'daily', null, null)"
    )
    expect(row!.to_date).toBeNull()
  })
})

describe('the rules in the database', () => {
  const book = loadRules()
  const revisions = () =>
    database.read<{ id: string; revision: number; ended: boolean }>(
      "select id, revision, known_until is not null as ended from rules where id in ('pl-vat', 'cz-vat') order by " +
        'id, revision'
    )
  const changed = ({ jurisdictions, rules }: RuleBook): RuleBook => ({
    jurisdictions,
    rules: rules
      .filter(({ id }) => id !== 'cz-vat')
      .map((rule) => (rule.id === 'pl-vat' ? { ...rule, conditions: 'Another text.' } : rule))
  })

  it('keep every revision: a changed rule gets a new one, a removed rule ends, and a restored rule continues', async () => {
    await registerRules(database, book)
    await registerRules(database, book)
    expect(await revisions()).toEqual([
      { id: 'cz-vat', revision: 1, ended: false },
      { id: 'pl-vat', revision: 1, ended: false }
    ])
    await registerRules(database, changed(book))
    expect(await revisions()).toEqual([
      { id: 'cz-vat', revision: 1, ended: true },
      { id: 'pl-vat', revision: 1, ended: true },
      { id: 'pl-vat', revision: 2, ended: false }
    ])
    await registerRules(database, book)
    expect(await revisions()).toEqual([
      { id: 'cz-vat', revision: 1, ended: true },
      { id: 'cz-vat', revision: 2, ended: false },
      { id: 'pl-vat', revision: 1, ended: true },
      { id: 'pl-vat', revision: 2, ended: true },
      { id: 'pl-vat', revision: 3, ended: false }
    ])
  })

  it('have each rule once, with the days on which it is in force', async () => {
    const [counted] = await database.read('select count(*)::integer as count from rules where known_until is null')
    expect(counted).toEqual({ count: book.rules.length })
    expect(
      await database.read(
        "select in_force::text as days from rules where id = 'eu-customs-1993' and known_until is null"
      )
    ).toEqual([{ days: '[1994-01-01,2016-05-01)' }])
  })

  it('are written once by concurrent processes', async () => {
    await Promise.all(Array.from({ length: 5 }, () => registerRules(database, changed(book))))
    expect((await revisions()).filter(({ ended }) => !ended)).toEqual([{ id: 'pl-vat', revision: 4, ended: false }])
  })

  it('are compared with the files only if these changed', async () => {
    const load = vi.fn(() => book)
    await updateRules(database, 'one', load)
    await updateRules(database, 'one', load)
    expect(load).toHaveBeenCalledTimes(1)
    expect((await revisions()).filter(({ ended }) => !ended)).toMatchObject([{ id: 'cz-vat' }, { id: 'pl-vat' }])
    await expect(
      updateRules(database, 'other', () => {
        throw new Error('a wrong file')
      })
    ).rejects.toThrow('a wrong file')
    await updateRules(database, 'other', () => changed(book))
    expect((await revisions()).filter(({ ended }) => !ended)).toMatchObject([{ id: 'pl-vat' }])
    expect(await isMigrated(database, await testSchema())).toBe(true)
    expect(await migrate(database, await testSchema())).toEqual({ migrations: [], functions: [] })
  })
})
