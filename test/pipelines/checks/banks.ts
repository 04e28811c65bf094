import { afterAll, beforeAll, beforeEach } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import type { Identity, Row } from '../../../adapters/source.ts'
import { listQuarantine } from '../../../pipelines/care/quarantine.ts'
import { archive } from '../../../pipelines/load/archive.ts'
import { loadRows } from '../../../pipelines/load/load.ts'
import { documentOf, seedRows, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'

const identity = (code: string, cadence: Identity['cadence'] = 'daily'): Identity => ({
  code,
  cadence,
  homeCurrency: 'EUR',
  name: code,
  country: 'XX',
  kind: 'central_bank',
  rateTypes: ['reference', 'buy', 'sell'],
  sourceUrl: 'https://example.com/',
  timezone: 'UTC',
  schedule: '0 0 * * 1-5',
  historyFrom: '1999-01-01',
  dated: 'made',
  verified: 'description'
})

/**
 * A database for the tests of a file, emptied before each test, with six daily banks and further ones with EUR as their
 * home currency.
 */
export function banks() {
  let test: TestDatabase

  beforeAll(async () => {
    test = await testDatabase()
    await seedSources(test.database, [
      ...['one', 'two', 'three', 'four', 'five', 'six'].map((code) => identity(code)),
      identity('monthly', 'monthly'),
      { ...identity('restated'), restated: ['TRY'] },
      {
        ...identity('stating'),
        pairs: [
          [1, 1],
          [5, 7]
        ]
      }
    ])
  })
  afterAll(() => test.drop())
  beforeEach(() =>
    test.database.write(
      'truncate rates, rate_revisions, tables, coverage, series, doubts, quarantine, runs, publications, documents'
    )
  )

  const load = (rows: Row[], source = 'one', document?: string) => seedRows(test.database, source, rows, document)
  return {
    get database() {
      return test.database
    },
    load,
    /** Loads rows as the answer of an address that was fetched some hours before or after now. */
    async answer(rows: Row[], { address = 'daily', hours = 0, source = 'one' } = {}) {
      const document = documentOf(source, address, rows)
      const { id, loaded } = await archive(test.database, {
        ...document,
        request: { ...document.request, url: `https://example.com/${address}` }
      })
      await test.database.write(
        'update publications set last_fetched_at = now() + make_interval(hours => $2) where id = $1',
        [id, hours]
      )
      if (!loaded) return loadRows(test.database, id, rows)
      const [said] = await test.database.write<{ rows: number }>('select confirm_publication($1)::int as rows', [id])
      return { new: said!.rows, changed: 0, unchanged: 0, quarantined: 0 }
    },
    waiting: async () =>
      (await listQuarantine(test.database)).map(
        ({ date, quote, type, value, reason }) => `${date} ${quote} ${type} ${value}: ${reason}`
      ),
    reasons: async () =>
      (await listQuarantine(test.database)).map(
        ({ date, quote, value, reason }) => `${date} ${quote} ${value} ${reason}`
      ),
    doubts: async () =>
      (
        await test.database.read<{ text: string }>(
          "select concat_ws(' ', date, quote, type, doubt) as text from doubts order by date, quote, type"
        )
      ).map(({ text }) => text),
    stored: (quote: string, date?: string) =>
      test.database.read<{ date: string; value: string }>(
        "select date, value from rates where source = 'one' and quote = $1 and date = coalesce($2, date) order by date",
        [quote, date ?? null]
      ),
    /** Loads a rate of a day from other banks, one value for each. */
    async others(date: string, quote: string, ...values: number[]): Promise<void> {
      for (const [index, value] of values.entries())
        await load([row(date, quote, value)], ['two', 'three', 'four'][index])
    }
  }
}

export const row = (date: string, quote: string, value: string | number): Row => ({
  date,
  base: 'EUR',
  quote,
  type: 'reference',
  value: String(value)
})

const isWeekday = (date: string) => ![0, 6].includes(new Date(date).getUTCDay())
const TODAY = new Date().toISOString().slice(0, 10)

/** The last weekdays up to today. */
export function lastDays(count: number): string[] {
  return Array.from({ length: 2 * count + 4 }, (_, index) => addDays(TODAY, -index))
    .filter(isWeekday)
    .slice(0, count)
    .reverse()
}

/** Weekdays from a Monday on. */
export const days = (count: number, from = '2026-03-02') =>
  Array.from({ length: count }, (_, index) => addDays(from, index + 2 * Math.floor(index / 5)))
export const LEVELS = { USD: 1.08, GBP: 0.86, JPY: 163.1, CHF: 0.95, SEK: 11.2, NOK: 11.6 }
export const quotes = Object.keys(LEVELS) as Array<keyof typeof LEVELS>

/** A table of six rates, which rise slightly every day. */
export const table = (date: string, day: number) =>
  quotes.map((quote) => row(date, quote, (LEVELS[quote] * (1 + day / 500)).toFixed(4)))

/** Two prices of each of the six currencies, with small deterministic daily moves around slow ones. */
export const prices = (date: string, day: number): Row[] =>
  quotes.flatMap((quote) =>
    [
      ['buy', 0.995],
      ['sell', 1.005]
    ].map(([type, width]) => {
      const level = LEVELS[quote]
      const value =
        level *
        Number(width) *
        (1 +
          Math.sin(day / 11 + level) / 60 +
          Math.sin(day * 1.7 + level * 40) / 2000 +
          Math.cos(day * day * 0.37 + level) / 3000)
      return { date, base: 'EUR', quote, type: String(type), value: value.toFixed(level > 100 ? 2 : 4) }
    })
  )

/** Sixty weekdays with tables, followed by two before today. */
const LAST = lastDays(63)
export const KNOWN = LAST.slice(0, 60)
export const [NEXT, AFTER, THIRD] = LAST.slice(60) as [string, string, string]
export const history = () => KNOWN.flatMap(prices)

/** The prices of a day, with the changes that `change` returns. */
export const changed = (change: (row: Row) => string | number | undefined, rows = prices(NEXT, 60)) =>
  rows.map((it) => ({ ...it, value: String(change(it) ?? it.value) }))
