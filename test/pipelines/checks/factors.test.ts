import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Row } from '../../../adapters/source.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'
import { identity } from '../../support/service.ts'

const DAY = '2026-01-02' // older than the thirty days in which figures wait
const PRICES: Record<string, number> = { USD: 3.6056, EUR: 4.2593, SEK: 0.3913, DKK: 0.5701, GBP: 4.9312, CHF: 4.5568 }
const rows = (change: Record<string, number> = {}): Row[] =>
  Object.entries({ ...PRICES, ...change }).map(([base, value]) => ({
    date: DAY,
    base,
    quote: 'PLN',
    type: 'reference',
    value: value.toFixed(6)
  }))

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  const codes = ['b1', 'b2', 'b3', 'b4', 'new_one', 'fresh', 'swapped']
  await seedSources(test.database, [...codes.map((code) => identity(code, 'PLN')), identity('alone', 'TTD')])
  for (const code of codes.slice(0, 4)) await seedRows(test.database, code, rows())
})
afterAll(() => test.drop())

async function reasons(change: Record<string, number>) {
  const printed = rows(change).map((row) => ({ ...row, rate: row.value }))
  return test.database.write<{ base: string; reason: string }>("select base, reason from unlike_banks('new_one', $1)", [
    JSON.stringify(printed)
  ])
}

it.each([
  [{ USD: 360.56 }, 'USD', /which the other banks imply: a power of ten$/],
  [{ EUR: 1 / 4.2593 }, 'EUR', /which the other banks imply: the inverse$/],
  [{ SEK: 0.5701 }, 'SEK', /which the other banks imply: the rate of DKK$/],
  [{ DKK: 0.7 }, 'DKK', /which the other banks imply$/]
])('names the factor between a new source and four others in source check: %j', async (change, base, reason) => {
  expect(await reasons(change as unknown as Record<string, number>)).toEqual([
    { base, reason: expect.stringMatching(reason) }
  ])
})

it('names no figures that agree in source check', async () => {
  expect(await reasons({ USD: 3.61 })).toEqual([])
})

it('reports a yearly average in source check if it is off by at least 10 %', async () => {
  const printed = rows({ USD: 3.85, EUR: 4.8 }).map((row) => ({ ...row, type: 'yearly_average', rate: row.value }))
  const found = await test.database.write("select base from unlike_banks('new_one', $1)", [JSON.stringify(printed)])
  expect(found).toEqual([{ base: 'EUR' }])
})

it('names the factor in the doubts of a first load that is a hundredfold off', async () => {
  await seedRows(
    test.database,
    'fresh',
    rows(Object.fromEntries(Object.entries(PRICES).map(([code, value]) => [code, value * 100])))
  )
  const found = await test.database.write<{ doubt: string }>(
    "select doubt from doubts where source = 'fresh' union all select reason from quarantine where source = 'fresh'"
  )
  expect(found.length).toBeGreaterThan(0)
  expect(found.some(({ doubt }) => doubt.endsWith('which the other banks imply: a power of ten'))).toBe(true)
})

it('names the currency to which a figure belongs in the doubts of a first load', async () => {
  await seedRows(test.database, 'swapped', rows({ SEK: PRICES.DKK! }))
  expect(await test.database.write("select base, doubt from doubts where source = 'swapped' order by base")).toEqual([
    { base: 'SEK', doubt: expect.stringMatching(/: the rate of DKK$/) }
  ])
})

it('says that the rest of a table implies another rate if no other bank has its home currency', async () => {
  const table = rows({ USD: PRICES.USD! * 0.96 }).map((row) => ({ ...row, quote: 'TTD' }))
  await seedRows(test.database, 'alone', table)
  expect(await test.database.write("select base, doubt from doubts where source = 'alone'")).toEqual([
    { base: 'USD', doubt: expect.stringMatching(/ 4 % below 3\.6056\d*, which the rest of its table implies$/) }
  ])
})
