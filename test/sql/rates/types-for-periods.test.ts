import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerSources } from '../../../pipelines/load/sources.ts'
import { seedRows, testDatabase, type TestDatabase } from '../../support/database.ts'
import { identity } from '../../support/service.ts'

let test: TestDatabase

const rate = (date: string, type: string, value: string, base = 'USD') => ({ date, base, quote: 'ALL', type, value })

beforeAll(async () => {
  test = await testDatabase()
  const source = identity('aa', 'ALL')
  const yearly = { ...identity('yy', 'ALL'), cadence: 'yearly' as const, rateTypes: ['year_end', 'daily'] }
  const rateTypes = ['reference', 'monthly_average']
  await registerSources(test.database, [{ ...source, rateTypes }, { ...identity('ll', 'ALL'), rateTypes }, yearly])
  await seedRows(test.database, 'yy', [rate('2024-12-16', 'daily', '93.10'), rate('2024-12-31', 'year_end', '94.10')])
  await seedRows(test.database, 'll', [
    ...['2025-05-05', '2025-05-06', '2025-06-06', '2025-07-11'].map((date) => rate(date, 'reference', '7.90', 'DKK')),
    ...['USD', 'CHF'].flatMap((code) => [
      rate('2025-05-05', 'reference', '86.80', code), // the last for a day
      rate('2025-05-31', 'monthly_average', '87.10', code)
    ]),
    rate('2025-07-31', 'monthly_average', '7.95', 'DKK')
  ])
  await seedRows(test.database, 'aa', [
    rate('2025-01-31', 'monthly_average', '94.80'),
    rate('2025-05-29', 'reference', '86.50'),
    rate('2025-05-30', 'reference', '86.40'),
    rate('2025-05-31', 'monthly_average', '87.10'), // a Saturday
    rate('2025-06-02', 'reference', '86.30'),
    rate('2025-10-31', 'monthly_average', '83.20')
  ])
})
afterAll(() => test.drop())

async function resolve(date: string, type: string | null = null, source = 'aa') {
  const sql = 'select date, rate_type from resolve_pair($1, $2, $3, $4, $5)'
  const [found] = await test.database.read<{ date: string; rate_type: string }>(sql, [source, 'USD', 'ALL', date, type])
  return `${found!.date} ${found!.rate_type}`
}

it.each([
  ['2025-02-03', '2025-01-31 monthly_average'],
  ['2025-05-31', '2025-05-30 reference'],
  ['2025-06-01', '2025-05-30 reference'],
  ['2025-06-02', '2025-06-02 reference'],
  ['2025-11-03', '2025-10-31 monthly_average']
])('returns the rate for a day before the average of a month on %s', async (date, expected) => {
  expect(await resolve(date)).toBe(expected)
})

it('returns the average of a month if its type is requested', async () => {
  expect(await resolve('2025-06-01', 'monthly_average')).toBe('2025-05-31 monthly_average')
})

it.each([
  ['2025-06-05', '2025-05-05 reference true'], // its table is the newest until the next day
  ['2025-06-06', '2025-05-31 monthly_average true'],
  ['2025-07-30', '2025-05-31 monthly_average true'],
  ['2025-07-31', '2025-05-31 monthly_average false']
])('returns the average if the currency left the table for days, on %s', async (date, expected) => {
  const sql =
    'select found.date, rate_type, in_force from (values ($1, $2), ($2, $1), ($1, $3)) pair (one, other), ' +
    "resolve_pair('ll', one, other, $4) found"
  const rows = await test.database.read<{ date: string; rate_type: string; in_force: boolean }>(sql, [
    'USD',
    'ALL',
    'CHF',
    date
  ])
  expect(rows.map((row) => `${row.date} ${row.rate_type} ${row.in_force}`)).toEqual([expected, expected, expected])
})

it('uses the average for a conversion and for a pair if the currency left the table for days', async () => {
  const pair = "select rate_date, rate_type, in_force from bank_pair('ll', 'USD', 'ALL', $1, null, null, true, $1)"
  const amount = "select rate_date, rate_type, in_force from convert_amount('ll', 'USD', 'ALL', 5, $1, $1)"
  const average = { rate_date: '2025-05-31', rate_type: 'monthly_average', in_force: true }
  expect(await test.database.read(pair, ['2025-06-10'])).toEqual([average])
  expect(await test.database.read(amount, ['2025-06-10'])).toEqual([average])
})

it('has every date in a history', async () => {
  const sql = 'select date from pair_history($1, $2, $3, $4, $5)'
  const rows = await test.database.read<{ date: string }>(sql, ['aa', 'USD', 'ALL', '2025-05-30', '2025-06-02'])
  expect(rows.map(({ date }) => date)).toEqual(['2025-05-30', '2025-05-31', '2025-06-02'])
})

it.each([
  ['aa', '2025-05-30', '2025-06-02', ['05-30 of 05-30', '05-31 of 05-30', '06-01 of 05-30', '06-02 of 06-02']],
  ['aa', '2025-06-29', '2025-06-30', ['06-29 of 06-02', '06-30 of 06-02']],
  ['ll', '2025-06-03', '2025-06-06', ['06-03 of 05-05', '06-04 of 05-05', '06-05 of 05-31', '06-06 of 05-31']]
])('fills the days of %s from %s to %s with the rate of the day', async (source, from, to, expected) => {
  const sql = "select day, date from filled_pair_history($1, 'USD', 'ALL', $2, $3, null, null, $3)"
  const rows = await test.database.read<{ day: string; date: string }>(sql, [source, from, to])
  expect(rows.map(({ day, date }) => `${day.slice(5)} of ${date.slice(5)}`)).toEqual(expected)
})

it('prefers the newest rate of a yearly source, of whatever type', async () => {
  expect(await resolve('2025-01-02', null, 'yy')).toBe('2024-12-31 year_end')
})

it.each([
  ['2025-02-03', null, '2025-01-31 monthly_average'],
  ['2025-05-31', null, '2025-05-31 monthly_average'],
  ['2025-06-01', null, '2025-05-30 reference'],
  ['2025-03-02', null, '2025-01-31 monthly_average'],
  ['2025-06-03', null, '2025-06-02 reference'],
  ['2025-06-03', 'monthly_average', '2025-05-31 monthly_average'],
  ['2025-05-30', 'monthly_average', '2025-01-31 monthly_average'],
  ['2025-11-03', 'reference', '2025-06-02 reference']
])('returns the newest table with rates for days on %s, of the type %s', async (date, type, expected) => {
  const rows = await test.database.read<{ rate_date: string; type: string }>(
    'select rate_date, type from table_on($1, $2, null, $3)',
    ['aa', date, type]
  )
  expect(rows.map((row) => `${row.rate_date} ${row.type}`)).toEqual([expected])
})

it('returns no table of a type that the source does not have', async () => {
  expect(await test.database.read('select from table_on($1, $2, null, $3)', ['aa', '2025-06-03', 'buy'])).toEqual([])
})
