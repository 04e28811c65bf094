import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import type { Row } from '../../../adapters/source.ts'
import { AFTER, banks, changed, history, KNOWN, lastDays, NEXT, prices, row, table } from './banks.ts'

const test = banks()
const { load, waiting, stored, doubts } = test
const dated = (date: string, rows: Row[]) => rows.map((it) => ({ ...it, date }))
const times = (factor: number, quote?: string) => (it: Row) =>
  quote === undefined || it.quote === quote ? (Number(it.value) * factor).toFixed(4) : undefined
const onlyBuying = (rows: Row[]) => rows.filter(({ type }) => type === 'buy')

describe('a document under a wrong date', () => {
  const calendar = lastDays(281)

  it.each([
    ['the year before', 22],
    ['a day of the last month', 270]
  ])('waits if it would overwrite the table of %s', async (_, place) => {
    await load(calendar.slice(0, 280).flatMap(prices))
    const day = calendar[place]!
    const before = await stored('USD', day)
    expect(await load(dated(day, prices(NEXT, 280)))).toMatchObject({ changed: 0, quarantined: 12 })
    expect((await waiting())[0]).toMatch(
      /: is (a correction of 12 of 12 figures of a table, in a document without a newer one|in a table that moved together)/
    )
    expect(await stored('USD', day)).toEqual(before)
  })

  it('waits if it repeats a table of a hundred days before', async () => {
    await load(calendar.slice(0, 280).flatMap(prices))
    expect(await load(dated(calendar[280]!, prices(NEXT, 180)))).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toContain(
      `is in a table that repeats 12 of its 12 moving pairs from ${calendar[180]!}`
    )
  })

  it('waits if it is dated the first weekend after twenty tables', async () => {
    const calendar = lastDays(23)
    const saturday = [1, 2, 3, 4, 5, 6, 7]
      .map((it) => addDays(calendar[22]!, -it))
      .find((it) => new Date(it).getUTCDay() === 6)!
    await load(
      calendar
        .filter((it) => it < saturday)
        .slice(-22)
        .flatMap(prices)
    )
    const earlier = Array.from({ length: 5 }, (_, index) => addDays(calendar[0]!, -7 * (index + 1)))
    await load(earlier.flatMap((date, day) => prices(date, day - 9)))
    expect(await load(prices(saturday, 23), 'one', 'weekend')).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toMatch(/is in a table that is dated a Saturday, as none of \d+ tables before$/)
  })
})

describe('corrections by the figures of another day', () => {
  beforeEach(() => load(history()))

  it('wait if the whole history is shifted by a day', async () => {
    const shifted = KNOWN.slice(1).flatMap((date, day) => dated(date, prices(date, day)))
    expect(await load(shifted, 'one', 'shifted')).toMatchObject({ changed: 0 })
    expect((await waiting())[0]).toMatch(/is a correction by the stored figures of [\d-]+: \d+ of \d+$/)
  })

  it('wait if one table repeats another', async () => {
    expect(await load(dated(KNOWN[10]!, prices(NEXT, 50)), 'one', 'repeated')).toMatchObject({
      changed: 0,
      quarantined: 12
    })
    expect((await waiting())[0]).toContain(`is a correction by the stored figures of ${KNOWN[50]!}: 12 of 12`)
  })
})

describe('after sixty tables', () => {
  beforeEach(() => load(history()))

  it('quarantines five figures with fewer decimals than ever', async () => {
    const cut = onlyBuying(prices(NEXT, 60)).slice(0, 5)
    expect(
      await load(
        changed((it) =>
          cut.some((one) => one.quote === it.quote && one.type === it.type) ? it.value.slice(0, -1) : undefined
        )
      )
    ).toMatchObject({ new: 7, quarantined: 5 })
    expect((await waiting())[0]).toMatch(/has \d decimals; in 60 tables before it had \d or more$/)
  })

  it('quarantines a document without half of the rows and one', async () => {
    expect(await load(prices(NEXT, 60).slice(0, 7))).toMatchObject({ new: 0, quarantined: 7 })
    expect((await waiting())[0]).toContain('lacks 5 of the 12 pairs of the preceding table')
  })

  it.each([
    ['by twice its usual move', 2, 1],
    ['by less than its usual move', 0.5, 0]
  ])('quarantines a correction away from its neighbours %s: %i rows', async (_, share, quarantined) => {
    const series = KNOWN.map((date, day) =>
      Number(prices(date, day).find((it) => it.quote === 'CHF' && it.type === 'buy')!.value)
    )
    const moves = series
      .slice(1)
      .map((value, at) => Math.abs(Math.log(value / series[at]!)))
      .sort((one, other) => one - other)
    const usual = moves[Math.floor(moves.length * 0.95)]!
    const middle = Math.sqrt(series[57]! * series[59]!)
    const away =
      middle *
      Math.exp(
        Math.sign(Math.log(series[58]! / middle)) *
          (Math.abs(Math.log(series[58]! / middle)) + share * Math.max(usual, 0.002))
      )
    const corrected = {
      ...prices(KNOWN[58]!, 58).find((it) => it.quote === 'CHF' && it.type === 'buy')!,
      value: away.toFixed(4)
    }
    expect(await load([corrected], 'one', 'corrected')).toMatchObject({ changed: 1 - quarantined, quarantined })
  })
})

it('quarantines all prices if the selling column repeats the buying one', async () => {
  const narrow = (date: string, day: number) =>
    onlyBuying(prices(date, day)).flatMap((it) => [it, { ...it, type: 'sell', value: times(1.002)(it)! }])
  await load(KNOWN.flatMap(narrow))
  const buying = onlyBuying(prices(NEXT, 60))
  expect(await load(buying.flatMap((it) => [it, { ...it, type: 'sell' }]))).toMatchObject({ new: 0, quarantined: 12 })
  expect((await waiting())[0]).toMatch(
    / is 0\.00 % .* [\d.]+; in 60 tables before it was [\d.]+ to [\d.]+ % below$|has 12 doubtful figures of 12$/
  )
})

it('quarantines the last figure of a document if it lost its last digits: 1.08 for 1.0842', async () => {
  const calendar = lastDays(121)
  const values = (day: number) =>
    (1.0842 + Math.sin(day * 1.7) / 900 + 0.00001 * (day % 3)).toFixed(4).replace(/0$/, '1')
  await load(calendar.slice(0, 120).map((date, day) => row(date, 'USD', values(day))))
  expect(await load([row(calendar[120]!, 'USD', '1.08')])).toMatchObject({ new: 0, quarantined: 1 })
  expect((await waiting())[0]).toContain('has 2 decimals; in 120 tables before it had 4 or more')
})

it('ignores a printed slip of half the rate, which the next table reversed, in the limit of moves', async () => {
  await load(history().map((it) => (it.date === KNOWN[20] ? { ...it, value: times(1.5, 'GBP')(it) ?? it.value } : it)))
  expect(await load(changed(times(1.12, 'GBP')))).toMatchObject({ new: 10, quarantined: 2 })
})

it.each([
  [1, 1],
  [4, 0]
])('quarantines a move of 5 %% in %i days after moves of 1 %% a day: %i rows', async (gap, quarantined) => {
  const calendar = Array.from({ length: 60 }, (_, index) => addDays(NEXT, index - 59 - gap))
  await load(calendar.map((date, day) => row(date, 'USD', day % 4 < 2 ? (day % 2 ? '1.1000' : '1.0890') : '1.1000')))
  expect(await load([row(NEXT, 'USD', '1.1550')])).toMatchObject({ quarantined })
})

it('does not quarantine the second table of a new series for a past that lacked it', async () => {
  const calendar = lastDays(302)
  await load(calendar.slice(0, 300).flatMap((date, day) => table(date, day / 10)))
  const further = (date: string, day: number): Row[] => table(date, day).map((it) => ({ ...it, type: 'buy' }))
  for (const [at, date] of calendar.slice(300).entries())
    expect(await load([...table(date, 30 + at / 10), ...further(date, at)])).toMatchObject({ new: 12, quarantined: 0 })
})

describe('a source with two other banks', () => {
  beforeEach(async () => {
    for (const source of ['two', 'three']) await load([...history(), ...prices(NEXT, 60), ...prices(AFTER, 61)], source)
  })
  const of = (factor: number) => changed(times(factor, 'CHF'), onlyBuying(prices(NEXT, 60)))

  it.each([
    [1.12, 1],
    [1.08, 0]
  ])('quarantines a monthly rate at %f of their level: %i rows', async (factor, quarantined) => {
    await load(onlyBuying(prices(KNOWN[20]!, 20)), 'monthly')
    expect(await load(of(factor), 'monthly')).toMatchObject({ quarantined })
  })

  it.each([
    [1.07, 1],
    [1.04, 0]
  ])('quarantines a first figure at %f of their level: %i rows', async (factor, quarantined) => {
    expect(await load(of(factor))).toMatchObject({ quarantined })
  })

  it.each([
    [1.12, 1],
    [1.08, 0]
  ])('quarantines a first average of a month at %f of their level: %i rows', async (factor, quarantined) => {
    const averages = of(factor).map((it) => ({ ...it, type: 'monthly_average' }))
    expect(await load(averages)).toMatchObject({ quarantined })
    expect((await doubts()).filter((it) => it.includes('monthly_average'))).toEqual([])
  })

  it.each([
    ['seven tables', 7, 7],
    ['sixty tables', 60, 15]
  ])('doubts a series 4 %% off its peers in the first document of a source with %s', async (_, tables, least) => {
    const own = [...KNOWN, NEXT].slice(-tables)
    const first = own.flatMap((date, day) => onlyBuying(prices(date, 61 - tables + day)))
    expect(await load(changed(times(1.04, 'CHF'), first))).toMatchObject({ new: 6 * tables, quarantined: 0 })
    const found = await doubts()
    expect(found.length).toBeGreaterThanOrEqual(least)
    expect(found).toEqual(
      found.map(() =>
        expect.stringMatching(/ CHF buy [\d.]+ is [34](\.\d)? % above [\d.]+, which the other banks imply$/)
      )
    )
  })

  it.each([
    [100, 'is 100 times', 'a power of ten'],
    [1 / 1000, 'is 1/1', 'a power of ten'],
    [undefined, 'is', 'the inverse']
  ])('names the factor %s by which a first figure is off', async (factor, ratio, name) => {
    const off = (it: Row) =>
      it.quote !== 'JPY'
        ? undefined
        : factor === undefined
          ? (1 / Number(it.value)).toFixed(6)
          : (Number(it.value) * factor).toFixed(4)
    expect(await load(changed(off, onlyBuying(prices(NEXT, 60))))).toMatchObject({ new: 5, quarantined: 1 })
    expect(await waiting()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${NEXT} JPY buy [\\d.]+: [\\d.]+ ${ratio}.*, which the other banks imply: ${name}; of its series no table is known$`
        )
      )
    ])
  })

  it('names the peg of a first figure in a pegged currency that no bank quotes', async () => {
    await load([...onlyBuying(prices(NEXT, 60)), { ...row(NEXT, 'AED', '9.9'), type: 'buy' }])
    expect(await waiting()).toEqual([
      expect.stringMatching(/AED buy 9.9: .*, which its peg implies; of its series no table is known$/)
    ])
  })

  it('has no doubt about the rufiyaa at the edge of its band, where it has been since 2011', async () => {
    const rows = onlyBuying(prices('2021-06-01', 60))
    for (const source of ['two', 'three']) await load(rows, source, '2021')
    await load([...rows, { ...rows[0]!, quote: 'MVR', value: (Number(rows[0]!.value) * 15.42).toFixed(4) }])
    expect(await doubts()).toEqual([])
  })

  it('accepts a first figure of one digit that is off by half a unit of it: 0.0003', async () => {
    for (const source of ['two', 'three']) await load([row(NEXT, 'XAU', '0.000332')], source, 'gold')
    const first = onlyBuying(prices(NEXT, 60))
    expect(await load([...first, { ...first[0]!, quote: 'XAU', value: '0.0003' }])).toMatchObject({
      new: 7,
      quarantined: 0
    })
  })
})

it('answers %j with %s', async () => {
  const rates = (date: string, day: number) => table(date, day)
  await load([...rates('2021-04-01', 0), ...rates('2021-05-01', 1)], 'monthly')
  const dobra = row('2021-06-01', 'STD', '28927.5')
  expect(await load([...rates('2021-06-01', 2), dobra], 'monthly')).toMatchObject({ new: 7, quarantined: 0 })
  expect((await doubts()).filter((it) => it.includes('STD'))).toEqual([
    '2021-06-01 STD reference is in STD, whose last day was 2018-06-30; STN was valid then'
  ])
})
