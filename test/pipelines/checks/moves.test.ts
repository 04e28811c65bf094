import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../../adapters/source.ts'
import { AFTER, banks, changed, days, history, KNOWN, NEXT, prices, row } from './banks.ts'

const test = banks()
const { load, others, waiting } = test
const moved = (quote: string, factor: number) => (it: Row) => it.quote === quote ? (Number(it.value) * factor).toFixed(4) : undefined
const printed = (quote: string, value: string) => (it: Row) => it.quote === quote && it.type === 'buy' ? value : undefined

describe('a move after sixty tables', () => {
  beforeEach(() => load(history()))

  it('a move of the usual size after sixty tables is loaded, in each following table', async () => {
    for (const [index, date] of days(64, '2025-09-01').slice(60).entries()) expect(await load(prices(date, 60 + index))).toMatchObject({ new: 12, quarantined: 0 })
  })

  it('a move after sixty tables is quarantined from 3 % on, for any pair and in both directions', async () => {
    await fc.assert(fc.asyncProperty(fc.nat(11), fc.double({ min: 0.03, max: 3, noNaN: true }), fc.boolean(), async (place, size, isUp) => {
      await test.database.write('delete from quarantine')
      await test.database.write('delete from rates where date = $1', [NEXT])
      const wrong = prices(NEXT, 60)[place]!
      await load(changed((it) => it.quote === wrong.quote && it.type === wrong.type ? (Number(it.value) * (isUp ? 1 + size : 1 / (1 + size))).toFixed(4) : undefined))
      expect(await test.database.read('select value from rates where source = \'one\' and date = $1 and quote = $2 and type = $3', [NEXT, wrong.quote, wrong.type])).toEqual([])
    }), { numRuns: 12 })
  })

  it('has a reason with its size and the usual size', async () => {
    await load(changed(printed('CHF', '1.0210')))
    expect((await waiting()).find((it) => it.includes('CHF buy'))).toMatch(/^2025-11-24 CHF buy 1\.0210: (1\.0210 is [\d.]+ % above 0\.9\d+ on 2025-11-21; of 59 moves of the series 95 % were less than 0\.\d+ % for a day|sell 0\.\d+ is [\d.]+ % below buy; in 60 tables before it was)/)
  })

  it('a move of a whole table after sixty tables is quarantined', async () => {
    expect(await load(changed((it) => (Number(it.value) * 1.03).toFixed(4)))).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toContain('moves of its tables 95 % were less than')
  })

  it('to a figure without decimals is quarantined', async () => {
    await load(changed(printed('SEK', '11')))
    expect(await waiting()).toEqual([expect.stringContaining('SEK buy 11:')])
  })

  it('to a figure with half of its decimals is quarantined if the source prints all of them', async () => {
    await load(changed((it) => it.quote === 'SEK' && it.type === 'buy' ? it.value.slice(0, -3) : undefined))
    expect(await waiting()).toEqual([expect.stringMatching(/SEK buy 11\.\d: .* has 1 decimals; in 59 tables before 90 % had 4 to 4/)])
  })

  it('a move after sixty tables is released when the next table keeps the level', async () => {
    expect(await load(changed(moved('NOK', 1.2)))).toMatchObject({ quarantined: 2 })
    expect(await load(changed(moved('NOK', 1.2), prices(AFTER, 61)))).toMatchObject({ new: 12, quarantined: 0 })
    expect(await waiting()).toEqual([])
  })

  it('a move after sixty tables is loaded if other banks have the level', async () => {
    for (const source of ['two', 'three']) await load([...history(), ...changed(moved('NOK', 1.2))], source)
    expect(await load(changed(moved('NOK', 1.2)))).toMatchObject({ new: 12, quarantined: 0 })
  })

  it('a move after sixty tables is checked again when its document is loaded again', async () => {
    expect(await load(changed(moved('NOK', 1.2)))).toMatchObject({ quarantined: 2 })
    for (const source of ['two', 'three']) await load([...history(), ...changed(moved('NOK', 1.2))], source)
    await load(changed(moved('NOK', 1.2)))
    expect((await waiting()).filter((it) => it.includes('NOK'))).toEqual([])
  })
})

describe('a move within a document', () => {
  it('a move within a document is quarantined if the next value returns to the former level', async () => {
    const wrong = history().map((it) => it.date === '2025-10-06' ? { ...it, value: moved('SEK', 1.1)(it) ?? it.value } : it)
    expect(await load(wrong)).toMatchObject({ quarantined: 2 })
    expect((await waiting())[0]).toMatch(/^2025-10-06 SEK/)
  })

  it('a move within a document is quarantined if it is the first value and the next ones have another level', async () => {
    expect(await load(history().map((it) => ({ ...it, value: it.date === KNOWN[0] && it.quote === 'SEK' ? moved('SEK', 1.1)(it)! : it.value })))).toMatchObject({ quarantined: 2 })
    expect((await waiting())[0]).toMatch(/^2025-09-01 SEK/)
  })

  it('a move within a document is loaded if the following values keep the level', async () => {
    const raised = history().map((it) => it.date >= '2025-10-06' ? { ...it, value: moved('SEK', 1.1)(it) ?? it.value } : it)
    expect(await load(raised)).toMatchObject({ quarantined: 0 })
  })
})

describe('a level', () => {
  it('a level is quarantined if the other banks imply another one, by more than the series moves', async () => {
    for (const source of ['two', 'three', 'four']) await load([...history(), ...prices(NEXT, 60)], source)
    await load(history())
    expect(await load(changed(moved('CHF', 1.015)))).toMatchObject({ quarantined: 2 })
  })

  it('a level of a new series is compared with the other banks', async () => {
    const [day] = days(1) as [string]
    await others(day, 'KRW', 1712, 1714, 1709)
    expect(await load([row(day, 'KRW', '17.12')])).toMatchObject({ new: 0, quarantined: 1 })
    expect((await waiting())[0]).toContain('starts a series: 17.12 is 1/100 of 1712, the median of 3 other banks')
    expect(await load([row(day, 'KRW', '1713')])).toMatchObject({ new: 1, quarantined: 0 })
  })

  it('a level of a new series is not compared if the other banks disagree', async () => {
    const [day] = days(1) as [string]
    await others(day, 'IRR', 42000, 900000)
    expect(await load([row(day, 'IRR', '420000')])).toMatchObject({ new: 1 })
  })
})
