import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineFeed, type Feed, type FeedClass } from '../../../adapters/market/feed.ts'
import type { Identity, Row } from '../../../adapters/source.ts'
import { FORMATS } from '../../../api/formats/index.ts'
import { AnswerCache } from '../../../api/server/cache.ts'
import { historicalRates } from '../../../api/market/historical-rates-route.ts'
import { marketRate, marketRates } from '../../../api/market/market-route.ts'
import { registerFeeds } from '../../../pipelines/market/feeds.ts'
import { COMPOSITE } from '../../../pipelines/load/sources.ts'
import { clockFrom, seedRows } from '../../support/database.ts'
import { createKey } from '../../../api/accounts/keys.ts'
import { identity, startService, type Service } from '../../support/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const iso = (instant: number) => new Date(instant).toISOString()
const dayOf = (instant: number) => iso(instant).slice(0, 10)
const clock = clockFrom('2026-11-25T12:20:00Z')
const ago = (milliseconds: number) => clock.now() - milliseconds
const today = () => Date.parse(dayOf(clock.now()))

const feedOf = (code: string, feedClass: FeedClass = 'interbank'): Feed =>
  defineFeed({
    code,
    name: `Feed ${code}`,
    class: feedClass,
    sourceUrl: 'https://example.com',
    interval: 60,
    freshFor: 600,
    fetch: () => Promise.reject(new Error('it is not asked here')),
    parse: () => []
  })

let service: Service

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR'), COMPOSITE as Identity], {}, { clock })
  await registerFeeds(service.database, [feedOf('one'), feedOf('two'), feedOf('unset')], ['one', 'two'])
})
afterAll(async () => {
  drops.mockRestore()
  await service.stop()
})
beforeEach(async () => {
  await service.database.write(
    'truncate rates, rate_revisions, tables, coverage, series, market_rates, market_hours, market_days, market_changes'
  )
  await changed()
})

const drops = vi.spyOn(AnswerCache.prototype, 'drop')
let marks = 0

/** Waits until the service has received all earlier announcements, which arrive in order. */
async function changed() {
  const mark = `mark ${++marks}`
  await service.database.write("select pg_notify('ratebook', 'market'), pg_notify('ratebook', $1)", [mark])
  await expect.poll(() => drops.mock.calls).toContainEqual([mark])
}

async function official(tables: Record<string, Record<string, string>>) {
  const rows = Object.entries(tables).flatMap(([date, rates]) =>
    Object.entries(rates).map(([quote, value]): Row => ({ date, base: 'USD', quote, type: 'composite', value }))
  )
  await seedRows(service.database, 'composite', rows)
  await changed()
}

async function feed(code: string, rates: Record<string, string>, instant = clock.now()) {
  await service.database.write('select make_market_partitions($1, $1)', [iso(instant)])
  await service.database.write(
    `
    with stored as (
      insert into market_rates (feed, currency, time, rate) select $1, key, $2, value::numeric from jsonb_each_text($3) returning currency
    )
    insert into market_changes select $1, currency, date_trunc('hour', $2::timestamptz, 'UTC') from stored on conflict do nothing`,
    [code, iso(instant), JSON.stringify(rates)]
  )
  await service.database.write('select roll_up_market()')
  await changed()
}

/** Empties tables, as their retention does over time. */
async function forget(...tables: string[]) {
  for (const table of tables) await service.database.write(`truncate ${table}`)
  await changed()
}

const ask = (path: string, options: Parameters<Service['ask']>[1] = { plan: 'enterprise' }) =>
  service.ask(path, options)
const rates = async (query: string) => {
  const { status, json, text } = await ask(`/api/v1/rates?${query}`)
  expect(status, text).toBe(200)
  expect(marketRates.response.parse(json)).toEqual(json)
  return json
}

describe('/api/rate', () => {
  it('returns a rate and its kind of feed, for a key in the header or a parameter, to any origin', async () => {
    await official({ [dayOf(ago(DAY))]: { EUR: '0.8', GBP: '0.5' } })
    const { free } = service.keys
    for (const { path, options } of [
      { path: '', options: { key: free } },
      ...['key', 'apiKey', 'apikey', 'api_key'].map((name) => ({ path: `&${name}=${free}`, options: {} }))
    ]) {
      const { status, json, headers } = await ask(`/api/rate?source=EUR&target=GBP${path}`, options)
      expect([status, json]).toEqual([200, { rate: 0.625, source: 'official' }])
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(marketRate.response.parse(json)).toEqual(json)
    }
    expect((await ask('/api/rate?source=EUR&target=GBP', {})).status).toBe(401)
    expect((await ask('/api/rate', { method: 'OPTIONS' })).status).toBe(204)
  })

  it.each([
    ['source=EUR', /^target: /],
    ['source=EURO&target=USD', /^source: /]
  ])('refuses %s', async (query, error) => {
    expect(await ask(`/api/rate?${query}`)).toMatchObject({
      status: 400,
      json: { error: expect.stringMatching(error) }
    })
  })

  it('uses the first fresh feed with both currencies, otherwise the official tables', async () => {
    const rate = async (target: string) => (await ask(`/api/rate?source=EUR&target=${target}`)).json
    await official({ [dayOf(ago(DAY))]: { EUR: '0.8', GBP: '0.5', JPY: '150' } })
    await feed('unset', { EUR: '0.1', GBP: '0.1' })
    expect(await rate('GBP')).toEqual({ rate: 0.625, source: 'official' })
    await feed('two', { EUR: '0.8', GBP: '0.6' })
    expect(await rate('GBP')).toEqual({ rate: 0.75, source: 'interbank' })
    await feed('one', { EUR: '0.8', GBP: '0.64' }, ago(11 * MINUTE))
    expect(await rate('GBP')).toEqual({ rate: 0.75, source: 'interbank' })
    await feed('one', { EUR: '0.8', GBP: '0.68' })
    expect(await rate('GBP')).toEqual({ rate: 0.85, source: 'interbank' })
    expect(await rate('JPY')).toEqual({ rate: 187.5, source: 'official' })
    expect(await rate('USD')).toEqual({ rate: 1.25, source: 'interbank' })
  })

  it('returns 502 if no rate is recent enough, and 400 for a currency without any rate', async () => {
    expect(await ask('/api/rate?source=USD&target=EUR')).toMatchObject({ status: 502, json: { code: 'no_fresh_rate' } })
    await official({ [dayOf(ago(31 * DAY))]: { EUR: '0.8' } })
    await feed('one', { EUR: '0.86' }, ago(11 * MINUTE))
    const { status, json, headers } = await ask('/api/rate?source=USD&target=EUR')
    expect([status, json.error, headers.get('retry-after')]).toEqual([
      502,
      expect.stringContaining('recent enough'),
      '60'
    ])
    expect(await ask('/api/rate?source=USD&target=ZZZ')).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('ZZZ') }
    })
    await official({ [dayOf(ago(30 * DAY))]: { EUR: '0.81' } })
    expect((await ask('/api/rate?source=USD&target=EUR')).json).toEqual({ rate: 0.81, source: 'official' })
  })

  it('returns new rates as soon as they are announced', async () => {
    await feed('one', { EUR: '0.86' }, ago(MINUTE))
    expect((await ask('/api/rate?source=USD&target=EUR')).json.rate).toBe(0.86)
    await feed('one', { EUR: '0.87' })
    expect((await ask('/api/rate?source=USD&target=EUR')).json.rate).toBe(0.87)
  })
})

describe('/api/v1/rates', () => {
  const yesterday = `${dayOf(ago(DAY))}T00:00:00.000Z`

  it('returns one target, several or all, with USD as the default source', async () => {
    await official({ [dayOf(ago(DAY))]: { EUR: '0.8', GBP: '0.5', JPY: '150.25' } })
    const time = ago(MINUTE)
    await feed('one', { EUR: '0.86123' }, time)
    expect(await rates('target=EUR')).toEqual([{ rate: 0.86123, source: 'USD', target: 'EUR', time: iso(time) }])
    expect(await rates('target=jpy,gbp,GBP')).toEqual([
      { rate: 0.5, source: 'USD', target: 'GBP', time: yesterday },
      { rate: 150.25, source: 'USD', target: 'JPY', time: yesterday }
    ])
    expect(
      (await rates('source=GBP')).map(({ target, rate }: { target: string; rate: number }) => [target, rate])
    ).toEqual([
      ['EUR', 1.6],
      ['JPY', 300.5],
      ['USD', 2]
    ])
    expect((await rates('')).map(({ target }: { target: string }) => target)).toEqual(['EUR', 'GBP', 'JPY'])
  })

  it('costs a unit for each returned target', async () => {
    await official({ [dayOf(ago(DAY))]: { EUR: '0.8', GBP: '0.5', JPY: '150.25' } })
    const used = async (query: string) =>
      Number((await ask(`/api/v1/rates?${query}`, { plan: 'developer' })).headers.get('x-monthly-used'))
    const before = await used('target=EUR')
    expect(await used('target=EUR,GBP')).toBe(before + 2)
    expect(await used('source=EUR')).toBe(before + 5)
    expect(await used('source=EUR')).toBe(before + 8)
    expect(await used('source=USD&target=GBP&amount=5')).toBe(before + 9)
  })

  it('is for %s of %s: %s', async () => {
    // prettier-ignore
    const codes = [
      'AED', 'AMD', 'AUD', 'BRL', 'CAD', 'CHF', 'CLP', 'CNY', 'COP', 'CZK', 'DKK', 'EGP', 'EUR', 'GBP', 'HUF', 'IDR',
      'ILS', 'INR', 'ISK', 'JPY', 'KRW', 'MXN', 'MYR', 'NOK', 'NZD', 'PEN', 'PHP', 'PLN', 'RON', 'SEK'
    ]
    await official({ [dayOf(ago(DAY))]: Object.fromEntries(codes.map((code) => [code, '0.8'])) })
    const count = codes.length
    const key = service.keys.free // its allowance is 300 units
    const left = async () =>
      300 - Number((await ask('/api/v1/rates?target=EUR', { key, method: 'HEAD' })).headers.get('x-monthly-used'))
    const before = await left()
    expect(await ask(`/api/v1/rates?max_cost=${count - 1}`, { key })).toMatchObject({
      status: 409,
      json: { code: 'price_not_accepted' }
    })
    expect(await left()).toBe(before)
    expect((await ask(`/api/v1/rates?max_cost=${count}`, { key })).json).toHaveLength(count)
    expect(await left()).toBe(before - count)
  })

  it('refuses an answer that costs more than a tenth of the units left on a plan without a reset, unless max_cost allows it', async () => {
    await official({
      // prettier-ignore
      [dayOf(ago(DAY))]: Object.fromEntries([
        'AED', 'AMD', 'AUD', 'BRL', 'CAD', 'CHF', 'CLP', 'CNY', 'COP', 'CZK', 'EUR'
      ].map((code) => [code, '0.8']))
    })
    const { key } = await createKey(service.database, 'trial', 'tenth') // 100 units
    const used = async () =>
      Number((await ask('/api/v1/rates?source=USD&target=EUR', { key, method: 'HEAD' })).headers.get('x-monthly-used'))
    for (const query of [
      'source=USD',
      'source=USD&format=csv',
      'source=USD&target=AED,AMD,AUD,BRL,CAD,CHF,CLP,CNY,COP,CZK,EUR'
    ]) {
      for (const time of ['at first', 'again'])
        expect(
          await ask(`/api/v1/rates?${query}`, {
            key
          }),
          time
        ).toMatchObject({
          status: 409,
          json: { code: 'price_not_accepted', error: expect.stringContaining('costs 11 units') }
        })
    }
    expect(await used()).toBe(0)
    expect((await ask('/api/v1/rates?source=USD&target=AED,AMD,AUD,BRL,CAD,CHF,CLP,CNY,COP,CZK', { key })).status).toBe(
      200
    )
    expect((await ask('/api/v1/rates?source=USD&max_cost=11', { key })).status).toBe(200)
    expect(await used()).toBe(21)
    await service.database.write(
      'update allowances_used set units = 98 where account_id = (select account_id from api_keys where name = ' +
        "'tenth')"
    )
    expect((await ask('/api/v1/rates?source=USD&target=AED,AMD', { key })).status).toBe(409)
    expect((await ask('/api/v1/rates?source=USD&target=AED', { key })).status).toBe(200)
    expect((await ask('/api/v1/rates?source=USD', { plan: 'developer' })).status).toBe(200)
  })

  it('returns one for a currency against itself', async () => {
    await official({ [dayOf(ago(DAY))]: { EUR: '0.8' } })
    expect((await ask('/api/rate?source=USD&target=USD')).json).toEqual({ rate: 1, source: 'official' })
    expect((await ask('/api/rate?source=EUR&target=EUR')).json).toEqual({ rate: 1, source: 'official' })
    expect(
      (await rates('source=USD&target=EUR,USD')).map(({ target, rate }: { target: string; rate: number }) => [
        target,
        rate
      ])
    ).toEqual([
      ['EUR', 0.8],
      ['USD', 1]
    ])
    expect((await rates('source=EUR&target=EUR&amount=12.5')).to).toEqual({ currency: 'EUR', amount: 12.5 })
    expect(
      (await rates(`source=EUR&target=EUR&from=${dayOf(ago(DAY))}&group=day`)).map(({ rate }: { rate: number }) => rate)
    ).toEqual([1])
    expect((await ask('/api/historical-rates?source=USD&target=USD')).json.data.at(-1)).toMatchObject({ rate: 1 })
    expect((await rates('source=USD')).map(({ target }: { target: string }) => target)).toEqual(['EUR'])
  })

  it('reads a time in every form of ISO 8601', async () => {
    await feed('one', { EUR: '0.86' }, ago(12 * MINUTE))
    const time = iso(ago(10 * MINUTE))
    const expected = await rates(`target=EUR&time=${time}`)
    expect(expected).toHaveLength(1)
    const [date, clock] = [time.slice(0, 10), time.slice(11, 16)]
    for (const form of [
      `${date}T${clock}Z`,
      `${date}T${clock}`,
      `${date.replaceAll('-', '')}T${clock.replace(':', '')}Z`,
      `${date}T${clock}%2B00`,
      `${date}T${clock}:00,5Z`
    ]) {
      expect(await rates(`target=EUR&time=${form}`), form).toEqual(expected)
    }
  })

  it('converts an amount exactly', async () => {
    await official({ [dayOf(ago(DAY))]: { EUR: '0.8', JPY: '150.25' } })
    expect(await rates('source=USD&target=JPY&amount=250')).toEqual({
      from: { currency: 'USD', amount: 250 },
      to: { currency: 'JPY', amount: 37562.5 },
      rate: 150.25,
      source: 'official',
      time: yesterday
    })
    const { text } = await ask('/api/v1/rates?source=EUR&target=USD&amount=000123456789012345678901.1')
    expect(text).toBe(
      `{"from":{"currency":"EUR","amount":123456789012345678901.1},"to":{"currency":"USD","amount":154320986265432098626.375},"rate":1.25,"source":"official","time":"${yesterday}"}`
    )
    expect((await rates('source=USD&target=JPY&amount=0')).to.amount).toBe(0)
    expect((await ask('/api/v1/rates?source=USD&target=JPY&amount=2&format=csv')).text).toBe(
      `\uFEFFfrom_currency,from_amount,to_currency,to_amount,rate,source,time\r\nUSD,2,JPY,300.5,150.25,official,${yesterday}\r\n`
    )
  })

  it('returns files', async () => {
    await official({ [dayOf(ago(DAY))]: { EUR: '0.8' } })
    expect((await ask('/api/v1/rates?format=csv')).text).toBe(
      `\uFEFFrate,source,target,time\r\n0.8,USD,EUR,${yesterday}\r\n`
    )
    expect((await ask('/api/v1/rates?format=xml')).text).toContain(
      '<response><rates><rate><rate>0.8</rate><source>USD</source><target>EUR</target>'
    )
    const { status, headers } = await ask('/api/v1/rates?format=xlsx')
    expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="rates-USD.xlsx"'])
  })

  it.each([
    ['target=', /^target: /],
    ['target=,', /^target: /],
    ['target=EURGBP', /^target: /],
    ['amount=5&source=USD', /^amount: /],
    ['amount=5&target=EUR', /^source: /],
    ['amount=5&source=USD&target=EUR,GBP', /^amount: /],
    ['amount=-5&target=EUR', /^amount: /],
    ['amount=1e31&target=EUR', /^amount: expected a decimal number of at least 0 with at most 30 digits/],
    [`amount=${'9'.repeat(31)}&target=EUR`, /^amount: /],
    ['amount=5&source=USD&target=EUR&from=2026-01-01', /^amount: /],
    ['time=yesterday', /^time: /],
    ['time=2026-02-30', /^time: /],
    ['time=2999-01-01', /^time: /],
    ['time=2026-01-01&from=2026-01-01', /^time: /],
    ['to=2026-01-01', /^to: /],
    ['from=2026-01-01&group=year', /^group: /],
    ['group=day&time=2026-01-01', /^group: /],
    ['group=day&source=USD&target=EUR&amount=5', /^amount: /],
    ['from=2999-01-01', /^from: /]
  ])('refuses %s', async (query, error) => {
    await official({ [dayOf(ago(DAY))]: { EUR: '0.8', GBP: '0.5' } })
    expect(await ask(`/api/v1/rates?${query}`)).toMatchObject({
      status: 400,
      json: { error: expect.stringMatching(error) }
    })
  })

  it('names a currency without any rate in the error', async () => {
    await official({ [dayOf(ago(DAY))]: { EUR: '0.8' } })
    for (const query of [
      'target=ZZZ',
      'source=ZZZ',
      'source=ZZZ&target=EUR',
      'source=USD&target=ZZZ&amount=5',
      'target=ZZZ&from=2026-01-01'
    ]) {
      expect(await ask(`/api/v1/rates?${query}`)).toMatchObject({
        status: 400,
        json: { error: expect.stringContaining('ZZZ') }
      })
    }
    await forget('rates', 'series')
    expect(await ask('/api/v1/rates')).toMatchObject({ status: 500, json: { code: 'no_market_rate' } })
  })

  it('omits a listed currency without a rate and names it in a header, but refuses an unknown code', async () => {
    await official({ [dayOf(ago(DAY))]: { EUR: '0.8', GBP: '0.5' } })
    for (const query of ['', `&from=${dayOf(ago(3 * DAY))}`, '&group=day']) {
      const { json, headers } = await ask(`/api/v1/rates?target=EUR,HRK,GBP,ZWL${query}`)
      expect([json.map(({ target }: { target: string }) => target), headers.get('x-missing-targets')], query).toEqual([
        ['EUR', 'GBP'],
        'HRK,ZWL'
      ])
      expect(await ask(`/api/v1/rates?target=HRK${query}`)).toMatchObject({ status: 200, json: [] })
      expect(await ask(`/api/v1/rates?target=EUR,ZZZ${query}`)).toMatchObject({
        status: 400,
        json: { error: expect.stringContaining('ZZZ') }
      })
    }
    for (const format of FORMATS)
      expect(
        (await ask(`/api/v1/rates?target=EUR,HRK&format=${format}`)).headers.get('x-missing-targets'),
        format
      ).toBe('HRK')
    expect((await ask('/api/v1/rates?target=EUR,HRK&format=csv')).text).toMatch(
      /^\uFEFFrate,source,target,time\r\n0\.8,USD,EUR,\S+\r\n$/
    )
    const used = async (query: string) =>
      Number((await ask(`/api/v1/rates?${query}`, { plan: 'business' })).headers.get('x-monthly-used'))
    const before = await used('target=EUR')
    expect(await used('target=EUR,HRK,GBP')).toBe(before + 2)
  })

  it('accepts empty elements and spaces in lists, and reads a time without an offset as UTC', async () => {
    const time = Math.floor(ago(5 * HOUR) / HOUR) * HOUR
    await feed('one', { EUR: '0.86', GBP: '0.7' }, time)
    expect(
      (await rates(`target=${encodeURIComponent(', eur , ,GBP,')}&time=${iso(time + MINUTE).slice(0, 19)}`)).map(
        ({ target, time }: { target: string; time: string }) => [target, time]
      )
    ).toEqual([
      ['EUR', iso(time)],
      ['GBP', iso(time)]
    ])
  })

  it('has no rate between equal dates, and returns the last interval without from', async () => {
    const monday = today() - ((new Date(today()).getUTCDay() + 6) % 7) * DAY - 14 * DAY
    await official({
      [dayOf(monday)]: { EUR: '0.7' },
      [dayOf(monday + DAY)]: { EUR: '0.71' },
      [dayOf(monday + 8 * DAY)]: { EUR: '0.72' }
    })
    const series = async (query: string) =>
      (await rates(`target=EUR&${query}`)).map(({ rate, time }: { rate: number; time: string }) => [
        time.slice(0, 10),
        rate
      ])
    expect(await series(`from=${dayOf(monday + DAY)}&to=${dayOf(monday + DAY)}`)).toEqual([])
    expect(await series(`from=${dayOf(monday)}&to=${dayOf(monday + 14 * DAY)}&group=week`)).toEqual([
      [dayOf(monday), 0.71],
      [dayOf(monday + 7 * DAY), 0.72]
    ])
    expect(await series('group=day')).toEqual([[dayOf(monday + 8 * DAY), 0.72]])
    expect(await series('group=week')).toEqual([[dayOf(monday + 7 * DAY), 0.72]])
    expect(await series('group=month')).toEqual([[`${dayOf(monday + 8 * DAY).slice(0, 7)}-01`, 0.72]])
    expect((await ask('/api/v1/rates?target=EUR&group=minute')).status).toBe(404)
    expect((await ask('/api/v1/rates?target=EUR&group=day', { plan: 'free' })).status).toBe(403)
  })

  it('returns the last rate of each week and month over several years', async () => {
    const tables = Object.fromEntries(
      Array.from({ length: 1500 }, (_, back) => [dayOf(ago((back + 1) * DAY)), { EUR: `0.${1000 + back}` }])
    )
    await official(tables)
    for (const [group, startOf] of [
      ['week', (day: number) => day - ((new Date(day).getUTCDay() + 6) % 7) * DAY],
      ['month', (day: number) => Date.parse(`${dayOf(day).slice(0, 7)}-01`)]
    ] as const) {
      const expected = new Map(
        Object.entries(tables)
          .reverse()
          .map(([date, { EUR }]) => [iso(startOf(Date.parse(date))), Number(EUR)])
      )
      const found = await rates(`target=EUR&from=${dayOf(ago(1600 * DAY))}&group=${group}`)
      expect(found.map(({ time, rate }: { time: string; rate: number }) => [time, rate])).toEqual([...expected])
    }
  })

  it('converts a tiny amount exactly, and returns 404 for a date without a rate', async () => {
    await official({ [dayOf(ago(DAY))]: { EUR: '0.00000008' } })
    expect((await ask('/api/v1/rates?source=USD&target=EUR&amount=0.0000001')).text).toContain(
      '"amount":0.000000000000008'
    )
    for (const time of ['1999-01-01', dayOf(ago(400 * DAY))])
      expect((await ask(`/api/v1/rates?source=USD&target=EUR&amount=5&time=${time}`)).status).toBe(404)
  })

  it.each(['time=2026-01-01', 'from=2026-01-01'])('requires a paid plan for past rates (%s)', async (query) => {
    for (const plan of ['free', 'trial'] as const)
      expect((await ask(`/api/v1/rates?target=EUR&${query}`, { plan })).status).toBe(403)
  })

  it('returns the rate at an instant from the stored poll, hour or day, otherwise from the official tables', async () => {
    const hour = Math.floor(ago(5 * HOUR) / HOUR) * HOUR
    const at = async (instant: number) =>
      (await rates(`target=EUR&time=${iso(instant)}`)).map(({ rate, time }: { rate: number; time: string }) => [
        rate,
        time
      ])
    await official({ [dayOf(hour - 2 * DAY)]: { EUR: '0.7' } })
    await feed('one', { EUR: '0.81' }, hour + 10 * MINUTE)
    await feed('one', { EUR: '0.82' }, hour + 12 * MINUTE)
    expect(await at(hour + 10 * MINUTE)).toEqual([[0.81, iso(hour + 10 * MINUTE)]])
    expect(await at(hour + 20 * MINUTE)).toEqual([[0.82, iso(hour + 12 * MINUTE)]])
    const before = `${dayOf(hour - 2 * DAY)}T00:00:00.000Z`
    expect(await at(hour + 9 * MINUTE)).toEqual([[0.7, before]])
    expect(await at(hour + 30 * MINUTE)).toEqual([[0.7, before]])
    await forget('market_rates')
    expect(await at(hour + 59 * MINUTE)).toEqual([[0.7, before]])
    expect(await at(hour + HOUR)).toEqual([[0.82, iso(hour)]])
    const day = Date.parse(dayOf(hour))
    await service.database.write("update market_days set time = time - interval '10 days'")
    await forget('market_hours')
    expect(await at(day - 9 * DAY + HOUR)).toEqual([[0.82, iso(day - 10 * DAY)]])
    expect((await ask(`/api/v1/rates?target=EUR&time=${iso(day - 9 * DAY - 1)}`)).status).toBe(500)
  })

  it('names the first date in the error for an earlier time', async () => {
    const [first, later] = [dayOf(ago(20 * DAY)), dayOf(ago(10 * DAY))]
    await official({ [first]: { EUR: '0.8' }, [later]: { EUR: '0.8', GBP: '0.5' } })
    for (const query of [
      'rates?target=EUR&time=1999-01-04',
      'rates?source=EUR&time=1999-01-04T12:00:00Z',
      'rates?source=USD&target=EUR&amount=5&time=1999-01-04'
    ]) {
      expect([query, await ask(`/api/v1/${query}`)]).toMatchObject([
        query,
        { status: 404, json: { code: 'not_found', error: expect.stringContaining(`is dated ${first}`) } }
      ])
    }
    expect((await ask(`/api/v1/rates?source=EUR&target=GBP&time=${first}`)).json.error).toBe(
      `the first rate from EUR to GBP is dated ${later}`
    )
    await feed('one', { EUR: '0.8', GBP: '0.6' }, ago(15 * DAY))
    expect((await ask(`/api/v1/rates?source=EUR&target=GBP&time=${first}`)).json.error).toBe(
      `the first rate from EUR to GBP is dated ${dayOf(ago(15 * DAY))}`
    )
  })

  it('returns a series including from and excluding to, with official tables for days without a feed', async () => {
    const start = today() - 3 * DAY
    await official({
      [dayOf(start)]: { EUR: '0.7', GBP: '0.5' },
      [dayOf(start + DAY)]: { EUR: '0.71', GBP: '0.5' },
      [dayOf(start + 2 * DAY)]: { EUR: '0.72' }
    })
    await feed('two', { EUR: '0.8', GBP: '0.4' }, start + DAY + HOUR)
    await feed('two', { EUR: '0.82', GBP: '0.4' }, start + DAY + HOUR + MINUTE)
    await feed('one', { EUR: '0.81' }, start + DAY + 2 * HOUR)
    const series = async (query: string) =>
      (await rates(query)).map(({ rate, target, time }: { rate: number; target: string; time: string }) => [
        Date.parse(time) - start,
        target,
        rate
      ])
    const window = `from=${dayOf(start)}&to=${dayOf(start + 2 * DAY)}`
    expect(await series(`target=EUR&${window}`)).toEqual([
      [0, 'EUR', 0.7],
      [DAY, 'EUR', 0.81]
    ])
    expect(await series(`target=EUR&${window}&group=hour`)).toEqual([
      [0, 'EUR', 0.7],
      [DAY + HOUR, 'EUR', 0.82],
      [DAY + 2 * HOUR, 'EUR', 0.81]
    ])
    expect(await series(`target=EUR&${window}&group=minute`)).toEqual([
      [0, 'EUR', 0.7],
      [DAY + HOUR, 'EUR', 0.8],
      [DAY + HOUR + MINUTE, 'EUR', 0.82],
      [DAY + 2 * HOUR, 'EUR', 0.81]
    ])
    expect(await series(`source=GBP&target=EUR,USD&${window}`)).toEqual([
      [0, 'EUR', 1.4],
      [0, 'USD', 2],
      [DAY, 'EUR', 2.05],
      [DAY, 'USD', 2.5]
    ])
    expect(await series(`target=EUR&from=${iso(start + 2 * DAY)}`)).toEqual([[2 * DAY, 'EUR', 0.72]])
    for (const range of ['from=2001-01-01&to=2001-02-01', `from=${dayOf(today())}&to=${dayOf(today())}`]) {
      expect(await ask(`/api/v1/rates?target=EUR&${range}`)).toMatchObject({ status: 200, json: [] })
    }
  })

  it('contains no rate from outside its window, and the last one before the end of each interval in it', async () => {
    const start = today() - 5 * DAY
    const polls = fc.uniqueArray(fc.integer({ min: 0, max: 3 * 24 * 60 - 1 }), { minLength: 1, maxLength: 12 })
    const edge = fc.oneof(
      fc.integer({ min: 0, max: 3 * 24 * 60 }),
      fc.integer({ min: 0, max: 3 * 24 }).map((hours) => hours * 60)
    )
    const width = { minute: MINUTE, hour: HOUR, day: DAY }
    await fc.assert(
      fc.asyncProperty(
        polls,
        edge,
        edge,
        fc.constantFrom('minute' as const, 'hour' as const, 'day' as const),
        async (minutes, one, other, group) => {
          fc.pre(one !== other)
          await forget('market_rates', 'market_hours', 'market_days')
          const known = minutes
            .sort((a, b) => a - b)
            .map((minute) => ({ time: start + minute * MINUTE, rate: 1 + minute / 10_000 }))
          for (const { time, rate } of known) await feed('one', { EUR: String(rate) }, time)
          const [from, to] = [Math.min(one, other), Math.max(one, other)].map((minute) => start + minute * MINUTE) as [
            number,
            number
          ]
          const expected = new Map<number, number>()
          for (const { time, rate } of known)
            if (time >= from && time < to) {
              expected.set(Math.max(from, time - (time % width[group])), rate)
            }
          const { json, status, text } = await ask(
            `/api/v1/rates?target=EUR&group=${group}&from=${iso(from)}&to=${iso(to)}`
          )
          expect(status, text).toBe(200)
          expect(json.map(({ time, rate }: { time: string; rate: number }) => [Date.parse(time), rate])).toEqual([
            ...expected
          ])
        }
      ),
      { numRuns: 15 }
    )
  })

  it('begins an interval that the window cuts at the beginning of the window, also for official tables and coarser rates', async () => {
    const day = today() - 9 * DAY
    await official({ [dayOf(day)]: { EUR: '0.7' } })
    expect(await rates(`target=EUR&from=${iso(day + 12 * HOUR)}&to=${iso(day + 36 * HOUR)}`)).toEqual([
      { rate: 0.7, source: 'USD', target: 'EUR', time: iso(day + 12 * HOUR) }
    ])
    await feed('one', { EUR: '0.8' }, day + 19 * HOUR + 18 * MINUTE)
    await forget('market_rates', 'market_hours')
    expect(await rates(`target=EUR&from=${iso(day + 12 * HOUR)}&to=${iso(day + 36 * HOUR)}`)).toMatchObject([
      { rate: 0.8, time: iso(day + 12 * HOUR) }
    ])
    expect(await rates(`target=EUR&from=${dayOf(day)}&to=${iso(day + 17 * HOUR)}`)).toMatchObject([
      { rate: 0.7, time: iso(day) }
    ])
  })

  it('returns a complete series, or an error with the range that fits', async () => {
    await service.database.write(`
      insert into market_hours select 'one', 'EUR', hour, 0.8, 0.8, 0.8, 1 from generate_series('2025-01-01Z'::timestamptz, '2025-01-01Z'::timestamptz + interval '10099 hours', '1 hour') hour`)
    await feed('one', { EUR: '0.8' })
    const series = '/api/v1/rates?target=EUR&group=hour'
    const next = iso(Date.parse('2025-01-01') + 10_000 * HOUR)
    expect((await ask(`${series}&from=2025-01-01&to=2026-03-01`)).json).toMatchObject({
      code: 'invalid_parameter',
      error: `to: the series has more than 10000 rates; with to=${next} it is complete, and from=${next} continues it`
    })
    expect((await ask(`${series}&from=2025-01-01&to=${next}`)).json).toHaveLength(10_000)
    expect((await ask(`${series}&from=${next}&to=2026-03-01`)).json).toHaveLength(100)
  })
})

describe('/api/historical-rates', () => {
  const history = async (query: string) => {
    const { status, json, text } = await ask(`/api/historical-rates?${query}`)
    expect(status, text).toBe(200)
    expect(historicalRates.response.parse(json)).toEqual(json)
    return json
  }

  it('requires a paid plan', async () => {
    expect((await ask('/api/historical-rates?source=USD&target=EUR', { plan: 'free' })).status).toBe(403)
  })

  it.each([
    ['1d', 24, HOUR],
    ['7d', 7, DAY],
    ['30d', 30, DAY],
    ['1y', 53, 7 * DAY]
  ])('returns %s as %i points, oldest first', async (period, points, step) => {
    const tables = Array.from({ length: 410 }, (_, back) => [
      dayOf(ago(back * DAY)),
      { EUR: '0.8', GBP: `0.${500 + back}` }
    ])
    await official(Object.fromEntries(tables))
    const { data, ...rest } = await history(`source=EUR&target=GBP&period=${period}`)
    expect(rest).toEqual({ source: 'EUR', target: 'GBP', source_api: 'official', period })
    expect(data).toHaveLength(points)
    for (const [index, { date, rate, timestamp }] of data.entries()) {
      if (index > 0) expect(timestamp - data[index - 1].timestamp).toBe(step)
      expect(date).toBe(period === '1d' ? iso(timestamp) : dayOf(timestamp))
      const back = Math.round((today() - Date.parse(dayOf(timestamp))) / DAY)
      expect(rate).toBeCloseTo(Number(`0.${500 + back}`) / 0.8, 12)
    }
    expect(dayOf(data.at(-1).timestamp)).toBe(dayOf(clock.now()))
  })

  it.each(['target=EUR,GBP', 'target=EUR&from=2026-01-01', 'target=EUR&to=2026-01-01'])(
    'accepts only one target and a period (%s)',
    async (query) => {
      expect((await ask(`/api/historical-rates?source=USD&${query}`)).status).toBe(400)
    }
  )

  it('defaults to seven days, and reports whether official tables filled gaps', async () => {
    await official({ [dayOf(ago(8 * DAY))]: { EUR: '0.7' } })
    for (const back of [2, 1, 0])
      await feed(
        'one',
        { EUR: `0.8${back}` },
        back === 0 ? clock.now() : today() - back * DAY + 23 * HOUR + 55 * MINUTE
      )
    const { data, source_api: source, period } = await history('source=USD&target=EUR')
    expect([data.map(({ rate }: { rate: number }) => rate), source, period]).toEqual([
      [0.7, 0.7, 0.7, 0.7, 0.82, 0.81, 0.8],
      'official',
      '7d'
    ])
    await forget('rates')
    const own = await history('source=USD&target=EUR')
    expect([own.data.length, own.source_api]).toEqual([3, 'interbank'])
  })

  it('returns files, refuses an unknown period, and names a currency without any rate', async () => {
    await official({ [dayOf(ago(DAY))]: { EUR: '0.8' } })
    expect((await ask('/api/historical-rates?source=USD&target=EUR&format=csv')).text).toMatch(
      /^\uFEFFsource,target,date,rate,timestamp\r\nUSD,EUR,\d{4}-\d\d-\d\d,0\.8,\d{13}\r\n/
    )
    expect((await ask('/api/historical-rates?source=USD&target=EUR&period=2d')).status).toBe(400)
    expect((await ask('/api/historical-rates?source=USD&target=ZZZ')).status).toBe(400)
    await forget('rates')
    expect((await ask('/api/historical-rates?source=USD&target=EUR')).status).toBe(500)
  })
})

describe('the composite as a source', () => {
  it('is marked as calculated in every endpoint', async () => {
    await official({ '2026-11-19': { EUR: '0.8', GBP: '0.5' } })
    const bank = '/api/v1/central-bank/composite'
    expect((await ask(`${bank}/latest?source=USD&target=EUR`)).json).toMatchObject({
      rate: 0.8,
      rate_type: 'composite',
      derived: true,
      method: 'published',
      disclaimer: expect.stringContaining('calculated')
    })
    expect((await ask(`${bank}/2026-11-20?source=EUR&target=USD`)).json).toMatchObject({
      rate: 1.25,
      derived: true,
      method: 'inverse'
    })
    expect((await ask(`${bank}/history?source=USD&target=EUR&from=2026-11-01&to=2026-11-30`)).json.rates).toMatchObject(
      [{ derived: true, method: 'published' }]
    )
    expect((await ask('/api/open/central-bank/composite?source=USD&target=EUR')).json).toMatchObject({
      derived: true,
      method: 'published'
    })
    const { json } = await ask(`${bank}/latest`)
    expect([json.rates[0].type, json.name, json.disclaimer]).toEqual([
      'composite',
      expect.stringContaining('calculated'),
      expect.stringContaining('calculated')
    ])
    expect(
      (await ask('/api/v1/central-banks')).json.banks.map(({ code, kind }: { code: string; kind: string }) => [
        code,
        kind
      ])
    ).toContainEqual(['composite', 'composite'])
  })

  it('links to its page at the origin of the request', async () => {
    await official({ '2026-11-19': { EUR: '0.8' } })
    for (const origin of [service.address, service.address.replace('127.0.0.1', 'localhost')]) {
      const page = `${origin}/banks/composite`
      const get = async (path: string) =>
        (await fetch(origin + path, { headers: { authorization: `Bearer ${service.keys.free}` } })).json()
      expect(await get('/api/open/central-bank/composite')).toMatchObject({ attribution: { url: page } })
      expect(await get('/api/v1/central-banks')).toMatchObject({
        banks: expect.arrayContaining([expect.objectContaining({ code: 'composite', source_url: page })])
      })
    }
  })
})
