import { beforeEach, expect, it } from 'vitest'
import { banks, changed, history, NEXT, prices } from './banks.ts'

const { load, waiting } = banks()

beforeEach(() => load(history()))

it('a table with exchanged buying and selling prices is quarantined', async () => {
  expect(await load(prices(NEXT, 60).map((it) => ({ ...it, type: it.type === 'buy' ? 'sell' : 'buy' })))).toMatchObject({ new: 0, quarantined: 12 })
  expect((await waiting()).some((it) => /sell [\d.]+ is (0\.9\d*|1(\.\d+)?) % below buy; in \d+ tables before it was [\d.]+ to [\d.]+ %/.test(it))).toBe(true)
})

it('the same exchange is quarantined again on the next day', async () => {
  const exchange = (date: string, day: number) => prices(date, day).map((it) => ({ ...it, type: it.type === 'buy' ? 'sell' : 'buy' }))
  await load(exchange(NEXT, 60))
  expect(await load(exchange('2025-11-25', 61))).toMatchObject({ new: 0, quarantined: 12 })
})

it('two exchanged prices of a pair are quarantined', async () => {
  const [buy, sell] = prices(NEXT, 60).filter(({ quote }) => quote === 'GBP').map(({ value }) => value)
  expect(await load(changed((it) => it.quote === 'GBP' ? (it.type === 'buy' ? sell : buy) : undefined))).toMatchObject({ new: 10, quarantined: 2 })
})

it('the value of one currency under another is quarantined', async () => {
  const value = prices(NEXT, 60).find(({ quote, type }) => quote === 'NOK' && type === 'buy')!.value
  await load(changed((it) => it.quote === 'SEK' && it.type === 'buy' ? value : undefined))
  expect((await waiting()).some((it) => it.includes('SEK buy'))).toBe(true)
})
