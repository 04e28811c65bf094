import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../adapters/kit/dates.ts'
import type { Identity, Row } from '../../adapters/source.ts'
import { listQuarantine } from '../../pipelines/quarantine.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../database.ts'

const identity = (code: string): Identity => ({
  code, cadence: 'daily', homeCurrency: 'EUR', name: code, country: 'XX', kind: 'central_bank', rateTypes: ['buy', 'sell'], sourceUrl: 'https://example.com/', timezone: 'UTC', schedule: '0 0 * * 1-5', historyFrom: '1999-01-01', dated: 'made', verified: 'description'
})

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, ['one', 'two', 'three'].map(identity))
})
afterAll(() => test.drop())
beforeEach(() => test.database.write('truncate rates, rate_revisions, tables, coverage, series, quarantine, habits'))

const LEVELS: Record<string, number> = { USD: 1.08, GBP: 0.861, JPY: 163.1, CHF: 0.953, SEK: 11.24, NOK: 11.63 }
const PAIRS = Object.keys(LEVELS)

/** A rate that moves by up to a thousandth from day to day, the same for the same day. */
const valueOf = (quote: string, day: number, width: number) => (LEVELS[quote]! * width * (1 + Math.sin(day * 1.7 + LEVELS[quote]! * 40) / 2000 + Math.cos(day * day * 0.37 + LEVELS[quote]!) / 3000)).toFixed(LEVELS[quote]! > 100 ? 2 : 4)
const table = (date: string, day: number): Row[] => PAIRS.flatMap((quote) => [['buy', 0.995], ['sell', 1.005]].map(([type, width]) => ({ date, base: 'EUR', quote, type: String(type), value: valueOf(quote, day, Number(width)) })))

/** Working days from a Monday on. */
const days = (count: number, from = '2025-09-01') => Array.from({ length: count }, (_, index) => addDays(from, index + 2 * Math.floor(index / 5)))
const DAYS = days(64)
const [NEXT, AFTER] = [DAYS[60]!, DAYS[61]!]
const NOW = table(NEXT, 60)
const history = (count = 60) => DAYS.slice(0, count).flatMap(table)

const load = (rows: Row[], source = 'one') => seedRows(test.database, source, rows)
const waiting = async () => (await listQuarantine(test.database)).map(({ date, quote, type, value, reason }) => `${date} ${quote} ${type} ${value}: ${reason}`)
const changed = (change: (row: Row) => string | undefined, rows = NOW) => rows.map((row) => ({ ...row, value: change(row) ?? row.value }))

describe('a source with sixty tables', () => {
  beforeEach(() => load(history()))

  it('loads the tables that follow, and none of them waits', async () => {
    for (const [index, date] of DAYS.slice(60).entries()) expect(await load(table(date, 60 + index))).toMatchObject({ new: 12, quarantined: 0 })
  })

  it('holds a value that jumps, whatever its pair, its size from 3 % on and its direction', async () => {
    await fc.assert(fc.asyncProperty(fc.nat(11), fc.double({ min: 0.03, max: 3, noNaN: true }), fc.boolean(), async (place, size, isUp) => {
      await test.database.write('delete from quarantine')
      await test.database.write('delete from rates where date = $1', [NEXT])
      const wrong = NOW[place]!
      const factor = isUp ? 1 + size : 1 / (1 + size)
      await load(changed((row) => row === wrong ? (Number(row.value) * factor).toFixed(4) : undefined))
      expect(await test.database.read('select value from rates where source = \'one\' and date = $1 and quote = $2 and type = $3', [NEXT, wrong.quote, wrong.type])).toEqual([])
    }), { numRuns: 12 })
  })

  it('says the feature, its usual range and what was found', async () => {
    await load(changed(({ quote, type }) => quote === 'CHF' && type === 'buy' ? '1.0210' : undefined))
    expect((await waiting()).find((it) => it.includes('CHF buy'))).toMatch(/^2025-11-24 CHF buy 1\.0210: (1\.0210 is 7\.\d % above 0\.9\d+ on 2025-11-21; of 59 moves of the series 95 % were less than [\d.]+ % for a day|sell 0\.\d+ is -?[\d.]+ % below buy; in \d+ tables before it was [\d.]+ to [\d.]+ %)/)
  })

  it('holds a table with buying and selling exchanged', async () => {
    expect(await load(NOW.map((row) => ({ ...row, type: row.type === 'buy' ? 'sell' : 'buy' })))).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toMatch(/sell [\d.]+ is (0\.9\d*|1(\.\d+)?) % below buy; in 60 tables before it was [\d.]+ to [\d.]+ %$/)
  })

  it('holds a value without its decimals, and lets a value pass a power of ten', async () => {
    await load(changed(({ quote, type }) => quote === 'SEK' && type === 'sell' ? '11' : undefined))
    expect((await waiting()).some((it) => it.includes('SEK sell 11:'))).toBe(true)
  })

  it('holds a table that repeats one of weeks before', async () => {
    expect(await load(table(DAYS[20]!, 20).map((row) => ({ ...row, date: NEXT })))).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toMatch(/is in a table that repeats 12 of its 12 values from 2025-09-29/)
  })

  it('holds a table of a weekday on which none was, and none is expected', async () => {
    expect(await load(table('2025-11-22', 60))).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toMatch(/is dated a Saturday, as 0 of 60 other tables are$/)
  })

  it('holds a rate of a code that takes the place of another', async () => {
    const renamed = NOW.map((row) => row.quote === 'NOK' ? { ...row, quote: 'THB' } : row)
    expect(await load(renamed)).toMatchObject({ new: 10, quarantined: 2 })
  })

  it('releases a level that the next table keeps', async () => {
    const moved = ({ quote, value }: Row) => quote === 'NOK' ? (Number(value) * 1.2).toFixed(4) : undefined
    expect(await load(changed(moved))).toMatchObject({ quarantined: 2 })
    expect(await load(changed(moved, table(AFTER, 61)))).toMatchObject({ new: 12, quarantined: 0 })
    expect(await waiting()).toEqual([])
  })

  it('lets a move pass that another bank has on the day', async () => {
    for (const source of ['two', 'three']) await load(history(), source)
    const moved = ({ quote, value }: Row) => quote === 'NOK' ? (Number(value) * 1.2).toFixed(4) : undefined
    await load(changed(moved), 'two')
    expect(await load(changed(moved), 'one')).toMatchObject({ new: 12, quarantined: 0 })
  })

  it('judges a document again each time that it comes', async () => {
    const moved = ({ quote, value }: Row) => quote === 'NOK' ? (Number(value) * 1.2).toFixed(4) : undefined
    expect(await load(changed(moved))).toMatchObject({ quarantined: 2 })
    for (const source of ['two', 'three']) await load([...history(), ...changed(moved)], source)
    await load(changed(moved))
    expect(await waiting()).toEqual([])
  })
})

it('learns the same from one document as from sixty', async () => {
  const learnt = () => test.database.read('select subject, feature, counts from habits where feature in (\'move\', \'excess\', \'digits\', \'spread\') and subject <> \'\' order by subject, feature')
  await load(history())
  const once = await learnt()
  await test.database.write('truncate rates, rate_revisions, tables, coverage, series, quarantine, habits')
  for (const [index, date] of DAYS.slice(0, 60).entries()) await load(table(date, index))
  expect(await waiting()).toEqual([])
  expect(await learnt()).toEqual(once)
  await test.database.write('select relearn_habits(\'one\')')
  expect(await learnt()).toEqual(once)
})
