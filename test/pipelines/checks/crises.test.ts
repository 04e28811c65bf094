import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Identity, Row } from '../../../adapters/source.ts'
import { listQuarantine } from '../../../pipelines/care/quarantine.ts'
import { lastDays } from './banks.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'

const HOMES = { abroad: 'EUR', other: 'CHF', third: 'GBP', home: 'XXX' }
type Bank = keyof typeof HOMES

const identity = (code: string, homeCurrency: string): Identity => ({
  code,
  homeCurrency,
  name: code,
  country: 'XX',
  kind: 'central_bank',
  cadence: 'daily',
  rateTypes: ['reference'],
  sourceUrl: 'https://example.com/',
  timezone: 'UTC',
  schedule: '0 0 * * 1-5',
  historyFrom: '1999-01-01',
  dated: 'made',
  verified: 'description'
})

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())
beforeEach(() =>
  test.database.write(
    'truncate rates, rate_revisions, tables, coverage, series, doubts, quarantine, publications cascade'
  )
)

// Units per dollar, which vary slightly every day.
const LEVELS: Record<string, number> = { USD: 1, EUR: 0.92, CHF: 0.88, GBP: 0.79, JPY: 148.2, SEK: 10.4, CAD: 1.351 }
const wobble = (day: number, place: number) => 1 + Math.sin(day * 1.7 + place * 2.3) / 400

/** The table of a bank on a day, in its own currency for one unit of each other. */
function table(bank: Bank, home: string, date: string, day: number, moving: [currency: string, level: number]): Row[] {
  const levels = { ...LEVELS, [moving[0]]: moving[1] }
  const offset = 1 + Object.keys(HOMES).indexOf(bank) / 5000
  return Object.entries(levels)
    .filter(([currency]) => currency !== home)
    .map(([base, level], place) => {
      return {
        date,
        base,
        quote: home,
        type: 'reference',
        value: ((levels[home]! / level) * offset * wobble(day, place)).toPrecision(7)
      }
    })
}

const CRISES: Array<[name: string, currency: string, levels: number[]]> = [
  ['the Swiss franc in January 2015', 'CHF', [1.02, 0.885, 0.858, 0.863, 0.873]],
  ['the naira in June 2023', 'NGN', [471.7, 664, 702.2, 663, 756.2]],
  ['the Argentine peso in December 2023', 'ARS', [366.5, 800, 800.5, 801, 802]],
  ['the Egyptian pound in March 2024', 'EGP', [30.9, 49.5, 49.4, 49.1, 48.9]]
]

describe.each(CRISES)('%s', (_, currency, [before, ...after]) => {
  const homeOf = (bank: Bank) => (bank === 'home' ? currency : HOMES[bank])
  const banks = (Object.keys(HOMES) as Bank[]).filter((bank) => bank === 'home' || HOMES[bank] !== currency)
  const newest = lastDays(35)
  const [calm, crisis] = [newest.slice(0, 30), newest.slice(30)]
  const tableOf = (bank: Bank, date: string, place: number, level: number) =>
    table(bank, homeOf(bank), date, place, [currency, level * wobble(place, 9)])
  const load = (bank: Bank, rows: Row[]) => seedRows(test.database, bank, rows, 'newest')

  beforeEach(() =>
    seedSources(
      test.database,
      banks.map((bank) => identity(bank, homeOf(bank)))
    )
  )

  // before each of the crises the tables are as calm
  it.runIf(currency === 'NGN')('quarantines no rate in the calm weeks before the crisis', async () => {
    for (const [place, date] of calm.entries())
      for (const bank of banks) await load(bank, tableOf(bank, date, place, before!))
    expect(await listQuarantine(test.database)).toEqual([])
  })

  it.each([
    ['the bank of the country first', false],
    ['the others first', true]
  ])('quarantines only the rates of the first bank until other banks confirm them: %s', async (__, isLast) => {
    for (const bank of banks)
      await load(
        bank,
        calm.flatMap((date, place) => tableOf(bank, date, place, before!))
      )
    expect(await listQuarantine(test.database)).toEqual([])
    const order = isLast ? banks : banks.toReversed()
    const levels = [...after, after.at(-1)!].slice(0, crisis.length)
    for (const [place, date] of crisis.entries()) {
      for (const bank of order) await load(bank, tableOf(bank, date, 100 + place, levels[place]!))
      const waiting = (await listQuarantine(test.database)).filter(
        (row) => row.source !== order[0] || row.date !== date
      )
      expect(waiting, date).toEqual([])
    }
    expect(await listQuarantine(test.database)).toEqual([])
    const counted = await test.database.read(
      'select source, count(*)::int as rows from rates where date >= $1 group by source order by source',
      [crisis[0]]
    )
    expect(counted).toEqual(
      banks.toSorted().map((source) => ({
        source,
        rows: levels.length * (Object.keys({ ...LEVELS, [currency]: 1 }).length - 1)
      }))
    )
  })
})
