import { beforeEach, describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '../../../adapters/kit/dates.ts'
import type { Row } from '../../../adapters/source.ts'
import { AFTER, banks, changed, history, KNOWN, NEXT, prices, quotes, row, THIRD } from './banks.ts'

const test = banks()
const { load, answer, waiting, stored, doubts } = test
const moved = (quote: string, factor: number) => (it: Row) =>
  it.quote === quote ? (Number(it.value) * factor).toFixed(4) : undefined
const crossed = (rows: Row[]) => rows.map((it) => ({ ...it, type: it.type === 'buy' ? 'sell' : 'buy' }))
const repeated = (date: string, day: number) => prices(date, day).map((it) => ({ ...it, date: NEXT }))

describe('after sixty tables', () => {
  beforeEach(() => load(history()))

  it('loads usual tables', async () => {
    for (const [index, date] of [NEXT, AFTER, THIRD].entries())
      expect(await load(prices(date, 60 + index))).toMatchObject({
        new: 12,
        quarantined: 0
      })
  })

  it.each(quotes)(
    'quarantines a jump of %s by 5 %, with the value, the direction and the past in its reason',
    async (quote) => {
      expect(await load(changed(moved(quote, 1.05)))).toMatchObject({ new: 10, quarantined: 2 })
      expect((await waiting())[0]).toMatch(
        new RegExp(
          `^${NEXT} ${quote} buy [\\d.]+: [\\d.]+ is [\\d.]+ % above [\\d.]+ on ${KNOWN[59]!}; none of the 59 moves before was more than [\\d.]+ % for a day`
        )
      )
    }
  )

  it('quarantines a table that repeats the previous one, or most of an older one', async () => {
    expect(await load(repeated(KNOWN[59]!, 59), 'one', 'before')).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toContain(`is in a table that repeats 12 of its 12 moving pairs from ${KNOWN[59]!}`)
    await test.database.write('delete from quarantine')
    expect(await load(repeated(KNOWN[50]!, 50), 'one', 'older')).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toContain(`is in a table that repeats 12 of its 12 moving pairs from ${KNOWN[50]!}`)
  })

  it('quarantines a table that repeats half of an older one if no earlier table did', async () => {
    const rising = (date: string, day: number) =>
      prices(date, day).map((it) => ({ ...it, value: (Number(it.value) * (1 + day / 200)).toFixed(4) }))
    await load(KNOWN.flatMap(rising), 'two')
    const older = new Map(rising(KNOWN[57]!, 57).map((it) => [`${it.quote} ${it.type}`, it.value]))
    const half = changed(
      (it) => (['USD', 'GBP', 'JPY'].includes(it.quote) ? older.get(`${it.quote} ${it.type}`) : undefined),
      rising(NEXT, 60)
    )
    expect(await load(half, 'two')).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toContain(`is in a table that repeats 6 of its 12 moving pairs from ${KNOWN[57]!}`)
  })

  it('quarantines a table whose figures all move, up and down', async () => {
    expect(
      await load(
        changed((it) => (Number(it.value) * (['USD', 'GBP', 'JPY'].includes(it.quote) ? 1.012 : 0.988)).toFixed(4))
      )
    ).toMatchObject({
      new: 0,
      quarantined: 12
    })
    expect((await waiting())[0]).toMatch(
      / is [\d.]+ % below [\d.]+ on [\d-]+; none of the 59 moves before was more than [\d.]+ % for a day/
    )
  })

  it('quarantines a table that moves as a whole', async () => {
    expect(await load(changed((it) => (Number(it.value) * 1.02).toFixed(4)))).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toMatch(
      /is in a table that moved together 2\.\d+ % for a day; no table of 59 before more than 0\.\d+ %/
    )
  })

  it('quarantines a table without most pairs of the previous one', async () => {
    expect(await load(prices(NEXT, 60).slice(0, 4))).toMatchObject({ new: 0, quarantined: 4 })
    expect((await waiting())[0]).toContain(
      'lacks 8 of the 12 pairs of the preceding table; none of 60 before had so few'
    )
  })

  it('quarantines two exchanged prices of a pair, and refuses a whole exchanged table', async () => {
    const [buy, sell] = prices(NEXT, 60)
      .filter(({ quote }) => quote === 'GBP')
      .map(({ value }) => value)
    expect(
      await load(changed((it) => (it.quote === 'GBP' ? (it.type === 'buy' ? sell : buy) : undefined)))
    ).toMatchObject({
      new: 10,
      quarantined: 2
    })
    expect((await waiting())[0]).toMatch(
      / is [\d.]+ % above sell [\d.]+; in 60 tables before it was [\d.]+ to [\d.]+ % below$/
    )
    expect(await load(crossed(prices(AFTER, 61)))).toMatchObject({ new: 0, quarantined: 12 })
  })

  it('quarantines a new code that replaces another', async () => {
    expect(await load(prices(NEXT, 60).map((it) => (it.quote === 'NOK' ? { ...it, quote: 'THB' } : it)))).toMatchObject(
      {
        new: 10,
        quarantined: 2
      }
    )
  })

  it('loads a table with more new codes than it lost', async () => {
    const added = ['THB', 'MYR'].flatMap((quote) =>
      prices(NEXT, 60)
        .filter((it) => it.quote === 'NOK')
        .map((it) => ({ ...it, quote }))
    )
    expect(await load([...prices(NEXT, 60).filter((it) => it.quote !== 'NOK'), ...added])).toMatchObject({
      new: 14,
      quarantined: 0
    })
  })
})

describe('a quarantined figure', () => {
  const wrong = () => changed(moved('NOK', 1.2))
  beforeEach(() => load(history()))

  it('waits if the same answer arrives an hour later, is served with a doubt after twelve hours, and then changes nothing', async () => {
    expect(await answer(wrong())).toMatchObject({ quarantined: 2 })
    expect(await answer(wrong(), { hours: 1 })).toMatchObject({ new: 0 })
    expect(await answer(wrong(), { hours: 13 })).toMatchObject({ new: 2 })
    expect(await waiting()).toEqual([])
    expect(await stored('NOK', NEXT)).toHaveLength(2)
    expect(await doubts()).toEqual([
      expect.stringMatching(
        /NOK buy 1\d\.\d+ is 2\d % above .*; the publisher printed it unchanged in document \d+, after 12 hours$/
      ),
      expect.stringContaining('NOK sell')
    ])
    expect(await answer(wrong(), { hours: 14 })).toMatchObject({ new: 0, changed: 0 })
  })

  it('is served when another document of the publisher confirms it, but not when the same address repeats it within the hour', async () => {
    await answer(wrong())
    expect(await answer([...wrong(), ...prices(KNOWN[58]!, 58)], { hours: 1 })).toMatchObject({ new: 0 })
    expect(await answer([...wrong(), ...prices(KNOWN[58]!, 58)], { address: 'archive', hours: 1 })).toMatchObject({
      new: 2
    })
    expect((await doubts())[0]).toContain('; the publisher printed it again')
  })

  it('is loaded corrected if the publisher corrects it within the hour', async () => {
    await answer(wrong())
    expect(await answer(prices(NEXT, 60), { hours: 1 })).toMatchObject({ new: 2, quarantined: 0 })
    expect(await waiting()).toEqual([])
    expect(await test.database.read('select status, count(*)::int as rows from quarantine group by 1')).toEqual([
      { status: 'corrected', rows: 2 }
    ])
  })

  it('is served as soon as the next table, which is not quarantined, keeps its level', async () => {
    await answer(wrong())
    expect(await answer(changed(moved('NOK', 1.2), prices(AFTER, 61)), { address: 'next', hours: 1 })).toMatchObject({
      new: 12,
      quarantined: 0
    })
    expect(await waiting()).toEqual([])
    expect(await answer(changed(moved('NOK', 1.2), prices(THIRD, 62)), { address: 'third', hours: 2 })).toMatchObject({
      new: 12,
      quarantined: 0
    })
  })

  it('is served at once if two other banks have its level', async () => {
    for (const source of ['two', 'three']) {
      await load(history(), source)
      for (const document of ['daily', 'archive']) await load(wrong(), source, document)
    }
    expect(await load(wrong())).toMatchObject({ new: 12, quarantined: 0 })
  })

  it('is queried again after half an hour and after twelve hours', async () => {
    const minutes = async () =>
      Math.round((await test.database.read<{ wait: number }>("select recheck_delay('one') as wait"))[0]!.wait / 60_000)
    await answer(wrong())
    expect(await minutes()).toBe(30)
    await test.database.write("update quarantine set said_at = said_at - interval '1 hour'")
    expect(await minutes()).toBe(11 * 60 + 5)
    await test.database.write("update quarantine set said_at = said_at - interval '12 hours'")
    expect(await minutes()).toBe(0)
  })

  it('is closed after thirty days, even by a run that loads nothing', async () => {
    await answer(wrong())
    await test.database.write("update quarantine set said_at = said_at - interval '31 days'")
    const finish = async (error: string | null) => {
      const [run] = await test.database.write<{ id: number }>(
        "select resume_run('one', 'schedule', null, null, null) as id"
      )
      await test.database.write("select finish_run($1, $2, 0, 0, 0, 0, 0, '{}')", [run!.id, error])
      return test.database.read(
        'select status, why from quarantine left join quarantine_decisions on quarantine_id = quarantine.id'
      )
    }
    expect(await finish('no answer')).toEqual(Array(2).fill({ status: 'pending', why: null }))
    expect(await finish(null)).toEqual(
      Array(2).fill({
        status: 'unsaid',
        why: 'the publisher did not print it again in 30 days'
      })
    )
  })

  it('is not loaded again after an operator rejected it, however often it is printed', async () => {
    await answer(wrong())
    await test.database.write("select reject_quarantined(id, 'ada', '') from quarantine")
    await answer(wrong(), { hours: 13 })
    expect(await answer(wrong(), { address: 'archive', hours: 14 })).toMatchObject({ new: 0 })
    expect(await stored('NOK', NEXT)).toEqual([])
  })
})

it('waits if the figures of its table are shifted by a row, with or without other banks', async () => {
  for (const source of ['one', 'two', 'three']) await load(history(), source)
  for (const source of ['two', 'three']) await load(prices(NEXT, 60), source)
  const rows = prices(NEXT, 60)
  const shifted = rows.map((it, at) => ({ ...it, value: rows[(at + 2) % rows.length]!.value }))
  expect(await load(shifted)).toMatchObject({ new: 0, quarantined: 12 })
})

describe('a correction', () => {
  beforeEach(() => load([...history(), ...prices(NEXT, 60)]))

  it('waits if it moves a figure away from its series, and is loaded when it is printed again', async () => {
    expect(await answer(changed(moved('SEK', 1.04)))).toMatchObject({ changed: 0, quarantined: 2 })
    expect(await answer(changed(moved('SEK', 1.04)), { hours: 13 })).toMatchObject({ new: 2 })
  })

  it('is loaded at once if it moves a wrong figure back', async () => {
    await answer(changed(moved('SEK', 1.04)))
    await answer(changed(moved('SEK', 1.04)), { hours: 13 })
    expect(await answer(changed(moved('SEK', 1)), { hours: 14 })).toMatchObject({ changed: 2, quarantined: 0 })
    expect(await doubts()).toEqual([])
  })

  it('is loaded at once if it moves a whole table back, with or without other banks', async () => {
    for (const source of ['two', 'three']) await load([...history(), ...prices(NEXT, 60), ...prices(AFTER, 61)], source)
    await answer(changed((it) => (Number(it.value) * 1.05).toFixed(4), prices(AFTER, 61)))
    await answer(
      changed((it) => (Number(it.value) * 1.05).toFixed(4), prices(AFTER, 61)),
      { hours: 13 }
    )
    expect(await answer(prices(AFTER, 61), { hours: 14 })).toMatchObject({ changed: 12, quarantined: 0 })
  })

  it('is loaded at once if it has the usual size', async () => {
    expect(await answer(changed(moved('SEK', 1.0002)))).toMatchObject({ changed: 2, quarantined: 0 })
  })

  it('is loaded at once if the table is older than thirty days', async () => {
    expect(await answer(changed(moved('SEK', 1.04), prices(KNOWN[5]!, 5)))).toMatchObject({
      changed: 2,
      quarantined: 0
    })
  })
})

describe('after four tables', () => {
  beforeEach(() => load(KNOWN.slice(-4).flatMap((date, index) => prices(date, 56 + index))))

  it('loads usual tables', async () => {
    for (const [index, date] of [NEXT, AFTER, THIRD].entries()) {
      expect(await load(prices(date, 60 + index))).toMatchObject({ new: 12, quarantined: 0 })
    }
  })

  it('quarantines a figure that moved by less than a tenth, but far more than all others', async () => {
    const factor = Math.exp(0.065 * Math.sqrt(daysBetween(KNOWN[59]!, NEXT)))
    expect(await load(changed(moved('GBP', factor)))).toMatchObject({ new: 10, quarantined: 2 })
    expect((await waiting())[0]).toMatch(/GBP buy .*; of its series 3 moves are known$/)
  })

  it('quarantines a table that is 5 % up, like one that repeats half of an older one', async () => {
    expect(await load(changed((it) => (Number(it.value) * 1.05).toFixed(4)))).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toContain('is in a table that moved together 5.')
    await test.database.write('delete from quarantine')
    const older = new Map(prices(KNOWN[57]!, 57).map((it) => [`${it.quote} ${it.type}`, it.value]))
    const half = changed((it) =>
      ['USD', 'GBP', 'JPY'].includes(it.quote) ? older.get(`${it.quote} ${it.type}`) : undefined
    )
    expect(await load(half, 'one', 'half')).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toContain(`is in a table that repeats 6 of its 12 moving pairs from ${KNOWN[57]!}`)
  })
})

it('loads a further table and a metal in separate documents after years without them', async () => {
  await load(history())
  const further = prices(NEXT, 60).map((it) => ({ ...it, base: it.quote, quote: it.base }))
  expect(await load([{ ...prices(NEXT, 60)[0]!, quote: 'XAU', value: '0.00031' }], 'one', 'gold')).toMatchObject({
    new: 1,
    quarantined: 0
  })
  expect(await load(prices(NEXT, 60))).toMatchObject({ new: 12, quarantined: 0 })
  expect(await load(further.slice(0, 4), 'one', 'further')).toMatchObject({ new: 4, quarantined: 0 })
  expect(await load([{ ...prices(AFTER, 61)[0]!, quote: 'XAU', value: '0.00031' }], 'one', 'gold')).toMatchObject({
    new: 1,
    quarantined: 0
  })
})

it.each([
  [410, 0],
  [100, 1]
])(
  'quarantines one of 1.1610 in one document, %i days after sixty rates of 1.0800: %i rows',
  async (gap, quarantined) => {
    const equal = KNOWN.map((_, index) => row(addDays(NEXT, index - gap - 59), 'USD', '1.0800'))
    expect(await load([...equal, row(NEXT, 'USD', '1.1610')])).toMatchObject({ quarantined })
  }
)

describe('the first table of a source', () => {
  it('does not doubt a currency with several rates at the same time, unlike another one', async () => {
    for (const source of ['two', 'three']) await load([...history(), ...prices(NEXT, 60)], source)
    const price = prices(NEXT, 60).find((it) => it.quote === 'USD')!
    const pegged = { CUP: 24, AED: 3.5 }
    await load([
      ...prices(NEXT, 60),
      ...Object.entries(pegged).map(([quote, rate]) => ({
        ...price,
        quote,
        value: (Number(price.value) * rate).toFixed(4)
      }))
    ])
    expect(await doubts()).toEqual([expect.stringContaining(`${NEXT} AED buy`)])
  })

  it('waits if it is 5 % above the level of two other banks as a whole', async () => {
    for (const source of ['two', 'three']) await load([...history(), ...prices(NEXT, 60)], source)
    expect(await load(changed((it) => (Number(it.value) * 1.05).toFixed(4)))).toMatchObject({ new: 0, quarantined: 12 })
    expect((await waiting())[0]).toContain('above what the other banks imply as a whole')
  })

  it('waits if all of it is in another base', async () => {
    for (const source of ['two', 'three']) await load([...history(), ...prices(NEXT, 60)], source)
    expect(await load(changed((it) => (Number(it.value) / 1.17).toFixed(4)))).toMatchObject({ new: 0, quarantined: 12 })
  })

  it('waits if a figure is far from the level of two other banks', async () => {
    for (const source of ['two', 'three']) await load([...history(), ...prices(NEXT, 60)], source)
    expect(await load(changed(moved('CHF', 1.3)))).toMatchObject({ new: 10, quarantined: 2 })
    expect((await waiting())[0]).toContain('which the other banks imply')
  })

  it('waits if the selling price of a foreign currency is below its buying price', async () => {
    const inverse = prices(NEXT, 60).map((it) => ({ ...it, base: it.quote, quote: 'EUR' }))
    expect(await load(inverse.slice(0, 10).concat(crossed(inverse.slice(10))))).toMatchObject({
      new: 10,
      quarantined: 2
    })
  })
})

it('waits if a figure contradicts its printed change', async () => {
  await load(history())
  const before = new Map(prices(KNOWN[59]!, 59).map((it) => [`${it.quote} ${it.type}`, it.value]))
  const printed = prices(NEXT, 60).map((it) => ({
    ...it,
    change: (Number(it.value) - Number(before.get(`${it.quote} ${it.type}`))).toFixed(4)
  }))
  expect(
    await load(
      printed.map((it) =>
        it.quote === 'SEK' && it.type === 'buy' ? { ...it, value: (Number(it.value) + 0.004).toFixed(4) } : it
      )
    )
  ).toMatchObject({
    new: 11,
    quarantined: 1
  })
  expect((await waiting())[0]).toMatch(/SEK buy .* less its printed change of .* 11 other rates fit their changes$/)
})

it('loads a figure that fits its printed change from a waiting one', async () => {
  await load(history())
  const raised = (it: Row) => (it.quote === 'SEK' ? (Number(it.value) * 1.2).toFixed(4) : undefined)
  const before = changed(raised)
  expect(await answer(before)).toMatchObject({ new: 10, quarantined: 2 })
  const next = changed(raised, prices(AFTER, 61)).map((it, at) => ({
    ...it,
    change: (Number(it.value) - Number(before[at]!.value)).toFixed(4)
  }))
  expect(await answer(next, { address: 'next' })).toMatchObject({ new: 12, quarantined: 0 })
})
