import { describe, expect, it } from 'vitest'
import type { Row } from '../../../adapters/source.ts'
import { listQuarantine } from '../../../pipelines/care/quarantine.ts'
import { banks, LEVELS, MONDAY, days, row } from './banks.ts'
const test = banks()
const { load, reasons } = test

describe('a middle rate as the mean of both prices in a first table', () => {
  const WIDTHS = { USD: 0.01, GBP: 0.02, JPY: 0.3, CHF: 0.012, SEK: 0.014, NOK: 0.018, CAD: 0.016 }
  const currencies = Object.keys(WIDTHS) as Array<keyof typeof WIDTHS>
  /** Prices at a distance from the middle: a share of it, by default the currency's own width. */
  const prices = (date: string, share?: number) => currencies.flatMap((quote) => {
    const middle = { ...LEVELS, CAD: 1.51 }[quote]
    const width = share === undefined ? WIDTHS[quote] : middle * share
    return Object.entries({ buy: middle - width, middle, sell: middle + width }).map(([type, value]) => ({ ...row(date, quote, value.toFixed(4)), type }))
  })
  const changed = (rows: Row[], change: Record<string, string>) => rows.map((it) => ({ ...it, value: change[`${it.quote} ${it.type}`] ?? it.value }))
  const heldPrices = async () => (await listQuarantine(test.database)).map(({ quote, type }) => `${quote} ${type}`)

  it('a middle rate of a first table that is not the mean of both prices is quarantined with them', async () => {
    expect(await load(changed(prices(MONDAY), { 'USD buy': '1.0600' }))).toMatchObject({ new: 18, quarantined: 3 })
    expect(await reasons()).toEqual(['1.0600', '1.0800', '1.0900'].map((value) => `${MONDAY} USD ${value} middle 1.0800 is not the mean of buy 1.0600 and sell 1.0900, as in 6 other currencies of the table`))
  })

  it.each(['buy', 'middle', 'sell'])('a middle rate of a first table that is not the mean of both prices among equal spreads: only the %s is quarantined', async (type) => {
    await load(changed(prices(MONDAY, 0.01), { [`USD ${type}`]: '1.0830' }))
    expect(await heldPrices()).toEqual([`USD ${type}`])
  })

  it('may be rounded, and coarser than the prices', async () => {
    expect(await load(changed(prices(MONDAY), { 'USD buy': '1.070051', 'USD middle': '1.0801', 'GBP middle': '0.8601', 'JPY middle': '163.1', 'JPY buy': '162.81' }))).toMatchObject({ quarantined: 0 })
  })

  it('may deviate a little', async () => {
    expect(await load(changed(prices(MONDAY), { 'USD middle': '1.0808' }), 'two')).toMatchObject({ quarantined: 0 })
    expect(await load(changed(prices(MONDAY), { 'USD middle': '1.0812' }), 'three')).toMatchObject({ quarantined: 3 })
  })

  it('the middle rate of a first table is not checked if fewer than five other currencies, or fewer than nine in ten, have it', async () => {
    expect(await load(changed(prices(MONDAY), { 'USD middle': '1.0841' }).filter(({ quote }) => !['CAD', 'NOK'].includes(quote)))).toMatchObject({ quarantined: 0 })
    expect(await load(changed(prices(MONDAY), { 'USD middle': '1.0841', 'SEK middle': '11.2050' }), 'two')).toMatchObject({ quarantined: 0 })
  })

  it('a middle rate is not compared with the mean of both prices after ten tables', async () => {
    await load(days(10).flatMap((date) => prices(date)))
    expect(await load(changed(prices('2026-03-16'), { 'USD middle': '1.0822' }))).toMatchObject({ quarantined: 0 })
  })
})
