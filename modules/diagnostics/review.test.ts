import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '../../adapters/kit/dates.ts'
import type { Row } from '../../adapters/source.ts'
import { listQuarantine, release } from '../../pipelines/care/quarantine.ts'
import { reviewFigures, reviewSeries, storedDays, type OffFigure, type OffSeries, type Shift } from './review.ts'
import { identity } from '../../test/support/service.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../test/support/database.ts'

const DECISION = { by: 'ada', reason: 'as printed' }

let test: TestDatabase

const FIRST = '2026-01-05'
const DAYS = Array.from({ length: 56 }, (_, index) => addDays(FIRST, index)).filter(
  (day) => ![0, 6].includes(new Date(day).getUTCDay())
)

/** Deterministic market rates that move by up to half a per cent a day. */
const marketOf = (level: number, seed: number) =>
  DAYS.reduce<number[]>((values, _, index) => {
    return [...values, (values.at(-1) ?? level) * (1 + Math.sin(seed + index * index) / 200)]
  }, [])

const MARKET: Record<string, number[]> = {
  USD: marketOf(1.1, 1),
  JPY: marketOf(170, 2),
  GBP: marketOf(0.86, 3),
  VES: marketOf(200, 4),
  XAU: marketOf(0.00044, 5)
}

interface Printed {
  type?: string
  digits?: number
  lag?: number
}

/** The rows of a bank with EUR as its home currency: the market rate of each currency, after a function. */
function table(
  of: Record<string, (value: number) => number>,
  { type = 'reference', digits = 8, lag = 0 }: Printed = {}
): Row[] {
  return Object.entries(of).flatMap(([quote, made]) =>
    DAYS.slice(lag).map((date, index) => {
      return { date, base: 'EUR', quote, type, value: made(MARKET[quote]![index]!).toPrecision(digits) }
    })
  )
}

const same = (value: number) => value
const times = (factor: number) => (value: number) => value * factor

// Releases their quarantined rows, because another order of loading would have stored them.
const BANKS: Record<string, Row[]> = {
  slips: table({ USD: same, JPY: (value) => 1 / value, GBP: times(100), XAU: times(31.1034768) }),
  late: table({ USD: same, JPY: same, GBP: same }, { lag: 1 }),
  official: [...table({ VES: times(0.2) }), ...table({ VES: same }, { type: 'market' }), ...table({ USD: same })],
  coarse: table({ XAU: same }, { digits: 1 }),
  counter: [...table({ USD: times(0.88) }, { type: 'buy' }), ...table({ USD: same })],
  one: table({ USD: same, JPY: same, GBP: same, VES: same, XAU: same }),
  two: table({ USD: same, JPY: same, GBP: same, VES: same, XAU: same }),
  three: table({ USD: times(1.001), JPY: same, GBP: times(0.999), XAU: times(1.002) })
}

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(
    test.database,
    Object.keys(BANKS).map((code) => identity(code, 'EUR', ['reference', 'market', 'buy']))
  )
  for (const [code, rows] of Object.entries(BANKS)) await seedRows(test.database, code, rows)
  await release(
    test.database,
    (await listQuarantine(test.database)).map(({ id }) => id),
    DECISION
  )
})
afterAll(() => test.drop())

async function reviewed(source?: string): Promise<{ series: OffSeries[]; shifts: Shift[] }> {
  const [series, shifts]: [OffSeries[], Shift[]] = [[], []]
  for await (const year of reviewSeries(test.database, { ...(await storedDays(test.database))!, source })) {
    series.push(...year.series)
    shifts.push(...year.shifts)
  }
  return { series, shifts }
}

const nameOf = ({ source, quote, type, finding, figures }: OffSeries) =>
  `${source} ${quote} ${type}: ${finding} ${figures}`

it('classifies deviations from the other sources, and ignores agreeing and coarse figures', async () => {
  const { series } = await reviewed()
  expect(series.map(nameOf).sort()).toEqual([
    'counter USD buy: side 40',
    'official VES reference: several_rates 40',
    'slips GBP reference: power_of_ten 40',
    'slips JPY reference: reciprocal 40',
    'slips XAU reference: gram 40'
  ])
  expect(series.find(({ finding }) => finding === 'power_of_ten')).toMatchObject({
    source: 'slips',
    factor: expect.stringMatching(/^(99\.\d|100)/),
    first_date: DAYS[0],
    last_date: DAYS.at(-1),
    others: 3
  })
})

it('finds a source whose tables are a day late', async () => {
  const { shifts } = await reviewed()
  expect(shifts.map(({ source, dated, days }) => ({ source, dated, days }))).toEqual([
    { source: 'late', dated: 'made', days: -1 }
  ])
})

it('lists each figure of the chosen source with its document', async () => {
  const figures: OffFigure[] = []
  for await (const year of reviewFigures(test.database, {
    from: DAYS[3]!,
    to: DAYS[3]!,
    source: 'slips'
  }))
    figures.push(...year)
  expect(figures.map(({ date, quote, finding }) => `${date} ${quote} ${finding}`)).toEqual([
    `${DAYS[3]} GBP power_of_ten`,
    `${DAYS[3]} JPY reciprocal`,
    `${DAYS[3]} XAU gram`
  ])
  expect(figures[0]!.publication_id).toBeGreaterThan(0)
})

it('ignores a pair of a single source, and reports both of two sources that differ', async () => {
  const { database } = test
  const days = DAYS.slice(0, 3)
  const printed = (code: string, value: string, quote: string): Row[] =>
    days.map((date) => ({ date, base: 'USD', quote, type: 'reference', value: code === 'x' ? value : `${value}9` }))
  await seedSources(
    database,
    [...Object.keys(BANKS), 'lone', 'pair-a', 'pair-b'].map((code) =>
      identity(code, code === 'lone' ? 'ERN' : 'EUR', ['reference', 'market', 'buy'])
    )
  )
  await seedRows(database, 'lone', printed('lone', '15.0', 'ERN'))
  await seedRows(database, 'pair-a', printed('pair-a', '100.0', 'SYP'))
  await seedRows(database, 'pair-b', printed('pair-b', '160.0', 'SYP'))
  const { series } = await reviewed()
  expect(series.filter(({ source }) => ['lone', 'pair-a', 'pair-b'].includes(source)).map(nameOf)).toEqual([
    'pair-a SYP reference: one_other 3',
    'pair-b SYP reference: one_other 3'
  ])
})
