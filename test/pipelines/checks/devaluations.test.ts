import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import type { Identity, Row } from '../../../adapters/source.ts'
import { archive } from '../../../pipelines/load/archive.ts'
import { loadRows } from '../../../pipelines/load/load.ts'
import { documentOf, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'

interface Event {
  name: string
  home: string
  /** The day of the first figure of `after`. */
  day: string
  /**
   * The official rates of the dollar as reported: the last one before, and the first. That of the second day is
   * approximate.
   */
  before: number
  after: [first: number, second: number]
  /** The former code of the home currency, in which the earlier tables are. */
  former?: string
}

const EVENTS: Event[] = [
  { name: 'the naira', home: 'NGN', day: '2023-06-14', before: 471.67, after: [664.04, 702.19] },
  { name: 'the Egyptian pound', home: 'EGP', day: '2024-03-06', before: 30.9, after: [49.5, 49.4] },
  { name: 'the birr', home: 'ETB', day: '2024-07-29', before: 57.48, after: [74.74, 77.1] },
  { name: 'the Argentine peso', home: 'ARS', day: '2023-12-13', before: 366.45, after: [799.95, 800.2] },
  { name: 'the Lebanese pound', home: 'LBP', day: '2023-02-01', before: 1507.5, after: [15_000, 15_000] },
  { name: 'VEF to VES', home: 'VES', former: 'VEF', day: '2018-08-21', before: 248_832, after: [60, 60.5] },
  { name: 'ZWL to ZWG', home: 'ZWG', former: 'ZWL', day: '2024-04-08', before: 33_903.99, after: [13.5616, 13.5185] }
]

// Dollars per unit, which vary slightly every day: only the dollar has the official figures above.
const DOLLARS: Record<string, number> = {
  USD: 1,
  EUR: 1.085,
  GBP: 1.262,
  JPY: 0.00672,
  CHF: 1.124,
  CNY: 0.139,
  ZAR: 0.0532,
  INR: 0.01205
}
const PAST = 40

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(
    test.database,
    EVENTS.map(({ home }): Identity => ({
      code: home.toLowerCase(),
      homeCurrency: home,
      name: home,
      country: 'XX',
      kind: 'central_bank',
      cadence: 'daily',
      rateTypes: ['reference', 'buy', 'sell'],
      sourceUrl: 'https://example.com/',
      timezone: 'UTC',
      schedule: '0 0 * * 1-5',
      historyFrom: '1999-01-01',
      dated: 'made',
      verified: 'description'
    }))
  )
})
afterAll(() => test.drop())
beforeEach(() =>
  test.database.write(
    'truncate rates, rate_revisions, tables, coverage, series, doubts, quarantine, runs, publications, documents'
  )
)

const isWeekday = (date: string) => ![0, 6].includes(new Date(date).getUTCDay())
const weekdaysBefore = (day: string) =>
  Array.from({ length: 2 * PAST }, (_, index) => addDays(day, -1 - index))
    .filter(isWeekday)
    .slice(0, PAST)
    .reverse()

function tableOf(date: string, quote: string, dollar: number, place: number): Row[] {
  const wobble = (at: number) => 1 + Math.sin(place * 1.7 + at * 2.3) / 2000
  return Object.entries(DOLLARS).flatMap(([base, worth], at) =>
    [
      ['buy', 0.998],
      ['sell', 1.002]
    ].map(([type, width]) => ({
      date,
      base,
      quote,
      type: String(type),
      value: (dollar * worth * Number(width) * (base === 'USD' ? 1 : wobble(at))).toPrecision(6).replace(/e.*/, '')
    }))
  )
}

async function print(source: string, rows: Row[], fetched: string): Promise<void> {
  const { id, loaded } = await archive(test.database, documentOf(source, 'daily', rows))
  await test.database.write('update publications set last_fetched_at = $2 where id = $1', [id, fetched])
  if (loaded) await test.database.write('select confirm_publication($1)', [id])
  else await loadRows(test.database, id, rows)
}

async function expectServed(source: string, tables: Row[][]): Promise<void> {
  const found = await test.database.read<Row>(
    'select date, base, quote, type, value from rates where source = $1 and date >= $2 order by date',
    [source, tables[0]![0]!.date]
  )
  const key = ({ date, base, type, value }: Row) => `${date} ${base} ${type} ${value}`
  expect(found.map(key).sort()).toEqual(tables.flat().map(key).sort())
}

describe.each(EVENTS)('$name on $day, by its own bank alone', ({ home, former = home, day, before, after }) => {
  const source = home.toLowerCase()
  const days = [day, addDays(day, 1)]
  const tables = days.map((date, at) => tableOf(date, home, after[at]!, PAST + at))

  beforeEach(() =>
    print(
      source,
      weekdaysBefore(day).flatMap((date, place) => tableOf(date, former, before * (1 + Math.sin(place) / 300), place)),
      `${addDays(day, -1)} 17:00`
    )
  )

  it('is served by the next morning, and so is the second day', async () => {
    for (const [at, table] of tables.entries()) {
      await print(source, table, `${days[at]!} 17:00`)
      await print(source, table, new Date(Date.parse(`${days[at]!}T17:00Z`) + 13 * 3_600_000).toISOString())
      await expectServed(source, tables.slice(0, at + 1))
    }
  })

  it('is served when the table of the second day keeps its level', async () => {
    for (const [at, table] of tables.entries()) await print(source, table, `${days[at]!} 17:00`)
    await expectServed(source, tables)
  })
})
