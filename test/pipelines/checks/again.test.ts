import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../../adapters/source.ts'
import { AFTER, banks, changed, days, history, NEXT, prices, row } from './banks.ts'

const test = banks()
const { load, waiting, stored, doubts } = test

// The riyal as the BCEAO printed it in April 2025, in XOF for 1,000 units on the third, and its misprint on the fourth.
const riyal = (date: string, value: string): Row => ({ date, base: 'SAR', quote: 'XOF', type: 'reference', value })
const RIYAL = {
  before: riyal('2025-04-03', '158.4'),
  slip: riyal('2025-04-04', '0.4100'),
  after: riyal('2025-04-07', '158.9')
}
const ORDERS: Array<Array<keyof typeof RIYAL>> = [
  ['before', 'slip', 'after'],
  ['after', 'slip', 'before'],
  ['slip', 'before', 'after'],
  ['slip', 'after', 'before'],
  ['before', 'after', 'slip'],
  ['after', 'before', 'slip']
]

describe.each(ORDERS.map((order) => [order.join(', '), order] as const))('an archive loaded as %s', (_, order) => {
  it('quarantines 0.4100 between 158.4 and 158.9', async () => {
    for (const name of order) await load([RIYAL[name]], 'one', name)
    expect(await stored('XOF')).toEqual([RIYAL.before, RIYAL.after].map(({ date, value }) => ({ date, value })))
    expect(await waiting()).toEqual([
      '2025-04-04 XOF reference 0.4100: 0.4100 is 1/386 of 158.4 on 2025-04-03 and 158.9 on 2025-04-07'
    ])
    expect(await doubts()).toEqual([])
  })

  it('serves it after an operator released it', async () => {
    for (const name of order) await load([RIYAL[name]], 'one', name)
    await test.database.write(
      "select release_quarantined(array_agg(id), array_agg(rate), 'ada', 'as printed') from quarantine"
    )
    await load([riyal('2025-04-02', '158.2'), riyal('2025-04-08', '158.7')], 'one', 'later')
    expect(await stored('XOF', '2025-04-04')).toEqual([{ date: '2025-04-04', value: '0.4100' }])
  })
})

describe('an archive with a document for each day', () => {
  const DAYS = days(60, '2020-03-02')
  const rows = DAYS.map((date, day) =>
    row(date, 'USD', (1.1 + Math.sin(day * 1.7) / 300 + (day < 30 ? 0 : 0.05)).toFixed(4))
  )

  it.each([
    ['oldest first', rows],
    ['newest first', rows.toReversed()]
  ])('flags its only large move as doubtful if loaded %s', async (_, ordered) => {
    for (const it of ordered) await load([it], 'one', it.date)
    expect(await doubts()).toEqual([
      expect.stringMatching(`^${DAYS[30]!} USD reference [\\d.]+ % above the rate of ${DAYS[29]!}`)
    ])
  })
})

describe('a table that waits for the other banks', () => {
  const raised = (date: string, day: number) =>
    changed((it) => (it.quote === 'CHF' ? (Number(it.value) * 1.04).toFixed(4) : undefined), prices(date, day))

  beforeEach(async () => {
    for (const source of ['one', 'two', 'three']) await load(history(), source)
  })

  it('is served when their tables of the day arrive', async () => {
    expect(await load(raised(NEXT, 60))).toMatchObject({ new: 10, quarantined: 2 })
    expect(await waiting()).toHaveLength(2)
    await load(raised(NEXT, 60), 'two')
    expect(await waiting()).toEqual([])
    expect(await stored('CHF', NEXT)).toHaveLength(2)
  })

  it('continues to wait if their tables of the day have not moved', async () => {
    await load(raised(NEXT, 60))
    for (const source of ['two', 'three']) await load(prices(NEXT, 60), source)
    expect(await waiting()).toHaveLength(2)
  })

  it('is served as a first table when the others reach its level', async () => {
    const first = changed((it) => (it.quote === 'CHF' ? (Number(it.value) * 1.3).toFixed(4) : undefined))
    expect(await load(first, 'four')).toMatchObject({ new: 10, quarantined: 2 })
    for (const source of ['two', 'three']) await test.answer(first, { source })
    expect(await waiting()).toEqual([])
  })
})

it('is served with two prices when the next table keeps their level', async () => {
  await load(history())
  const wider = (date: string, day: number) =>
    changed(
      (it) => (it.quote === 'SEK' ? (Number(it.value) * (it.type === 'buy' ? 0.985 : 1.015)).toFixed(4) : undefined),
      prices(date, day)
    )
  expect(await load(wider(NEXT, 60))).toMatchObject({ new: 10, quarantined: 2 })
  expect(await load(wider(AFTER, 61))).toMatchObject({ quarantined: 0 })
  expect(await waiting()).toEqual([])
  expect(await stored('SEK', NEXT)).toHaveLength(2)
})
