import { describe, expect, it } from 'vitest'
import { listQuarantine, release } from '../../../pipelines/care/quarantine.ts'
import { seedRows } from '../../support/database.ts'
import { banks, MONDAY, TUESDAY, WEDNESDAY, THURSDAY, days, row, table, tables } from './banks.ts'

const DECISION = { by: 'ada', reason: 'as printed' }
const test = banks()
const { load, others, reasons, stored } = test

describe('a correction', () => {
  it('a correction of the newest day is loaded if no check contradicts it', async () => {
    await load([row(MONDAY, 'USD', '1.08')])
    expect(await load([row(MONDAY, 'USD', '1.09')])).toMatchObject({ changed: 1, quarantined: 0 })
  })

  it('a correction of an older day is loaded if it is smaller than the usual daily move', async () => {
    const moving = days(10).map((date, index) => row(date, 'USD', (1.08 + index % 2 / 100).toFixed(4)))
    await load(moving)
    expect(await load([row(WEDNESDAY, 'USD', '1.0812')])).toMatchObject({ changed: 1, quarantined: 0 })
    expect(await load([row(THURSDAY, 'USD', '1.1090')])).toMatchObject({ changed: 0, quarantined: 1 })
  })

  it('a correction of more than 10 % is quarantined', async () => {
    await load([row(MONDAY, 'USD', '1.08')])
    expect(await load([row(MONDAY, 'USD', '1.21')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await reasons()).toEqual([`${MONDAY} USD 1.21 1.21 is 12 % above 1.08, the stored value; nothing supports the correction`])
  })

  it('a correction of more than 2 % is quarantined if the series is too short to judge', async () => {
    await load([row(MONDAY, 'USD', '1.08')])
    expect(await load([row(MONDAY, 'USD', '1.11')])).toMatchObject({ changed: 0, quarantined: 1 })
  })

  it('a correction of one rate is quarantined from 0.3 % on if most of its table stays unchanged', async () => {
    const [newest, day] = [table(MONDAY, 0), table(MONDAY, 0).filter(({ quote }) => !['JPY', 'NOK'].includes(quote))]
    await load(newest)
    expect(await load([...day, row(MONDAY, 'NOK', '11.63')])).toMatchObject({ changed: 1, quarantined: 0 })
    expect(await load([...day, row(MONDAY, 'JPY', '163.7')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect((await reasons())[0]).toContain('163.7 is 0.37 % above 163.1000, the stored value; nothing supports the correction')
  })

  it('a correction of any size is loaded if the other banks support it', async () => {
    await load([row(MONDAY, 'USD', '2.08')])
    await others(MONDAY, 'USD', 1.081, 1.082)
    expect(await load([row(MONDAY, 'USD', '1.08')])).toMatchObject({ changed: 1, quarantined: 0 })
  })

  it('a correction is quarantined if the other banks are nearer to the stored value', async () => {
    await load([row(MONDAY, 'CAD', '3.7941')])
    await others(MONDAY, 'CAD', 3.798, 3.799, 3.79)
    expect(await load([row(MONDAY, 'CAD', '3.8941')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await reasons()).toEqual([`${MONDAY} CAD 3.8941 3.8941 is 2.6 % above 3.7941, the stored value; the median of 3 other banks is 3.798`])
  })

  it('a correction is quarantined if banks that agree contradict it, even if its table is scattered', async () => {
    const scattered = [0.99, 1.01, 0.985, 1.015, 1, 1.012]
    await load(table(MONDAY, 0).map((it, index) => ({ ...it, value: (Number(it.value) * scattered[index]!).toFixed(4) })))
    for (const source of ['two', 'three', 'four']) await load(table(MONDAY, 0), source)
    expect(await load([row(MONDAY, 'SEK', '11.25')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect((await reasons())[0]).toContain('the stored value; the median of 3 other banks is 11.2')
  })

  it('a correction is quarantined if banks that agree contradict it, even if all tables of its source are scattered', async () => {
    const scattered = (date: string) => table(date, 0).map((it, index) => ({ ...it, value: (Number(it.value) * (it.quote === 'SEK' ? 1 : 1 + (index - 2.5) * (Number(date.slice(-1)) % 3 - 1) / 200)).toFixed(4) }))
    for (const source of ['two', 'three', 'four']) await load(days(6).flatMap((date) => table(date, 0)), source)
    await load(days(6).flatMap(scattered))
    expect(await load([row(days(6)[5]!, 'SEK', '11.23')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect((await reasons())[0]).toContain('the stored value; the median of 3 other banks is 11.2')
  })

  it('a correction is quarantined if the adjacent days are nearer to the stored value', async () => {
    await load(tables(days(10)))
    expect(await load([row(days(10)[8]!, 'USD', '1.1273')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect((await reasons())[0]).toContain('the days around it are closer to the stored value')
  })

  it('a correction of an old day is quarantined if the series is too short to judge', async () => {
    await load(tables(days(5)))
    expect(await load([row(MONDAY, 'JPY', '163.1001')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await load([row(days(5)[4]!, 'JPY', '164.5')])).toMatchObject({ changed: 1, quarantined: 0 })
  })

  it('a correction of the second newest day is quarantined too', async () => {
    await load(tables(days(2)))
    expect(await load([row(MONDAY, 'JPY', '163.1001')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await load([row(TUESDAY, 'JPY', '163.4263')])).toMatchObject({ changed: 1, quarantined: 0 })
  })

  it('a correction is compared with the usual distance from the other banks', async () => {
    for (const [index, source] of ['two', 'three', 'one'].entries()) await load(tables(days(8)).map((it) => ({ ...it, value: String(Number(it.value) * (1 + index / 2000)) })), source)
    const newest = days(8)[7]!
    const [{ value }] = await test.database.read<{ value: string }>('select value from rates where source = \'one\' and quote = \'SEK\' and date = $1', [newest]) as [{ value: string }]
    const changed = (Number(value) * 1.004).toFixed(4)
    expect(await load([row(newest, 'SEK', changed)])).toMatchObject({ changed: 0, quarantined: 1 })
    expect((await reasons())[0]).toContain(`${changed} is 0.4 % above ${value}, the stored value; the other banks imply ${Number(Number(value).toPrecision(6))}`)
    expect(await load([row(newest, 'SEK', (Number(value) * 1.0001).toFixed(6))])).toMatchObject({ changed: 1, quarantined: 0 })
  })

  it.each([1.02, 10, 0.01])('a correction of a whole table by a factor of %s is quarantined if other banks have these rates', async (factor) => {
    for (const source of ['two', 'three', 'one']) await load(tables(days(8)), source)
    const newest = table(days(8)[7]!, 7)
    expect(await load(newest.map((it) => ({ ...it, value: (Number(it.value) * factor).toFixed(6) })))).toMatchObject({ changed: 0, quarantined: 6 })
  })

  it('a correction of a whole table is loaded if the other banks support it', async () => {
    for (const source of ['two', 'three']) await load(tables(days(8)), source)
    await load(tables(days(7)))
    const newest = table(days(8)[7]!, 7)
    await load(newest.map((it) => ({ ...it, value: (Number(it.value) * 10).toFixed(6) })))
    await release(test.database, (await listQuarantine(test.database)).map(({ id }) => id), DECISION)
    expect(await load(newest)).toMatchObject({ changed: 6, quarantined: 0 })
  })

  it('a correction of a monthly rate to the value of another rate is quarantined, regardless of the daily rates of other banks', async () => {
    await others('2026-03-01', 'USD', 1.0901, 1.0902)
    const spot = { ...row('2026-03-01', 'USD', '1.09'), type: 'spot' }
    await load([row('2026-03-01', 'USD', '1.08'), spot], 'monthly')
    expect(await load([row('2026-03-01', 'USD', '1.09'), spot], 'monthly')).toMatchObject({ changed: 0, quarantined: 1 })
  })

  it('by another document of the same run is quarantined', async () => {
    const [{ run }] = await test.database.write<{ run: number }>('select resume_run(\'one\', \'ingest\', $1, $1, null) as run', [MONDAY]) as [{ run: number }]
    await seedRows(test.database, 'one', [row(MONDAY, 'USD', '1.08')], 'first', run)
    expect(await seedRows(test.database, 'one', [row(MONDAY, 'USD', '1.0801')], 'second', run)).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await reasons()).toEqual([`${MONDAY} USD 1.0801 another document of this run has 1.08`])
  })

  it('to the value of another day, or of another rate of that day, is quarantined', async () => {
    await load(tables(days(2)))
    expect(await load([row(TUESDAY, 'USD', '1.08')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await load([row(TUESDAY, 'NOK', '11.2224')])).toMatchObject({ changed: 0, quarantined: 1 })
    expect(await reasons()).toEqual([
      `${TUESDAY} USD 1.08 1.08 is 0.2 % below 1.0822, the stored value; ${MONDAY} has the same`,
      `${TUESDAY} NOK 11.2224 11.2224 is 3.4 % below 11.6232, the stored value; EUR/SEK reference has the same`
    ])
  })

  it('a correction is quarantined with the other corrections of its document and the new days of their series if there are five', async () => {
    await load(tables(days(2)))
    const changed = table(TUESDAY, 1).slice(0, 5).map((it) => ({ ...it, value: `${it.value}1` }))
    expect(await load([...changed, ...table(MONDAY, 0), ...table(WEDNESDAY, 2)])).toMatchObject({ new: 6, changed: 0, unchanged: 6, quarantined: 5 })
    expect((await reasons())[0]).toBe(`${TUESDAY} CHF 0.95191 0.95191 is 0.0011 % above 0.9519, the stored value; one of 5 corrections in this document, 5 of them unsupported`)
  })

  it('quarantines the whole document if five rows, and half of the new or changed ones, are held', async () => {
    await load(tables(days(2)))
    const changed = table(TUESDAY, 1).slice(0, 5).map((it) => ({ ...it, value: `${it.value}1` }))
    expect(await load([...changed, ...table(MONDAY, 0), ...table(WEDNESDAY, 2).slice(0, 5)])).toMatchObject({ new: 0, changed: 0, unchanged: 6, quarantined: 10 })
    expect((await reasons()).at(-1)).toContain('is in a document of which 5 of 10 new or changed rows are held')
  })

  it('a correction is quarantined with the whole document if no stored value is repeated', async () => {
    const answer = (level: number) => days(5).map((date, index) => row(date, 'CAD', (level * (1 + index / 500)).toFixed(4)))
    await load(answer(3.79))
    expect(await load([...answer(6.66), row('2026-03-09', 'CAD', '6.7')])).toEqual({ new: 0, changed: 0, unchanged: 0, quarantined: 6 })
    expect((await reasons()).at(-1)).toBe('2026-03-09 CAD 6.7 is new in a document that changes every stored value of its series')
  })

  it('a correction is loaded when it is released, and the former value becomes a revision', async () => {
    await load(tables(days(2)))
    await load(table(TUESDAY, 5))
    await release(test.database, (await listQuarantine(test.database)).map(({ id }) => id), DECISION)
    expect(await stored('USD')).toEqual([{ date: MONDAY, value: '1.0800' }, { date: TUESDAY, value: '1.0908' }])
    expect(await test.database.read('select value from rate_revisions where quote = \'USD\'')).toEqual([{ value: '1.0822' }])
    expect(await load(table(TUESDAY, 5))).toMatchObject({ unchanged: 6 })
  })
})
