import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../adapters/kit/dates.ts'
import { loadSources } from '../../adapters/registry.ts'
import type { Cadence, Identity, Row } from '../../adapters/source.ts'
import { makeComposite, refreshComposite } from './composite.ts'
import { listQuarantine, release } from '../../pipelines/care/quarantine.ts'
import { HostGate } from '../../pipelines/fetch/gate.ts'
import { forEachSource, ingestSource } from '../../pipelines/runs/ingest.ts'
import type { Pipeline } from '../../pipelines/runs/run.ts'
import { COMPOSITE, registerSources, type Listed } from '../../pipelines/load/sources.ts'
import { readArchive } from '../../pipelines/load/archive.ts'
import type { Database } from '../../sql/database.ts'
import { clockFrom, seedRows, testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { identity } from '../../test/support/service.ts'
import { parser } from '../../test/support/parser.ts'

const TODAY = '2026-11-25'

let test: TestDatabase
let database: Database
let pipeline: Pipeline

beforeAll(async () => {
  test = await testDatabase(clockFrom(`${TODAY}T12:00:00Z`))
  database = test.database
  pipeline = {
    database,
    logger: pino({ level: 'silent' }),
    userAgent: 'test',
    environment: {},
    gate: new HostGate(0),
    parser,
    today: () => TODAY
  }
})
afterAll(() => test.drop())
beforeEach(async () => {
  await database.write(
    'truncate rates, rate_revisions, tables, coverage, series, composite_due, quarantine, runs, publications, ' +
      'documents, sources restart identity cascade'
  )
})

const bank = (code: string, home: string, more: Partial<Identity> = {}): Identity => ({
  ...identity(code, home),
  ...more
})
const row = (date: string, base: string, quote: string, value: string, type = 'reference'): Row => ({
  date,
  base,
  quote,
  type,
  value
})
const register = (...banks: Listed[]) => registerSources(database, [...banks, COMPOSITE])

interface Composite {
  currency: string
  rate: string
  banks: number
  oldest: string
  newest: string
}

const COMPOSITE_ON =
  'select currency, rate, banks, oldest, newest from composite_of(array[$1::date]) where rate is not null'
const compositeOn = async (day: string) =>
  Object.fromEntries(
    (await database.read<Composite>(COMPOSITE_ON, [day])).map(({ currency, ...rest }) => [currency, rest])
  )
const rateOn = async (day: string, currency: string) => Number((await compositeOn(day))[currency]?.rate)
const stored = (day: string) =>
  database.read<{ quote: string; value: string; type: string }>(
    "select base, quote, type, trim_scale(value) as value from rates where source = 'composite' and date = $1 order " +
      'by quote',
    [day]
  )

describe('the rate', () => {
  it('is the median of the banks’ published, inverse or cross rates, with their number and dates', async () => {
    await register(bank('aa', 'EUR'), bank('bb', 'USD'), bank('cc', 'CHF'))
    await seedRows(database, 'aa', [row('2026-11-19', 'EUR', 'USD', '1.25'), row('2026-11-19', 'EUR', 'GBP', '0.9')])
    await seedRows(database, 'bb', [row('2026-11-20', 'GBP', 'USD', '1.4')])
    await seedRows(database, 'cc', [row('2026-11-18', 'USD', 'CHF', '0.8'), row('2026-11-18', 'GBP', 'CHF', '1.1')])
    expect(await compositeOn('2026-11-20')).toEqual({
      CHF: { rate: '0.8', banks: 1, oldest: '2026-11-18', newest: '2026-11-18' },
      EUR: { rate: '0.8', banks: 1, oldest: '2026-11-19', newest: '2026-11-19' },
      GBP: { rate: '0.72', banks: 3, oldest: '2026-11-18', newest: '2026-11-20' }
    })
  })

  it('is the mean of the middle two for an even number of banks', async () => {
    await register(bank('aa', 'USD'), bank('bb', 'USD'))
    await seedRows(database, 'aa', [row('2026-11-20', 'USD', 'EUR', '0.86')])
    await seedRows(database, 'bb', [row('2026-11-20', 'USD', 'EUR', '0.8601')])
    expect((await compositeOn('2026-11-20')).EUR).toMatchObject({ rate: '0.86005', banks: 2 })
  })

  it('excludes outliers', async () => {
    await register(...['aa', 'bb', 'cc', 'dd', 'ee'].map((code) => bank(code, 'USD')))
    for (const [code, value] of [
      ['aa', '0.860'],
      ['bb', '0.861'],
      ['cc', '0.862'],
      ['dd', '86.1'],
      ['ee', '0.0086']
    ])
      await seedRows(database, code!, [row('2026-11-20', 'USD', 'EUR', value!)])
    expect((await compositeOn('2026-11-20')).EUR).toMatchObject({ rate: '0.861', banks: 3 })
  })

  it('keeps a bank with one more digit for a pegged currency, and drops one with another rate', async () => {
    await register(...['aa', 'bb', 'cc', 'dd'].map((code) => bank(code, 'USD')))
    for (const [code, value] of [
      ['aa', '3.6725'],
      ['bb', '3.6725'],
      ['cc', '3.67249'],
      ['dd', '3.70']
    ])
      await seedRows(database, code!, [row('2026-11-20', 'USD', 'AED', value!)])
    expect((await compositeOn('2026-11-20')).AED).toMatchObject({ rate: '3.6725', banks: 3 })
  })

  it('is missing if two banks disagree', async () => {
    await register(bank('aa', 'USD'), bank('bb', 'USD'))
    await seedRows(database, 'aa', [row('2026-11-20', 'USD', 'VES', '36')])
    await seedRows(database, 'bb', [row('2026-11-20', 'USD', 'VES', '90')])
    expect(await compositeOn('2026-11-20')).toEqual({})
  })

  it.each<[Cadence, number]>([
    ['daily', 7],
    ['weekly', 30]
  ])('counts a value of a %s source for %i days', async (cadence, days) => {
    await register(bank('aa', 'USD', { cadence }))
    await seedRows(database, 'aa', [row('2026-10-01', 'USD', 'EUR', '0.86')])
    expect(await rateOn(addDays('2026-10-01', days), 'EUR')).toBe(0.86)
    expect(await rateOn(addDays('2026-10-01', days + 1), 'EUR')).toBeNaN()
    expect(await rateOn('2026-09-30', 'EUR')).toBeNaN()
  })

  it('counts monthly rates only if there are fewer than two others', async () => {
    await register(
      bank('aa', 'USD'),
      bank('bb', 'USD'),
      bank('tax', 'USD', { cadence: 'monthly', kind: 'tax_authority' })
    )
    for (const code of ['aa', 'bb', 'tax'])
      await seedRows(database, code, [row('2026-11-20', 'USD', 'EUR', code === 'tax' ? '0.9' : '0.86')])
    await seedRows(database, 'aa', [row('2026-11-20', 'USD', 'GBP', '0.76')])
    await seedRows(database, 'tax', [row('2026-11-20', 'USD', 'GBP', '0.78')])
    expect(await compositeOn('2026-11-20')).toMatchObject({
      EUR: { rate: '0.86', banks: 2 },
      GBP: { rate: '0.77', banks: 2 }
    })
  })

  it('counts values from before a weekend only if there are fewer than two others', async () => {
    await register(bank('aa', 'USD'), bank('bb', 'USD'), bank('cc', 'USD'))
    for (const [code, date, value] of [
      ['aa', '2026-11-20', '0.86'],
      ['bb', '2026-11-17', '0.862'],
      ['cc', '2026-11-16', '0.9']
    ])
      await seedRows(database, code!, [row(date!, 'USD', 'EUR', value!)])
    for (const [code, date, value] of [
      ['aa', '2026-11-20', '0.76'],
      ['bb', '2026-11-16', '0.78']
    ])
      await seedRows(database, code!, [row(date!, 'USD', 'GBP', value!)])
    expect(await compositeOn('2026-11-20')).toMatchObject({
      EUR: { rate: '0.861', banks: 2, oldest: '2026-11-17' },
      GBP: { rate: '0.77', banks: 2, oldest: '2026-11-16' }
    })
  })

  it('uses the preferred rate type, on the newest date that has the currency', async () => {
    await register(bank('aa', 'EUR', { rateTypes: ['mid', 'buy'] }))
    await seedRows(database, 'aa', [
      row('2026-11-19', 'USD', 'EUR', '0.85', 'mid'),
      row('2026-11-19', 'GBP', 'EUR', '1.1', 'mid'),
      row('2026-11-19', 'GBP', 'EUR', '1.0', 'buy'),
      row('2026-11-20', 'GBP', 'EUR', '1.2', 'mid'),
      row('2026-11-20', 'USD', 'EUR', '0.86', 'buy')
    ])
    expect(await compositeOn('2026-11-20')).toMatchObject({
      EUR: { rate: '0.86', newest: '2026-11-20' },
      GBP: { rate: '0.772727272727', newest: '2026-11-19' }
    })
  })
})

it('mixes no units of a currency that changed its unit', async () => {
  await register(bank('aa', 'USD'), bank('bb', 'USD'))
  await seedRows(database, 'aa', [
    row('2021-09-30', 'USD', 'VES', '4181782'),
    row('2021-10-01', 'USD', 'VES', '4.1817')
  ])
  await seedRows(database, 'bb', [row('2021-09-30', 'USD', 'VES', '4180000')])
  expect([await rateOn('2021-09-30', 'VES'), await rateOn('2021-10-01', 'VES')]).toEqual([4180891, 4.1817])
})

it('gives the reason of an outlier of a currency with several rates', async () => {
  const codes = ['aa', 'bb', 'cc', 'dd']
  await register(...codes.map((code) => bank(code, 'USD')))
  for (const code of codes) await seedRows(database, code, [row(TODAY, 'USD', 'CUP', code === 'dd' ? '410' : '24')])
  for (const { id } of await listQuarantine(database))
    await release(database, [id], {
      by: 'ada',
      reason: 'several rates'
    })
  const [found] = await database.read<{ dropped: object[] }>(
    "select dropped from composite_of(array[$1::date]) where currency = 'CUP'",
    [TODAY]
  )
  expect(found!.dropped).toMatchObject([
    { bank: 'dd', reason: expect.stringContaining('Three official rates: 24, 120') }
  ])
})

it('equals an independent calculation, for any values', async () => {
  const codes = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg']
  await register(...codes.map((code) => bank(code, 'USD')))
  const value = fc
    .oneof(fc.integer({ min: 90_000, max: 110_000 }), fc.constantFrom(100_000, 100_001, 1_000, 9_000_000))
    .map((it) => (it / 100_000).toFixed(5))
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: codes.length }), async (values) => {
      await database.write('truncate rates, tables, coverage, series, composite_due')
      await database.write("select make_partitions('2026-11-20', '2026-11-20')")
      await database.write(
        `insert into rates (source, base, quote, type, date, value, unit, publication_id)
      select code, 'USD', 'EUR', 'reference', '2026-11-20', value, '1', 1 from unnest($1::text[], $2::numeric[]) it (code, value)`,
        [codes.slice(0, values.length), values]
      )
      await database.write('insert into series select source, base, quote, type, date, date from rates')
      const own = compositeOf(values.map((it) => Math.round(Number(it) * 100_000)))
      const found = (await compositeOn('2026-11-20')).EUR
      expect(found && [Number(found.rate), found.banks]).toEqual(
        own && [Number((own.rate / 100_000).toPrecision(12)), own.banks]
      )
    }),
    { numRuns: 60 }
  )
})

function medianOf(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}

// In integer hundred-thousandths, so that every step is exact.
function compositeOf(values: number[]): { rate: number; banks: number } | undefined {
  const median = medianOf(values)
  const deviation = medianOf(values.map((it) => Math.abs(it - median)))
  const rest = values.filter(
    (it) => !(6745 * Math.abs(it - median) > 35_000 * deviation && 1000 * Math.abs(it - median) > median)
  )
  return Math.max(...rest) * 2 <= 3 * Math.min(...rest) ? { rate: medianOf(rest), banks: rest.length } : undefined
}

describe('the stored composite', () => {
  const yesterday = addDays(TODAY, -1)

  it('is calculated from loaded rates, with a document that lists them', async () => {
    await register(bank('aa', 'USD'), bank('bb', 'USD'), bank('cc', 'USD'), bank('dd', 'USD'))
    for (const [code, value] of [
      ['dd', '0.99'],
      ['aa', '0.860'],
      ['bb', '0.861'],
      ['cc', '0.862']
    ])
      await seedRows(database, code!, [row(yesterday, 'USD', 'EUR', value!)])
    await refreshComposite(pipeline)
    expect(await stored(yesterday)).toEqual([{ base: 'USD', quote: 'EUR', type: 'composite', value: '0.861' }])
    const documents = []
    for await (const { publication } of readArchive(database, 'composite'))
      documents.push(JSON.parse(Buffer.from(publication.body).toString()))
    expect(documents).toEqual([
      {
        source: 'composite',
        date: yesterday,
        base: 'USD',
        method: expect.stringContaining('median'),
        rates: [
          {
            quote: 'EUR',
            value: '0.861',
            used: [
              ['aa', '0.86'],
              ['bb', '0.861'],
              ['cc', '0.862']
            ].map(([bank, rate]) => ({
              bank,
              rate,
              date: yesterday,
              rate_type: 'reference',
              method: 'published'
            })),
            dropped: [{ bank: 'dd', rate: '0.99', date: yesterday, rate_type: 'reference', method: 'published' }]
          }
        ]
      }
    ])
    expect(
      await database.read(
        "select code, latest_date, last_status from source_states(service_now()::date) where code = 'composite'"
      )
    ).toEqual([{ code: 'composite', latest_date: yesterday, last_status: 'ok' }])
  })

  it('changes with a correction, as a revision, and with nothing else', async () => {
    await register(bank('aa', 'USD'))
    await seedRows(database, 'aa', [row(yesterday, 'USD', 'EUR', '0.86')])
    await refreshComposite(pipeline)
    await seedRows(database, 'aa', [row(yesterday, 'USD', 'EUR', '0.87')])
    await refreshComposite(pipeline)
    expect(await stored(yesterday)).toMatchObject([{ value: '0.87' }])
    expect(
      await database.read("select trim_scale(value) as value from rate_revisions where source = 'composite'")
    ).toEqual([{ value: '0.86' }])
    const { new: added, changed, unchanged } = await makeComposite(pipeline, { from: yesterday })
    expect([added, changed, unchanged]).toEqual([0, 0, 1])
  })

  it('is withdrawn if it can no longer be calculated', async () => {
    await register(bank('aa', 'USD'), bank('bb', 'USD'))
    await seedRows(database, 'aa', [row(yesterday, 'USD', 'VES', '36'), row(yesterday, 'USD', 'EUR', '0.86')])
    await refreshComposite(pipeline)
    await seedRows(database, 'bb', [row(yesterday, 'USD', 'VES', '60')])
    await refreshComposite(pipeline)
    expect(await stored(yesterday)).toMatchObject([{ quote: 'EUR' }])
    expect(await database.read("select quote from rate_revisions where source = 'composite'")).toEqual([
      { quote: 'VES' }
    ])
  })

  it('is recalculated for every affected day: a value counts on later days until it is too old', async () => {
    await register(bank('aa', 'USD'), bank('bb', 'USD'))
    const days = [10, 5, 1].map((ago) => addDays(TODAY, -ago)) as [string, string, string]
    for (const day of days) await seedRows(database, 'bb', [row(day, 'USD', 'GBP', '0.76')])
    await refreshComposite(pipeline)
    await seedRows(database, 'aa', [row(days[0], 'USD', 'EUR', '0.86')])
    await refreshComposite(pipeline)
    expect((await Promise.all(days.map(stored))).map((it) => it.map(({ quote }) => quote))).toEqual([
      ['EUR', 'GBP'],
      ['EUR', 'GBP'],
      ['GBP']
    ])
  })

  it('is not calculated before its day', async () => {
    await register(bank('aa', 'USD'))
    await seedRows(database, 'aa', [row(addDays(TODAY, 1), 'USD', 'EUR', '0.86')])
    await refreshComposite(pipeline)
    expect(await database.read("select from rates where source = 'composite'")).toEqual([])
    expect(await database.read('select from composite_due')).toHaveLength(1)
  })

  it('covers the last 400 days automatically, and earlier ones by command', async () => {
    await register(bank('aa', 'USD'))
    await seedRows(database, 'aa', [row('2020-01-02', 'USD', 'EUR', '0.9'), row(yesterday, 'USD', 'EUR', '0.86')])
    await refreshComposite(pipeline)
    expect(await stored('2020-01-02')).toEqual([])
    const years: string[] = []
    expect(await makeComposite(pipeline, {}, ({ from }) => void years.push(from))).toMatchObject({
      status: 'ok',
      new: 1
    })
    expect(await stored('2020-01-02')).toMatchObject([{ value: '0.9' }])
    expect(years.at(-1)).toBe('1999-01-04')
    expect(await database.read('select from composite_due where days && daterange(null, service_now()::date)')).toEqual(
      []
    )
  })

  it('is calculated once for concurrent requests, and includes rates loaded meanwhile', async () => {
    const codes = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff']
    await register(...codes.map((code) => bank(code, 'USD')))
    await Promise.all(
      codes.map(async (code) => {
        await seedRows(database, code, [row(yesterday, 'USD', 'EUR', '0.86')])
        await refreshComposite(pipeline)
      })
    )
    const [document] = await database.read<{ gzip: Buffer }>(
      'select from composite_due where days && daterange(null, service_now()::date)'
    )
    expect(document).toBeUndefined()
    expect(await compositeOn(yesterday)).toMatchObject({ EUR: { banks: 6 } })
    expect(await stored(yesterday)).toMatchObject([{ value: '0.86' }])
  })

  it('is derived, with its method', async () => {
    await register(bank('aa', 'USD'))
    await seedRows(database, 'aa', [row(yesterday, 'USD', 'EUR', '0.8'), row(yesterday, 'USD', 'GBP', '0.5')])
    await refreshComposite(pipeline)
    const ask = (source: string, target: string) =>
      database.read(
        "select trim_scale(rate) as rate, method, derived from resolve_pair('composite', $1, $2, 'infinity')",
        [source, target]
      )
    expect(await ask('USD', 'EUR')).toEqual([{ rate: '0.8', method: 'published', derived: true }])
    expect(await ask('EUR', 'USD')).toEqual([{ rate: '1.25', method: 'inverse', derived: true }])
    expect(await ask('EUR', 'GBP')).toEqual([{ rate: '0.625', method: 'cross', derived: true }])
    expect(
      await database.read("select method, derived from pair_history('composite', 'USD', 'EUR', $1, $1)", [yesterday])
    ).toEqual([{ method: 'published', derived: true }])
    expect(await database.read("select method, derived from resolve_pair('aa', 'USD', 'EUR', 'infinity')")).toEqual([
      { method: 'published', derived: false }
    ])
  })

  it('is the median of the pairs at the banks behind both figures, for a pair of two other currencies', async () => {
    await register(bank('aa', 'EUR'), bank('bb', 'DKK'), bank('cc', 'USD'), bank('dd', 'USD'))
    const crown = (value: string) => row(yesterday, 'EUR', 'DKK', value)
    await seedRows(database, 'aa', [row(yesterday, 'EUR', 'USD', '1.0549'), crown('7.4446')])
    await seedRows(database, 'bb', [row(yesterday, 'USD', 'DKK', '7.0373'), crown('7.4455')])
    await seedRows(database, 'cc', [row(yesterday, 'EUR', 'USD', '1.0730')])
    await seedRows(database, 'dd', [row(yesterday, 'EUR', 'USD', '1.0731'), row(yesterday, 'USD', 'ISK', '140')])
    await refreshComposite(pipeline)
    const before = new Date()
    const resolved = async (source: string, target: string, known?: Date) =>
      (
        await database.read<{ rate: string }>(
          "select trim_scale(rate) as rate, legs from resolve_pair('composite', $1, $2, 'infinity', null, $3)",
          [source, target, known ?? null]
        )
      )[0]
    expect(await resolved('EUR', 'DKK')).toEqual({ rate: '7.44505', legs: [] })
    expect(Number((await resolved('DKK', 'EUR'))!.rate)).toBeCloseTo(1 / 7.44505, 7)
    const history = "select trim_scale(rate) as rate from pair_history('composite', 'EUR', 'DKK', $1, $1)"
    expect(await database.read(history, [yesterday])).toEqual([{ rate: '7.44505' }])
    const market =
      "select rate from market_rate('EUR', array['DKK', 'USD'], ($1::date + time '12:00') at time zone 'UTC')"
    expect((await database.read(market, [yesterday]))[0]).toEqual({ rate: '7.44505' })
    const [dollar] = await database.read<{ isk: string; dkk: string }>(
      "select max(value) filter (where quote = 'ISK') as isk, max(value) filter (where quote = 'DKK') as dkk from rates where source = 'composite'"
    )
    const { rate: withoutCommonBank } = (await resolved('ISK', 'DKK'))!
    expect(Number(withoutCommonBank)).toBeCloseTo(Number(dollar!.dkk) / Number(dollar!.isk), 12)

    await seedRows(database, 'aa', [crown('7.4456')])
    await refreshComposite(pipeline)
    expect(await resolved('EUR', 'DKK')).toMatchObject({ rate: '7.44555' })
    expect(await resolved('EUR', 'DKK', before)).toMatchObject({ rate: '7.44505' })
  })

  it('excludes commercial banks', async () => {
    await register(bank('aa', 'USD'), bank('bb', 'USD', { kind: 'commercial_bank' }))
    await seedRows(database, 'aa', [row(yesterday, 'USD', 'EUR', '0.8')])
    await seedRows(database, 'bb', [row(yesterday, 'USD', 'EUR', '0.82'), row(yesterday, 'USD', 'GBP', '0.5')])
    expect(await compositeOn(yesterday)).toMatchObject({ EUR: { rate: '0.8', banks: 1 } })
    expect(await rateOn(yesterday, 'GBP')).toBeNaN()
  })

  it('is excluded from comparisons, the consensus, the common pairs and itself', async () => {
    await register(bank('aa', 'USD'), bank('bb', 'USD'))
    await seedRows(database, 'aa', [row(yesterday, 'USD', 'EUR', '0.8')])
    await seedRows(database, 'bb', [row(yesterday, 'USD', 'EUR', '0.82')])
    await refreshComposite(pipeline)
    expect(await database.read("select code from compare_pair('USD', 'EUR', $1)", [TODAY])).toEqual([
      { code: 'aa' },
      { code: 'bb' }
    ])
    expect(await database.read("select banks from consensus_of('aa', 'USD', 'EUR', $1)", [TODAY])).toEqual([])
    expect(await database.read('select banks from common_pairs(1)')).toEqual([{ banks: 2 }])
    expect((await compositeOn(yesterday)).EUR).toMatchObject({ rate: '0.81', banks: 2 })
    await refreshComposite(pipeline)
    expect(await database.read("select count(*)::integer as count from runs where source = 'composite'")).toEqual([
      { count: 1 }
    ])
  })
})

describe('the composite of the fixtures', () => {
  const BANKS = ['banxico', 'bcb', 'boc', 'boe', 'boi', 'nbp', 'nbu', 'norges', 'tcmb']
  // prettier-ignore
  const LARGEST = [
    'EUR', 'JPY', 'GBP', 'CNY', 'AUD', 'CAD', 'CHF', 'HKD', 'SGD', 'SEK', 'KRW', 'NOK', 'NZD', 'INR', 'MXN', 'TWD',
    'ZAR', 'BRL', 'DKK', 'PLN', 'THB', 'ILS', 'IDR', 'CZK', 'AED', 'TRY', 'HUF', 'CLP', 'SAR', 'PHP'
  ]

  it('deviates from each bank by at most 2 % when calculated from the other banks’ tables of that day', async () => {
    const sources = (await loadSources()).filter(({ code }) => BANKS.includes(code))
    await registerSources(database, [...sources, COMPOSITE])
    await forEachSource(
      sources,
      (source) => ingestSource(pipeline, source, { replay: new URL('../../fixtures/', import.meta.url).pathname }),
      () => {}
    )
    const tables = await database.read<{ code: string; date: string }>(`
      select code, date from (
        select code, date, count(*) over (partition by date) as banks from tables join sources on code = source where cadence = 'daily'
      ) it where banks > 1 order by code, date`)
    const far: unknown[] = []
    let compared = 0
    for (const { code, date } of tables) {
      await database.write('update sources set active = code <> $1', [code])
      const others = await compositeOn(date)
      const own = await database.read<{ currency: string; rate: string }>(
        "select currency, rate from unnest($3::text[]) currency cross join lateral resolve_pair($1, 'USD', " +
          'currency, $2) it where it.date = $2',
        [code, date, LARGEST]
      )
      for (const { currency, rate } of own) {
        const composite = others[currency]
        if (!composite || composite.oldest !== date) continue
        compared += 1
        if (Math.abs(Number(composite.rate) / Number(rate) - 1) > 0.02) {
          far.push([code, date, currency, rate, composite])
        }
      }
    }
    expect(far).toEqual([])
    expect(compared).toBeGreaterThan(5)
  })
})
