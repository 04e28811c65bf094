import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import type { Identity } from '../../../adapters/source.ts'
import { registerSources } from '../../../pipelines/load/sources.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { identity } from '../../support/service.ts'
import { DAYS, easterOf } from './ecb-days.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())
afterEach(() => test.database.write('truncate tables, coverage'))

interface Expected {
  next_date: string | null
  next_at: string | null
  missed: string[] | null
  late_90_median: number | null
  late_90_worst: number | null
  late_90_tables: number
}

/** Loads the tables of some days, each at a time of its own day or of a day after it (`+1 09:00`). */
async function load(
  dates: string[],
  more: Partial<Identity> = {},
  arrivalOf = (_day: string) => '+0 15:00'
): Promise<void> {
  await registerSources(test.database, [{ ...identity('aa', 'EUR'), schedule: '15 16 * * 1-5', ...more }])
  const rows = dates.map((date) => {
    const [days, time] = arrivalOf(date).split(' ')
    return { source: 'aa', date, added_at: `${addDays(date, Number(days))}T${time}Z` }
  })
  await test.database.write(
    'insert into tables select * from jsonb_to_recordset($1) as it (source text, date date, added_at timestamptz)',
    [JSON.stringify(rows)]
  )
  await test.database.write('insert into coverage select source, count(*), max(date) from tables group by source')
}

async function calendarAt(now: string): Promise<Expected> {
  const [row] = await test.database.read<Expected>(
    'select next_date, next_at, missed, late_90_median, late_90_worst, late_90_tables from publication_calendar($1)',
    [now]
  )
  return row!
}

const upTo = (day: string) => DAYS.filter((it) => it <= day && it >= addDays(day, -10 * 365))
/** The days of a window on these weekdays (0 is Sunday). */
function daysOn(from: string, to: string, weekdays: number[]): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1))
    if (weekdays.includes(new Date(day).getUTCDay())) days.push(day)
  return days
}

describe('publication_calendar', () => {
  it.each([
    ['2026-03-17', '2026-03-18'],
    ['2026-04-02', '2026-04-07'],
    ['2026-04-30', '2026-05-04'],
    ['2026-12-24', '2026-12-28'],
    ['2026-12-31', '2027-01-04']
  ])('expects after %s the table of %s, with the holidays of the European Central Bank', async (latest, next) => {
    await load(upTo(latest), { publishes: '16:00', timezone: 'Europe/Berlin' })
    expect((await calendarAt(`${latest}T20:00Z`)).next_date).toBe(next)
  })

  it('returns when a table is expected, in the time zone of the source', async () => {
    await load(upTo('2026-03-17'), { publishes: '16:00', timezone: 'Europe/Berlin' })
    expect((await calendarAt('2026-03-17T20:00Z')).next_at).toBe('2026-03-18T15:00:00.000000Z')
    await test.database.write('truncate tables, coverage')
    await load(upTo('2026-03-17'), { timezone: 'UTC' }, () => '+1 09:30') // no stated time, a day late
    expect((await calendarAt('2026-03-18T20:00Z')).next_at).toBe('2026-03-19T09:30:00.000000Z')
  })

  it('lists a missed table from the next day on, and every later one', async () => {
    await load(upTo('2026-03-17'), { publishes: '16:00', timezone: 'Europe/Berlin' })
    expect((await calendarAt('2026-03-18T22:30Z')).missed).toEqual([])
    expect(await calendarAt('2026-03-18T23:30Z')).toMatchObject({ missed: ['2026-03-18'], next_date: '2026-03-19' })
    expect((await calendarAt('2026-03-23T01:00Z')).missed).toEqual(['2026-03-18', '2026-03-19', '2026-03-20'])
  })

  it('lists a missed table between later ones', async () => {
    await load(upTo('2026-03-17').filter((day) => day !== '2026-02-11'))
    expect((await calendarAt('2026-03-17T20:00Z')).missed).toEqual(['2026-02-11'])
  })

  it('expects the next table of a source whose newest is dated a month ahead, and misses none that came', async () => {
    const days = daysOn('2024-01-01', '2026-04-30', [0, 1, 2, 3, 4, 5, 6]).filter((day) => day !== '2026-01-02')
    await load(days, {}, (day) => (day >= '2026-04-01' ? '-31 12:00' : '+0 12:00'))
    expect((await calendarAt('2026-03-31T20:00Z')).missed).toEqual(['2026-01-02']) // 118 days before the newest table
    expect((await calendarAt('2026-03-31T20:00Z')).next_date).toBe('2026-05-01')
  })

  it('expects tables on all days but those that the source states', async () => {
    const closingDays = ['01-01', 'easter-2', 'easter+1', '05-01', '12-25', '12-26']
    const nextAfter = async (latest: string, more: Partial<Identity>) => {
      await test.database.write('truncate tables, coverage')
      await load(daysOn('2025-10-01', latest, [1, 2, 3, 4, 5]), more)
      return (await calendarAt(`${latest}T20:00Z`)).next_date
    }
    expect(await nextAfter('2026-04-02', {})).toBe('2026-04-03') // half a year of history contains no Easter
    expect(await nextAfter('2026-04-02', { closingDays })).toBe('2026-04-07')
    expect(await nextAfter('2026-04-30', { closingDays })).toBe('2026-05-04')
    expect(await nextAfter('2026-06-18', { closingDays: ['friday from 06-19'] })).toBe('2026-06-22')
    expect(await nextAfter('2027-06-24', { closingDays: ['friday from 06-19'] })).toBe('2027-06-28')
    expect(await nextAfter('2026-04-10', { closingDays: ['orthodox easter+1'] })).toBe('2026-04-14')
    // If the source does not state its holidays, a day that lacked a table every year is not taken for one.
    await test.database.write('truncate tables, coverage')
    await load(
      upTo('2026-03-17').filter((day) => !day.endsWith('03-18')),
      { closingDays }
    )
    expect((await calendarAt('2026-03-17T20:00Z')).next_date).toBe('2026-03-18')
  })

  it('is not overdue on a stated closing day, and is on the same day as without one after another', async () => {
    const closingDays = ['easter-2', 'easter+1']
    const isOverdue = async (more: Partial<Identity>, today: string) => {
      await test.database.write('truncate tables, coverage')
      await load(daysOn('2025-10-01', '2026-04-02', [1, 2, 3, 4, 5]), more)
      const [found] = await test.database.read<{ overdue: boolean }>('select overdue from freshness($1)', [today])
      return found!.overdue
    }
    const days = daysOn('2026-04-03', '2026-04-20', [1, 2, 3, 4, 5])
    const firstOverdue = async (more: Partial<Identity>) => {
      for (const day of days) if (await isOverdue(more, day)) return day
      return undefined
    }
    const [without, withClosing] = [await firstOverdue({}), await firstOverdue({ closingDays })]
    expect(days.indexOf(withClosing!) - days.indexOf(without!)).toBe(2)
  })

  it('expects and misses tables from Sunday to Thursday of a source with a weekend of Friday and Saturday', async () => {
    await load(daysOn('2025-01-01', '2026-03-05', [0, 1, 2, 3, 4]), { schedule: '0 12 * * 0-4' })
    expect((await calendarAt('2026-03-05T20:00Z')).next_date).toBe('2026-03-08')
    expect(await calendarAt('2026-03-09T01:00Z')).toMatchObject({ missed: ['2026-03-08'], next_date: '2026-03-09' })
  })

  it('expects a weekly table on its weekday', async () => {
    await load(daysOn('2025-01-01', '2026-03-04', [3]), { cadence: 'weekly' })
    expect(await calendarAt('2026-03-05T20:00Z')).toMatchObject({ next_date: '2026-03-11', missed: [] })
    expect(await calendarAt('2026-03-12T20:00Z')).toMatchObject({ next_date: '2026-03-18', missed: ['2026-03-11'] })
  })

  it('expects a table that is dated its next working day on the evening before it, and Monday’s on Friday', async () => {
    const days = daysOn('2025-01-01', '2026-03-06', [1, 2, 3, 4, 5])
    const before = (day: string) => (new Date(day).getUTCDay() === 1 ? '-3 16:00' : '-1 16:00')
    await load(days, { dated: 'effective' }, before)
    expect(await calendarAt('2026-03-05T20:00Z')).toMatchObject({
      next_date: '2026-03-09',
      next_at: '2026-03-06T16:00:00.000000Z',
      missed: []
    })
    expect((await calendarAt('2026-03-07T01:00Z')).missed).toEqual(['2026-03-09'])
  })

  const months = Array.from({ length: 30 }, (_, at) => new Date(Date.UTC(2023, 9 + at, 1)).toISOString().slice(0, 7))
  const endOf = (month: string) => addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)
  const lastWorking = (month: string) => daysOn(`${month}-01`, endOf(month), [1, 2, 3, 4, 5]).at(-1)!
  const lastWednesday = (month: string) => daysOn(`${month}-01`, endOf(month), [3]).at(-1)!
  it.each([
    ['the first day', (month: string) => `${month}-01`, '2026-04-01'],
    ['the last day', endOf, '2026-04-30'],
    ['the last working day', lastWorking, '2026-04-30'],
    ['the last Wednesday', lastWednesday, '2026-04-29'],
    ['the second Tuesday', (month: string) => daysOn(`${month}-01`, endOf(month), [2])[1]!, '2026-04-14']
  ])('expects a monthly table on %s of the month', async (_, dayOf, next) => {
    await load(months.map(dayOf), { cadence: 'monthly' })
    expect((await calendarAt(`${dayOf('2026-03')}T20:00Z`)).next_date).toBe(next)
  })

  it('expects the tables of each workday of a source that publishes them once a month', async () => {
    const workdays = daysOn('2024-01-01', '2026-02-27', [1, 2, 3, 4, 5])
    const daysTo = (day: string, to: string) => (Date.parse(to) - Date.parse(day)) / 86_400_000
    const arrivalOf = (day: string) => `+${daysTo(day, addDays(endOf(day.slice(0, 7)), 5))} 09:00`
    await load(workdays, { cadence: 'monthly' }, arrivalOf)
    expect(await calendarAt('2026-03-15T20:00Z')).toMatchObject({ next_date: '2026-03-02', missed: [] })
    expect((await calendarAt('2026-04-20T20:00Z')).missed!.slice(0, 2)).toEqual(['2026-03-02', '2026-03-03'])
  })

  it('expects a quarterly table three months after the newest', async () => {
    await load(months.filter((_, at) => at % 3 === 2).map(endOf), { cadence: 'quarterly' })
    expect((await calendarAt('2026-04-01T20:00Z')).next_date).toBe('2026-06-30')
  })

  it('measures how late tables arrived after the stated time, and at most', async () => {
    const late = (day: string) => (day === '2026-03-10' ? '+1 17:00' : '+0 16:05')
    await load(upTo('2026-03-17'), { publishes: '16:00' }, late)
    expect(await calendarAt('2026-03-17T20:00Z')).toMatchObject({ late_90_median: 5, late_90_worst: 1500 })
    expect((await calendarAt('2026-03-17T20:00Z')).late_90_tables).toBeGreaterThan(55)
  })

  it('returns no missed tables until five tables have arrived after the first load', async () => {
    const first = '2026-03-10'
    const arrivalOf = (day: string) =>
      day < first ? `+${(Date.parse(first) - Date.parse(day)) / 86_400_000} 09:00` : '+0 15:00'
    await load(upTo('2026-03-13'), {}, arrivalOf)
    expect(await calendarAt('2026-03-17T20:00Z')).toMatchObject({ late_90_tables: 0, missed: null })
    await test.database.write('truncate tables, coverage')
    await load(upTo('2026-03-16'), {}, arrivalOf)
    expect(await calendarAt('2026-03-18T20:00Z')).toMatchObject({ late_90_tables: 5, missed: ['2026-03-17'] })
  })

  it('expects nothing of a closed series', async () => {
    await load(upTo('2026-03-17'), { ended: '2026-03-17' })
    expect(await calendarAt('2026-06-17T20:00Z')).toMatchObject({ next_date: null, next_at: null, missed: [] })
  })
})

describe('a source with lists of several cadences', () => {
  interface List {
    cadence: string
    series: number | null
    latest_date: string
    next_date: string | null
    missed: string[] | null
  }

  async function loadLists(now: string, lists: Array<{ base: string; dates: string[] }>): Promise<List[]> {
    const { database } = test
    await database.write('truncate tables, coverage, series, series_months, rates')
    await registerSources(database, [{ ...identity('aa', 'PLN'), schedule: '20 12 * * 1-5' }])
    const rows = lists.flatMap(({ base, dates }) => dates.map((date) => ({ base, date })))
    await database.write('select make_partitions(min(date), max(date)) from jsonb_to_recordset($1) as it (date date)', [
      JSON.stringify(rows)
    ])
    await database.write(
      `insert into rates (source, base, quote, type, date, value, unit, publication_id, known_at)
       select 'aa', base, 'PLN', 'mid', date, 1, '1', 1, date + interval '11 hours'
       from jsonb_to_recordset($1) as it (base text, date date)`,
      [JSON.stringify(rows)]
    )
    await database.write(`insert into tables select source, date, min(known_at) from rates group by source, date`)
    await database.write(`insert into coverage select source, count(*), max(date) from tables group by source`)
    await database.write(
      `insert into series select source, base, quote, type, min(date), max(date) from rates group by 1, 2, 3, 4`
    )
    await database.write(`select count_months('aa', array_agg(distinct date)) from rates`)
    return database.read<List>('select cadence, series, latest_date, next_date, missed from publication_calendar($1)', [
      now
    ])
  }

  const WORKDAYS = [1, 2, 3, 4, 5]
  const daily = daysOn('2024-01-01', '2026-03-18', WORKDAYS)
  const wednesdays = daysOn('2024-01-01', '2026-03-18', [3])
  const USD = { base: 'USD', dates: daily }
  const EUR = { base: 'EUR', dates: daily }

  it('expects the weekly list on Wednesday and the daily one each workday', async () => {
    expect(await loadLists('2026-03-19T08:00Z', [USD, EUR, { base: 'AFN', dates: wednesdays }])).toEqual([
      { cadence: 'daily', series: 2, latest_date: '2026-03-18', next_date: '2026-03-19', missed: [] },
      { cadence: 'weekly', series: 1, latest_date: '2026-03-18', next_date: '2026-03-25', missed: [] }
    ])
  })

  it('misses the weekly list on a Wednesday with the daily one, and the daily one on a Wednesday with the weekly one', async () => {
    const without = (dates: string[]) => dates.filter((day) => day !== '2026-03-11')
    expect(await loadLists('2026-03-19T08:00Z', [USD, { base: 'AFN', dates: without(wednesdays) }])).toMatchObject([
      { missed: [] },
      { cadence: 'weekly', missed: ['2026-03-11'] }
    ])
    expect(
      await loadLists('2026-03-19T08:00Z', [
        { base: 'USD', dates: without(daily) },
        { base: 'AFN', dates: wednesdays }
      ])
    ).toMatchObject([{ cadence: 'daily', missed: ['2026-03-11'] }, { missed: [] }])
  })

  it('expects a monthly list at its place in the month', async () => {
    const ends = daily.filter((day, at) => day.slice(0, 7) !== (daily[at + 1] ?? day).slice(0, 7))
    expect(await loadLists('2026-03-19T08:00Z', [USD, { base: 'AFN', dates: ends }])).toMatchObject([
      { cadence: 'daily', next_date: '2026-03-19' },
      { cadence: 'monthly', latest_date: '2026-02-27', next_date: '2026-03-31', missed: [] }
    ])
  })

  it('expects no second table in a month whose table came before its place', async () => {
    const ends = daily.filter((day, at) => day.slice(0, 7) !== (daily[at + 1] ?? day).slice(0, 7) && day < '2026-03')
    const early = ends.map((day) => (day === '2026-01-30' ? '2026-01-28' : day))
    expect(await loadLists('2026-03-19T08:00Z', [USD, { base: 'AFN', dates: early }])).toMatchObject([
      { cadence: 'daily' },
      { cadence: 'monthly', missed: [] }
    ])
  })

  it('counts all tables as one list after a month with few daily tables', async () => {
    const ends = daily.filter((day, at) => day.slice(0, 7) !== (daily[at + 1] ?? day).slice(0, 7) && day < '2026-03')
    const few = daily.filter(
      (day) => day.slice(0, 7) !== '2026-02' || ['2026-02-02', '2026-02-10', '2026-02-18'].includes(day)
    )
    expect(
      await loadLists('2026-03-19T08:00Z', [
        { base: 'USD', dates: few },
        { base: 'AFN', dates: ends }
      ])
    ).toMatchObject([{ cadence: 'daily', series: null, next_date: '2026-03-19' }])
  })

  it('does not treat a currency that appears irregularly as a list', async () => {
    const rare = daily.filter((_, at) => (at * 7) % 23 < 4)
    expect(await loadLists('2026-03-19T08:00Z', [USD, { base: 'AFN', dates: rare }])).toMatchObject([
      { cadence: 'daily', series: null, next_date: '2026-03-19', missed: [] }
    ])
  })
})

describe('days_alike', () => {
  it('moves with Easter by both rules, with the moon and with a weekday of the month', async () => {
    const alike = async (day: string, rule: string) =>
      (
        await test.database.read<{ alike: string }>(
          'select alike from days_alike($1) where rule = $2 order by 1 desc',
          [day, rule]
        )
      ).map((it) => it.alike)
    expect(await alike('2026-04-03', 'easter')).toEqual(
      [2024, 2023, 2022, 2021].map((year) => addDays(easterOf(year), -2))
    )
    expect((await alike('2026-04-13', 'orthodox easter')).slice(0, 3)).toEqual([
      '2024-05-06',
      '2023-04-17',
      '2022-04-25'
    ])
    expect((await alike('2026-11-26', 'weekday of month')).slice(0, 2)).toEqual(['2025-11-27', '2024-11-28'])
    expect((await alike('2026-05-25', 'last weekday of month')).slice(0, 2)).toEqual(['2025-05-26', '2024-05-27'])
    expect(await alike('2027-12-27', 'weekday of date')).toEqual(['2021-12-27', '2010-12-27'])
    // Lunar New Year: 17 February 2026, 29 January 2025, 10 February 2024, 22 January 2023.
    const days = await alike('2026-02-17', 'lunar')
    const expected = ['2025-01-29', '2024-02-10', '2023-01-22']
    for (const [at, day] of expected.entries()) {
      expect([day, Math.abs(Date.parse(days[at]!) - Date.parse(day)) <= 86_400_000]).toEqual([day, true])
    }
  })
})
