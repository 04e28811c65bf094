import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Identity, Row } from '../../adapters/source.ts'
import { addDays } from '../../adapters/kit/dates.ts'
import { listQuarantine, release, releasePublication } from '../../pipelines/quarantine.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../database.ts'

const DECISION = { by: 'ada', reason: 'as printed' }

const identity = (code: string, cadence: Identity['cadence'] = 'daily'): Identity => ({
  code, cadence, homeCurrency: 'EUR', name: code, country: 'XX', kind: 'central_bank', rateTypes: ['reference'], sourceUrl: 'https://example.com/', timezone: 'UTC', schedule: '0 0 * * 1-5', historyFrom: '1999-01-01', dated: 'made', verified: 'description'
})

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [...['one', 'two', 'three', 'four', 'five', 'six'].map((code) => identity(code)), identity('monthly', 'monthly'), { ...identity('period', 'monthly'), dated: 'period' }])
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

describe('a series in a currency that had been withdrawn before', () => {
  const [BEFORE, AFTER] = ['2025-12-30', '2026-02-02'] // the lev, in January 2026

  it('waits at a source with tables before', async () => {
    await load(table(BEFORE, 0))
    expect(await load([...table(AFTER, 1), row(AFTER, 'BGN', '0.00003')])).toMatchObject({ new: 6, quarantined: 1 })
    expect(await reasons()).toEqual([`${AFTER} BGN 0.00003 is the first rate in a withdrawn currency, BGN (2026-01), of a source with tables before`])
  })

  it('is loaded in the first table, and where the source had the currency before, or another pair of it', async () => {
    expect(await load([...table(AFTER, 1), row(AFTER, 'BGN', '1.9558')])).toMatchObject({ new: 7, quarantined: 0 })
    expect(await load([...table(addDays(AFTER, 1), 2).slice(2), { date: addDays(AFTER, 1), base: 'BGN', quote: 'USD', type: 'reference', value: '0.5544' }])).toMatchObject({ new: 5, quarantined: 0 })
  })

  it('is loaded for a date at which it was in use', async () => {
    await load(table(addDays(BEFORE, -1), 0))
    expect(await load([...table(BEFORE, 1), row(BEFORE, 'BGN', '1.9558')])).toMatchObject({ new: 7, quarantined: 0 })
  })
})
