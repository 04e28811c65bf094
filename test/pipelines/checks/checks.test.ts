import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Identity, Row } from '../../../adapters/source.ts'
import { addDays } from '../../../adapters/kit/dates.ts'
import { listQuarantine, release, releasePublication } from '../../../pipelines/care/quarantine.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'

const DECISION = { by: 'ada', reason: 'as printed' }

const identity = (code: string, cadence: Identity['cadence'] = 'daily'): Identity => ({
  code, cadence, homeCurrency: 'EUR', name: code, country: 'XX', kind: 'central_bank', rateTypes: ['reference'], sourceUrl: 'https://example.com/', timezone: 'UTC', schedule: '0 0 * * 1-5', historyFrom: '1999-01-01', dated: 'made', verified: 'description'
})

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [...['one', 'two', 'three', 'four', 'five', 'six'].map((code) => identity(code)), identity('monthly', 'monthly'), { ...identity('period', 'monthly'), dated: 'period' }, { ...identity('restated'), restated: ['TRY'] }])
})
afterAll(() => test.drop())
beforeEach(() => test.database.write('truncate rates, rate_revisions, tables, coverage, series, quarantine'))

const row = (date: string, quote: string, value: string | number): Row => ({ date, base: 'EUR', quote, type: 'reference', value: String(value) })
const load = (rows: Row[], source = 'one', document?: string) => seedRows(test.database, source, rows, document)
const reasons = async () => (await listQuarantine(test.database)).map(({ date, quote, value, reason }) => `${date} ${quote} ${value} ${reason}`)
const stored = (quote: string) => test.database.read('select date, value from rates where source = \'one\' and quote = $1 order by date', [quote])

/** Working days from a Monday on. */
const days = (count: number, from = '2026-03-02') => Array.from({ length: count }, (_, index) => addDays(from, index + 2 * Math.floor(index / 5)))
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY] = days(4) as [string, string, string, string]
const LEVELS = { USD: 1.08, GBP: 0.86, JPY: 163.1, CHF: 0.95, SEK: 11.2, NOK: 11.6 }
const quotes = Object.keys(LEVELS) as Array<keyof typeof LEVELS>

/** A table of six rates, a little higher each day. */
const table = (date: string, day: number) => quotes.map((quote) => row(date, quote, (LEVELS[quote] * (1 + day / 500)).toFixed(4)))
const tables = (dates: string[]) => dates.flatMap((date, index) => table(date, index))

/** Other banks give a value for a pair on a day. */
async function others (date: string, quote: string, ...values: number[]): Promise<void> {
  for (const [index, value] of values.entries()) await load([row(date, quote, value)], ['two', 'three', 'four'][index])
}

describe('a correction', () => {
  it('of the newest day is loaded if nothing contradicts it', async () => {
    await load([row(MONDAY, 'USD', '1.08')])
    expect(await load([row(MONDAY, 'USD', '1.09')])).toMatchObject({ changed: 1, quarantined: 0 })
  })

  it('of an older day is loaded if it is smaller than the usual move from day to day', async () => {
    const moving = days(10).map((date, index) => row(date, 'USD', (1.08 + index % 2 / 100).toFixed(4)))
    await load(moving)
    expect(await load([row(WEDNESDAY, 'USD', '1.0812')])).toMatchObject({ changed: 1, quarantined: 0 })
    expect(await load([row(THURSDAY, 'USD', '1.1090')])).toMatchObject({ changed: 0, quarantined: 1 })
  })

  it('of more than a tenth waits', async () => {
    await load([row(MONDAY, 'USD', '1.08')])
    expect(await load([row(MONDAY, 'USD', '1.21')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await reasons()).toEqual([`${MONDAY} USD 1.21 1.21 is 12 % above 1.08, the stored value; nothing supports the correction`])
  })

  it('of more than 2 % waits where nothing is known about the series', async () => {
    await load([row(MONDAY, 'USD', '1.08')])
    expect(await load([row(MONDAY, 'USD', '1.11')])).toMatchObject({ changed: 0, quarantined: 1 })
  })

  it('of one rate waits from 0.3 % on, where most of its table stays as it is', async () => {
    const [newest, day] = [table(MONDAY, 0), table(MONDAY, 0).filter(({ quote }) => !['JPY', 'NOK'].includes(quote))]
    await load(newest)
    expect(await load([...day, row(MONDAY, 'NOK', '11.63')])).toMatchObject({ changed: 1, quarantined: 0 })
    expect(await load([...day, row(MONDAY, 'JPY', '163.7')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect((await reasons())[0]).toContain('163.7 is 0.37 % above 163.1000, the stored value; nothing supports the correction')
  })

  it('of any size is loaded if the other banks support it', async () => {
    await load([row(MONDAY, 'USD', '2.08')])
    await others(MONDAY, 'USD', 1.081, 1.082)
    expect(await load([row(MONDAY, 'USD', '1.08')])).toMatchObject({ changed: 1, quarantined: 0 })
  })

  it('waits if the other banks are nearer to the stored value', async () => {
    await load([row(MONDAY, 'CAD', '3.7941')])
    await others(MONDAY, 'CAD', 3.798, 3.799, 3.79)
    expect(await load([row(MONDAY, 'CAD', '3.8941')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await reasons()).toEqual([`${MONDAY} CAD 3.8941 3.8941 is 2.6 % above 3.7941, the stored value; the median of 3 other banks is 3.798`])
  })

  it('waits where banks that agree about its pair say so, whatever a new table beside them is worth', async () => {
    const scattered = [0.99, 1.01, 0.985, 1.015, 1, 1.012]
    await load(table(MONDAY, 0).map((it, index) => ({ ...it, value: (Number(it.value) * scattered[index]!).toFixed(4) })))
    for (const source of ['two', 'three', 'four']) await load(table(MONDAY, 0), source)
    expect(await load([row(MONDAY, 'SEK', '11.25')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect((await reasons())[0]).toContain('the stored value; the median of 3 other banks is 11.2')
  })

  it('waits where banks that agree say so, whatever a scattered table beside them is worth', async () => {
    const scattered = (date: string) => table(date, 0).map((it, index) => ({ ...it, value: (Number(it.value) * (it.quote === 'SEK' ? 1 : 1 + (index - 2.5) * (Number(date.slice(-1)) % 3 - 1) / 200)).toFixed(4) }))
    for (const source of ['two', 'three', 'four']) await load(days(6).flatMap((date) => table(date, 0)), source)
    await load(days(6).flatMap(scattered))
    expect(await load([row(days(6)[5]!, 'SEK', '11.23')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect((await reasons())[0]).toContain('the stored value; the median of 3 other banks is 11.2')
  })

  it('waits if the days around it are nearer to the stored value', async () => {
    await load(tables(days(10)))
    expect(await load([row(days(10)[8]!, 'USD', '1.1273')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect((await reasons())[0]).toContain('the days around it are closer to the stored value')
  })

  it('of an old day waits where little is known about the series', async () => {
    await load(tables(days(5)))
    expect(await load([row(MONDAY, 'JPY', '163.1001')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await load([row(days(5)[4]!, 'JPY', '164.5')])).toMatchObject({ changed: 1, quarantined: 0 })
  })

  it('of the day before the newest waits too', async () => {
    await load(tables(days(2)))
    expect(await load([row(MONDAY, 'JPY', '163.1001')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await load([row(TUESDAY, 'JPY', '163.4263')])).toMatchObject({ changed: 1, quarantined: 0 })
  })

  it('is held against what is usual beside the other banks', async () => {
    for (const [index, source] of ['two', 'three', 'one'].entries()) await load(tables(days(8)).map((it) => ({ ...it, value: String(Number(it.value) * (1 + index / 2000)) })), source)
    const newest = days(8)[7]!
    const [{ value }] = await test.database.read<{ value: string }>('select value from rates where source = \'one\' and quote = \'SEK\' and date = $1', [newest]) as [{ value: string }]
    const changed = (Number(value) * 1.004).toFixed(4)
    expect(await load([row(newest, 'SEK', changed)])).toMatchObject({ changed: 0, quarantined: 1 })
    expect((await reasons())[0]).toContain(`${changed} is 0.4 % above ${value}, the stored value; the other banks imply ${Number(Number(value).toPrecision(6))}`)
    expect(await load([row(newest, 'SEK', (Number(value) * 1.0001).toFixed(6))])).toMatchObject({ changed: 1, quarantined: 0 })
  })

  it.each([1.02, 10, 0.01])('of a whole table by %s times waits beside the other banks', async (factor) => {
    for (const source of ['two', 'three', 'one']) await load(tables(days(8)), source)
    const newest = table(days(8)[7]!, 7)
    expect(await load(newest.map((it) => ({ ...it, value: (Number(it.value) * factor).toFixed(6) })))).toMatchObject({ changed: 0, quarantined: 6 })
  })

  it('of a whole table is let in where the other banks support it', async () => {
    for (const source of ['two', 'three']) await load(tables(days(8)), source)
    await load(tables(days(7)))
    const newest = table(days(8)[7]!, 7)
    await load(newest.map((it) => ({ ...it, value: (Number(it.value) * 10).toFixed(6) })))
    await release(test.database, (await listQuarantine(test.database)).map(({ id }) => id), DECISION)
    expect(await load(newest)).toMatchObject({ changed: 6, quarantined: 0 })
  })

  it('of a month\'s rate to the value of another rate waits, whatever the other banks have on a day', async () => {
    await others('2026-03-01', 'USD', 1.0901, 1.0902)
    const spot = { ...row('2026-03-01', 'USD', '1.09'), type: 'spot' }
    await load([row('2026-03-01', 'USD', '1.08'), spot], 'monthly')
    expect(await load([row('2026-03-01', 'USD', '1.09'), spot], 'monthly')).toMatchObject({ changed: 0, quarantined: 1 })
  })

  it('by another document of the same run waits, whatever comes first', async () => {
    const [{ run }] = await test.database.write<{ run: number }>('select start_run(\'one\', \'ingest\', $1, $1) as run', [MONDAY]) as [{ run: number }]
    await seedRows(test.database, 'one', [row(MONDAY, 'USD', '1.08')], 'first', run)
    expect(await seedRows(test.database, 'one', [row(MONDAY, 'USD', '1.0801')], 'second', run)).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await reasons()).toEqual([`${MONDAY} USD 1.0801 another document of this run has 1.08`])
  })

  it('to the value of another day, or of another rate of the day, waits', async () => {
    await load(tables(days(2)))
    expect(await load([row(TUESDAY, 'USD', '1.08')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await load([row(TUESDAY, 'NOK', '11.2224')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await reasons()).toEqual([
      `${TUESDAY} USD 1.08 1.08 is 0.2 % below 1.0822, the stored value; ${MONDAY} has the same`,
      `${TUESDAY} NOK 11.2224 11.2224 is 3.4 % below 11.6232, the stored value; EUR/SEK reference has the same`
    ])
  })

  it('waits with the others of its document, and with the new days of its series, where there are five', async () => {
    await load(tables(days(2)))
    const changed = table(TUESDAY, 1).slice(0, 5).map((it) => ({ ...it, value: `${it.value}1` }))
    expect(await load([...changed, ...table(MONDAY, 0), ...table(WEDNESDAY, 2)])).toMatchObject({ new: 6, changed: 0, unchanged: 6, quarantined: 5 })
    expect((await reasons())[0]).toBe(`${TUESDAY} CHF 0.95191 0.95191 is 0.0011 % above 0.9519, the stored value; one of 5 corrections in this document, 5 of them unsupported`)
  })

  it('holds back the whole document if five rows of it, and half of them, wait', async () => {
    await load(tables(days(2)))
    const changed = table(TUESDAY, 1).slice(0, 5).map((it) => ({ ...it, value: `${it.value}1` }))
    expect(await load([...changed, ...table(MONDAY, 0), ...table(WEDNESDAY, 2).slice(0, 5)])).toMatchObject({ new: 0, changed: 0, unchanged: 6, quarantined: 10 })
    expect((await reasons()).at(-1)).toContain('is in a document of which 5 of 10 new or changed rows are held')
  })

  it('waits with the whole document if that repeats nothing stored', async () => {
    const answer = (level: number) => days(5).map((date, index) => row(date, 'CAD', (level * (1 + index / 500)).toFixed(4)))
    await load(answer(3.79))
    expect(await load([...answer(6.66), row('2026-03-09', 'CAD', '6.7')])).toEqual({ new: 0, changed: 0, unchanged: 0, quarantined: 6 })
    expect((await reasons()).at(-1)).toBe('2026-03-09 CAD 6.7 is new in a document that changes every stored value of its series')
  })

  it('is released by a command, and nothing is lost', async () => {
    await load(tables(days(2)))
    await load(table(TUESDAY, 5))
    await release(test.database, (await listQuarantine(test.database)).map(({ id }) => id), DECISION)
    expect(await stored('USD')).toEqual([{ date: MONDAY, value: '1.0800' }, { date: TUESDAY, value: '1.0908' }])
    expect(await test.database.read('select value from rate_revisions where quote = \'USD\'')).toEqual([{ value: '1.0822' }])
    expect(await load(table(TUESDAY, 5))).toMatchObject({ unchanged: 6 })
  })
})

describe('a document that moves dates', () => {
  it('repeats a table', async () => {
    await load(tables(days(2)))
    expect(await load(table(WEDNESDAY, 1))).toMatchObject({ new: 0, quarantined: 6 })
    expect((await reasons())[0]).toBe(`${WEDNESDAY} CHF 0.9519 is in a table that repeats the values of ${TUESDAY} in all 6 rates`)
  })

  it('repeats a table of half a year before', async () => {
    await load(tables(days(2)))
    expect(await load(table('2026-09-02', 1))).toMatchObject({ new: 0, quarantined: 6 })
  })

  it('repeats sixty tables of another year', async () => {
    const printed = tables(days(60))
    await load(printed)
    expect(await load(printed.map((it) => ({ ...it, date: addDays(it.date, -365) })))).toMatchObject({ new: 0, quarantined: 360 })
  })

  it('lacks the day that its request names', async () => {
    await load([row(MONDAY, 'USD', '1.0801')], 'one', `from=${MONDAY}`)
    expect(await load([row('2026-06-02', 'USD', '1.0801')], 'one', `from=${MONDAY}`)).toMatchObject({ new: 0, quarantined: 1 })
    expect(await reasons()).toEqual([`2026-06-02 USD 1.0801 repeats the value of ${MONDAY}, which is missing from this document`])
  })

  it('lacks the day that the last answer had, and repeats its value under a day long before that answer', async () => {
    await load([row(MONDAY, 'USD', '1.0801')], 'one', 'late')
    expect(await load([row('2026-03-12', 'USD', '1.0801')], 'one', 'late')).toMatchObject({ new: 0, quarantined: 1 })
    expect(await reasons()).toEqual([`2026-03-12 USD 1.0801 repeats the value of ${MONDAY}, which is missing from this document`])
  })

  it.each([[4, 0, 4], [3, 3, 0]])('has only tables of other days: of %s, %s load and %s wait, since four can hardly be so by chance', async (count, loaded, quarantined) => {
    const printed = days(count).map((date, index) => row(date, 'USD', (1.0801 + index * 0.0021).toFixed(4)))
    await load(printed)
    expect(await load(printed.map((it) => ({ ...it, date: addDays(it.date, 91) })))).toMatchObject({ new: loaded, quarantined })
  })

  it('has a part of a table under another day, long before the last answer', async () => {
    await load(table(WEDNESDAY, 1), 'one', 'part')
    expect(await load([...table(WEDNESDAY, 1), row(MONDAY, 'NOK', '11.6232')], 'one', 'part')).toMatchObject({ new: 0, unchanged: 6, quarantined: 1 })
    expect(await reasons()).toEqual([`${MONDAY} NOK 11.6232 repeats a part of the table of ${WEDNESDAY}, which alone was in the last answer to the same request`])
  })

  it('is not one that goes on with few rates, which may be the same again', async () => {
    await load([row(MONDAY, 'USD', '1.0801')], 'one', 'newest')
    await load([row(TUESDAY, 'USD', '1.0822')], 'one', 'newest')
    expect(await load([row(WEDNESDAY, 'USD', '1.0801')], 'one', 'newest')).toMatchObject({ new: 1, quarantined: 0 })
  })

  it('is not one that answers a request for the day after the latest table', async () => {
    await load(tables(days(2)))
    expect(await load(table(WEDNESDAY, 1), 'one', `date=${WEDNESDAY.replaceAll('-', '')}`)).toMatchObject({ new: 6, quarantined: 0 })
  })

  it('is not one that has both days', async () => {
    await load(tables(days(2)))
    expect(await load([...table(TUESDAY, 1), ...table(WEDNESDAY, 1)])).toMatchObject({ new: 6, unchanged: 6, quarantined: 0 })
  })

  it('has both days, and another table is between them', async () => {
    await load(tables(days(3)))
    expect(await load([...table(TUESDAY, 1), ...table(THURSDAY, 1)])).toMatchObject({ new: 0, unchanged: 6, quarantined: 6 })
  })

  it('has the day before the oldest of a list under a day long after its newest', async () => {
    const list = days(5, '2098-03-03').flatMap((date, day) => [row(date, 'USD', (1.0801 + day / 1000).toFixed(4)), row(date, 'JPY', (163.1207 + day / 10).toFixed(4))])
    await load(list, 'one', 'list')
    const moved = list.map((it, place) => place < 2 ? { ...it, date: '2098-10-01' } : it)
    expect(await load(moved, 'one', 'list')).toMatchObject({ new: 0, unchanged: 8, quarantined: 2 })
  })

  it('has the values of a day under another one, and there another value', async () => {
    const printed = [row(MONDAY, 'USD', '1.0801'), row(MONDAY, 'JPY', '163.1207')]
    await load(printed)
    const moved = printed.map((it) => ({ ...it, date: '2026-06-02' }))
    expect(await load([{ ...printed[0]!, value: '1.3' }, printed[1]!, ...moved])).toMatchObject({ new: 0, changed: 0, unchanged: 1, quarantined: 3 })
    expect((await reasons()).sort()[1]).toBe(`2026-06-02 JPY 163.1207 is in a table that repeats the values of ${MONDAY} in all 2 rates`)
  })

  it('has a rate of a day under a later one, and the rest of that day', async () => {
    const printed = tables(days(3, '2098-03-03'))
    await load(printed, 'one', 'history')
    const moved = printed.map((it) => it.date === '2098-03-03' && it.quote === 'NOK' ? { ...it, date: '2098-03-06' } : it)
    expect(await load(moved, 'one', 'history')).toMatchObject({ new: 0, unchanged: 17, quarantined: 1 })
    expect(await reasons()).toEqual(['2098-03-06 NOK 11.6000 repeats a part of the table of 2098-03-03, of which the document has the rest'])
  })

  it('has a rate of a day under a later one, where another day has the same value', async () => {
    const printed = tables(days(3, '2098-03-03')).map((it) => it.quote === 'NOK' ? { ...it, value: '11.6' } : it)
    await load(printed, 'one', 'equal values')
    const moved = printed.map((it) => it.date === '2098-03-03' && it.quote === 'NOK' ? { ...it, date: '2098-03-06' } : it)
    expect(await load(moved, 'one', 'equal values')).toMatchObject({ new: 0, unchanged: 17, quarantined: 1 })
  })

  it.each([['moved', 5], ['doubled', 6]])('is a list with a row that was %s to another date', async (kind, unchanged) => {
    const list = table('2098-03-03', 0)
    const torn = [...list.filter(({ quote }) => kind === 'doubled' || quote !== 'NOK'), row('2098-03-31', 'NOK', '11.6000')]
    for (const source of ['one', 'monthly']) {
      await load(list, source, kind)
      expect(await load(torn, source, kind)).toMatchObject({ new: 0, unchanged, quarantined: 1 })
    }
    expect((await reasons())[0]).toBe('2098-03-31 NOK 11.6000 repeats a part of the table of 2098-03-03, of which the document has the rest')
  })

  it('is not the list of a day that goes on row by row', async () => {
    await load(table('2098-03-03', 0), 'one', 'row by row')
    const next = table('2098-03-03', 0).map((it) => it.quote === 'NOK' ? { ...it, date: '2098-03-04' } : it)
    expect(await load(next, 'one', 'row by row')).toMatchObject({ new: 1, unchanged: 5, quarantined: 0 })
  })

  it('has nothing in common with what is stored of its day', async () => {
    await load(table(MONDAY, 0), 'one', 'rates of today')
    expect(await load([row(MONDAY, 'USD', '0.6'), row(MONDAY, 'BYR', '20378')], 'one', 'rates of 2017')).toMatchObject({ new: 0, quarantined: 2 })
    expect((await reasons()).sort()[0]).toBe(`${MONDAY} BYR 20378 is new in a table that has nothing in common with what is stored of its day`)
    expect(await load([row(MONDAY, 'BGN', '1.9558')], 'one', 'rates of today')).toMatchObject({ new: 0, quarantined: 1 })
    expect(await load([row(MONDAY, 'BGN', '1.9559')], 'one', 'rates of others')).toMatchObject({ new: 1, quarantined: 0 })
  })

  it('has both days, more than a week apart', async () => {
    await load(tables(days(2)))
    expect(await load([...table(TUESDAY, 1), ...table('2026-03-11', 1)])).toMatchObject({ new: 0, unchanged: 6, quarantined: 6 })
  })

  it('is not looked for if the source repeats its tables', async () => {
    await load([...tables(days(2)), ...table(WEDNESDAY, 1), ...table(THURSDAY, 3)])
    expect(await load(table('2026-03-06', 3))).toMatchObject({ new: 6, quarantined: 0 })
  })

  it('is not looked for if the day after it is stored, and the document repeats tables', async () => {
    await load(table(days(5)[4]!, 3))
    const before = [0, 1, 1, 3].flatMap((level, day) => table(days(4)[day]!, level))
    expect(await load(before.filter(({ date }) => date !== TUESDAY))).toMatchObject({ new: 0, quarantined: 18 })
    await test.database.write('truncate quarantine')
    expect(await load(before)).toMatchObject({ new: 24, quarantined: 0 })
  })

  it('has but a rate of the day that a table repeats', async () => {
    await load(table(MONDAY, 1))
    expect(await load([row(MONDAY, 'USD', '1.0822'), ...table('2026-03-09', 1)])).toMatchObject({ new: 0, unchanged: 1, quarantined: 6 })
  })

  it('lacks the day from which a row was moved', async () => {
    const fives = days(5).map((date, index) => row(date, 'USD', (1.08 + index / 1000).toFixed(4)))
    await load(fives)
    const moved = fives.map((it, index) => index === 2 ? { ...it, date: '2026-03-11' } : it)
    expect(await load(moved)).toMatchObject({ new: 0, unchanged: 4, quarantined: 1 })
    expect(await reasons()).toEqual([`2026-03-11 USD 1.0820 repeats the value of ${WEDNESDAY}, which is missing from this document`])
  })

  it('has a table of a Saturday, or of the middle of a month', async () => {
    await load(tables(days(10)))
    expect(await load(table('2026-03-14', 11))).toMatchObject({ new: 0, quarantined: 6 })
    expect((await reasons())[0]).toBe('2026-03-14 CHF 0.9709 is dated a Saturday, but none of the 10 other tables is')
    await load(tables(days(5)), 'two')
    expect(await load(table('2026-03-07', 6), 'two')).toMatchObject({ new: 0, quarantined: 6 })
    await load(table(MONDAY, 0), 'three')
    expect(await load(table('2026-03-07', 1), 'three')).toMatchObject({ new: 0, quarantined: 6 })
    expect((await reasons()).at(-1)).toContain('is dated a Saturday, but the only other table is not')
    expect(await load(table('2026-03-07', 1), 'four')).toMatchObject({ new: 0, quarantined: 6 })
    expect((await reasons()).at(-1)).toContain('is dated a Saturday, but the schedule expects no table then')
    await load(['2026-01-01', '2026-02-01', '2026-03-01'].map((date, index) => row(date, 'USD', 1.08 + index / 100)), 'monthly')
    expect(await load([row('2026-03-31', 'USD', '1.11')], 'monthly')).toMatchObject({ new: 0, quarantined: 1 })
    expect((await reasons()).at(-1)).toBe('2026-03-31 USD 1.11 is not dated the first day of a month, but all 3 other tables are')
  })

  it('covers a month that starts or ends inside of one', async () => {
    expect(await load([row('2026-02-28', 'USD', '1.08'), row('2026-03-01', 'USD', '1.09'), row('2026-03-30', 'USD', '1.1')], 'period')).toMatchObject({ new: 2, quarantined: 1 })
    expect(await reasons()).toEqual(['2026-03-30 USD 1.1 is dated neither the first nor the last day of a month'])
  })

  it('ends before an earlier answer to its request', async () => {
    await load(table(WEDNESDAY, 2), 'one', 'newest')
    expect(await load(table('2026-02-04', 1), 'one', 'newest')).toMatchObject({ new: 0, quarantined: 6 })
    expect((await reasons())[0]).toBe(`2026-02-04 CHF 0.9519 is in a document that ends on 2026-02-04, but an earlier answer to the same request ended on ${WEDNESDAY}`)
  })
})

describe('a row under another name', () => {
  it('has the value of a rate that is missing', async () => {
    await load(table(MONDAY, 0), 'one', 'table')
    expect(await load(table(MONDAY, 0).map((it) => it.quote === 'CHF' ? { ...it, quote: 'LAK' } : it), 'one', 'table')).toMatchObject({ new: 0, quarantined: 1 })
    expect(await reasons()).toEqual([`${MONDAY} LAK 0.9500 has the value of EUR/CHF reference, which is missing from this document`])
  })

  it('is held with the other prices that stand beside it, even of one digit', async () => {
    const prices = (quote: string) => [['buy', '0.7000'], ['mean', '0.7050'], ['sell', '0.7100']].map(([type, value]) => ({ ...row(MONDAY, quote, value!), type: type! }))
    await load([...table(MONDAY, 0), ...prices('UGX')], 'one', 'prices')
    expect(await load([...table(MONDAY, 0).slice(1), ...prices('HNL')], 'one', 'prices')).toMatchObject({ new: 0, unchanged: 5, quarantined: 3 })
    expect((await reasons()).sort()[0]).toBe(`${MONDAY} HNL 0.7000 is printed beside EUR/HNL mean 0.7050, which has the value of EUR/UGX mean, which is missing from this document`)
  })

  it('may have a value of one digit, as others do', async () => {
    await load([row(MONDAY, 'USD', '1.08'), row(MONDAY, 'SLL', '0.01')], 'one', 'figures')
    expect(await load([row(MONDAY, 'USD', '1.08'), row(MONDAY, 'GNF', '0.01')], 'one', 'figures')).toMatchObject({ new: 1, unchanged: 1, quarantined: 0 })
    await load([...table(TUESDAY, 0), row(TUESDAY, 'SLL', '0.01'), row(TUESDAY, 'LBP', '0.02')], 'one', 'more figures')
    expect(await load([...table(TUESDAY, 0), row(TUESDAY, 'GNF', '0.01')], 'one', 'more figures')).toMatchObject({ new: 1, unchanged: 6, quarantined: 0 })
  })

  it('has the value of the one rate that is missing, even of one digit, and is the one that is new', async () => {
    const printed = (quote: string) => ['buy', 'sell'].map((type) => ({ ...row(MONDAY, quote, '1.00'), type }))
    await load([...table(MONDAY, 0), ...printed('TZS')], 'one', 'pegs')
    expect(await load([...table(MONDAY, 0), ...printed('HKD')], 'one', 'pegs')).toMatchObject({ new: 0, unchanged: 6, quarantined: 2 })
    expect((await reasons()).sort()[0]).toBe(`${MONDAY} HKD 1.00 has the value of EUR/TZS buy, which is missing from this document`)
  })

  it('is held with all others of a currency of which nothing was known', async () => {
    const printed = (currency: string) => [{ ...row(MONDAY, 'EUR', '0.9259'), base: currency, type: 'eur_equivalent' }, ...currency === 'USD' ? [] : [{ ...row(MONDAY, 'USD', '1.00'), base: currency, type: 'usd_equivalent' }]]
    await load([...table(MONDAY, 0), ...printed('USD')], 'one', 'equivalents')
    expect(await load([...table(MONDAY, 0), ...printed('COU')], 'one', 'equivalents')).toMatchObject({ new: 0, unchanged: 6, quarantined: 2 })
    expect((await reasons()).sort()[1]).toBe(`${MONDAY} USD 1.00 is printed beside COU/EUR eur_equivalent 0.9259, which has the value of USD/EUR eur_equivalent, which is missing from this document`)
  })

  it('starts a series with the value of another, beside a table that is stored', async () => {
    await load(table(MONDAY, 1), 'one', 'table')
    expect(await load([...table(MONDAY, 1), row(MONDAY, 'LAK', '163.4262')], 'one', 'table')).toMatchObject({ new: 0, unchanged: 6, quarantined: 1 })
    expect(await reasons()).toEqual([`${MONDAY} LAK 163.4262 has the value of EUR/JPY reference, which is stored, in a table that had no such rate`])
    expect(await load([...table(TUESDAY, 2), row(TUESDAY, 'LAK', '163.7524')], 'one', 'table')).toMatchObject({ new: 7, quarantined: 0 })
  })

  it('starts a series with the stored value of another, which the document corrects', async () => {
    await load(table(MONDAY, 1), 'two', 'another table')
    const corrected = table(MONDAY, 1).map((it) => it.quote === 'JPY' ? { ...it, value: '163.5262' } : it)
    await load([...corrected, row(MONDAY, 'LAK', '163.4262')], 'two', 'another table')
    expect(await reasons()).toEqual([`${MONDAY} LAK 163.4262 has the value of EUR/JPY reference, which is stored, in a table that had no such rate`])
  })

  it('has the figure of a metal that is missing, which is stored per ounce', async () => {
    const silver = { ...row(MONDAY, 'EUR', '2.2613'), base: 'XAG', quote: 'EUR', unit: 'gram' as const }
    await load([...table(MONDAY, 1), silver], 'one', 'table')
    expect(await load([...table(MONDAY, 1), { ...silver, base: 'MXN', unit: 1 }], 'one', 'table')).toMatchObject({ new: 0, quarantined: 1 })
  })

  it('has the figure of a rate that is missing, for another unit', async () => {
    const printed = [...table(MONDAY, 0), { date: MONDAY, base: 'HUF', quote: 'EUR', type: 'reference', value: '0.2547', unit: 100 }]
    await load(printed, 'one', 'table')
    const renamed = printed.map((it) => it.base === 'HUF' ? { ...it, base: 'MGA', unit: 1 } : it)
    expect(await load(renamed, 'one', 'table')).toMatchObject({ new: 0, quarantined: 1 })
  })

  it('comes in a document without the home currency', async () => {
    await load(table(MONDAY, 0))
    expect(await load([{ date: MONDAY, base: 'XUA', quote: 'USD', type: 'reference', value: '1.3' }])).toMatchObject({ new: 0, quarantined: 1 })
  })

  it('may come in a document without the home currency, where no rate of its type has that', async () => {
    await load(table(MONDAY, 0))
    expect(await load([{ date: MONDAY, base: 'GBP', quote: 'USD', type: 'representative', value: '1.3' }])).toMatchObject({ new: 1, quarantined: 0 })
  })
})

describe('a level', () => {
  it.each(['108', '0.0108', '10.8', '1.4'])('of %s after 1.08 waits while its neighbours load', async (slip) => {
    await load(tables(days(8)))
    const next = table('2026-03-12', 8).map((it) => it.quote === 'USD' ? { ...it, value: slip } : it)
    expect(await load(next)).toMatchObject({ new: 5, quarantined: 1 })
    expect((await reasons())[0]).toMatch(/^2026-03-12 USD \S+ [\d.]+ is \S+ (times|of|% above) 1\.0951 on 2026-03-11; the limit is 20 %$/)
  })

  it('is wrong inside a history, alone or several in a row', async () => {
    const values = ['1.08', '1.08', '108', '108', '1.08', '1.09', '1.08', '109']
    expect(await load(days(8).map((day, index) => row(day, 'USD', values[index]!)))).toMatchObject({ new: 5, quarantined: 3 })
    expect((await listQuarantine(test.database)).map(({ value }) => value)).toEqual(['108', '108', '109'])
  })

  it('is wrong if one day deviates from both neighbours', async () => {
    const values = ['1.08', '1.081', '1.082', '1.083', '1.32', '1.084', '1.083']
    expect(await load(days(7).map((day, index) => row(day, 'USD', values[index]!)))).toMatchObject({ new: 6, quarantined: 1 })
  })

  it('is a new one if the series stays there', async () => {
    const values = ['6.86', '6.86', '6.86', '6.86', '24', '24.1', '24.2', '24', '24', '24']
    expect(await load(days(10).map((day, index) => row(day, 'BOB', values[index]!)))).toMatchObject({ new: 10, quarantined: 0 })
  })

  it('is wrong if a whole run of days is off by a power of ten', async () => {
    await load(days(8).map((day) => row(day, 'JPY', '163.1')))
    expect(await load(days(8, '2026-03-16').map((day) => row(day, 'JPY', '1.631')))).toMatchObject({ new: 0, quarantined: 8 })
    expect((await reasons()).slice(0, 2)).toEqual([
      '2026-03-16 JPY 1.631 1.631 is 1/100 of 163.1 on 2026-03-11; the limit is 20 %',
      '2026-03-17 JPY 1.631 continues the level of 2026-03-16, which is held'
    ])
  })

  it('is wrong if the other banks did not move', async () => {
    await others(MONDAY, 'TRY', 50, 50.1)
    await load(days(3).map((day) => row(day, 'TRY', 50)))
    expect(await load(days(4, '2026-03-09').map((day) => row(day, 'TRY', 70)))).toMatchObject({ new: 0, quarantined: 4 })
    expect((await reasons())[0]).toBe(`2026-03-09 TRY 70 70 is 40 % above 50 on ${WEDNESDAY}; the limit is 20 %; the median of 2 other banks is 50.05`)
  })

  it('is right in turmoil: after five moves of 3 %, one of 25 %, not one of 60 %', async () => {
    await load(days(15).map((day, index) => row(day, 'ISK', (140 * 1.03 ** Math.max(0, index - 9)).toFixed(2))))
    expect(await load([row('2026-03-23', 'ISK', '270')])).toMatchObject({ new: 0, quarantined: 1 })
    expect((await reasons())[0]).toContain('the limit is 34 %')
    expect(await load([row('2026-03-23', 'ISK', '209')])).toMatchObject({ new: 1, quarantined: 0 })
  })

  it('is none where a figure of few digits moves by its last one', async () => {
    await load(days(8).map((day, index) => row(day, 'NGN', index % 3 === 1 ? '0.04' : '0.05')))
    expect(await load([row('2026-03-12', 'NGN', '0.04')])).toMatchObject({ new: 1, quarantined: 0 })
    expect(await load([row('2026-03-13', 'NGN', '0.07')])).toMatchObject({ new: 0, quarantined: 1 })
  })

  it('is right between two that are wrong', async () => {
    await load(days(8).map((day) => row(day, 'DKK', '9.54')))
    const [one, two, three, four] = days(4, '2026-03-16') as [string, string, string, string]
    await load([row(one, 'DKK', '7.55'), row(two, 'DKK', '9.8'), row(three, 'DKK', '7.6'), row(four, 'DKK', '9.81')])
    expect((await listQuarantine(test.database)).map(({ value }) => value)).toEqual(['7.55', '7.6'])
  })

  it('is right if the other banks moved too, and if their distance stays the same', async () => {
    await load(days(5).map((day) => row(day, 'ARS', '400')))
    await load(days(5).map((day) => row(day, 'VES', '900')))
    await others(MONDAY, 'ARS', 401, 402)
    await others(MONDAY, 'VES', 600, 601)
    await others('2026-03-09', 'ARS', 1500, 1510)
    await others('2026-03-09', 'VES', 900, 901)
    await release(test.database, (await listQuarantine(test.database)).map(({ id }) => id), DECISION)
    expect(await load([row('2026-03-09', 'ARS', '1505'), row('2026-03-09', 'VES', '1350')])).toMatchObject({ new: 2, quarantined: 0 })
  })

  it.each(['2026-03-10', '2026-03-25'])('of one bank alone waits until another table confirms it (%s)', async (second) => {
    const first = '2026-03-09'
    await load(days(5).map((day) => row(day, 'ETB', '57')))
    expect(await load([row(first, 'ETB', '74.7')])).toMatchObject({ new: 0, quarantined: 1 })
    expect(await load([row(second, 'ETB', '76')])).toMatchObject({ new: 1, quarantined: 0 })
    expect(await listQuarantine(test.database)).toEqual([])
    expect((await stored('ETB')).slice(5)).toEqual([{ date: first, value: '74.7' }, { date: second, value: '76' }])
  })

  it('is right if it reaches that of the other banks', async () => {
    await load(days(5).map((day) => row(day, 'TRY', 50)))
    await others(MONDAY, 'TRY', 70, 70.1)
    await others('2026-03-09', 'TRY', 70, 70.1)
    await release(test.database, (await listQuarantine(test.database)).map(({ id }) => id), DECISION)
    expect(await load([row('2026-03-09', 'TRY', 70.2)])).toMatchObject({ new: 1, quarantined: 0 })
  })

  it('is loaded when the other banks have followed', async () => {
    await load(days(5).map((day) => row(day, 'NGN', '900')))
    await others(MONDAY, 'NGN', 901, 902)
    await load([row('2026-03-09', 'NGN', '1400')])
    await others('2026-03-09', 'NGN', 1395, 1405)
    await release(test.database, (await listQuarantine(test.database)).filter(({ source }) => source !== 'one').map(({ id }) => id), DECISION)
    expect(await load([row('2026-03-10', 'NGN', '1410')])).toMatchObject({ new: 1, quarantined: 0 })
    expect(await listQuarantine(test.database)).toEqual([])
  })

  it('is compared with the stored value of a day whose correction waits', async () => {
    await load([row(TUESDAY, 'USD', '1.08')])
    expect(await load([row(MONDAY, 'USD', '181.2'), row(TUESDAY, 'USD', '180.5')])).toMatchObject({ new: 0, changed: 0, quarantined: 2 })
    expect(await reasons()).toContain(`${MONDAY} USD 181.2 181.2 is 168 times 1.08 on ${TUESDAY}; the limit is 20 %`)
  })

  it('is judged again when it comes again', async () => {
    await load(days(5).map((day) => row(day, 'NGN', '900')))
    await load([row('2026-03-09', 'NGN', '1400')])
    await others('2026-03-09', 'NGN', 1395, 1405)
    expect(await load([row('2026-03-09', 'NGN', '1400')])).toMatchObject({ new: 1, quarantined: 0 })
    expect(await listQuarantine(test.database)).toEqual([])
  })
})

describe('a table beside those of the other banks', () => {
  // Bank two and three are a little above bank one; of a parallel market bank one gives a fifth more.
  const PARALLEL = 1.2
  async function history (count: number): Promise<void> {
    for (const [index, source] of ['two', 'three', 'one'].entries()) {
      const own = tables(days(count)).map((it) => ({ ...it, value: (Number(it.value) * (1 + (2 - index) / 1000) * (source === 'one' && it.quote === 'NOK' ? PARALLEL : 1)).toFixed(6) }))
      await load(own, source)
    }
    await release(test.database, (await listQuarantine(test.database)).map(({ id }) => id), DECISION)
    expect(await test.database.read('select count(distinct date)::int as days from rates where source = \'one\' and quote = \'NOK\'')).toEqual([{ days: count }])
  }
  const newest = days(8)[7]!

  it('has one rate that stands out', async () => {
    await history(7)
    for (const source of ['two', 'three']) await load(table(newest, 7), source)
    const changed = table(newest, 7).map((it) => ({ ...it, value: (Number(it.value) * (it.quote === 'NOK' ? PARALLEL : it.quote === 'CHF' ? 1.08 : 1)).toFixed(6) }))
    expect(await load(changed)).toMatchObject({ new: 5, quarantined: 1 })
    expect(await reasons()).toEqual([expect.stringMatching(new RegExp(`^${newest} CHF (1\\.\\d+) \\1 is [\\d.]+ % above 0\\.96\\d+, which the other banks imply; the limit is [\\d.]+ %$`))])

    const next = days(9)[8]!
    for (const source of ['two', 'three']) await load(table(next, 8), source)
    expect(await load(table(next, 8).map((it) => it.quote === 'NOK' ? { ...it, value: (Number(it.value) * PARALLEL).toFixed(6) } : it))).toMatchObject({ new: 6 })
    expect(await reasons()).toHaveLength(1)
  })

  it('goes with them, in a devaluation of its own currency too', async () => {
    await history(7)
    for (const source of ['two', 'three']) await load(table(newest, 7), source)
    const devalued = table(newest, 7).map((it) => ({ ...it, value: (Number(it.value) * (it.quote === 'NOK' ? PARALLEL : 1) * 0.93).toFixed(6) }))
    expect(await load(devalued)).toMatchObject({ new: 6, quarantined: 0 })
  })

  it('is little believed in where few days are known', async () => {
    await history(3)
    for (const source of ['two', 'three']) await load(table(THURSDAY, 3), source)
    const changed = table(THURSDAY, 3).map((it) => ({ ...it, value: (Number(it.value) * (it.quote === 'NOK' ? PARALLEL : it.quote === 'CHF' ? 1.08 : 1)).toFixed(6) }))
    expect(await load(changed)).toMatchObject({ new: 6, quarantined: 0 })
  })
})

describe('a gap between the prices of a currency', () => {
  const PRICES = { buy: 0.99, middle: 1, sell: 1.01 }
  const prices = (date: string, quote: string, middle: number, types: Array<keyof typeof PRICES> = ['buy', 'middle', 'sell']) => {
    return types.map((type) => ({ ...row(date, quote, (middle * PRICES[type]).toFixed(4)), type }))
  }
  const history = (count: number, types?: Array<keyof typeof PRICES>) => days(count).flatMap((date, index) => prices(date, 'USD', 1.08 * (1 + index / 500), types))
  const changed = (rows: Row[], type: string, value: string) => rows.map((it) => it.type === type ? { ...it, value } : it)
  const [latest] = days(1, '2026-03-18') as [string]

  it('that never was so is held: the price that the others contradict', async () => {
    await load(history(12))
    expect(await load(changed(prices(latest, 'USD', 1.1), 'sell', '1.0600'))).toMatchObject({ new: 2, quarantined: 1 })
    expect(await reasons()).toEqual([`${latest} USD 1.0600 1.0600 is 4.6 % below 1.11101, which buy 1.0890 implies; the limit is 2 %, learnt from 12 other tables`])
  })

  it('of two prices holds both, and on the third day none', async () => {
    await load(history(12, ['buy', 'sell']))
    for (const [index, date] of days(3, latest).entries()) {
      const rows = changed(prices(date, 'USD', 1.1, ['buy', 'sell']), 'sell', '1.1500')
      expect(await load(rows)).toMatchObject(index < 2 ? { new: 0, quarantined: 2 } : { new: 2, quarantined: 0 })
    }
  })

  it('is no fault where all currencies of the table have it, or where it varies', async () => {
    const table = (date: string, width: number) => quotes.flatMap((quote) => changed(prices(date, quote, LEVELS[quote]), 'sell', (LEVELS[quote] * width).toFixed(4)))
    await load(days(12).flatMap((date) => table(date, 1.01)))
    expect(await load(table(latest, 1.04))).toMatchObject({ new: 18, quarantined: 0 })
    await load(days(12).flatMap((date, index) => changed(prices(date, 'CAD', 1.5), 'sell', String(1.51 + 0.02 * index))))
    expect(await load(changed(prices(latest, 'CAD', 1.5), 'sell', '1.66'))).toMatchObject({ new: 3, quarantined: 0 })
  })

  it('decides about a correction', async () => {
    await load(history(12))
    const newest = days(12).at(-1)!
    expect(await load(changed(prices(newest, 'USD', 1.08 * 1.022), 'sell', '1.1198').slice(2))).toMatchObject({ changed: 0, quarantined: 1 })
    expect((await reasons())[0]).toMatch(/the stored value; beside buy 1\.0927 it would be 1\.114\d+$/)
    await load(changed(prices(latest, 'USD', 1.1), 'sell', '1.1190'))
    await load(prices('2026-03-19', 'USD', 1.1))
    expect(await load(prices(latest, 'USD', 1.1)), 'which an older one, too, may mend').toMatchObject({ changed: 1, quarantined: 0 })
  })

  it('is no support for a correction of both prices that is far greater than the gap was wrong', async () => {
    const bothPrices = (changes: Record<string, string> = {}) => quotes.flatMap((quote) => ['reference', 'buy'].map((type) => ({ ...row(latest, quote, changes[`${quote} ${type}`] ?? String(LEVELS[quote])), type })))
    await load(bothPrices({ 'JPY buy': '163.9' }))
    expect(await load(bothPrices({ 'JPY reference': '23.1000', 'JPY buy': '23.1000' }))).toMatchObject({ changed: 0, quarantined: 2 })
  })

  it('shows the rate of a column that is priced in two currencies', async () => {
    const inDollars = (date: string, level: number) => quotes.filter((quote) => quote !== 'USD').map((quote) => ({ ...row(date, quote, (LEVELS[quote] / level).toFixed(5)), base: 'USD' }))
    const both = (date: string, day: number) => [...table(date, day), ...inDollars(date, 1.08)]
    await load(days(12).flatMap((date) => both(date, 0)))
    const wrong = both(latest, 0).map((it) => it.base === 'USD' && it.quote === 'JPY' ? { ...it, value: '153.02' } : it)
    expect(await load(wrong)).toMatchObject({ quarantined: 2 })
  })
})

describe('a printed change', () => {
  /** A table with the change of each rate since the table of the index before. */
  const changing = (date: string, index: number) => table(date, index).map((it, place) => ({ ...it, change: (Number(it.value) - Number(table(date, index - 1)[place]!.value)).toFixed(4) }))
  const series = (count: number) => days(count).flatMap(changing)
  const wrong = (rows: Row[], date: string, change: Partial<Row>, quote = 'JPY') => rows.map((it) => it.date === date && it.quote === quote ? { ...it, ...change } : it)
  const heldDays = async () => (await listQuarantine(test.database)).map(({ date, quote }) => `${date} ${quote}`)

  it('holds a value that it contradicts, beside the table that is stored', async () => {
    await load(changing(MONDAY, 0))
    expect(await load(wrong(changing(TUESDAY, 1), TUESDAY, { value: '163.4292' }))).toMatchObject({ new: 5, quarantined: 1 })
    expect(await reasons()).toEqual([`${TUESDAY} JPY 163.4292 163.4292 less its printed change of 0.3262 is 163.1030, not 163.1000 as on ${MONDAY}; 5 other rates fit their changes`])
    expect(await load(changing(WEDNESDAY, 2)), 'and of the table after, nothing').toMatchObject({ new: 6, quarantined: 0 })
  })

  it('holds it where the tables are in one document, whichever of them it is', async () => {
    for (const date of days(5)) {
      await test.database.write('truncate rates, tables, coverage, series, quarantine')
      await load(wrong(series(5), date, { value: '163.9999' }))
      expect(await heldDays()).toEqual([`${date} JPY`])
    }
  })

  it('that is wrong itself holds its value, unless the table after agrees with that', async () => {
    await load(wrong(series(3), WEDNESDAY, { change: '0.3162' }))
    expect(await heldDays()).toEqual([`${WEDNESDAY} JPY`])
    expect(await load(wrong(days(4, '2026-03-16').flatMap((date, index) => changing(date, index + 10)), '2026-03-18', { change: '0.3162' }))).toMatchObject({ new: 24, quarantined: 0 })
  })

  it('is judged for the unit for which it is printed, and not where that is another than before', async () => {
    const perHundred = (rows: Row[], change: string) => rows.map((it) => it.quote === 'SEK' ? { ...it, unit: 100, value: String(Math.round(Number(it.value) * 1e4) / 100), change } : it)
    await load(perHundred(changing(MONDAY, 0), '0'))
    expect(await load(perHundred(changing(TUESDAY, 1), '2.24'))).toMatchObject({ quarantined: 0 })
    expect(await load(perHundred(changing(WEDNESDAY, 2), '2.27'))).toMatchObject({ quarantined: 1 })
    expect(await load(wrong(changing(THURSDAY, 3), THURSDAY, { change: '9.99' }, 'SEK'))).toMatchObject({ quarantined: 0 })
  })

  it('says nothing where it is from another table than the one before', async () => {
    await load(changing(MONDAY, 0))
    expect(await load(changing(WEDNESDAY, 2)), 'after a gap').toMatchObject({ quarantined: 0 })
    expect(await load(changing(TUESDAY, 1)), 'from new to old').toMatchObject({ quarantined: 0 })
  })

  it('says nothing about rates that stay as they are, nor of few that agree', async () => {
    const pegged = (rows: Row[]) => rows.map((it) => ['JPY', 'SEK'].includes(it.quote) ? it : { ...it, value: '1.5', change: '0.0000' })
    await load(pegged(changing(MONDAY, 0)))
    expect(await load(pegged(changing(WEDNESDAY, 2)))).toMatchObject({ quarantined: 0 })
    await load(pegged(changing(THURSDAY, 3)))
    expect(await load(wrong(pegged(changing('2026-03-06', 4)), '2026-03-06', { change: '0.5' }))).toMatchObject({ quarantined: 0 })
  })

  it('says nothing where the value before was corrected, and that waits', async () => {
    await load(series(3))
    expect(await load(wrong(series(4), WEDNESDAY, { value: '182.9', change: '19.4738' }).map((it) => it.date === THURSDAY && it.quote === 'JPY' ? { ...it, change: '-18.8214' } : it))).toMatchObject({ new: 6, quarantined: 1 })
  })

  it('may be off by one in its last digit in a table of few, not where twenty others agree', async () => {
    await load(changing(MONDAY, 0))
    expect(await load(wrong(changing(TUESDAY, 1), TUESDAY, { change: '0.3263' }))).toMatchObject({ quarantined: 0 })
    const wide = (date: string, index: number) => ['AUD', 'BGN', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'GBP', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'ISK', 'JPY', 'KRW', 'MXN', 'MYR', 'NOK', 'NZD', 'PHP']
      .map((quote, place) => ({ ...row(date, quote, (10 + place + index / 100).toFixed(4)), change: '0.0100' }))
    await load(wide(MONDAY, 0), 'two')
    expect(await load(wrong(wide(TUESDAY, 1), TUESDAY, { value: '25.0101' }), 'two')).toMatchObject({ quarantined: 1 })
  })

  it('that is no number says nothing', async () => {
    await load(changing(MONDAY, 0))
    expect(await load(wrong(changing(TUESDAY, 1), TUESDAY, { change: 'new' }))).toMatchObject({ quarantined: 0 })
  })

  it('decides about a correction', async () => {
    await load(series(2))
    expect(await load(wrong(changing(TUESDAY, 1), TUESDAY, { value: '163.4292' }))).toMatchObject({ changed: 0, quarantined: 1 })
  })
})

describe('a middle that is the mean of two prices in a first table', () => {
  const WIDTHS = { USD: 0.01, GBP: 0.02, JPY: 0.3, CHF: 0.012, SEK: 0.014, NOK: 0.018, CAD: 0.016 }
  const currencies = Object.keys(WIDTHS) as Array<keyof typeof WIDTHS>
  /** Prices as far from the middle as a share of it, or as the currency's own width. */
  const prices = (date: string, share?: number) => currencies.flatMap((quote) => {
    const middle = { ...LEVELS, CAD: 1.51 }[quote]
    const width = share === undefined ? WIDTHS[quote] : middle * share
    return Object.entries({ buy: middle - width, middle, sell: middle + width }).map(([type, value]) => ({ ...row(date, quote, value.toFixed(4)), type }))
  })
  const changed = (rows: Row[], change: Record<string, string>) => rows.map((it) => ({ ...it, value: change[`${it.quote} ${it.type}`] ?? it.value }))
  const heldPrices = async () => (await listQuarantine(test.database)).map(({ quote, type }) => `${quote} ${type}`)

  it('holds all three prices of the currency in which it is none', async () => {
    expect(await load(changed(prices(MONDAY), { 'USD buy': '1.0600' }))).toMatchObject({ new: 18, quarantined: 3 })
    expect(await reasons()).toEqual(['1.0600', '1.0800', '1.0900'].map((value) => `${MONDAY} USD ${value} middle 1.0800 is not the mean of buy 1.0600 and sell 1.0900, as in 6 other currencies of the table`))
  })

  it.each(['buy', 'middle', 'sell'])('holds the %s alone where all prices are equally far apart', async (type) => {
    await load(changed(prices(MONDAY, 0.01), { [`USD ${type}`]: '1.0830' }))
    expect(await heldPrices()).toEqual([`USD ${type}`])
  })

  it('may be rounded, and coarser than the prices', async () => {
    expect(await load(changed(prices(MONDAY), { 'USD buy': '1.070051', 'USD middle': '1.0801', 'GBP middle': '0.8601', 'JPY middle': '163.1', 'JPY buy': '162.81' }))).toMatchObject({ quarantined: 0 })
  })

  it('may be one of the two prices, or close to their mean', async () => {
    expect(await load(changed(prices(MONDAY), { 'USD middle': '1.0900' }))).toMatchObject({ quarantined: 0 })
    expect(await load(changed(prices(MONDAY), { 'USD middle': '1.0808' }), 'two')).toMatchObject({ quarantined: 0 })
    expect(await load(changed(prices(MONDAY), { 'USD middle': '1.0812' }), 'three')).toMatchObject({ quarantined: 3 })
  })

  it('is not expected where fewer than five others have it, or nine in ten', async () => {
    expect(await load(changed(prices(MONDAY), { 'USD middle': '1.0841' }).filter(({ quote }) => !['CAD', 'NOK'].includes(quote)))).toMatchObject({ quarantined: 0 })
    expect(await load(changed(prices(MONDAY), { 'USD middle': '1.0841', 'SEK middle': '11.2050' }), 'two')).toMatchObject({ quarantined: 0 })
  })

  it('is not asked for once ten tables show what is usual', async () => {
    await load(days(10).flatMap((date) => prices(date)))
    expect(await load(changed(prices('2026-03-16'), { 'USD middle': '1.0822' }))).toMatchObject({ quarantined: 0 })
  })
})

describe('the rows of a publication', () => {
  it('are let in together, but those that could never be a rate or have two values', async () => {
    await load(tables(days(2)))
    await load(table(WEDNESDAY, 1))
    const [{ publication_id: publication } = { publication_id: 0 }] = await listQuarantine(test.database)
    await test.database.write('select quarantine_rows($1, null, $2)', [publication, JSON.stringify(['abc', '7.1', '7.2'].map((value) => {
      return { date: WEDNESDAY, base: 'EUR', quote: value === 'abc' ? 'PLN' : 'TRY', type: 'reference', value, unit: '1', reason: 'a reason' }
    }))])
    const { released, waiting } = await releasePublication(test.database, publication, DECISION)
    expect([released.length, waiting.map(({ value }) => value)]).toEqual([6, ['abc', '7.1', '7.2']])
    expect(await stored('USD')).toHaveLength(3)
    await expect(release(test.database, waiting.slice(1).map(({ id }) => id), DECISION)).rejects.toThrow(`is not the only one of these for ${WEDNESDAY} EUR/TRY reference`)
    await expect(releasePublication(test.database, 0, DECISION)).rejects.toThrow('no row of publication 0 is waiting in quarantine')
  })
})

describe('a new series', () => {
  it('is compared with the other banks immediately', async () => {
    await others(MONDAY, 'KRW', 1712, 1714, 1709)
    expect(await load([row(MONDAY, 'KRW', '3.56')])).toMatchObject({ new: 0, quarantined: 1 })
    expect(await load([row(TUESDAY, 'KRW', '1936')])).toMatchObject({ new: 0, quarantined: 1 })
    expect(await load([row(WEDNESDAY, 'KRW', '17.12')])).toMatchObject({ new: 0, quarantined: 1 })
    expect(await load([row(THURSDAY, 'KRW', '0.000584')])).toMatchObject({ new: 0, quarantined: 1 })
    expect(await reasons()).toEqual([
      `${MONDAY} KRW 3.56 starts a series: 3.56 is 1/481 of 1712, the median of 3 other banks; the limit is 10 %`,
      `${TUESDAY} KRW 1936 starts a series: 1936 is 13 % above 1712, the median of 3 other banks; the limit is 10 %`,
      `${WEDNESDAY} KRW 17.12 starts a series: 17.12 is 1/100 of 1712, the median of 3 other banks; the limit is 10 %`,
      `${THURSDAY} KRW 0.000584 starts a series: 0.000584 is 1/2930000 of 1712, the median of 3 other banks, and close to its inverse`
    ])
    expect(await load([row(MONDAY, 'KRW', '1800')])).toMatchObject({ new: 1, quarantined: 0 })
  })

  it('may have a margin beside a price that fits', async () => {
    await others(MONDAY, 'INR', 90, 90.2, 90.1)
    const price = (type: string, value: string) => ({ ...row(MONDAY, 'INR', value), type })
    expect(await load([price('middle', '90.5'), price('buy', '79'), price('sell', '109.1')])).toMatchObject({ new: 2, quarantined: 1 })
    expect((await reasons())[0]).toContain('109.1 is 21 % above 90.1, the median of 3 other banks')
  })

  it('may be off by what its few digits hide', async () => {
    await others(MONDAY, 'IRR', 0.0000485, 0.0000486, 0.0000486)
    const price = (type: string, value: string) => ({ ...row(MONDAY, 'IRR', value), type })
    expect(await load([price('middle', '0.00005'), price('buy', '0.00004'), price('sell', '0.00007')])).toMatchObject({ new: 2, quarantined: 1 })
    expect((await reasons())[0]).toContain('0.00007 is 44 % above 0.0000486, the median of 3 other banks')
  })

  it('is compared with the other prices of its pair, if these agree', async () => {
    const prices = (quote: string, ...values: string[]) => values.map((value, index) => ({ ...row(MONDAY, quote, value), type: ['buy', 'middle', 'sell'][index]! }))
    expect(await load([...prices('XOF', '654', '65.6', '658'), ...prices('CUP', '26', '130', '540')])).toMatchObject({ new: 5, quarantined: 1 })
    expect(await reasons()).toEqual([`${MONDAY} XOF 65.6 65.6 is 1/10 of 658, which sell 658 implies; the limit is a factor of 2`])
  })

  it('is not compared if the others disagree', async () => {
    await others(MONDAY, 'IRR', 42000, 900000)
    expect(await load([row(TUESDAY, 'IRR', '420000')])).toMatchObject({ new: 1 })
  })

  it('is compared with the dollar that the source has stored, as in a currency before its redenomination', async () => {
    const kwacha = (date: string, base: string, value: string): Row => ({ date, base, quote: 'UGX', type: 'reference', value })
    for (const source of ['two', 'three', 'four']) await load([{ date: MONDAY, base: 'USD', quote: 'GBP', type: 'reference', value: '0.79' }], source)
    await load([kwacha(MONDAY, 'USD', '5136')])
    expect(await load([kwacha(TUESDAY, 'GBP', '6.59')])).toMatchObject({ new: 0, quarantined: 1 })
    expect((await reasons())[0]).toContain(`starts a series: 6.59 is 1/987 of 6501.27, which the dollar of ${MONDAY} implies; the limit is a factor of 2`)
    expect(await load([kwacha(TUESDAY, 'GBP', '6501')])).toMatchObject({ new: 1, quarantined: 0 })
  })

  describe('in a currency that was no money then', () => {
    const [BEFORE, AFTER] = ['2025-12-30', '2026-02-02'] // the lev, whose last day was 2026-01-31

    it('waits at a source with tables before, with the code that was valid then', async () => {
      await load(table(BEFORE, 0))
      expect(await load([...table(AFTER, 1), row(AFTER, 'BGN', '0.00003')])).toMatchObject({ new: 6, quarantined: 1 })
      expect(await reasons()).toEqual([`${AFTER} BGN 0.00003 is in BGN, whose last day was 2026-01-31; EUR was valid then`])
    })

    it('is loaded in the first table, and where the source had the currency before, or another pair of it', async () => {
      expect(await load([...table(AFTER, 1), row(AFTER, 'BGN', '1.9558')])).toMatchObject({ new: 7, quarantined: 0 })
      expect(await load([...table(addDays(AFTER, 1), 2).slice(2), { date: addDays(AFTER, 1), base: 'BGN', quote: 'USD', type: 'reference', value: '0.5544' }])).toMatchObject({ new: 5, quarantined: 0 })
    })

    it('is loaded for a date at which it was in use', async () => {
      await load(table(addDays(BEFORE, -1), 0))
      expect(await load([...table(BEFORE, 1), row(BEFORE, 'BGN', '1.9558')])).toMatchObject({ new: 7, quarantined: 0 })
    })

    it('waits two years after its last day, and a week before its first', async () => {
      expect(await load([row('2004-06-01', 'TRY', '1.8'), row('2004-12-28', 'TRY', '1.8'), row('2008-01-02', 'TRL', '1700000'), row('2007-12-28', 'TRL', '1700000'), row('1999-03-01', 'BYN', '0.3')])).toMatchObject({ new: 2, quarantined: 3 })
      expect(await reasons()).toEqual([
        '1999-03-01 BYN 0.3 is in BYN, whose first day was 2016-07-01; BYB was valid then',
        '2004-06-01 TRY 1.8 is in TRY, whose first day was 2005-01-01; TRL was valid then',
        '2008-01-02 TRL 1700000 is in TRL, whose last day was 2005-12-31; TRY was valid then'
      ])
    })

    it('is loaded where the source prints its history in later units', async () => {
      expect(await load([row('2004-06-01', 'TRY', '1.8')], 'restated')).toMatchObject({ new: 1, quarantined: 0 })
    })
  })

  describe('without the currency that all pairs of its source have', () => {
    const pair = (date: string, base: string, quote: string, value: string): Row => ({ date, base, quote, type: 'reference', value })
    const pound = (date: string) => pair(date, 'LBP', 'USD', '0.00003')
    const inOldLira = (date: string) => table(date, 0).map((it) => ({ ...it, base: 'TRL' }))

    it('waits in a table of five such pairs', async () => {
      await load(table(MONDAY, 0))
      expect(await load([...table(TUESDAY, 1), pound(TUESDAY), { ...pound(TUESDAY), type: 'sell' }])).toMatchObject({ new: 6, quarantined: 2 })
      expect(await reasons()).toEqual(Array(2).fill(`${TUESDAY} USD 0.00003 is the first pair of the source without EUR, which 6 other pairs of its table have`))
    })

    it('is loaded in the first table, and then as any other pair', async () => {
      expect(await load([...table(MONDAY, 0), pound(MONDAY)])).toMatchObject({ new: 7, quarantined: 0 })
      expect(await load([...table(TUESDAY, 1), pound(TUESDAY), pair(TUESDAY, 'IRR', 'USD', '0.00002')])).toMatchObject({ new: 8, quarantined: 0 })
    })

    it('is loaded in a table of fewer pairs, and where the source has few', async () => {
      await load(table(MONDAY, 0))
      expect(await load([...table(TUESDAY, 1).slice(2), pound(TUESDAY)])).toMatchObject({ new: 5, quarantined: 0 })
      await load(table(MONDAY, 0).slice(2), 'two')
      expect(await load([...table(TUESDAY, 1), pound(TUESDAY)], 'two')).toMatchObject({ new: 7, quarantined: 0 })
    })

    it('is loaded where the whole table is in another currency, as after a redenomination', async () => {
      await load(inOldLira(MONDAY))
      expect(await load(table(TUESDAY, 0))).toMatchObject({ new: 6, quarantined: 0 })
    })

    it('is loaded more than 400 days after the others', async () => {
      await load(table(addDays(MONDAY, -410), 0))
      expect(await load([...table(MONDAY, 0), pound(MONDAY)])).toMatchObject({ new: 7, quarantined: 0 })
    })
  })

  describe('whose pair no two other banks have', () => {
    const dollar = (quote: string, value: string): Row => ({ date: MONDAY, base: 'USD', quote, type: 'reference', value })
    const dollars = { GBP: '0.79', JPY: '151', CHF: '0.88', SEK: '10.4', KRW: '1585', TRY: '32' }
    const knownToThree = (date = MONDAY) => Promise.all(['two', 'three', 'four'].map((source) => load(Object.entries(dollars).map(([quote, value]) => ({ ...dollar(quote, value), date })), source)))
    const first = (changes: Record<string, string> = {}) => Object.entries({ USD: '1.08', GBP: '0.8532', JPY: '163.08', CHF: '0.9504', SEK: '11.232', KRW: '1711.8', ...changes }).map(([quote, value]) => row(MONDAY, quote, value))

    it('is compared with the cross of what a dollar is in its currencies', async () => {
      await knownToThree(addDays(MONDAY, -14))
      expect(await load(first({ KRW: '17.118', TRY: '69.9' }))).toMatchObject({ new: 5, quarantined: 2 })
      expect(await reasons()).toEqual(expect.arrayContaining([
        `${MONDAY} KRW 17.118 starts a series: 17.118 is 1/100 of 1711.8, which the other banks imply; the limit is a factor of 2`,
        `${MONDAY} TRY 69.9 starts a series: 69.9 is 2.02 times 34.56, which the other banks imply; the limit is a factor of 2`
      ]))
    })

    it('begins on another level where fewer than three banks know its currency', async () => {
      await knownToThree()
      for (const source of ['two', 'three']) await load([dollar('CUP', '24'), dollar('IRR', '42000'), dollar('MNT', '3400')], source)
      expect(await load(first({ CUP: '1.08', IRR: '453.6', MNT: '0.000272' }))).toMatchObject({ new: 7, quarantined: 2 })
      expect((await reasons()).join()).not.toContain('CUP')
    })

    it('waits from three tenths on, where its pair has several prices and the table is close to its home currency', async () => {
      await knownToThree()
      const prices = first({ KRW: '2270', JPY: '200' }).flatMap((it) => [{ ...it, type: 'buy' }, { ...it, type: 'sell' }])
      expect(await load(prices)).toMatchObject({ new: 10, quarantined: 2 })
      expect((await reasons())[0]).toBe(`${MONDAY} KRW 2270 starts a series: 2270 is 33 % above 1711.8, which the other banks imply; the limit is 30 %`)
    })

    it('waits from 5 % on, where it is the only price of its pair and three banks have a new one', async () => {
      await knownToThree()
      const [table, next] = [first({ KRW: '1830', JPY: '170' }), first().map((it) => ({ ...it, date: TUESDAY }))]
      expect(await load([...table, ...next])).toMatchObject({ new: 11, quarantined: 1 })
      expect(await reasons()).toEqual([`${MONDAY} KRW 1830 starts a series: 1830 is 6.9 % above 1711.8, which the other banks imply; the limit is 5.1 %`])
    })

    it('may be further off where the other levels of its table are not new', async () => {
      await knownToThree(addDays(MONDAY, -14))
      expect(await load(first({ USD: '1.17' }))).toMatchObject({ new: 6, quarantined: 0 })
    })

    it('waits in a table of three rates', async () => {
      await knownToThree()
      expect(await load([row(MONDAY, 'USD', '1.08'), row(MONDAY, 'GBP', '0.8532'), row(MONDAY, 'JPY', '163080')])).toMatchObject({ new: 2, quarantined: 1 })
    })

    it('waits with its whole table if three other banks have the home currency 5 % away', async () => {
      await knownToThree()
      for (const source of ['four', 'five', 'six']) await load([dollar('EUR', '0.9259')], source)
      expect(await load(first().map((it) => ({ ...it, value: String(Number(it.value) * 1.08) })))).toMatchObject({ new: 0, quarantined: 6 })
    })

    it('waits where each of two rates is what the other should be', async () => {
      await knownToThree()
      for (const source of ['two', 'three']) await load([dollar('NOK', '10.65')], source)
      expect(await load(first({ SEK: '11.502', NOK: '11.232' }))).toMatchObject({ new: 5, quarantined: 2 })
      expect(await reasons()).toEqual(expect.arrayContaining([
        `${MONDAY} SEK 11.502 starts a series: 11.502 is what the other banks imply for NOK`,
        `${MONDAY} NOK 11.232 starts a series: 11.232 is what the other banks imply for SEK`
      ]))
    })

    it('waits where it is what one that is held should be, as it is or as it is printed', async () => {
      await knownToThree()
      const [swapped, printed] = [first({ GBP: '0.332', KWD: '0.8532' }), [...first({ KWD: '171180' }).filter(({ quote }) => quote !== 'KRW'), { ...row(MONDAY, 'KRW', '0.332'), unit: 100 }]]
      expect(await load(swapped)).toMatchObject({ new: 5, quarantined: 2 })
      expect((await reasons()).join()).toContain('KWD 0.8532 starts a series: 0.8532 is what the other banks imply for GBP')
      await test.database.write('truncate rates, tables, coverage, series, quarantine')
      await knownToThree()
      expect(await load(printed)).toMatchObject({ new: 5, quarantined: 2 })
    })

    it('waits where it is the inverse of what two other banks have', async () => {
      await knownToThree()
      for (const source of ['two', 'three']) await load([dollar('SGD', '1.25'), dollar('BND', '1.25')], source)
      expect(await load(first({ SGD: '0.7407', BND: '0.78' }))).toMatchObject({ new: 7, quarantined: 1 })
      expect((await reasons())[0]).toContain('SGD 0.7407 starts a series: 0.7407 is 45 % below 1.35, which the other banks imply; the limit is 20 %')
    })

    it('waits where one other bank knows its currency, and it is off by a factor of more than a hundred', async () => {
      await load([dollar('MGA', '4400'), dollar('UGX', '3600')], 'two')
      await knownToThree()
      expect(await load(first({ MGA: '1.08', UGX: '60' }))).toMatchObject({ new: 7, quarantined: 1 })
      expect(await reasons()).toEqual([`${MONDAY} MGA 1.08 starts a series: 1.08 is 1/4400 of 4752, which the other banks imply; the limit is a factor of 2`])
    })

    it('waits where the one other bank that has its currency is a power of ten away, or a factor of more than a hundred', async () => {
      await load([dollar('EUR', '0.9259')], 'two')
      expect(await load([row(MONDAY, 'USD', '108'), { ...row(MONDAY, 'USD', '250'), type: 'buy' }, { ...row(MONDAY, 'USD', '2.2'), type: 'sell' }])).toMatchObject({ new: 1, quarantined: 2 })
      expect(await reasons()).toContain(`${MONDAY} USD 108 starts a series: 108 is 100 times 1.08003, which the other banks imply; the limit is a factor of 2`)
    })

    it('is compared where it is of two foreign currencies', async () => {
      await knownToThree(addDays(MONDAY, -14))
      expect(await load([dollar('GBP', '0.79'), dollar('KRW', '15.85'), { ...row(MONDAY, 'JPY', '191000'), base: 'GBP' }])).toMatchObject({ new: 1, quarantined: 2 })
      expect(await reasons()).toEqual(expect.arrayContaining([
        `${MONDAY} KRW 15.85 starts a series: 15.85 is 1/100 of 1585, which the other banks imply; the limit is a factor of 2`,
        `${MONDAY} JPY 191000 starts a series: 191000 is 999 times 191.139, which the other banks imply; the limit is a factor of 2`
      ]))
    })

    it('waits with its whole table if another bank has the home currency a power of ten away', async () => {
      await knownToThree()
      await load([dollar('EUR', '0.9259')], 'five')
      expect(await load(first().map((it) => ({ ...it, value: String(Number(it.value) * 10) })))).toMatchObject({ new: 0, quarantined: 6 })
    })

    it('waits where half of its table does, though nothing is known of its currency', async () => {
      await knownToThree()
      for (const source of ['five', 'six']) await load([dollar('EUR', '0.9259')], source)
      const slipped = first({ KWD: '0.332' }).map((it) => ({ ...it, value: String(Number(it.value) / 10) }))
      expect(await load(slipped)).toMatchObject({ new: 0, quarantined: 7 })
      expect(await reasons()).toContain(`${MONDAY} KWD 0.0332 starts a series in a table of which 6 of 7 new rates are held`)
    })

    it('waits where two thirds of a small table do', async () => {
      for (const [quote, value] of [['KRW', 1712], ['JPY', 163], ['SEK', 11.2]] as const) await others(MONDAY, quote, value, value, value)
      expect(await load([row(MONDAY, 'KRW', '0.000584'), row(MONDAY, 'JPY', '0.00613'), row(MONDAY, 'SEK', '0.0893'), row(MONDAY, 'KWD', '3.01')])).toMatchObject({ new: 0, quarantined: 4 })
    })

    it('waits where all rates of its table do of which something is known', async () => {
      const [day, prices] = await knownPrices()
      expect(await load([...prices, row(day, 'KWD', '3.01')])).toMatchObject({ new: 0, quarantined: 3 })
      expect(await reasons()).toContain(`${day} KWD 3.01 starts a series in a table of which 2 of 3 new rates are held`)
    })

    it('is loaded where one of them is', async () => {
      const [day, prices] = await knownPrices()
      expect(await load([...prices, row(day, 'SEK', '11.2'), row(day, 'KWD', '3.01')])).toMatchObject({ new: 2, quarantined: 2 })
    })

    it('waits where all prices of its pair do of which something is known', async () => {
      const [day, prices] = await knownPrices()
      expect(await load([...prices, { ...row(day, 'UGX', '6.79'), type: 'low' }, row(day, 'SEK', '11.2'), row(day, 'KWD', '3.01')])).toMatchObject({ new: 2, quarantined: 3 })
      expect(await reasons()).toContain(`${day} UGX 6.79 starts a series beside prices of EUR/UGX that are held`)
    })

    it('is loaded where one of the prices of its pair is', async () => {
      const [day, [buy]] = await knownPrices()
      const others = [{ ...row(day, 'UGX', '6790'), type: 'sell' }, { ...row(day, 'UGX', '6780'), type: 'low' }]
      expect(await load([buy!, ...others, row(day, 'SEK', '11.2')])).toMatchObject({ new: 3, quarantined: 1 })
    })

    /** Prices a thousand times lower than those of the days before, which have another rate, too. */
    async function knownPrices (): Promise<[day: string, prices: Row[]]> {
      const printed = (date: string, value: string) => ['buy', 'sell'].map((type) => ({ ...row(date, 'UGX', value), type }))
      await load(days(5).flatMap((date) => [...printed(date, '6800'), row(date, 'SEK', '11.2')]))
      const day = days(6)[5]!
      return [day, printed(day, '6.80')]
    }

    it('waits alone if the rates of its table disagree and two other banks have the home currency', async () => {
      await knownToThree()
      for (const source of ['five', 'six']) await load([dollar('EUR', '0.9259')], source)
      expect(await load(first({ GBP: '8532', JPY: '16308', CHF: '9504' }))).toMatchObject({ new: 3, quarantined: 3 })
    })

    it('waits with its whole table if that agrees only upside down', async () => {
      await knownToThree()
      const inverted = first({ KWD: '0.332' }).map((it) => ({ ...it, value: (1 / Number(it.value)).toPrecision(6) }))
      expect(await load(inverted)).toMatchObject({ new: 0, quarantined: 7 })
      expect((await reasons())[0]).toContain('starts a series in a table whose rates agree with one another only upside down')
    })

    it('is loaded where the table as a whole is on a level that no other bank has', async () => {
      await knownToThree()
      expect(await load(first().map((it) => ({ ...it, value: String(Number(it.value) * 7) })))).toMatchObject({ new: 6, quarantined: 0 })
    })
  })
})
