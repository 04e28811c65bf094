import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedRows } from '../../support/database.ts'
import { WITHOUT_PAGES } from '../../support/modules.ts'
import { identity, type Service } from '../../support/service.ts'
import { CLOCK, INVERSE, row, startWithTables, withSource } from '../../support/tables.ts'

let service: Service

beforeAll(async () => {
  service = await startWithTables()
})
afterAll(() => service.stop())

const disclaimer = expect.any(String)

describe('/api/v1/central-bank/{bank}/latest', () => {
  it('returns the newest table as published', async () => {
    const { json, text } = await service.ask('/api/v1/central-bank/alpha/latest', { plan: 'free' })
    expect(json).toEqual({
      bank: 'alpha',
      name: 'Bank alpha',
      rate_date: '2026-11-20',
      disclaimer,
      rates: [
        { base: 'EUR', quote: 'GBP', type: 'reference', value: 0.881 },
        { base: 'EUR', quote: 'USD', type: 'reference', value: 1.161 }
      ]
    })
    expect(text).toContain('"value":1.1610')
  })

  it.each([
    ['alpha', 'EUR', 'USD', { rate_date: '2026-11-20', rate: 1.161, method: 'published', derived: false }],
    ['alpha', 'usd', 'eur', { rate_date: '2026-11-20', rate: INVERSE, method: 'inverse', derived: true }],
    ['alpha', 'USD', 'GBP', { rate_date: '2026-11-20', rate: 0.881 / 1.161, method: 'cross', derived: true }],
    ['alpha', 'USD', 'JPY', { rate_date: '2026-11-19', rate: 181 / 1.16, method: 'cross', derived: true }],
    [
      'beta',
      'USD',
      'RUB',
      { rate_date: '2026-11-19', rate: 82, rate_type: 'sell', method: 'published', derived: false }
    ],
    [
      'beta',
      'HUF',
      'RUB',
      { rate_date: '2026-11-19', rate: 0.246, rate_type: 'sell', method: 'published', derived: false }
    ],
    [
      'beta',
      'USD',
      'EUR',
      { rate_date: '2026-11-19', rate: 82 / 95.12, rate_type: 'sell', method: 'cross', derived: true }
    ]
  ])('resolves %s %s to %s within one table', async (bank, source, target, expected) => {
    const { json } = await service.ask(`/api/v1/central-bank/${bank}/latest?source=${source}&target=${target}`, {
      plan: 'free'
    })
    const isForOne = source !== 'HUF' // printed for 100 forints
    expect(Object.keys(json)).toEqual([
      'bank',
      'name',
      'rate_date',
      'source',
      'target',
      'rate',
      'rate_type',
      'derived',
      'method',
      ...(isForOne ? [] : ['printed']),
      'disclaimer'
    ])
    expect(json).toMatchObject({ bank, source: source.toUpperCase(), target: target.toUpperCase(), ...expected })
  })

  it('returns the requested rate type, and lists the valid ones in an error', async () => {
    expect(
      (await service.ask('/api/v1/central-bank/beta/latest?source=USD&target=RUB&type=buy', { plan: 'free' })).json
    ).toMatchObject({
      rate: 80,
      rate_type: 'buy'
    })
    expect((await service.ask('/api/v1/central-bank/beta/latest?type=middle', { plan: 'free' })).json.error).toMatch(
      /^type: .*sell.*buy/
    )
  })
})

describe('/api/v1/central-bank/{bank}/{date}', () => {
  it('returns the newest table on or before the date', async () => {
    expect((await service.ask('/api/v1/central-bank/beta/2026-11-25', { plan: 'developer' })).json).toMatchObject({
      bank: 'beta',
      name: 'Bank beta',
      requested_date: '2026-11-25',
      rate_date: '2026-11-19',
      published_on_requested_date: false,
      rates: { length: 4 }
    })
    expect(
      (await service.ask('/api/v1/central-bank/alpha/2026-11-19?source=USD&target=JPY', { plan: 'developer' })).json
    ).toMatchObject({
      requested_date: '2026-11-19',
      rate_date: '2026-11-19',
      published_on_requested_date: true,
      source: 'USD',
      target: 'JPY',
      rate: 181 / 1.16,
      method: 'cross'
    })
  })
})

it('returns the rates known at an instant with as_of', async () => {
  const [{ at }] = (await service.database.write<{ at: string }>('select service_clock() as at')) as [{ at: string }]
  await service.database.write(
    'insert into rate_revisions select source, base, quote, type, date, 0.90, unit, publication_id, known_at, ' +
      "service_clock() from rates where source = 'gamma' and quote = 'EUR'"
  )
  await service.database.write("update rates set known_at = service_clock() where source = 'gamma' and quote = 'EUR'")
  const then = await service.ask(`/api/v1/central-bank/gamma/2026-01-05?as_of=${at}`, { plan: 'developer' })
  expect(then.json.rates).toEqual([{ base: 'USD', quote: 'EUR', type: 'reference', value: 0.9 }])
  const history = await service.ask(
    `/api/v1/central-bank/gamma/history?source=USD&target=EUR&from=2026-01-01&to=2026-01-31&as_of=${at}`,
    { plan: 'developer' }
  )
  expect(history.json.rates).toMatchObject([{ rate: 0.9 }])
})

it('reads a day in as_of as its end', async () => {
  const [{ day }] = (await service.database.write<{ day: string }>(
    "select (known_at at time zone 'UTC')::date as day from rates where source = 'gamma' and quote = 'EUR'"
  )) as [{ day: string }]
  const ask = async (asOf: string) =>
    (
      await service.ask(`/api/v1/central-bank/gamma/2026-01-05?source=USD&target=EUR&as_of=${asOf}`, {
        plan: 'developer'
      })
    ).json
  expect((await ask(day)).rate).toBe(0.85)
  expect((await ask(`${day}T00:00:00Z`)).code).toBeDefined()
})

it('returns the newest table with a note for a date after all tables', async () => {
  const day = (days: number) => new Date(CLOCK.now() + days * 86_400_000).toISOString().slice(0, 10)
  for (const pair of ['', '?source=EUR&target=USD']) {
    expect(
      (
        await service.ask(`/api/v1/central-bank/alpha/${day(365)}${pair}`, {
          plan: 'developer'
        })
      ).json
    ).toMatchObject({
      requested_date: day(365),
      rate_date: '2026-11-20',
      published_on_requested_date: false,
      note: `${day(365)} is in the future: the newest table is dated 2026-11-20.`
    })
    expect((await service.ask(`/api/v1/central-bank/alpha/${day(0)}${pair}`, { plan: 'developer' })).status).toBe(200)
  }
})

it.each(['EUR', 'USD'])('returns one for a currency against itself (%s)', async (code) => {
  const one = { source: code, target: code, rate: 1, derived: true, method: 'cross' }
  const ask = async (path: string) =>
    (await service.ask(`${path}source=${code}&target=${code}`, { plan: 'enterprise' })).json
  expect(await ask('/api/v1/central-bank/alpha/latest?')).toMatchObject({ rate_date: '2026-11-20', ...one })
  expect(await ask('/api/v1/central-bank/alpha/2026-11-19?')).toMatchObject({ rate_date: '2026-11-19', ...one })
  expect(await ask('/api/open/central-bank/alpha?')).toMatchObject({ ...one, rates: [one] })
  expect((await ask('/api/v1/central-bank/alpha/history?from=2026-11-19&to=2026-11-20&')).rates).toMatchObject([
    { date: '2026-11-19', rate: 1, method: 'cross' },
    { date: '2026-11-20', rate: 1, method: 'cross' }
  ])
  expect((await ask('/api/v1/central-banks/rates?')).banks).toContainEqual(
    expect.objectContaining({
      code: 'alpha',
      rate: 1,
      derived: true,
      method: 'cross'
    })
  )
  expect(
    (
      await service.ask('/api/v1/central-bank/alpha/latest?source=ZMW&target=ZMW', {
        plan: 'enterprise'
      })
    ).status
  ).toBe(404)
})

it.skipIf(WITHOUT_PAGES)(
  'resolves a pair from a table at most 30 days old; otherwise the 404 names its last date',
  async () => {
    await withSource(service, identity('delta', 'EUR'), async () => {
      await seedRows(service.database, 'delta', [
        row('2026-01-05', 'EUR', 'ISK', '143.45'),
        row('2026-01-05', 'EUR', 'USD', '1.15'),
        row('2026-02-04', 'EUR', 'USD', '1.16'),
        row('2026-02-05', 'EUR', 'USD', '1.17')
      ])
      const pair = 'source=EUR&target=ISK'
      const ask = (path: string) => service.ask(path, { plan: 'enterprise' })
      expect((await ask(`/api/v1/central-bank/delta/2026-02-04?${pair}`)).json).toMatchObject({
        rate_date: '2026-01-05',
        rate: 143.45,
        published_on_requested_date: false
      })
      for (const path of [
        'v1/central-bank/delta/2026-02-05?',
        'v1/central-bank/delta/latest?',
        'open/central-bank/delta?',
        'v1/central-bank/delta/history?from=2026-02-01&to=2026-02-28&',
        'v1/certificates?bank=delta&date=2026-02-05&'
      ]) {
        expect(await ask(`/api/${path}${pair}`), path).toMatchObject({
          status: 404,
          json: {
            code: 'pair_not_covered',
            error: expect.stringMatching(/^delta has no rate from EUR to ISK .*; its last rate is dated 2026-01-05$/)
          }
        })
      }
      expect((await ask('/figure/delta/EUR-ISK/2026-02-05')).status).toBe(404)
      expect((await ask(`/?bank=delta&amount=1&${pair}`)).text).toMatch(/Its last rate is dated .*2026-01-05/)
      expect((await ask(`/api/v1/central-banks/rates?${pair}`)).json.banks).toEqual([
        expect.objectContaining({ code: 'delta', stale: true })
      ])
    })
  }
)
