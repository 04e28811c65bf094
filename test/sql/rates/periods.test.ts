import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import { STATS, UNITS } from '../../../api/contract/grouping.ts'
import { identity } from '../../support/service.ts'
import { seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'
import { Fraction } from '../pairs/fraction.ts'

// a Monday, so that the window crosses the ends of a year, of a quarter and of a week in two years
const FIRST = '2023-12-25'
const CODES = Array.from({ length: 12 }, (_, at) => `bank${at}`)
const ZERO = new Fraction(0n, 1n)

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(
    test.database,
    CODES.map((code) => identity(code, 'EUR', ['middle', 'sell']))
  )
  await test.database.write("select make_partitions('2023-01-01', '2025-01-01')")
})
afterAll(() => test.drop())

/** Stores rates without the checks of a load, which would quarantine random values. */
async function store(bank: string, rows: Array<{ date: string; type?: string; value: string }>): Promise<void> {
  await test.database.write(
    `
    insert into rates (source, base, quote, type, date, value, unit, publication_id)
    select $1, 'USD', 'EUR', type, date, value, '1', 1
    from unnest($2::text[], $3::date[], $4::numeric[]) rows (type, date, value)`,
    [bank, rows.map(({ type = 'middle' }) => type), rows.map(({ date }) => date), rows.map(({ value }) => value)]
  )
  await test.database.write(
    'insert into series select source, base, quote, type, min(date), max(date) from rates where source = $1 group by source, base, quote, type',
    [bank]
  )
}

interface Printed {
  date: string
  value: string
}

const plus = (one: Fraction, other: Fraction) =>
  new Fraction(
    one.numerator * other.denominator + other.numerator * one.denominator,
    one.denominator * other.denominator
  )
const isLess = (one: Fraction, other: Fraction) => one.numerator * other.denominator < other.numerator * one.denominator

function statisticOf(stat: (typeof STATS)[number], rates: Fraction[]): Fraction {
  switch (stat) {
    case 'average':
      return rates.reduce(plus, ZERO).times(new Fraction(1n, BigInt(rates.length)))
    case 'start':
      return rates[0]!
    case 'end':
      return rates.at(-1)!
    case 'min':
      return rates.reduce((least, it) => (isLess(it, least) ? it : least))
    case 'max':
      return rates.reduce((most, it) => (isLess(most, it) ? it : most))
  }
}

function periodOf(date: string, unit: (typeof UNITS)[number]): string {
  const day = new Date(date)
  switch (unit) {
    case 'week':
      return addDays(date, -((day.getUTCDay() + 6) % 7))
    case 'month':
      return `${date.slice(0, 7)}-01`
    case 'quarter':
      return `${date.slice(0, 5)}${String(3 * Math.floor(day.getUTCMonth() / 3) + 1).padStart(2, '0')}-01`
    case 'year':
      return `${date.slice(0, 4)}-01-01`
  }
}

function groupsOf(printed: Printed[], unit: (typeof UNITS)[number]): Map<string, Printed[]> {
  const groups = new Map<string, Printed[]>()
  for (const row of printed)
    groups.set(periodOf(row.date, unit), [...(groups.get(periodOf(row.date, unit)) ?? []), row])
  return groups
}

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 10 })
const value = fc.tuple(fc.integer({ min: 1, max: 999 }), digits).map(([whole, fraction]) => `${whole}.${fraction}`)
const tables = fc
  .dictionary(
    fc.integer({ min: 0, max: 200 }).map((day) => addDays(FIRST, day)),
    value,
    { minKeys: 1, maxKeys: 40 }
  )
  .map((given) =>
    Object.entries(given)
      .map(([date, text]): Printed => ({ date, value: text }))
      .sort((a, b) => (a.date < b.date ? -1 : 1))
  )

describe('the figure of a period', () => {
  const waiting = [...CODES]

  it('equals exact fractions, rounded half away from zero', () =>
    fc.assert(
      fc.asyncProperty(
        tables,
        fc.constantFrom(...UNITS),
        fc.constantFrom(...STATS),
        fc.integer({ min: 0, max: 20 }),
        async (printed, unit, stat, places) => {
          const bank = waiting.shift()!
          await store(bank, printed)
          for (const [source, target] of [
            ['USD', 'EUR'],
            ['EUR', 'USD']
          ]) {
            const found = await test.database.read<Record<string, string | number>>(
              'select * from pair_periods($1, $2, $3, $4, $5, null, null, $6, $7, $8)',
              [bank, source, target, FIRST, addDays(FIRST, 200), unit, stat, places]
            )
            const groups = groupsOf(printed, unit)
            expect(found.map(({ period }) => period)).toEqual([...groups.keys()])
            for (const { period, value, days, first_date: first, last_date: last } of found) {
              const rows = groups.get(period as string)!
              const rates = rows.map((it) =>
                source === 'USD' ? Fraction.of(it.value) : Fraction.of(it.value).inverse()
              )
              const exact = statisticOf(stat, rates).rounded(places)
              expect([exact.is(value as string), days, first, last]).toEqual([
                true,
                rows.length,
                rows[0]!.date,
                rows.at(-1)!.date
              ])
              expect(String(value).split('.')[1]?.length ?? 0).toBe(places)
            }
          }
        }
      ),
      { numRuns: CODES.length - 2, endOnFailure: true }
    ))

  it('is rounded exactly if it is one half, despite the truncated digits of inverses', async () => {
    const [row] = await test.database.read<{ it: string }>(
      "select period_statistic(array[divide(1, 3), divide(1, 3), divide(1, 3), 1], 'average', true, 0) as it"
    )
    expect(row!.it).toBe('1') // the exact result is one half
  })

  it('has the digits of the publisher if it is a published rate, and those of a double if it is an average', async () => {
    const bank = 'bank10'
    await store(
      bank,
      ['1.10', '1.20', '1.20'].map((value, at) => ({ date: addDays('2024-01-01', at), value }))
    )
    const values = await Promise.all(
      STATS.map(
        async (stat) =>
          (
            await test.database.read<{ value: string }>(
              "select value from pair_periods($1, 'USD', 'EUR', '2024-01-01', '2024-12-31', null, null, 'year', $2)",
              [bank, stat]
            )
          )[0]!.value
      )
    )
    expect(Object.fromEntries(STATS.map((stat, at) => [stat, values[at]]))).toEqual({
      average: '1.1666666666666667',
      end: '1.20',
      start: '1.10',
      min: '1.10',
      max: '1.20'
    })
  })

  it('does not mix rate types', async () => {
    const bank = 'bank11'
    await store(
      bank,
      [
        ['2024-01-02', 'sell', '3'],
        ['2024-01-03', 'middle', '1'],
        ['2024-01-04', 'middle', '2'],
        ['2024-01-04', 'sell', '4']
      ].map(([date, type, value]) => ({ date: date!, type, value: value! }))
    )
    expect(
      (
        await test.database.readCells(
          "select type, value, days from pair_periods($1, 'USD', 'EUR', '2024-01-01', '2024-12-31', null, null, 'month', 'average')",
          [bank]
        )
      ).cells
    ).toEqual([
      ['middle', '1.5', 2],
      ['sell', '3', 1]
    ])
    expect(
      (
        await test.database.readCells(
          "select type, value, days from symbol_periods($1, 'USD', '2024-01-01', '2024-12-31', null, null, 'month', 'max', 1)",
          [bank]
        )
      ).cells
    ).toEqual([
      ['middle', '2.0', 2],
      ['sell', '4.0', 2]
    ])
  })
})
