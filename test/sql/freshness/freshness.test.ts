import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import type { Identity } from '../../../adapters/source.ts'
import { registerSources } from '../../../pipelines/load/sources.ts'
import { identity } from '../../support/service.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'

const WORKDAYS = [1, 2, 3, 4, 5]
const EASTERS = ['2023-04-09', '2024-03-31', '2025-04-20', '2026-04-05']
const EASTER_HOLIDAYS = EASTERS.flatMap((day) => [addDays(day, -2), addDays(day, 1)])
const CHRISTMAS_HOLIDAYS = [2023, 2024, 2025, 2026].flatMap((year) =>
  ['12-24', '12-25', '12-26', '12-31', '01-01'].map((day) => `${year}-${day}`)
)
const LATE_EVENING = '20:00'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())
beforeEach(() => test.database.write('truncate tables, coverage, sources cascade'))

interface Table {
  date: string
  /** The day when the table arrived; null for tables stored before arrivals were recorded. */
  arrival: string | null
}

interface Published {
  source: Identity
  tables: Table[]
}

interface Freshness {
  code: string
  stale: boolean
  overdue: boolean
  missed: number | null
}

const sourceOf = (code: string, more: Partial<Identity> = {}): Identity => ({
  ...identity(code, 'EUR'),
  schedule: '0 16 * * 1-5',
  ...more
})
const weekdayOf = (day: string) => new Date(day).getUTCDay()

/** The days between two dates on the given weekdays (0 is Sunday), without holidays. */
function workingDays(from: string, to: string, holidays: string[] = [], weekdays = WORKDAYS): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1))
    if (weekdays.includes(weekdayOf(day)) && !holidays.includes(day)) {
      days.push(day)
    }
  return days
}

/** Tables that arrive on their own dates. */
const prompt = (days: string[]): Table[] => days.map((date) => ({ date, arrival: date }))

/** The freshness of the sources on a day, with the tables that arrived before it. */
async function freshnessOn(today: string, published: Published[]): Promise<Freshness[]> {
  const { database } = test
  await database.write('truncate tables, coverage, sources cascade')
  await registerSources(
    database,
    published.map(({ source }) => source)
  )
  const rows = published.flatMap(({ source: { code }, tables }) =>
    tables
      .filter(({ arrival }) => (arrival ?? '') < today)
      .map(({ date, arrival }) => ({ source: code, date, added_at: arrival && `${arrival}T${LATE_EVENING}Z` }))
  )
  await database.write(
    'insert into tables select * from jsonb_to_recordset($1) as it (source text, date date, added_at timestamptz)',
    [JSON.stringify(rows)]
  )
  await database.write('insert into coverage select source, count(*), max(date) from tables group by source')
  return database.read<Freshness>('select code, stale, overdue, missed from freshness($1) order by code', [today])
}

async function missedOn(today: string, tables: Table[], more: Partial<Identity> = {}): Promise<number | null> {
  const [found] = await freshnessOn(today, [{ source: sourceOf('aa', more), tables }])
  expect(found!.overdue).toBe(found!.missed !== 0)
  return found!.missed
}

describe('a daily source', () => {
  const year = ['2024-01-01', '2026-03-06'] as const // ends on a Friday

  it.each([
    ['2026-03-07', 0],
    ['2026-03-09', 0],
    ['2026-03-10', 0],
    ['2026-03-11', 2],
    ['2026-03-14', 5],
    ['2026-03-16', 5],
    ['2026-04-06', 20]
  ])('counts missed tables after tables from Monday to Friday up to 6 March 2026: on %s, %i', async (today, missed) => {
    expect(await missedOn(today, prompt(workingDays(...year)))).toBe(missed)
  })

  it('may have another weekend', async () => {
    const days = workingDays('2025-01-01', '2026-03-05', [], [0, 1, 2, 3, 4])
    expect(await missedOn('2026-03-09', prompt(days), { schedule: '0 13 * * 0-4' })).toBe(0)
    expect(await missedOn('2026-03-10', prompt(days), { schedule: '0 13 * * 0-4' })).toBe(2)
  })

  it('may publish each table some business days late', async () => {
    const days = workingDays('2025-01-01', '2026-03-06')
    const late = days
      .map((date, index) => ({ date, arrival: days[index + 3] ?? '2026-12-31' }))
      .filter(({ arrival }) => arrival <= '2026-03-06')
    expect(late.at(-1)!.date).toBe('2026-03-03')
    expect(await missedOn('2026-03-09', late)).toBe(0)
    expect(await missedOn('2026-03-11', late)).toBe(2)
  })

  it('is not overdue at Easter if it was closed in earlier years, on other dates', async () => {
    const days = workingDays('2023-01-01', '2026-04-02', EASTER_HOLIDAYS)
    expect(await missedOn('2026-04-08', prompt(days))).toBe(0)
    expect(await missedOn('2026-04-10', prompt(days))).toBe(3)
    expect(await missedOn('2026-04-08', prompt(workingDays('2023-01-01', '2026-04-02')))).toBe(3)
  })

  it('is not overdue at Christmas if it was closed in earlier years', async () => {
    const days = workingDays('2023-01-01', '2025-12-23', CHRISTMAS_HOLIDAYS)
    expect(await missedOn('2025-12-30', prompt(days))).toBe(0)
    expect(await missedOn('2025-12-30', prompt(workingDays('2024-01-01', '2025-12-23')))).toBe(4)
  })

  it('is overdue despite an outage of months in the previous year', async () => {
    const days = workingDays('2024-01-01', '2026-03-06').filter((day) => day < '2025-03-01' || day > '2025-06-01')
    expect(await missedOn('2026-04-06', prompt(days))).toBeGreaterThan(0)
  })

  it('is judged by its schedule while it has only three tables', async () => {
    const days = ['2026-03-04', '2026-03-05', '2026-03-06']
    expect(await missedOn('2026-03-10', prompt(days))).toBe(0)
    expect(await missedOn('2026-03-20', prompt(days))).toBe(8)
    expect(await missedOn('2026-03-20', prompt(days), { schedule: '0 16 * * *' })).toBe(12)
    expect(
      await missedOn(
        '2026-03-10',
        days.map((date) => ({ date, arrival: null }))
      )
    ).toBe(0)
    expect(
      await missedOn(
        '2026-03-20',
        days.map((date) => ({ date, arrival: null }))
      )
    ).toBe(8)
  })

  it('is overdue after years without a table, even if all its tables arrived in one load', async () => {
    const days = workingDays('2020-01-01', '2022-12-30')
    expect(
      await missedOn(
        '2026-01-01',
        days.map((date) => ({ date, arrival: '2025-06-02' }))
      )
    ).toBe(63)
  })

  it('is stale and never overdue with an end, with and without a table', async () => {
    const ended = '1998-12-30'
    const [closed, empty] = await freshnessOn('2026-03-06', [
      {
        source: sourceOf('aa', { historyFrom: '1948-06-21', ended }),
        tables: prompt(workingDays('1998-12-01', ended))
      },
      { source: sourceOf('bb', { historyFrom: '1948-06-21', ended }), tables: [] }
    ])
    expect(closed).toEqual({ code: 'aa', stale: true, overdue: false, missed: 0 })
    expect(empty).toEqual({ code: 'bb', stale: true, overdue: false, missed: null })
  })

  it('may have a table dated in the future', async () => {
    expect(
      await missedOn(
        '2026-03-06',
        workingDays('2025-01-01', '2026-03-09').map((date) => ({ date, arrival: addDays(date, -3) }))
      )
    ).toBe(0)
  })
})

describe('an infrequent source', () => {
  // up to 28 February 2026
  const monthEnds = Array.from({ length: 30 }, (_, index) =>
    addDays(new Date(Date.UTC(2023, 9 + index, 1)).toISOString().slice(0, 10), -1)
  )

  it.each([
    ['2026-04-02', 0],
    ['2026-04-07', 0],
    ['2026-04-12', 0],
    ['2026-04-14', 1],
    ['2026-05-12', 2]
  ])(
    'counts missed monthly tables, published on the fifth, up to 28 February 2026: on %s, %i',
    async (today, missed) => {
      expect(
        await missedOn(
          today,
          monthEnds.map((date) => ({ date, arrival: addDays(date, 5) })),
          { cadence: 'monthly', schedule: '0 9 5 * *' }
        )
      ).toBe(missed)
    }
  )

  it('may publish the tables of a week or a month together', async () => {
    const days = workingDays('2024-01-01', '2026-03-06')
    const weekly = days.map((date) => ({ date, arrival: addDays(date, 8 - weekdayOf(date)) }))
    expect(await missedOn('2026-03-17', weekly, { cadence: 'weekly' })).toBe(0)
    expect(await missedOn('2026-03-19', weekly, { cadence: 'weekly' })).toBe(5)
    const monthly = workingDays('2024-01-01', '2026-02-27').map((date) => ({
      date,
      arrival: `${addDays(`${date.slice(0, 7)}-28`, 5).slice(0, 7)}-03`
    }))
    expect(await missedOn('2026-04-06', monthly, { cadence: 'monthly' })).toBe(0)
    expect(await missedOn('2026-04-20', monthly, { cadence: 'monthly' })).toBe(13)
  })

  it.each(['weekly', 'monthly', 'quarterly', 'yearly'] as const)('may have a single %s table', async (cadence) => {
    const days = { weekly: 7, monthly: 31, quarterly: 92, yearly: 366 }[cadence]
    const tables = prompt(['2024-01-05'])
    expect(await missedOn(addDays('2024-01-05', days), tables, { cadence })).toBe(0)
    expect(await missedOn(addDays('2024-01-05', 5 * days), tables, { cadence })).toBeGreaterThan(0)
  })
})

it('marks a source as stale after 30 days at any cadence, and as stale and overdue without a table', async () => {
  const published = (['daily', 'monthly', 'yearly'] as const).map((cadence) => ({
    source: sourceOf(cadence, { cadence }),
    tables: prompt(['2026-01-05'])
  }))
  const on = async (today: string) =>
    (await freshnessOn(today, [...published, { source: sourceOf('none'), tables: [] }])).map(
      ({ stale, overdue, missed }) => [stale, overdue, missed]
    )
  expect(await on('2026-02-04')).toEqual([
    [false, true, 20],
    [false, false, 0],
    [true, true, null],
    [false, false, 0]
  ])
  expect(await on('2026-02-05')).toEqual([
    [true, true, 21],
    [true, false, 0],
    [true, true, null],
    [true, false, 0]
  ])
})

it('marks a regular source as overdue only two weeks after it stops', async () => {
  const rhythm = fc.record({
    weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 3 }),
    lag: fc.nat(3),
    // Yearly holidays of up to four days, shifted by a few days each year.
    holidays: fc.array(
      fc.record({
        day: fc.nat(364),
        length: fc.integer({ min: 1, max: 4 }),
        shifts: fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 4, maxLength: 4 })
      }),
      { maxLength: 4 }
    )
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(rhythm, { minLength: 10, maxLength: 10 }),
      fc.array(fc.nat(364), { minLength: 4, maxLength: 4 }),
      async (rhythms, moments) => {
        const published = rhythms.map(({ weekdays, lag, holidays }, number) => {
          const closed = [2023, 2024, 2025, 2026].flatMap((year, at) =>
            holidays.flatMap(({ day, length, shifts }) => {
              return Array.from({ length }, (_, index) => addDays(`${year}-01-01`, day + shifts[at]! + index))
            })
          )
          const days = workingDays('2023-01-01', '2026-12-31', closed, weekdays)
          return {
            source: sourceOf(`s${number}`),
            tables: days.flatMap((date, index) =>
              days[index + lag] === undefined ? [] : { date, arrival: days[index + lag]! }
            )
          }
        })
        for (const moment of moments) {
          const today = addDays('2025-12-01', moment)
          expect(
            (await freshnessOn(today, published)).filter(({ overdue }) => overdue),
            today
          ).toEqual([])
          const stopped = published.map(({ source, tables }) => ({
            source,
            tables: tables.filter(({ arrival }) => arrival! < addDays(today, -28))
          }))
          expect(
            (await freshnessOn(today, stopped)).filter(({ overdue }) => !overdue),
            today
          ).toEqual([])
        }
      }
    ),
    { numRuns: 3, endOnFailure: true, seed: 20261121 }
  )
})

it('lists the expected and the stored tables of the last 90 days, and gaps without a holiday', async () => {
  const days = workingDays('2024-01-01', '2026-06-01', [...EASTER_HOLIDAYS, ...CHRISTMAS_HOLIDAYS]).filter(
    (day) => day < '2026-05-04' || day > '2026-05-15'
  )
  await freshnessOn('2026-06-02', [
    { source: sourceOf('daily'), tables: prompt(days) },
    { source: sourceOf('empty'), tables: [] }
  ])
  const states = await test.database.read(
    'select code, overdue, weekdays, usual, lag, had, expected, gap_from, gap_to from rhythm_states($1)',
    ['2026-06-02']
  )
  const had = days.filter((day) => day >= addDays('2026-06-02', -90)).length
  expect(states).toEqual([
    {
      code: 'empty',
      overdue: true,
      weekdays: null,
      usual: null,
      lag: null,
      had: 0,
      expected: null,
      gap_from: null,
      gap_to: null
    },
    {
      code: 'daily',
      overdue: false,
      weekdays: [1, 2, 3, 4, 5],
      usual: 0,
      lag: 0,
      had,
      expected: 64,
      gap_from: '2026-05-01',
      gap_to: '2026-05-18'
    }
  ])
  await test.database.write(`
    insert into runs (source, kind, status, started_at, finished_at, window_from, window_to)
    values ('daily', 'schedule', 'ok', '2026-05-12T09:00Z', '2026-05-12T09:01Z', '2026-02-01', '2026-05-12')`)
  const [{ days: letters, ...counts }] = (await test.database.read<{ days: string }>(
    'select days, had, without, unasked from source_days($1)',
    ['2026-06-02']
  )) as [
    {
      days: string
    }
  ]
  expect(letters.slice(61, 80)).toBe('ppppp--puuuu--ttttt')
  expect(counts).toEqual({ had, without: 64 - had - 4, unasked: 4 })
})
