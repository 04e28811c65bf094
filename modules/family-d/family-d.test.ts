import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays } from '../../adapters/kit/dates.ts'
import type { Identity } from '../../adapters/source.ts'
import { COMPOSITE } from '../../pipelines/load/sources.ts'
import { seedRows } from '../../test/support/database.ts'
import { identity, startService, type Service } from '../../test/support/service.ts'

const row = (date: string, base: string, quote: string, value: string, type = 'reference') => ({
  date,
  base,
  quote,
  type,
  value
})
// Friday 13 to Tuesday 17 March 2026.
const ECB = [
  row('2026-03-13', 'EUR', 'USD', '1.1476'),
  row('2026-03-13', 'EUR', 'JPY', '182.85'),
  row('2026-03-16', 'EUR', 'USD', '1.1478'),
  row('2026-03-16', 'EUR', 'JPY', '182.66'),
  row('2026-03-17', 'EUR', 'USD', '1.1531'),
  row('2026-03-17', 'EUR', 'JPY', '183.29'),
  row('2026-03-17', 'EUR', 'GBP', '0.86430')
]

let service: Service

beforeAll(async () => {
  service = await startService([identity('ecb', 'EUR'), identity('alpha', 'USD'), identity('beta', 'USD')], {
    ecb: ECB,
    alpha: [row('2026-03-17', 'USD', 'JPY', '158.90')],
    beta: [row('2026-03-17', 'USD', 'JPY', '158.92')]
  })
})
afterAll(() => service.stop())

type Row = Record<string, unknown>
const ask = (path: string, headers: Record<string, string> = {}) =>
  service.ask(`/api/compat/d/v2/${path}`, { plan: 'free', headers })
const rowsOf = async (path: string) =>
  ((await ask(path)).json as Row[]).map(({ date, base, quote, rate }) => [date, base, quote, rate])

describe('rates', () => {
  it('are the newest on or before a date, by quote, including the base itself', async () => {
    const rows = await rowsOf('rates?date=2026-03-15')
    expect(rows.filter(([, , quote]) => ['EUR', 'JPY', 'USD'].includes(quote as string))).toEqual([
      ['2026-03-13', 'EUR', 'EUR', 1],
      ['2026-03-13', 'EUR', 'JPY', 182.85],
      ['2026-03-13', 'EUR', 'USD', 1.1476]
    ])
    expect(rows.map(([, , quote]) => quote)).toEqual(rows.map(([, , quote]) => quote).sort())
    expect((await ask('rates?date=2026-03-15&quotes=USD')).text).toBe(
      `[{"date":"2026-03-13","base":"EUR","quote":"USD","rate":1.1476,"source":"composite","attribution":"${service.address}/docs/family-d","derived":true}]`
    )
  })

  it('are returned for a range on the days with a table, beginning with the rates before a weekend', async () => {
    expect(await rowsOf('rates?from=2026-03-14&to=2026-03-16&quotes=USD')).toEqual([
      ['2026-03-13', 'EUR', 'USD', 1.1476],
      ['2026-03-16', 'EUR', 'USD', 1.1478]
    ])
    expect(await rowsOf('rates?from=2026-03-14&to=2026-03-15&quotes=USD')).toEqual([
      ['2026-03-13', 'EUR', 'USD', 1.1476]
    ])
    expect(await rowsOf('rates?from=2026-03-16&to=2026-03-17&base=USD&quotes=EUR,USD')).toEqual([
      ['2026-03-16', 'USD', 'EUR', 0.87123],
      ['2026-03-16', 'USD', 'USD', 1],
      ['2026-03-17', 'USD', 'EUR', 0.86723],
      ['2026-03-17', 'USD', 'USD', 1]
    ])
    for (const query of [
      'from=2026-03-17&to=2026-03-13',
      'date=1901-01-01',
      'quotes=',
      'providers=NOPE&date=2026-03-17'
    ])
      expect((await ask(`rates?${query}`)).json, query).toEqual([])
  })

  it('blend the sources by their median, and show the contribution of each', async () => {
    const [jpy] = (await ask('rates?date=2026-03-17&base=USD&quotes=JPY&expand=providers')).json as [Row]
    expect(jpy).toMatchObject({
      rate: 158.92,
      providers: [
        { key: 'ALPHA', date: '2026-03-17', rate: 158.9 },
        { key: 'BETA', rate: 158.92 },
        { key: 'ECB', rate: 158.95 }
      ]
    })
    const csv = (await ask('rates.csv?date=2026-03-17&base=USD&quotes=JPY&expand=providers')).text
    expect(csv).toBe('date,base,quote,rate,providers\n2026-03-17,USD,JPY,158.92,ALPHA:158.9|BETA:158.92|ECB:158.95\n')
  })

  it('exclude none of three named sources, and an outlier of four', async () => {
    const figures = { aa: '158.90', bb: '158.92', cc: '158.95', dd: '1589.00' }
    const named = await startService(
      Object.keys(figures).map((code) => identity(code, 'USD')),
      Object.fromEntries(
        Object.entries(figures).map(([code, value]) => [code, [row('2026-03-17', 'USD', 'JPY', value)]])
      )
    )
    const of = async (keys: string) => {
      const path = `/api/compat/d/rates?base=USD&quotes=JPY&expand=providers&providers=${keys}`
      const [{ rate, providers }] = (await named.ask(path)).json as [{ rate: number; providers: Row[] }]
      return [rate, providers.filter(({ excluded }) => excluded).map(({ key }) => key)]
    }
    expect(await of('aa,cc,dd')).toEqual([158.95, []])
    expect(await of('aa,bb,cc,dd')).toEqual([158.92, ['DD']])
    await named.stop()
  })

  it('are for a pair the median of the pairs of the sources that have both currencies', async () => {
    const pairs = await startService(
      [identity('ecb', 'EUR'), identity('nbd', 'DKK'), identity('gamma', 'USD'), identity('delta', 'USD')],
      {
        ecb: [row('2023-03-15', 'EUR', 'USD', '1.0549'), row('2023-03-15', 'EUR', 'DKK', '7.4446')],
        nbd: [row('2023-03-15', 'USD', 'DKK', '7.0373'), row('2023-03-15', 'EUR', 'DKK', '7.4455')],
        gamma: [row('2023-03-15', 'EUR', 'USD', '1.0730')],
        delta: [row('2023-03-15', 'EUR', 'USD', '1.0731')]
      }
    )
    const { json } = await pairs.ask('/api/compat/d/v2/rates?date=2023-03-15&quotes=DKK&expand=providers', {
      plan: 'free'
    })
    expect(json).toMatchObject([
      {
        rate: 7.4451,
        providers: [
          { key: 'ECB', rate: 7.4446 },
          { key: 'NBD', rate: 7.4455 }
        ]
      }
    ])
    await pairs.stop()
  })

  it('have the digits of one named source, and are otherwise rounded by size', async () => {
    expect((await ask('rates?date=2026-03-17&providers=ecb&quotes=GBP')).text).toContain(
      '"quote":"GBP","rate":0.86430,"source":"ecb","attribution":"https://example.com/ecb","derived":false'
    )
    expect(await rowsOf('rates?date=2026-03-17&providers=ECB&base=JPY&quotes=USD')).toEqual([
      ['2026-03-17', 'JPY', 'USD', 0.00629]
    ])
  })

  it('have fixed rates unless sources are named', async () => {
    expect(await rowsOf('rates?date=2026-03-17&base=AED&quotes=USD')).toEqual([['2026-03-17', 'AED', 'USD', 0.27229]])
    expect((await rowsOf('rates?date=2026-03-17&base=GBP&quotes=GGP'))[0]![3]).toBe(1)
    expect(await rowsOf('rates?date=2026-03-17&providers=ECB&quotes=AED')).toEqual([])
  })

  it('are averages for a month or a week, dated by the first of the month or counted from 1 January', async () => {
    expect(await rowsOf('rates?from=2026-03-16&to=2026-03-20&quotes=USD&group=month')).toEqual([
      ['2026-03-01', 'EUR', 'USD', 1.1495]
    ])
    expect(await rowsOf('rates?from=2026-03-13&to=2026-03-20&quotes=USD&group=week')).toEqual([
      ['2026-03-12', 'EUR', 'USD', 1.1476],
      ['2026-03-19', 'EUR', 'USD', 1.1505]
    ])
  })

  it('are cached in each form that a caller accepts', async () => {
    const typeOf = async (accept?: string) =>
      (await ask('rates?quotes=USD', accept === undefined ? {} : { accept })).headers.get('content-type')
    for (let round = 0; round < 2; round++) {
      expect(await typeOf()).toMatch(/^application\/json/)
      expect(await typeOf('application/x-ndjson')).toMatch(/^application\/x-ndjson/)
      expect(await typeOf('text/csv')).toMatch(/^text\/csv/)
    }
  })

  it('are returned as CSV and NDJSON on request', async () => {
    expect(
      (
        await ask('rates.csv?from=2026-03-16&to=2026-03-17&quotes=USD', {
          accept: 'application/x-ndjson'
        })
      ).text
    ).toBe('date,base,quote,rate\n2026-03-16,EUR,USD,1.1478\n2026-03-17,EUR,USD,1.1531\n')
    const lines = await ask('rates?from=2026-03-16&to=2026-03-17&quotes=USD', { accept: 'application/x-ndjson' })
    expect(lines.headers.get('vary')).toContain('Accept')
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as Row).rate)
    ).toEqual([1.1478, 1.1531])
    expect((await ask('rates.csv?date=1901-01-01')).text).toBe('')
    expect((await ask('rates.csv?from=1901-01-01&to=1901-01-02')).text).toBe('date,base,quote,rate\n')
  })

  it('return one object for one pair', async () => {
    expect((await ask('rate/usd/jpy?date=2026-03-15')).json).toMatchObject({
      date: '2026-03-13',
      base: 'USD',
      quote: 'JPY',
      rate: 159.33
    })
    expect((await ask('rate/USD/USD?date=2026-03-17')).json).toMatchObject({ rate: 1 })
    expect((await ask('rate/USD/DEM?date=2026-03-17')).status).toBe(404)
  })
})

describe('the lists', () => {
  it('have currencies, one currency, and sources', async () => {
    const usd = ((await ask('currencies?scope=all')).json as Row[]).find(({ iso_code: code }) => code === 'USD')
    expect(usd).toEqual({
      iso_code: 'USD',
      iso_numeric: '840',
      name: 'United States Dollar',
      symbol: '$',
      start_date: '2026-03-13',
      end_date: '2026-03-17'
    })
    expect((await ask('currency/aed')).json).toMatchObject({
      iso_code: 'AED',
      providers: [],
      peg: { base: 'USD', rate: 3.6725 }
    })
    expect((await ask('currency/xyz')).json).toEqual({ status: 404, message: 'not found' })
    expect((await ask('providers')).json).toMatchObject([
      { key: 'ALPHA' },
      { key: 'BETA' },
      {
        key: 'ECB',
        rate_type: 'reference rate',
        pivot_currency: 'EUR',
        publish_cadence: 'daily',
        currencies: ['EUR', 'GBP', 'JPY', 'USD']
      }
    ])
    expect((await ask('currencies.csv')).status).toBe(406)
  })
})

describe('a source', () => {
  let sources: Service
  const DAYS = ['2026-02-01', '2026-03-01']

  beforeAll(async () => {
    sources = await startService(
      [
        identity('ecb', 'EUR'),
        { ...identity('customs', 'GBP'), cadence: 'monthly', kind: 'customs_authority' },
        identity('cnb', 'CZK'),
        identity('cnb_other', 'CZK')
      ],
      {
        ecb: ECB,
        customs: DAYS.map((day) => row(day, 'GBP', 'USD', '1.9999')),
        cnb: [row('2026-03-17', 'USD', 'CZK', '21.20')],
        cnb_other: [row('2026-03-17', 'XOF', 'CZK', '0.0371')]
      }
    )
  })
  afterAll(() => sources.stop())
  const of = (path: string, headers: Record<string, string> = {}) =>
    sources.ask(`/api/compat/d/v2/${path}`, { plan: 'free', headers })

  it.each([
    ['providers/ecb/rates', 'rates?providers=ECB'],
    ['providers/Ecb/rates.csv?date=2026-03-15', 'rates.csv?providers=ECB&date=2026-03-15'],
    [
      'providers/ecb/rates?from=2026-03-14&to=2026-03-17&base=usd',
      'rates?providers=ecb&from=2026-03-14&to=2026-03-17&base=USD'
    ],
    ['providers/ECB/rate/eur/jpy', 'rate/EUR/JPY?providers=ECB'],
    ['providers/cnb.other/rate/xof/czk', 'rate/XOF/CZK?providers=CNB_OTHER']
  ])('has the same bytes at %s as at %s', async (own, named) => {
    const [one, other] = [await of(own), await of(named)]
    expect([one.status, other.status]).toEqual([200, 200])
    expect(one.bytes).toEqual(other.bytes)
    expect(one.bytes.length).toBeGreaterThan(50)
    for (const name of ['content-type', 'x-source', 'etag']) expect(one.headers.get(name)).toBe(other.headers.get(name))
  })

  it('has an entry of its own, with the frequency of its figures', async () => {
    const all = (await of('providers')).json as Row[]
    expect(all.map(({ key, frequency }) => [key, frequency])).toEqual([
      ['CNB', 'daily'],
      ['CNB_OTHER', 'daily'],
      ['CUSTOMS', 'monthly'],
      ['ECB', 'daily']
    ])
    const one = await of('providers/customs')
    expect(one.json).toEqual(all[2])
    expect(one.json).toMatchObject({ publish_cadence: 'monthly', unknown_currencies: [] })
    expect(one.headers.get('cache-control')).toBe('public, max-age=3600')
  })

  it.each([
    'providers/nobody',
    'providers/%00/rates',
    "providers/ecb'--/rates",
    'providers/nobody/rates',
    'providers/ecb/foo',
    'providers/ecb/rate/eur',
    'providers/ecb/rate/EUR/DEM'
  ])('returns 404 at %s', async (path) => {
    expect((await of(path)).json).toEqual({ status: 404, message: 'not found' })
  })

  it('returns 406 for CSV, except for its rates', async () => {
    expect((await of('providers/ecb.csv')).status).toBe(406)
  })

  it('is not part of the blend with monthly figures, which apply to the days of a month', async () => {
    const rate = async (path: string) => ((await of(path)).json as Row).rate
    expect(await rate('rate/GBP/USD?date=2026-03-17')).toBe(1.3341)
    expect((await of('currency/gbp')).json).toMatchObject({ start_date: '2026-03-17', providers: ['ECB'] })
    expect(await rate('providers/customs/rate/gbp/usd?date=2026-03-30')).toBe(1.9999)
    expect((await of('providers/customs/rates?from=2026-02-20&to=2026-03-10&base=gbp&quotes=usd')).json).toMatchObject([
      { date: '2026-02-01', quote: 'USD' },
      { date: '2026-03-01', quote: 'USD' }
    ])
    expect((await of('providers/ecb/rate/EUR/USD?date=2026-04-15')).status).toBe(404)
  })

  it('has ranges of any length', async () => {
    const path = '/api/compat/d/v2/providers/ecb/rates?from=2000-01-01&to=2026-03-17&quotes=USD'
    expect((await sources.ask(path, { plan: 'business' })).json).toHaveLength(3)
  })
})

describe('a wrong request', () => {
  it.each([
    ['rates?foo=1&bar=2', 'unknown parameter: foo, bar'],
    ['rates?date=2026-02-30', 'invalid date'],
    ['rates?date=2026-3-5', 'invalid date'],
    ['rates?date=20260305', 'invalid date'],
    ['rates?date=', 'invalid date'],
    ['rates?from=5%20Mar%202026', 'invalid date'],
    ['rates?from=2026-03-01&to=2026-03-17T00:00', 'invalid date'],
    ['rates?date=2026-03-17&from=2026-03-01', 'conflicting params'],
    ['rates?from=2026-03-01&group=day', 'invalid group'],
    ['rates?expand=foo', 'invalid expand: foo'],
    ['rates?base=FOO&quotes=BAR', 'invalid currency: FOO,BAR'],
    ['rates?providers=ECB,ALPHA&from=2010-01-01&to=2026-01-01', expect.stringContaining('split the range')],
    ['rates?expand=providers&from=2010-01-01&to=2026-01-01', expect.stringContaining('split the range')],
    ['providers/ecb/rates?providers=ECB', 'providers is implied by the route; drop the parameter'],
    ['currencies?scope=some', 'invalid scope']
  ])('returns 422 for %s', async (path, message) => {
    const { status, json, headers } = await ask(path)
    expect([status, json]).toEqual([422, { status: 422, message }])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  const DATES = `date=2026-03-17${'&date=2026-03-18'.repeat(60)}`
  it.each([
    ['rates?base=EUR&base=USD', 422, 'base: sent more than once'],
    ['currencies?providers=ecb&providers=alpha', 422, 'providers: sent more than once'],
    [`rates?${DATES}`, 422, 'date: sent more than once'],
    ['rates?format=csv', 422, 'unknown parameter: format'],
    ['rates?format=json', 422, 'unknown parameter: format'],
    ['rate/EUR/USD?format=JSON', 422, 'unknown parameter: format'],
    ['rates?exclude=ecb', 422, 'unknown parameter: exclude'],
    ['rates?base[]=EUR', 422, 'unknown parameter: base[]'],
    ['rates?quotes=%20USD', 422, 'invalid currency:  USD'],
    ['rates?base=%00', 422, 'invalid currency: \u0000'],
    [`rates?base=${'E'.repeat(1900)}`, 422, `invalid currency: ${'E'.repeat(1900)}`],
    ['rates?date=0000-00-00', 422, 'invalid date'],
    ['rate/EUR', 404, 'not found'],
    ['rate/%E0%A4/USD', 422, 'path: expected UTF-8 in percent-encoding (RFC 3986)'],
    [`rates/${'x'.repeat(400)}.foo/../../../api/compat/d/v2/nothing`, 404, 'not found'],
    ['nothing', 404, 'not found'],
    ['../nothing', 404, 'not found'],
    [`rates?quotes=${'USD,'.repeat(600)}`, 414, 'the URL: expected at most 2048 characters']
  ])('has the form of the family: %s', async (path, status, message) => {
    const { json, headers } = await ask(path)
    expect(json).toEqual({ status, message })
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'application/json; charset=utf-8',
      'no-store'
    ])
  })

  it.each(['POST', 'PUT', 'DELETE'])('has the form of the family by %s', async (method) => {
    const { status, json } = await service.ask('/api/compat/d/v2/rates', { method })
    expect([status, json]).toEqual([
      405,
      { status: 405, message: 'this method is not allowed; expected GET, HEAD, OPTIONS' }
    ])
  })
})

describe('access', () => {
  it('is open to the newest rates of any origin, and to dates with any key', async () => {
    const open = (path: string) => service.ask(`/api/compat/d/${path}`)
    const newest = await open('rates')
    expect(newest.json).toContainEqual(
      expect.objectContaining({
        date: '2026-03-17',
        base: 'EUR',
        quote: 'USD',
        rate: 1.1531
      })
    )
    expect(((await open('currencies')).json as Row[]).map(({ iso_code: code }) => code)).toContain('USD')
    expect([newest.status, newest.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(newest.headers.get('cache-control')).toMatch(/^public, max-age=\d+, stale-if-error=86400$/)
    expect((await open('v2/rates?date=2026-03-17')).json).toMatchObject({ status: 401 })
    const dated = await ask('rates?date=2026-03-17')
    expect(dated.headers.get('cache-control')).toBe(
      'private, max-age=86400, stale-while-revalidate=86400, stale-if-error=86400'
    )
    expect(dated.headers.get('x-source')).toBe('composite')
    expect(dated.headers.get('link')).toContain('/api/v1/central-bank/composite/2026-03-17/publications')
    const { headers } = await service.ask(`/api/compat/d/v2/rates?date=2026-03-17&access_key=${service.keys.free}`)
    expect(headers.get('link')).toContain(
      `/2026-03-17/publications?access_key=${service.keys.free}>; rel="describedby"`
    )
    expect((await ask('rates?date=2026-03-17', { 'if-none-match': dated.headers.get('etag')! })).status).toBe(304)
    const used = async (query: string) =>
      Number((await service.ask(`/api/compat/d/rates?${query}`, { plan: 'business' })).headers.get('x-monthly-used'))
    expect([await used('date=2026-03-17'), await used('from=2026-02-01&to=2026-03-17')]).toEqual([1, 3])
  })

  it('lasts until midnight in UTC, also if the answer comes from the cache', async () => {
    let now = Date.parse('2026-03-17T23:58:00Z')
    const clocked = await startService([identity('ecb', 'EUR')], { ecb: ECB }, { settings: { now: () => now } })
    const control = async () => (await clocked.ask('/api/compat/d/rates')).headers.get('cache-control')
    expect(await control()).toBe('public, max-age=120, stale-if-error=86400')
    const read = vi.spyOn(clocked.database, 'readCells')
    now += 55_200
    expect(await control()).toBe('public, max-age=65, stale-if-error=86400')
    expect(read).not.toHaveBeenCalled()
    await clocked.stop()
  })

  it('is named by the error of a path that its clients request', async () => {
    expect((await service.ask('/v2/rates')).json).toMatchObject({
      error: expect.stringMatching(/\/api\/compat\/d\/v2\/rates; COMPAT_ALIASES=root:d serves/)
    })
  })

  it('is at an alias, where the paths of the service take precedence', async () => {
    const old = await startService(
      [identity('ecb', 'EUR')],
      { ecb: ECB },
      {
        settings: { compatAliases: [{ path: '', family: 'd' }], compatOpenDates: true }
      }
    )
    expect((await old.ask('/v2/rates?date=2026-03-17&quotes=USD')).json).toMatchObject([{ rate: 1.1531 }])
    expect((await old.ask('/v2/foo')).json).toEqual({ status: 404, message: 'not found' })
    expect((await old.ask('/api/v1/symbols')).status).toBe(200)
    await old.stop()
  })
})

it('takes the median of the daily figures where the stored composite counts a monthly one', async () => {
  const stored = await startService(
    [
      identity('ecb', 'EUR'),
      identity('alpha', 'USD'),
      { ...identity('customs', 'USD'), cadence: 'monthly', kind: 'customs_authority' },
      COMPOSITE as Identity
    ],
    {
      ecb: ECB,
      alpha: [row('2026-03-17', 'USD', 'SEK', '9.2'), row('2026-03-17', 'USD', 'NOK', '9.8')],
      customs: [row('2026-03-01', 'USD', 'SEK', '9.6')],
      composite: [
        row('2026-03-17', 'USD', 'SEK', '9.4', 'composite'),
        row('2026-03-17', 'USD', 'NOK', '9.9', 'composite'),
        row('2026-03-17', 'USD', 'EUR', '0.8', 'composite')
      ]
    }
  )
  await stored.database.write(
    `insert into composite_shares (date, currency, known_at, tables, figures) values
      ('2026-03-17', 'SEK', now(), '{"alpha 0 1","customs 16 1"}', '{9.2,9.6}'),
      ('2026-03-17', 'NOK', now(), '{"alpha 0 1"}', '{9.8}')`
  )
  const rates = async (query: string) =>
    (
      (await stored.ask(`/api/compat/d/v2/rates?date=2026-03-17&base=USD&${query}`, { plan: 'free' })).json as Row[]
    ).map(({ quote, rate }) => [quote, rate])
  const all = [
    ['EUR', 0.8],
    ['NOK', 9.9],
    ['SEK', 9.2]
  ]
  expect(await rates('quotes=EUR,NOK,SEK')).toEqual(all)
  expect(await rates('quotes=EUR,NOK,SEK&expand=providers')).toEqual(all)
  expect(await rates('quotes=SEK&providers=customs')).toEqual([['SEK', 9.6]])
  await stored.stop()
})

it('has the data set of one table of a source, whose figures are all from its documents', async () => {
  const nbp = await startService([identity('nbp', 'PLN', ['mid'])], {
    nbp: [row('2026-03-18', 'USD', 'PLN', '3.6930', 'mid'), row('2026-03-18', 'EUR', 'PLN', '4.2500', 'mid')]
  })
  await seedRows(nbp.database, 'nbp', [
    row('2026-03-18', 'ARS', 'PLN', '0.0026', 'mid'),
    row('2026-03-18', 'NGN', 'PLN', '0.0024', 'mid')
  ])
  await nbp.database.write(
    `update publications set url = 'https://api.nbp.pl/api/exchangerates/tables/B/2026-03-18/2026-03-18/?format=json'
     where id = (select max(id) from publications)`
  )
  const quotes = async (path: string) =>
    ((await nbp.ask(`/api/compat/d/v2/${path}`, { plan: 'free' })).json as Row[]).map(({ quote, rate }) => [
      quote,
      rate
    ])
  const own = [
    ['ARS', 384.62],
    ['NGN', 416.67]
  ]
  expect(await quotes('rates?providers=nbp.b&base=pln&quotes=ars,ngn')).toEqual(own)
  expect(await quotes('providers/nbp.b/rates?base=pln&date=2026-03-18')).toEqual([...own, ['PLN', 1]])
  expect(await quotes('providers/nbp.b/rates?base=ars')).toEqual([
    ['ARS', 1],
    ['NGN', 1.0833],
    ['PLN', 0.0026]
  ])
  expect(await quotes('providers/NBP.B/rates?base=usd')).toEqual([])
  expect((await quotes('providers/nbp/rates?base=pln')).map(([quote]) => quote)).toEqual([
    'ARS',
    'EUR',
    'NGN',
    'PLN',
    'USD'
  ])
  expect((await nbp.ask('/api/compat/d/v2/providers/nbp.b/rate/ars/pln')).json).toMatchObject({
    rate: 0.0026,
    source: 'nbp'
  })
  expect((await nbp.ask('/api/compat/d/v2/providers/nbp.b/rate/usd/pln')).status).toBe(404)
  const codes = async (query: string) =>
    ((await nbp.ask(`/api/compat/d/v2/currencies?${query}`)).json as Row[]).map(({ iso_code: code }) => code)
  expect(await codes('providers=nbp.b')).toEqual(['ARS', 'NGN', 'PLN'])
  expect(await codes('providers=NBP.B,nbp')).toEqual(['ARS', 'EUR', 'NGN', 'PLN', 'USD'])
  expect(await codes('providers=nbp.z')).toEqual([])
  await nbp.stop()
})

describe('several named sources', () => {
  let named: Service
  const TABLE_B = [row('2026-03-18', 'ARS', 'PLN', '0.0026', 'mid'), row('2026-03-18', 'NGN', 'PLN', '0.0024', 'mid')]

  beforeAll(async () => {
    named = await startService(
      [
        identity('nbp', 'PLN', ['mid']),
        identity('ecb', 'EUR'),
        identity('omega', 'ARS'),
        COMPOSITE as Identity,
        { ...identity('cnb_other', 'CZK', ['monthly']), cadence: 'monthly' }
      ],
      {
        nbp: [row('2026-03-18', 'USD', 'PLN', '3.6930', 'mid')],
        ecb: [...ECB, row('2026-03-17', 'EUR', 'PLN', '4.2600'), row('2026-03-17', 'EUR', 'CZK', '24.400')],
        omega: [row('2026-03-17', 'PLN', 'ARS', '380.00'), row('2026-03-17', 'USD', 'ARS', '1400.0')],
        cnb_other: [row('2026-03-01', 'XOF', 'CZK', '0.0371', 'monthly')]
      }
    )
    await seedRows(named.database, 'nbp', TABLE_B)
    await named.database.write(
      `update publications set url = 'https://api.nbp.pl/api/exchangerates/tables/B/2026-03-18/2026-03-18/?format=json'
       where id = (select max(id) from publications)`
    )
  })
  afterAll(() => named.stop())
  const of = async (query: string) => (await named.ask(`/api/compat/d/v2/${query}`, { plan: 'free' })).json as Row[]

  it.each(['nbp.b,ecb', 'ECB,NBP.B', 'nbp_b,ecb,nbp.z', 'ecb,nbp.b,nbp.b,ecb'])(
    'include a data set and its figures: %s',
    async (providers) => {
      const rows = await of(`rates?providers=${providers}&base=pln&quotes=ars,ngn,usd,eur&expand=providers`)
      expect(rows.map(({ date, quote, rate, providers }) => [date, quote, rate, providers])).toEqual([
        ['2026-03-18', 'ARS', 384.62, [{ key: 'NBP_B', date: '2026-03-18', rate: 384.62 }]],
        ['2026-03-17', 'EUR', 0.23474, [{ key: 'ECB', date: '2026-03-17', rate: 0.23474 }]],
        ['2026-03-18', 'NGN', 416.67, [{ key: 'NBP_B', date: '2026-03-18', rate: 416.67 }]],
        ['2026-03-17', 'USD', 0.27068, [{ key: 'ECB', date: '2026-03-17', rate: 0.27068 }]]
      ])
    }
  )

  it('count a data set beside the others that have its pair, and once beside its source', async () => {
    const ars = async (providers: string) =>
      of(`rates?providers=${providers}&base=PLN&quotes=ARS&from=2026-03-16&to=2026-03-18&expand=providers`)
    expect(await ars('nbp.b,omega')).toMatchObject([
      { date: '2026-03-17', rate: 380, providers: [{ key: 'OMEGA' }] },
      {
        date: '2026-03-18',
        rate: 382.31,
        providers: [
          { key: 'NBP_B', rate: 384.62 },
          { key: 'OMEGA', rate: 380 }
        ]
      }
    ])
    expect(await ars('nbp.b,nbp,omega')).toMatchObject([
      { date: '2026-03-17', rate: 380 },
      { date: '2026-03-18', rate: 382.31, providers: [{ key: 'NBP' }, { key: 'OMEGA' }] }
    ])
    const csv = `rates.csv?providers=nbp.b,omega&base=PLN&quotes=ARS&date=2026-03-18&expand=providers`
    expect((await named.ask(`/api/compat/d/v2/${csv}`, { plan: 'free' })).text).toBe(
      'date,base,quote,rate,providers\n2026-03-18,PLN,ARS,382.31,NBP_B:384.62|OMEGA:380.0\n'
    )
  })

  it('are named as the source of the rates', async () => {
    const { headers, json } = await named.ask('/api/compat/d/v2/rates?providers=nbp.b,ecb&base=PLN', { plan: 'free' })
    expect([headers.get('x-source'), (json as Row[])[0]!.source]).toEqual(['nbp_b,ecb', 'nbp_b,ecb'])
    expect(headers.get('link')).toContain('/api/v1/central-bank/nbp/')
  })

  it('include a source without a rate of the dollar', async () => {
    const rows = await of('rates?providers=cnb.other,ecb&base=CZK&quotes=XOF,EUR')
    expect(rows.map(({ date, quote, rate }) => [date, quote, rate])).toEqual([
      ['2026-03-17', 'EUR', 0.04098],
      ['2026-03-01', 'XOF', 26.954]
    ])
  })

  it('give pairs that none of them has, over the dollar', async () => {
    expect(await of('rates?providers=omega,ecb&base=ARS&quotes=JPY&date=2026-03-17')).toMatchObject([{ rate: 0.11354 }])
  })
})

it('uses the stored composite from its first day, on days with a table', async () => {
  const stored = await startService([identity('ecb', 'EUR'), COMPOSITE as Identity], {
    ecb: ECB,
    composite: ['14', '15', '16', '17'].map((day) => row(`2026-03-${day}`, 'USD', 'EUR', '0.8', 'composite'))
  })
  const { json } = await stored.ask('/api/compat/d/v2/rates?from=2026-03-13&to=2026-03-17&quotes=USD', { plan: 'free' })
  expect((json as Row[]).map(({ date, rate }) => [date, rate])).toEqual([
    ['2026-03-13', 1.1476],
    ['2026-03-16', 1.25],
    ['2026-03-17', 1.25]
  ])
  await stored.stop()
})

it('reads the stored composite of only the requested days, even with the contributions', async () => {
  const days = Array.from({ length: 60 }, (_, at) => addDays('2026-03-17', -at))
  const stored = await startService([identity('ecb', 'EUR'), COMPOSITE as Identity], {
    ecb: days.map((day) => row(day, 'EUR', 'USD', '1.25')),
    composite: days.map((day) => row(day, 'USD', 'EUR', '0.8', 'composite'))
  })
  await stored.database.write(
    `insert into composite_shares (date, currency, known_at, tables, figures)
     select day, 'EUR', now(), '{"ecb 0 1"}', '{0.8}' from unnest($1::date[]) day`,
    [days]
  )
  const scans = await stored.database.transaction(async (client) => {
    const counted = 'select seq_scan + idx_scan as scans from pg_stat_xact_user_tables where relname = $1'
    const count = async () =>
      Number((await client.query<{ scans: string }>(counted, ['composite_shares'])).rows[0]!.scans)
    const before = await count()
    await client.query(
      "select count(*) from family_d_rates('USD', null, null, '2026-03-17', '2026-03-17', true, null, true)"
    )
    return (await count()) - before
  })
  expect(scans).toBeGreaterThan(0)
  expect(scans).toBeLessThan(days.length)
  await stored.stop()
})
