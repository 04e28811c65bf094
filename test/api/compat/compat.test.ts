import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../../cli/settings.ts'
import { identity, startService, type Service } from '../../support/service.ts'
import { testEndpoints, WITHOUT_PAGES } from '../../support/modules.ts'

const endpoints = await testEndpoints()

// Numerator and denominator.
type Fraction = [bigint, bigint]

const row = (date: string, quote: string, value: string) => ({ date, base: 'EUR', quote, type: 'reference', value })

// Tables before and after a weekend. The kuna is withdrawn at the end of the year.
const PRINTED: Record<string, Record<string, string>> = {
  '2022-12-28': { HRK: '7.5365', JPY: '142.21', USD: '1.0640' },
  '2022-12-30': { HRK: '7.5365', JPY: '140.66', USD: '1.0666' },
  '2023-01-02': { JPY: '140.66', USD: '1.0683', GBP: '0.88550' },
  '2026-11-19': { GBP: '0.88050', JPY: '181.35', USD: '1.1600' },
  '2026-11-20': { GBP: '0.88100', JPY: '181.00', USD: '1.1650', IDR: '19482.60' }
}
const TABLE = Object.entries(PRINTED).flatMap(([date, rates]) =>
  Object.entries(rates).map(([quote, value]) => row(date, quote, value))
)

let service: Service

beforeAll(async () => {
  service = await startService(
    [{ ...identity('ecb', 'EUR'), termsUrl: 'https://example.com/terms' }, identity('alpha', 'USD')],
    {
      ecb: TABLE,
      alpha: [{ date: '2026-11-21', base: 'USD', quote: 'EUR', type: 'reference', value: '9' }]
    }
  )
})
afterAll(() => service.stop())

const origin = {
  source: 'ecb',
  attribution: { source: 'Bank ecb', url: 'https://example.com/ecb', terms: 'https://example.com/terms' }
}
const ask = (path: string, options: Parameters<Service['ask']>[1] = { plan: 'developer' }) =>
  service.ask(`/api/compat/${path}`, options)

function fractionOf(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.')
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)]
}

/** The double that is nearest to a quotient, calculated with more digits than a double has. */
function nearest(dividend: Fraction, divisor: Fraction): number {
  const [above, below] = [dividend[0] * divisor[1], dividend[1] * divisor[0]]
  const digits = ((above * 10n ** 60n) / below).toString()
  return Number(`${digits}e-60`)
}

/** A non-negative fraction, rounded half up. */
function rounded([above, below]: Fraction, places: number): number {
  const scaled = above * 10n ** BigInt(places)
  return Number(`${(2n * scaled + below) / (2n * below)}e-${places}`)
}

const cross = (date: string, base: string, quote: string) =>
  nearest(fractionOf(PRINTED[date]![quote] ?? '1'), fractionOf(PRINTED[date]![base]!))
const crosses = (date: string, base: string, quotes: string[]) =>
  Object.fromEntries(quotes.map((quote) => [quote, cross(date, base, quote)]))

describe('latest', () => {
  it('returns the published table without a key, to any origin and without a charge', async () => {
    const { status, json, text, headers } = await ask('a/latest', {})
    expect(status).toBe(200)
    expect(json).toEqual({
      base: 'EUR',
      date: '2026-11-20',
      rates: { GBP: 0.881, IDR: 19482.6, JPY: 181, USD: 1.165 },
      ...origin
    })
    expect(text).toContain('"rates":{"GBP":0.88100,"IDR":19482.60,"JPY":181.00,"USD":1.1650}')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    for (const path of ['a/latest?base=USD', 'b/latest?places=2', 'b/convert?from=USD&to=EUR', 'c/latest?base=USD'])
      expect((await ask(path, {})).json).not.toHaveProperty('derived')
    expect((await ask('a/2026-11-20')).headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('x-monthly-used')).toBeNull()
    expect((await ask('b/latest', {})).json).toEqual({
      success: true,
      base: 'EUR',
      date: '2026-11-20',
      rates: { EUR: 1, GBP: 0.881, IDR: 19482.6, JPY: 181, USD: 1.165 },
      ...origin
    })
  })

  it.each(['a', 'b'])(
    'calculates cross rates within the table for another base, and includes that base (%s)',
    async (family) => {
      const { json } = await ask(`${family}/latest?base=usd`, {})
      expect(json).toMatchObject({ base: 'USD', date: '2026-11-20' })
      expect(json.rates).toEqual({ ...crosses('2026-11-20', 'USD', ['EUR', 'GBP', 'IDR', 'JPY']), USD: 1 })
    }
  )

  it('returns the requested symbols, including the base', async () => {
    for (const family of ['a', 'b']) {
      expect((await ask(`${family}/latest?symbols=USD,gbp`, {})).json.rates).toEqual({ GBP: 0.881, USD: 1.165 })
      expect((await ask(`${family}/latest?symbols=USD,EUR`, {})).json.rates).toEqual({ EUR: 1, USD: 1.165 })
      expect((await ask(`${family}/latest?symbols=`, {})).json.rates).toHaveProperty('IDR')
      expect((await ask(`${family}/latest?base=JPY&symbols=USD`, {})).json.rates).toEqual(
        crosses('2026-11-20', 'JPY', ['USD'])
      )
    }
  })

  it('refuses symbols that are not in the table; family B refuses only if none is', async () => {
    expect((await ask('a/latest?base=HRK', {})).json.error).toBe('base: HRK is not in the table of 2026-11-20')
    expect((await ask('a/latest?symbols=USD,HRK', {})).json.error).toBe('symbols: not in the table of 2026-11-20: HRK')
    expect((await ask('b/latest?symbols=USD,HRK', {})).json.rates).toEqual({ USD: 1.165 })
    const { status, json } = await ask('b/latest?symbols=HRK', {})
    expect(status).toBe(400)
    const error = 'symbols: not in the table of 2026-11-20: HRK'
    expect(json).toEqual({
      success: false,
      error,
      code: 'invalid_parameter',
      docs: expect.any(String),
      details: { code: 202, type: 'invalid_currency_codes', info: error }
    })
    expect((await ask('b/latest?base=euros', {})).json).toMatchObject({
      success: false,
      details: {
        code: 201,
        type: 'invalid_base_currency',
        info: expect.stringMatching(/^base: expected a three-letter currency code/)
      }
    })
  })

  it('ignores unsupported parameters, such as those for the format of an answer', async () => {
    const { rates } = (await ask('a/latest', {})).json
    const others = 'access_key=whatever&format=xml&callback=x&v=1&v=2&source=USD&currencies=USD'
    expect((await ask(`a/latest?${others}&amount=3`, {})).json.rates).toEqual(rates)
    expect((await ask(`b/latest?${others}`, {})).json.rates).toEqual({ EUR: 1, ...rates })
    expect((await ask(`c/latest?${others}`, {})).json.rates).toEqual(rates)
  })

  it('rounds half up with places and multiplies with amount in family B', async () => {
    expect((await ask('b/latest?places=2', {})).text).toContain(
      '"rates":{"EUR":1,"GBP":0.88,"IDR":19482.60,"JPY":181.00,"USD":1.17}'
    )
    expect((await ask('b/latest?places=0&symbols=GBP,JPY', {})).json.rates).toEqual({ GBP: 1, JPY: 181 })
    expect((await ask('b/latest?places=20&symbols=USD', {})).text).toContain('"USD":1.1650}')
    expect((await ask('b/latest?amount=1200&symbols=EUR,USD', {})).json.rates).toEqual({ EUR: 1200, USD: 1398 })
    expect((await ask('b/latest?amount=1.2e3&symbols=EUR,USD', {})).json.rates).toEqual({ EUR: 1200, USD: 1398 })
    expect((await ask('b/latest?amount=1.00&symbols=USD', {})).text).toContain('"USD":1.1650}')
    expect((await ask('b/latest?places=x', {})).json.error).toBe('places: expected a number of decimals from 0 to 20')
  })
})

describe('a date', () => {
  it.each(['a', 'b'])('falls back to the newest table on or before it (%s)', async (family) => {
    for (const day of ['2022-12-31', '2023-01-01', '2022-12-30']) {
      expect((await ask(`${family}/${day}?symbols=USD`)).json).toMatchObject({
        base: 'EUR',
        date: '2022-12-30',
        rates: { USD: 1.0666 },
        ...origin
      })
    }
    expect((await ask(`${family}/2022-12-31?base=HRK&symbols=USD,EUR`)).json).toMatchObject({
      date: '2022-12-30',
      rates: crosses('2022-12-30', 'HRK', ['USD', 'EUR'])
    })
    expect((await ask(`${family}/2099-01-01`)).json.date).toBe('2026-11-20')
    expect((await ask(`${family}/2022-12-27`)).status).toBe(404)
    expect((await ask(`${family}/2022-13-01`)).status).toBe(400)
  })

  it('requires any key, in any of the three places', async () => {
    expect((await ask('a/2026-11-20', {})).status).toBe(401)
    expect((await ask('a/2026-11-20?access_key=rb_nobody_has_this_one_here', {})).status).toBe(401)
    for (const path of ['a/2026-11-20', 'b/2026-11-20', 'c/2026-11-20', 'b/convert?from=EUR&to=USD&date=2026-11-20'])
      for (const plan of ['free', 'trial'] as const) expect((await ask(path, { plan })).status, path).toBe(200)
    for (const name of ['access_key', 'api_key'])
      expect((await ask(`a/2026-11-20?${name}=${service.keys.developer}`, {})).status).toBe(200)
    const refused = await ask('b/2026-11-20', {})
    expect(refused.json).toMatchObject({
      success: false,
      error: expect.stringContaining('access_key'),
      details: { code: 101, type: 'invalid_access_key', info: expect.stringContaining('access_key') }
    })
  })
})

describe('a range', () => {
  it('returns every table by its date, in the form of each family', async () => {
    const rates = {
      '2022-12-28': { JPY: 142.21, USD: 1.064 },
      '2022-12-30': { JPY: 140.66, USD: 1.0666 },
      '2023-01-02': { JPY: 140.66, USD: 1.0683 }
    }
    expect((await ask('a/history?start_at=2022-12-25&end_at=2023-01-02&symbols=USD,JPY')).json).toEqual({
      rates,
      start_at: '2022-12-25',
      end_at: '2023-01-02',
      base: 'EUR',
      ...origin
    })
    expect((await ask('b/timeseries?start_date=2022-12-25&end_date=2023-01-02&symbols=USD,JPY')).json).toEqual({
      success: true,
      timeseries: true,
      start_date: '2022-12-25',
      end_date: '2023-01-02',
      base: 'EUR',
      rates,
      ...origin
    })
  })

  it('calculates cross rates within each table, and omits tables without the base', async () => {
    const { json, text } = await ask('a/history?start_at=2022-12-25&end_at=2023-01-02&base=HRK')
    expect(json.rates).toEqual({
      '2022-12-28': { ...crosses('2022-12-28', 'HRK', ['EUR', 'JPY', 'USD']), HRK: 1 },
      '2022-12-30': { ...crosses('2022-12-30', 'HRK', ['EUR', 'JPY', 'USD']), HRK: 1 }
    })
    expect(text.indexOf('2022-12-28')).toBeLessThan(text.indexOf('2022-12-30'))
    const given = (await ask('b/timeseries?start_date=2022-12-30&end_date=2022-12-30&base=USD&places=3')).json
    expect(given.rates).toEqual({ '2022-12-30': { EUR: 0.938, HRK: 7.066, JPY: 131.877, USD: 1 } })
  })

  it('is empty without tables, and refuses currencies that no table has ever had', async () => {
    expect((await ask('a/history?start_at=2022-12-31&end_at=2023-01-01&symbols=USD')).json.rates).toEqual({})
    expect((await ask('a/history?start_at=2022-12-31&end_at=2023-01-01&base=XAU')).json.error).toBe(
      'base: XAU is not in any table of ecb'
    )
    expect((await ask('a/history?start_at=2022-12-31&end_at=2023-01-01&symbols=USD,XAU')).status).toBe(400)
    expect((await ask('b/timeseries?start_date=2022-12-30&end_date=2022-12-30&symbols=USD,XAU')).json.rates).toEqual({
      '2022-12-30': { USD: 1.0666 }
    })
  })

  it('omits dates without the symbols, and accepts empty elements and spaces', async () => {
    const rates = { '2022-12-28': { HRK: 7.5365 }, '2022-12-30': { HRK: 7.5365 } }
    for (const symbols of ['HRK', '%20,hrk,']) {
      expect((await ask(`a/history?start_at=2022-12-25&end_at=2023-01-02&symbols=${symbols}`)).json.rates).toEqual(
        rates
      )
      expect(
        (await ask(`b/timeseries?start_date=2022-12-25&end_date=2023-01-02&symbols=${symbols}`)).json.rates
      ).toEqual(rates)
    }
  })

  it('is refused if it exceeds a year or ends before it begins', async () => {
    expect((await ask('a/history?start_at=2022-01-01&end_at=2023-01-01')).status).toBe(200)
    expect((await ask('a/history?start_at=2021-12-31&end_at=2023-01-01')).json.error).toMatch(
      /^start_at: expected at most one year: 2022-01-01/
    )
    expect((await ask('a/history?start_at=2023-01-02&end_at=2023-01-01')).json.error).toMatch(
      /^start_at: must not be after end_at/
    )
    expect((await ask('b/timeseries?start_date=2021-12-31&end_date=2023-01-01')).json).toMatchObject({
      success: false,
      details: { code: 400, info: expect.stringMatching(/^start_date/) }
    })
    expect((await ask('b/timeseries?start_date=2021-12-31')).json.error).toMatch(/^end_date/)
    expect((await ask('a/history?start_at=2023-01-01')).json.error).toMatch(/^end_at/)
  })

  it('requires any key', async () => {
    for (const path of [
      'a/history?start_at=2022-12-25&end_at=2023-01-02',
      'b/timeseries?start_date=2022-12-25&end_date=2023-01-02'
    ]) {
      expect((await ask(path, {})).status).toBe(401)
      for (const plan of ['free', 'trial'] as const) expect((await ask(path, { plan })).status).toBe(200)
    }
  })
})

it.each([
  ['a/2026-11-20', 1],
  ['b/2026-11-20', 1],
  ['a/history?start_at=2022-12-01&end_at=2022-12-31', 1],
  ['a/history?start_at=2022-12-31&end_at=2023-01-01', 2],
  ['a/history?start_at=2022-01-15&end_at=2023-01-15', 13],
  ['b/timeseries?start_date=2022-10-31&end_date=2023-01-01', 4],
  ['b/fluctuation?start_date=2022-12-28&end_date=2023-01-02', 1],
  ['b/convert?from=EUR&to=USD', 0],
  ['b/convert?from=EUR&to=USD&date=2022-12-28', 1],
  ['a/history?start_at=2021-12-31&end_at=2023-01-01', 0],
  ['a/2026-11-20?base=XAU', 0],
  ['b/latest', undefined]
])('charges %s with %s units', async (path, units) => {
  const used = async (path: string) =>
    Number((await service.ask(path, { plan: 'enterprise' })).headers.get('x-monthly-used'))
  const before = await used('/api/v1/central-banks')
  await ask(path, { plan: 'enterprise' })
  expect((await used('/api/v1/central-banks')) - before - 1).toBe(units ?? 0)
})

describe('the calculations of family B', () => {
  it('convert an amount, also at a date', async () => {
    expect((await ask('b/convert?from=EUR&to=USD&amount=1200', {})).json).toEqual({
      success: true,
      query: { from: 'EUR', to: 'USD', amount: 1200 },
      info: { rate: 1.165 },
      date: '2026-11-20',
      result: 1398,
      ...origin
    })
    expect((await ask('b/convert?from=USD&to=EUR', {})).json).toMatchObject({
      info: { rate: cross('2026-11-20', 'USD', 'EUR') },
      result: cross('2026-11-20', 'USD', 'EUR')
    })
    expect((await ask('b/convert?from=USD&to=USD&amount=3', {})).json).toMatchObject({ info: { rate: 1 }, result: 3 })
    const dated = 'b/convert?from=EUR&to=HRK&amount=2&date=2022-12-31'
    expect((await ask(dated)).json).toMatchObject({ date: '2022-12-30', info: { rate: 7.5365 }, result: 15.073 })
    expect((await ask(`${dated}&access_key=${service.keys.developer}`, {})).status).toBe(200)
    expect((await ask(dated, {})).json).toMatchObject({ success: false, details: { code: 101 } })
    expect((await ask('b/convert?from=XAU&to=USD', {})).json).toMatchObject({
      success: false,
      details: { code: 201, info: 'from: XAU is not in the table of 2026-11-20' }
    })
    expect((await ask('b/convert?from=USD&to=HRK', {})).json).toMatchObject({
      success: false,
      details: { code: 202, info: 'to: not in the table of 2026-11-20: HRK' }
    })
    expect((await ask('b/convert?from=USD', {})).json.error).toMatch(/^to: /)
  })

  it('return the change between two dates', async () => {
    const { json, text } = await ask('b/fluctuation?start_date=2022-12-28&end_date=2023-01-02&symbols=USD,JPY,GBP')
    expect(json).toEqual({
      success: true,
      fluctuation: true,
      start_date: '2022-12-28',
      end_date: '2023-01-02',
      base: 'EUR',
      ...origin,
      rates: {
        JPY: { start_rate: 142.21, end_rate: 140.66, change: -1.55, change_pct: -1.0899 },
        USD: { start_rate: 1.064, end_rate: 1.0683, change: 0.0043, change_pct: 0.4041 }
      }
    })
    expect(text).toContain('"start_rate":1.0640')
    expect((await ask('b/fluctuation?start_date=2022-12-28&end_date=2023-01-02', {})).status).toBe(401)
    expect((await ask('b/fluctuation?start_date=2023-01-02&end_date=2022-12-28')).status).toBe(400)
  })
})

it('returns 404 for unknown paths of a family, with and without a key', async () => {
  for (const path of ['a/nothing', 'a/timeseries', 'a/2022-1-1', 'b/history', 'b/currencies', 'c/symbols']) {
    for (const options of [{}, { plan: 'free' as const }]) expect((await ask(path, options)).status, path).toBe(404)
  }
})

it('returns success: false for every error below the paths of family B, also to browsers', async () => {
  for (const [path, status] of [
    ['b/nothing', 404],
    ['b/2026-11-20/usd', 404],
    ['b/', 404],
    ['b/latest/x', 404]
  ] as const) {
    const answer = await ask(path, { plan: 'developer', headers: { accept: 'text/html' } })
    expect([answer.status, answer.json.success], path).toEqual([status, false])
  }
  expect((await ask('b/latest', { method: 'POST' })).json).toMatchObject({ success: false, details: { code: 405 } })
})

it('lists the currencies of the newest table', async () => {
  const { json, status, headers } = await ask('b/symbols', {})
  expect(status).toBe(200)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(Object.keys(json.symbols)).toEqual(['EUR', 'GBP', 'IDR', 'JPY', 'USD'])
  expect(json).toMatchObject({ success: true, symbols: { USD: 'US Dollar' }, ...origin })
})

/** Stores a table without the checks of the pipeline, which would quarantine random values. */
async function store(date: string, rates: Record<string, string>): Promise<void> {
  const { database } = service
  await database.write('select make_partitions($1::date, $1::date)', [date])
  await database.write("insert into tables values ('ecb', $1)", [date])
  for (const [quote, value] of Object.entries(rates)) {
    await database.write(
      "insert into rates (source, base, quote, type, date, value, unit, publication_id) values ('ecb', 'EUR', " +
        "$1, 'reference', $2, $3, '1', 1)",
      [quote, date, value]
    )
    await database.write(
      "insert into series values ('ecb', 'EUR', $1, 'reference', $2, $2) on conflict (source, base, quote, " +
        'type) do update set last_date = excluded.last_date',
      [quote, date]
    )
  }
}

/** The rates of an answer. Fails with the text of the answer if the status is not 200. */
async function ratesOf(path: string): Promise<unknown> {
  const { status, text, json } = await ask(path)
  expect(status, text).toBe(200)
  return json.rates
}

it('calculates cross rates as the doubles nearest to the exact quotients, and rounds half up with places', async () => {
  const digits = fc
    .tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 6 }))
    .map(([whole, scale]) => {
      const text = String(whole).padStart(scale + 1, '0')
      return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
    })
  let day = Date.parse('2000-01-01')
  await fc.assert(
    fc.asyncProperty(digits, digits, fc.integer({ min: 0, max: 8 }), async (franc, crown, places) => {
      const date = new Date((day += 86_400_000)).toISOString().slice(0, 10)
      await store(date, { CHF: franc, CZK: crown })
      const [chf, czk] = [fractionOf(franc), fractionOf(crown)]
      const rates = await ratesOf(`a/${date}?base=CHF`)
      expect(rates).toEqual({ CHF: 1, CZK: nearest(czk, chf), EUR: nearest([1n, 1n], chf) })
      expect(await ratesOf(`b/${date}?base=CHF&places=${places}&symbols=CZK`)).toEqual({
        CZK: rounded([czk[0] * chf[1], czk[1] * chf[0]], places)
      })
      expect(await ratesOf(`b/${date}?places=${places}&symbols=CZK`)).toEqual({ CZK: rounded(czk, places) })
      expect(await ratesOf(`b/timeseries?start_date=${date}&end_date=${date}&base=CHF`)).toEqual({ [date]: rates })
    }),
    { numRuns: 40 }
  )
})

it.each([
  ['/api/compat/a/latest', 'a/latest?base=USD'],
  ['/api/compat/b/latest', 'b/latest?places=0'],
  ['/api/compat/b/symbols', 'b/symbols'],
  ['/api/compat/b/convert', 'b/convert?from=EUR&to=USD&amount=5'],
  ['/api/compat/b/fluctuation', 'b/fluctuation?start_date=2022-12-28&end_date=2023-01-02'],
  ['/api/compat/a/:date', 'a/2026-11-20'],
  ['/api/compat/b/:date', 'b/2026-11-20'],
  ['/api/compat/a/history', 'a/history?start_at=2026-11-01&end_at=2026-11-30'],
  ['/api/compat/b/timeseries', 'b/timeseries?start_date=2026-11-01&end_date=2026-11-30']
])('matches the declared response: %s', async (path, address) => {
  const { json } = await ask(address)
  expect(endpoints.find((it) => it.path === path)!.response.parse(json)).toEqual(json)
})

it('returns 503 before the first table is stored', async () => {
  const empty = await startService([identity('ecb', 'EUR')], {})
  expect((await empty.ask('/api/compat/a/latest')).status).toBe(503)
  expect((await empty.ask('/api/compat/b/symbols')).json).toMatchObject({ success: false, details: { code: 503 } })
  await empty.stop()
})

describe('family C', () => {
  it('returns the newest table without the base, with either name of its parameters', async () => {
    const { json } = await ask('c/latest', {})
    expect(json).toMatchObject({ amount: 1, base: 'EUR', date: '2026-11-20', source: 'ecb' })
    expect(json.rates).not.toHaveProperty('EUR')
    const named = await ask('c/latest?base=USD&symbols=EUR,GBP', {})
    expect(named.json).toMatchObject({ amount: 1, base: 'USD', rates: crosses('2026-11-20', 'USD', ['EUR', 'GBP']) })
    expect((await ask('c/latest?amount=1&from=USD&to=EUR,GBP', {})).json.rates).toEqual(named.json.rates)
    expect((await ask('c/latest?amount=10&to=USD', {})).json).toMatchObject({ amount: 10, rates: { USD: 11.65 } })
    expect((await ask('c/currencies', {})).json).toMatchObject({ EUR: 'Euro', USD: 'US Dollar' })
  })

  it('returns the table of a date, and ranges up to a date or today with their first and last table dates', async () => {
    expect((await ask('c/2022-12-31?to=USD')).json).toMatchObject({
      amount: 1,
      base: 'EUR',
      date: '2022-12-30',
      rates: { USD: 1.0666 }
    })
    expect((await ask('c/2022-12-25..2023-01-02?from=USD&to=EUR')).json).toMatchObject({
      amount: 1,
      base: 'USD',
      start_date: '2022-12-28',
      end_date: '2023-01-02',
      rates: { '2022-12-30': crosses('2022-12-30', 'USD', ['EUR']) }
    })
    expect((await ask(`c/${new Date().toISOString().slice(0, 10)}..`)).json).toMatchObject({
      start_date: '2026-11-20',
      end_date: '2026-11-20'
    })
  })

  it('begins a range with the table in force on its first day, and serves the newest table under two names', async () => {
    expect((await ask('c/2022-12-31..2023-01-02?symbols=USD')).json).toMatchObject({
      start_date: '2022-12-30',
      end_date: '2023-01-02',
      rates: { '2022-12-30': { USD: 1.0666 }, '2023-01-02': { USD: 1.0683 } }
    })
    expect((await ask('c/2022-12-31..2023-01-01?symbols=USD')).json).toMatchObject({
      start_date: '2022-12-30',
      end_date: '2022-12-30',
      rates: { '2022-12-30': { USD: 1.0666 } }
    })
    expect((await ask('c/current?base=USD', {})).json).toEqual((await ask('c/latest?base=USD', {})).json)
  })

  it('has its own form of errors, requires a key for dates, and charges ranges by the month', async () => {
    for (const path of [
      'c/2022-13-01',
      'c/2022-12-31..2022-12-01',
      'c/2020-01-01..2022-12-31',
      'c/2022-12-31..x',
      'c/latest?base=USD&from=USD',
      'c/latest?to=USD&symbols=USD'
    ]) {
      const { status, json } = await ask(path)
      expect([status, json], path).toEqual([
        400,
        { error: json.message, code: expect.any(String), docs: expect.any(String), message: expect.any(String) }
      ])
    }
    for (const path of [
      'c/1998-01-01..1998-02-01',
      'c/latest?from=XAU',
      'c/latest?to=XAU',
      'c/2022-12-25..2023-01-02?to=XAU'
    ]) {
      const { status, json } = await ask(path)
      expect([status, json], path).toMatchObject([404, { error: json.message, message: expect.any(String) }])
    }
    expect((await ask('c/2022-12-31', {})).json).toMatchObject({ message: expect.stringContaining('key') })
    const used = async () => Number((await ask('c/2022-12-30')).headers.get('x-monthly-used'))
    const before = await used()
    await ask('c/2022-11-15..2023-01-02')
    expect((await used()) - before).toBe(4)
  })
})

describe('a path of another service without an alias', () => {
  it.each([
    [
      '/latest',
      'the compatible endpoints are /api/compat/a/latest, /api/compat/b/latest, /api/compat/c/latest; ' +
        'COMPAT_ALIASES=root:a serves one of them at this path'
    ],
    [
      '/v1/latest',
      'the compatible endpoints are /api/compat/a/latest, /api/compat/b/latest, /api/compat/c/latest; ' +
        'COMPAT_ALIASES=v1:a serves one of them at this path'
    ],
    ['/api/v6/2022-12-31', 'COMPAT_ALIASES=api/v6:a serves one of them at this path']
  ])('returns an error that names the compatible endpoints and the setting: %s', async (path, message) => {
    const { status, json } = await service.ask(path)
    expect([status, json]).toEqual([
      404,
      expect.objectContaining({ code: 'unknown_path', error: expect.stringContaining(message) })
    ])
  })

  it('returns an ordinary error if no family has the path', async () => {
    expect((await service.ask('/nothing')).json).toMatchObject({ error: 'no endpoint at this path' })
  })
})

describe('aliases', () => {
  const aliased = (text: string) =>
    startService(
      [identity('ecb', 'EUR')],
      { ecb: TABLE },
      { settings: { compatAliases: readSettings({ COMPAT_ALIASES: text }).COMPAT_ALIASES } }
    )

  it.skipIf(WITHOUT_PAGES)('serve a family below other paths, and nothing else there', async () => {
    const old = await aliased('root:a,api:a,v1:b,rates/v2:b')
    const key = old.keys.developer
    for (const path of [
      '/latest',
      '/api/latest',
      '/v1/latest',
      '/rates/v2/latest',
      '/latest?base=USD',
      '/v1/latest?places=1'
    ]) {
      const [first, again] = [await old.ask(path), await old.ask(path)]
      const { json } = await old.ask(
        path.replace(/^\/(v1|rates\/v2)/, '/api/compat/b').replace(/^(\/api)?\/latest/, '/api/compat/a/latest')
      )
      expect(first.json).toEqual(json)
      expect(again.json).toEqual(json)
    }
    expect((await old.ask(`/2022-12-31?access_key=${key}`)).json).toMatchObject({ base: 'EUR', date: '2022-12-30' })
    expect((await old.ask('/history?start_at=2022-12-25&end_at=2023-01-02', { key })).json).toMatchObject({
      start_at: '2022-12-25'
    })
    expect((await old.ask('/v1/timeseries?start_date=2022-12-25&end_date=2023-01-02', { key })).json).toMatchObject({
      timeseries: true
    })
    expect((await old.ask('/v1/timeseries?start_date=2022-12-25&end_date=2023-01-02')).json).toMatchObject({
      success: false
    })
    expect((await old.ask('/v1/symbols')).json).toMatchObject({ success: true })
    expect((await old.ask('/latest', { method: 'OPTIONS' })).status).toBe(204)
    for (const path of [
      '/timeseries',
      '/symbols',
      '/v1/history',
      '/v2/latest',
      '/currencies',
      '/latest/x',
      '/2022-1-1'
    ])
      expect((await old.ask(path)).status, path).toBe(404)
    expect((await old.ask('/2022-12-25..2023-01-02', { key })).status).toBe(400)
    expect((await old.ask('/v1/history')).json).toMatchObject({ success: false })
    expect((await old.ask('/api/nothing')).json).toMatchObject({ code: 'unknown_path' })
    expect((await old.ask('/banks')).status).toBe(200)
    await old.stop()
  })

  it('serve the ranges of family C', async () => {
    const old = await aliased('root:c,v1:c')
    const key = old.keys.developer
    for (const path of ['', '/v1']) {
      expect((await old.ask(`${path}/currencies`)).json).toHaveProperty('USD')
      expect((await old.ask(`${path}/current`)).json).toMatchObject({ date: '2026-11-20' })
      expect((await old.ask(`${path}/2022-12-25..2023-01-02`, { key })).json).toMatchObject({ end_date: '2023-01-02' })
      expect((await old.ask(`${path}/2022-12-25..?access_key=${key}`)).status).toBe(400)
      expect((await old.ask(`${path}/2022-12-25...2023-01-02`, { key })).status).toBe(400)
    }
    await old.stop()
  })

  it('accept repeated slashes, except in paths that a proxy blocks', async () => {
    const old = await aliased('root:a,v1:b')
    for (const path of [
      '//latest',
      '/v1//latest',
      '//v1/latest',
      '/api//compat/b//latest',
      '//api/open/central-bank/ecb'
    ])
      expect((await old.ask(path)).status, path).toBe(200)
    for (const path of ['//metrics', '//healthz', '/readyz//']) expect((await old.ask(path)).status, path).toBe(404)
    await old.stop()
  })

  it('serve dates without a key and to any origin if the operator allows it', async () => {
    const old = await startService(
      [identity('ecb', 'EUR')],
      { ecb: TABLE },
      {
        settings: { compatOpenDates: true, compatAliases: [{ path: '/v1', family: 'b' }] }
      }
    )
    const range = 'start_date=2022-12-28&end_date=2023-01-02'
    for (const path of [
      '/v1/2022-12-31',
      '/api/compat/a/2022-12-31',
      `/v1/timeseries?${range}`,
      `/v1/fluctuation?${range}&access_key=of_another_service`,
      '/v1/convert?from=EUR&to=USD&date=2022-12-31'
    ]) {
      const { status, headers } = await old.ask(path)
      expect([status, headers.get('access-control-allow-origin'), headers.get('x-monthly-used')], path).toEqual([
        200,
        '*',
        null
      ])
    }
    expect((await old.ask('/api/v1/central-bank/ecb/2022-12-31')).status).toBe(401)
    expect((await old.ask('/openapi.json')).json.paths['/api/compat/b/{date}'].get['x-access']).toBe('everyone')
    await old.stop()
  })

  it.each([...(WITHOUT_PAGES ? [] : ['account:a', 'banks:b']), 'api/v1:b', 'api/compat/a:b', 'api/compat/b:b'])(
    'are refused for a path of the service (%s)',
    async (text) => {
      await expect(aliased(text)).rejects.toThrow(/^COMPAT_ALIASES: .* would hide .*, a path of the service$/)
    }
  )

  it('are parsed from COMPAT_ALIASES', () => {
    const read = (text: string) => readSettings({ COMPAT_ALIASES: text }).COMPAT_ALIASES
    expect(read('name:a, /v1/:b')).toEqual([
      { path: '/name', family: 'a' },
      { path: '/v1', family: 'b' }
    ])
    for (const root of ['root:a', ':a', '/:a']) expect(read(root)).toEqual([{ path: '', family: 'a' }])
    expect(read('')).toBeUndefined()
    for (const wrong of ['name', 'name:D', 'name:a,name:b', 'root:a,:b', '../x:a', 'a//b:a', 'x:a,'])
      expect(() => read(wrong), wrong).toThrow(/^COMPAT_ALIASES must be /)
  })
})
