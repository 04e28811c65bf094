import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadRows } from '../../../pipelines/load/load.ts'
import { archive } from '../../../pipelines/load/archive.ts'
import { documentOf, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'
import { identity } from '../../support/service.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [identity('alpha', 'EUR', ['buy', 'sell'])])
})
afterAll(() => test.drop())

type Window = [symbol: string, from: string, to: string, type?: string]

const row = (date: string, quote: string, value: string, type = 'buy') => ({ date, base: 'EUR', quote, type, value })

async function load(name: string, rows: object[]): Promise<void> {
  const { id } = await archive(test.database, documentOf('alpha', name))
  await loadRows(test.database, id, rows as never)
}

const extentOf = (...window: Window) => cellsOf('* from symbol_extent($1, $2, $3, $4, $5)', window)

/** The same, counted in the rates themselves. */
const countOf = (...window: Window) =>
  cellsOf(
    `count(*), count(distinct (base, quote, to_char(rate_date, 'YYYY-MM'))), coalesce(max(length(trunc(value)::text)), 0),
      coalesce(max(scale(value)), 0), count(distinct (base, quote, rate_date)) < count(*), count(valid_from) + count(valid_to) > 0,
      count(printed_value) > 0
    from symbol_history($1, $2, $3, $4, $5)`,
    window
  )

async function cellsOf(selected: string, [symbol, from, to, type]: Window): Promise<unknown[]> {
  const { cells } = await test.database.readCells(`select ${selected}`, ['alpha', symbol, from, to, type ?? null])
  return cells[0]!
}

it('returns the extent of the rates after each change', async () => {
  const WINDOWS: Window[] = [
    ['EUR', '2020-01-01', '2020-12-31'],
    ['EUR', '2020-01-15', '2020-02-10'],
    ['EUR', '2020-01-16', '2020-01-16'],
    ['EUR', '2020-02-01', '2020-02-29', 'sell'],
    ['JPY', '2019-01-01', '2030-01-01'],
    ['CHF', '2020-01-01', '2020-12-31']
  ]
  const changes: object[][] = [
    [row('2020-01-15', 'USD', '1.11'), row('2020-01-16', 'USD', '1.12'), row('2020-02-10', 'USD', '1.09')],
    [row('2020-02-10', 'USD', '1.1', 'sell'), { ...row('2020-02-11', 'JPY', '12034.5'), unit: 100 }],
    [row('2020-01-16', 'USD', '1.123456')], // a correction
    [{ ...row('2020-03-02', 'USD', '1.1'), validFrom: '2020-03-02', validTo: '2020-03-08' }]
  ]
  for (const [at, rows] of changes.entries()) {
    await load(`document ${at}`, rows)
    for (const window of WINDOWS) expect(await extentOf(...window)).toEqual(await countOf(...window))
  }
  expect(await extentOf('EUR', '2020-01-01', '2020-12-31')).toEqual([6, 4, 3, 6, true, true, true])
  expect(await extentOf('EUR', '2020-01-16', '2020-01-16')).toEqual([1, 1, 1, 6, false, false, false])
})
