import type { Plan } from '../../../api/access/plans.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../adapters/source.ts'
import { createKey } from '../../../api/accounts/keys.ts'
import { codesOf } from '../../../api/contract/error-codes.ts'
import { seedRows, seedSources } from '../../support/database.ts'
import { identity, startService, type Service } from '../../support/service.ts'
import { WITHOUT_PAGES } from '../../support/modules.ts'

const row = (
  date: string,
  base: string,
  quote: string,
  value: string,
  type = 'reference',
  unit: Row['unit'] = 1
): Row => ({
  date,
  base,
  quote,
  type,
  value,
  unit
})

// alpha quotes the euro, beta has buying and selling rates in roubles, gamma is stale, and nothing has no table.
const TABLES = {
  alpha: [
    row('2026-11-18', 'EUR', 'USD', '1.1500'),
    row('2026-11-18', 'EUR', 'JPY', '180.00'),
    row('2026-11-19', 'EUR', 'USD', '1.1600'),
    row('2026-11-19', 'EUR', 'JPY', '181.00'),
    row('2026-11-19', 'EUR', 'GBP', '0.8800'),
    row('2026-11-20', 'EUR', 'USD', '1.1610'),
    row('2026-11-20', 'EUR', 'GBP', '0.8810')
  ],
  beta: [
    row('2026-11-19', 'USD', 'RUB', '80.0', 'buy'),
    row('2026-11-19', 'USD', 'RUB', '82.0', 'sell'),
    row('2026-11-19', 'EUR', 'RUB', '95.12', 'sell'),
    row('2026-11-19', 'HUF', 'RUB', '24.60', 'sell', 100)
  ],
  gamma: [row('2026-01-05', 'USD', 'EUR', '0.85')]
}

// 1 / 1.1610 = 0.861326442721791559…; dividing doubles gives a neighbour of the nearest double.
const INVERSE = 0.8613264427217916

const SELF_DESCRIPTION = { dated: 'made', publishes: null, notes: null, terms: null, verified: 'description' }

let service: Service

beforeAll(async () => {
  service = await startService(
    [
      identity('alpha', 'EUR'),
      identity('beta', 'RUB', ['sell', 'buy']),
      identity('gamma', 'EUR'),
      identity('nothing', 'USD')
    ],
    TABLES
  )
})
afterAll(() => service.stop())

const disclaimer = expect.any(String)

describe('/api/v1/central-banks', () => {
  it('lists every source, including those without stored rates', async () => {
    const { json } = await service.ask('/api/v1/central-banks', { plan: 'free' })
    expect(json.banks.map((bank: { code: string }) => bank.code)).toEqual(['alpha', 'beta', 'gamma', 'nothing'])
    expect(json.banks[0]).toEqual({
      code: 'alpha',
      name: 'Bank alpha',
      country: 'XX',
      home_ccy: 'EUR',
      kind: 'central_bank',
      rate_types: ['reference'],
      latest_date: '2026-11-20',
      days_of_history: 3,
      source_url: 'https://example.com/alpha',
      ...SELF_DESCRIPTION,
      endpoints: {
        latest: `${service.address}/api/v1/central-bank/alpha/latest`,
        by_date: `${service.address}/api/v1/central-bank/alpha/{date}`,
        history: `${service.address}/api/v1/central-bank/alpha/history`
      }
    })
    expect(json.banks[3]).toMatchObject({ latest_date: null, days_of_history: 0 })
    expect(json.disclaimer).toEqual(disclaimer)
  })
})

describe('/api/v1/central-banks/rates', () => {
  it('compares the banks with the pair, each with its method', async () => {
    const { json } = await service.ask('/api/v1/central-banks/rates?source=usd&target=EUR', { plan: 'free' })
    expect(json).toMatchObject({
      source: 'USD',
      target: 'EUR',
      as_of: '2026-11-20',
      count: 3,
      methodology: expect.any(String),
      disclaimer
    })
    expect(json.banks).toEqual([
      {
        code: 'alpha',
        name: 'Bank alpha',
        rate: INVERSE,
        rate_date: '2026-11-20',
        rate_type: 'reference',
        derived: true,
        method: 'inverse',
        stale: isStale('2026-11-20'),
        kind: 'central_bank',
        group: groupOn('2026-11-20', 'daily')
      },
      {
        code: 'beta',
        name: 'Bank beta',
        rate: 82 / 95.12,
        rate_date: '2026-11-19',
        rate_type: 'sell',
        derived: true,
        method: 'cross',
        stale: isStale('2026-11-19'),
        kind: 'central_bank',
        group: groupOn('2026-11-19', 'sides')
      },
      {
        code: 'gamma',
        name: 'Bank gamma',
        rate: 0.85,
        rate_date: '2026-01-05',
        rate_type: 'reference',
        derived: false,
        method: 'published',
        stale: isStale('2026-01-05'),
        kind: 'central_bank',
        group: groupOn('2026-01-05', 'daily')
      }
    ])
  })

  it('compares the rates in force on a date, for plans with dated tables', async () => {
    const on = (date: string, plan: Plan = 'developer') =>
      service.ask(`/api/v1/central-banks/rates?source=USD&target=EUR&date=${date}`, { plan })
    const { json } = await on('2026-11-19')
    expect(json).toMatchObject({ requested_date: '2026-11-19', as_of: '2026-11-19', count: 3 })
    expect(
      json.banks.map(({ code, rate, rate_date, stale, group }: Record<string, unknown>) => [
        code,
        rate,
        rate_date,
        stale,
        group
      ])
    ).toEqual([
      ['alpha', expect.closeTo(1 / 1.16, 12), '2026-11-19', false, 'daily'],
      ['beta', expect.closeTo(82 / 95.12, 12), '2026-11-19', false, 'sides'],
      ['gamma', 0.85, '2026-01-05', true, 'stale']
    ])
    expect(json.stats.banks_in_stats).toBe(2)
    expect((await on('2026-01-10')).json.banks).toMatchObject([{ code: 'gamma', stale: false }])
    expect(await on('2025-12-31')).toMatchObject({
      status: 404,
      json: { error: 'no source has the pair USD to EUR on or before 2025-12-31' }
    })
    expect((await on('2026-11-19', 'free')).status).toBe(403)
  })

  it('excludes stale banks from the statistics', async () => {
    const today = new Date().toISOString().slice(0, 10)
    await service.database.write("insert into tables values ('gamma', $1)", [today])
    await service.database.write('select make_partitions($1::date, $1::date)', [today])
    for (const [source, value] of [
      ['alpha', '2.00'],
      ['beta', '2.02'],
      ['gamma', '2.05']
    ]) {
      await service.database.write(
        "insert into rates (source, base, quote, type, date, value, unit, publication_id) values ($1, 'CHF', " +
          "'NOK', $2, $3, $4, '1', 1)",
        [source, source === 'beta' ? 'sell' : 'reference', today, value]
      )
      await service.database.write("insert into series values ($1, 'CHF', 'NOK', $2, $3, $3)", [
        source,
        source === 'beta' ? 'sell' : 'reference',
        today
      ])
    }
    const { json } = await service.ask('/api/v1/central-banks/rates?source=CHF&target=NOK', { plan: 'free' })
    const daily = {
      min: 2,
      max: 2.05,
      median: 2.025,
      spread_bps: expect.closeTo((0.05 / 2.025) * 10_000, 8),
      banks_in_stats: 2
    }
    const all = {
      min: 2,
      max: 2.05,
      median: 2.02,
      spread_bps: expect.closeTo((0.05 / 2.02) * 10_000, 8),
      banks_in_stats: 3
    }
    expect(json.stats).toEqual(all)
    expect(json.groups).toEqual([
      { group: 'daily', ...daily },
      { group: 'sides', min: 2.02, max: 2.02, median: 2.02, spread_bps: 0, banks_in_stats: 1 }
    ])
    expect(
      (await service.ask('/api/v1/central-banks/rates?source=CHF&target=NOK&type=comparable', { plan: 'free' })).json
    ).toMatchObject({
      count: 2,
      stats: daily
    })
    expect(
      (
        await service.ask('/api/v1/central-banks/rates?source=CHF&target=NOK&type=sell', {
          plan: 'free'
        })
      ).json
    ).toMatchObject({
      count: 1,
      stats: { banks_in_stats: 1 }
    })
    await service.database.write("update sources set kind = 'commercial_bank' where code = 'gamma'")
    expect(
      (await service.ask('/api/v1/central-banks/rates?source=CHF&target=NOK&type=reference', { plan: 'free' })).json
    ).toMatchObject({
      count: 2,
      banks: [{ kind: 'central_bank' }, { code: 'gamma', kind: 'commercial_bank' }],
      stats: { max: 2.05, banks_in_stats: 2 }
    })
    await service.database.write("update sources set cadence = 'weekly', dated = 'effective' where code = 'alpha'")
    const groupOfAlpha = async () => {
      await service.database.write("select pg_notify('ratebook', 'alpha')")
      return (
        await service.ask('/api/v1/central-banks/rates?source=CHF&target=NOK', {
          plan: 'free'
        })
      ).json.banks[0].group
    }
    await expect.poll(groupOfAlpha).toBe('periods')
    await service.database.write(
      "insert into tables select 'alpha', day from generate_series($1::date - 13, $1::date, '1 day') day on " +
        'conflict do nothing',
      [today]
    )
    await expect.poll(groupOfAlpha).toBe('daily')
    await service.database.write(
      "delete from tables where source = 'alpha' and date > $1::date - 14 and date not in (select distinct date " +
        "from rates where source = 'alpha' and base <> 'CHF')",
      [today]
    )
    await service.database.write("update sources set cadence = 'daily', dated = 'made' where code = 'alpha'")
    await service.database.write("update sources set kind = 'central_bank' where code = 'gamma'")
    await service.database.write("delete from rates where base = 'CHF'")
    await service.database.write("delete from series where base = 'CHF'")
    await service.database.write("delete from tables where source = 'gamma' and date = $1", [today])
  })

  it('returns no statistics if all banks are stale, and 404 if no bank has the pair', async () => {
    const { json } = await service.ask('/api/v1/central-banks/rates?source=HUF&target=RUB', { plan: 'free' })
    expect(json.stats === null).toBe(isStale('2026-11-19'))
    expect((await service.ask('/api/v1/central-banks/rates?source=HUF&target=ZMW', { plan: 'free' })).status).toBe(404)
  })
})

const groupOn = (date: string, group: string) => (isStale(date) ? 'stale' : group)

function isStale(date: string): boolean {
  return Date.parse(date) < Date.parse(new Date().toISOString().slice(0, 10)) - 30 * 86_400_000
}

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

describe('/api/v1/central-bank/{bank}/history', () => {
  it('returns a currency as base or quote, in ascending order', async () => {
    expect(
      (
        await service.ask('/api/v1/central-bank/alpha/history?symbol=usd&from=2026-11-19&to=2026-11-20', {
          plan: 'developer'
        })
      ).json
    ).toEqual({
      bank: 'alpha',
      name: 'Bank alpha',
      symbol: 'USD',
      from: '2026-11-19',
      to: '2026-11-20',
      count: 2,
      truncated: false,
      disclaimer,
      rates: [
        { rate_date: '2026-11-19', base: 'EUR', quote: 'USD', type: 'reference', value: 1.16 },
        { rate_date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: 1.161 }
      ]
    })
  })

  it('resolves a pair separately on each date', async () => {
    const { json } = await service.ask(
      '/api/v1/central-bank/alpha/history?source=JPY&target=USD&from=2026-11-01&to=2026-11-30',
      { plan: 'developer' }
    )
    expect(json).toMatchObject({ source: 'JPY', target: 'USD', count: 2, truncated: false })
    expect(json.rates[1]).toEqual({
      date: '2026-11-19',
      base: 'JPY',
      quote: 'USD',
      type: 'reference',
      value: 1.16 / 181,
      rate: 1.16 / 181,
      rate_type: 'reference',
      derived: true,
      method: 'cross'
    })
  })

  it('stops at 5000 rows and links to the next page', async () => {
    await service.database.write("select make_partitions('1999-01-01', '2020-01-01')")
    await service.database.write(
      "insert into rates (source, base, quote, type, date, value, unit, publication_id) select 'gamma', 'USD', " +
        "'SEK', 'reference', day, 10, '1', 1 from generate_series(date '2000-01-01', date '2019-12-31', '1 " +
        "day') day"
    )
    await service.database.write(
      "insert into series values ('gamma', 'USD', 'SEK', 'reference', '2000-01-01', '2019-12-31')"
    )
    await service.database.write("select count_months('gamma', array_agg(date)) from rates where quote = 'SEK'")
    for (const query of ['symbol=SEK', 'source=SEK&target=USD']) {
      const first = await service.ask(`/api/v1/central-bank/gamma/history?${query}&from=2000-01-01&to=2019-12-31`, {
        plan: 'developer'
      })
      expect(first.json).toMatchObject({ count: 5000, truncated: true })
      const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')![1]!
      const second = await service.ask(next.slice(service.address.length), { plan: 'developer' })
      expect(second.json).toMatchObject({ from: '2013-09-09', to: '2019-12-31', count: 2305, truncated: false })
    }
  })

  it('also splits a date between two pages', async () => {
    await service.database.write(
      "insert into rates (source, base, quote, type, date, value, unit, publication_id) select 'gamma', 'NOK', " +
        "'SEK', 'reference', day, 1, '1', 1 from generate_series(date '2000-01-02', date '2007-12-31', '1 " +
        "day') day"
    )
    await service.database.write(
      "insert into series values ('gamma', 'NOK', 'SEK', 'reference', '2000-01-02', '2007-12-31')"
    )
    const path = '/api/v1/central-bank/gamma/history?symbol=SEK&from=2000-01-01&to=2007-12-31'
    const first = await service.ask(path, { plan: 'developer' })
    expect(first.json).toMatchObject({ count: 5000, truncated: true })
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')![1]!
    const second = await service.ask(next.slice(service.address.length), { plan: 'developer' })
    expect([second.json.count, second.json.truncated, second.headers.get('link')]).toEqual([
      2 * 2922 - 1 - 5000,
      false,
      null
    ])
    const keys = [...first.json.rates, ...second.json.rates].map(
      ({ rate_date: date, base }: Record<string, string>) => `${date} ${base}`
    )
    expect(new Set(keys).size).toBe(2 * 2922 - 1)
    expect((await service.ask(`${path}&skip=1&rows=all`, { plan: 'developer' })).status).toBe(400)
    await service.database.write("delete from rates where base = 'NOK'")
    await service.database.write("delete from series where base = 'NOK'")
  })
})

describe('a history with fill=previous', () => {
  const PATH = '/api/v1/central-bank/alpha/history'

  it('has a row for every calendar day of a pair, with the date of the table behind it', async () => {
    const { json } = await service.ask(`${PATH}?source=EUR&target=USD&from=2026-11-20&to=2026-11-22&fill=previous`, {
      plan: 'developer'
    })
    expect(json.rates[0]).toEqual({
      date: '2026-11-20',
      base: 'EUR',
      quote: 'USD',
      type: 'reference',
      value: 1.161,
      rate: 1.161,
      rate_type: 'reference',
      derived: false,
      method: 'published',
      rate_date: '2026-11-20',
      filled: false
    })
    expect(json.rates.map((it: Record<string, unknown>) => [it.date, it.rate_date, it.rate, it.filled].join())).toEqual(
      ['2026-11-20,2026-11-20,1.161,false', '2026-11-21,2026-11-20,1.161,true', '2026-11-22,2026-11-20,1.161,true']
    )
    expect(json.count).toBe(3)
  })

  it('begins with the table in force, and fills neither after a month nor future days', async () => {
    const days = async (query: string) =>
      (
        (
          await service.ask(`/api/v1/central-bank/gamma/history?source=USD&target=EUR&fill=previous&${query}`, {
            plan: 'developer'
          })
        ).json.rates as Array<{
          date: string
          rate_date: string
        }>
      ).map(({ date, rate_date: of }) => `${date} ${of}`)
    expect(await days('from=2026-01-10&to=2026-01-11')).toEqual(['2026-01-10 2026-01-05', '2026-01-11 2026-01-05'])
    expect((await days('from=2026-01-01&to=2026-03-01')).at(-1)).toBe('2026-02-04 2026-01-05')
  })

  it('fills each series of a currency, also in files of any size', async () => {
    const query = `${PATH}?symbol=USD&from=2026-11-20&to=2026-11-21&fill=previous`
    const { json } = await service.ask(query, { plan: 'developer' })
    expect(json.rates).toEqual([
      {
        date: '2026-11-20',
        base: 'EUR',
        quote: 'USD',
        type: 'reference',
        value: 1.161,
        rate_date: '2026-11-20',
        filled: false
      },
      {
        date: '2026-11-21',
        base: 'EUR',
        quote: 'USD',
        type: 'reference',
        value: 1.161,
        rate_date: '2026-11-20',
        filled: true
      }
    ])
    for (const rest of ['', '&rows=all&max_cost=1']) {
      expect((await service.ask(`${query}${rest}&format=csv&bom=0`, { plan: 'developer' })).text, rest).toBe(
        [
          'bank,date,base,quote,type,value,rate_date,filled',
          'alpha,2026-11-20,EUR,USD,reference,1.1610,2026-11-20,false',
          'alpha,2026-11-21,EUR,USD,reference,1.1610,2026-11-20,true',
          ''
        ].join('\r\n')
      )
    }
    const pair = await service.ask(
      `${PATH}?source=EUR&target=USD&from=2026-11-20&to=2026-11-21&fill=previous&rows=all&max_cost=1&format=ndjson`,
      { plan: 'developer' }
    )
    expect(
      pair.text
        .trim()
        .split('\n')
        .map((it) => JSON.parse(it) as object)
    ).toMatchObject([
      { date: '2026-11-20', rate: 1.161, filled: false },
      { date: '2026-11-21', rate: 1.161, rate_date: '2026-11-20', filled: true }
    ])
  })

  it('is refused with periods, restated rates and price directives', async () => {
    for (const rest of ['group=month', 'convert=successor', 'format=ledger', 'fill=next'])
      expect(
        (await service.ask(`${PATH}?source=EUR&target=USD&fill=previous&${rest}`, { plan: 'developer' })).status,
        rest
      ).toBe(400)
  })
})

describe('a history by period', () => {
  const PATH = '/api/v1/central-bank/alpha/history?source=EUR&target=USD&from=2026-11-01&to=2026-11-30'

  it('states that its figures are derived, their method and the number of days', async () => {
    expect((await service.ask(`${PATH}&group=month&round=5`, { plan: 'developer' })).json).toEqual({
      bank: 'alpha',
      name: 'Bank alpha',
      source: 'EUR',
      target: 'USD',
      from: '2026-11-01',
      to: '2026-11-30',
      group: 'month',
      derived: true,
      method: 'average',
      round: 5,
      count: 1,
      truncated: false,
      disclaimer,
      rates: [
        {
          period: '2026-11-01',
          base: 'EUR',
          quote: 'USD',
          type: 'reference',
          value: 1.157,
          derived: true,
          method: 'average',
          days: 3,
          first_date: '2026-11-18',
          last_date: '2026-11-20',
          partial: true
        }
      ]
    })
    expect(
      (
        await service.ask(`${PATH}&group=week&stat=end`.replace('source=EUR&target=USD', 'symbol=JPY'), {
          plan: 'developer'
        })
      ).json
    ).toMatchObject({
      symbol: 'JPY',
      method: 'end',
      round: null,
      rates: [{ period: '2026-11-16', base: 'EUR', quote: 'JPY', value: 181, derived: true, method: 'end', days: 2 }]
    })
  })

  it('returns files', async () => {
    const { text, headers } = await service.ask(`${PATH}&group=quarter&stat=max&round=2&format=csv&bom=0`, {
      plan: 'developer'
    })
    expect(text).toBe(
      'bank,period,base,quote,type,value,derived,method,days,first_date,last_date,partial\r\nalpha,2026-10-01,EUR,USD,reference,1.16,true,max,3,2026-11-18,2026-11-20,true\r\n'
    )
    expect(headers.get('content-disposition')).toContain('alpha-history-EUR-USD-2026-11-01-2026-11-30-quarter-max.csv')
    expect((await service.ask(`${PATH}&group=month&stat=end&format=ledger`, { plan: 'developer' })).text).toContain(
      '; reference, calculated: end, from 2026-11-18 to 2026-11-20 alone\nP 2026-11-01 EUR 1.1610 USD\n'
    )
  })

  it('begins with the whole period of the first date', async () => {
    const { json, headers } = await service.ask(
      '/api/v1/central-bank/gamma/history?symbol=SEK&from=2000-01-01&to=2019-12-31&group=week&stat=min',
      { plan: 'developer' }
    )
    expect([json.count, json.truncated, json.rates[0].period, headers.get('link')]).toEqual([
      1045,
      false,
      '1999-12-27',
      null
    ])
  })

  it.each([
    ['stat=end', /^stat: needs group/],
    ['round=2', /^round: needs group/],
    ['group=day', /^group: expected week, month/],
    ['group=month&round=21', /^round: expected a number of decimals/]
  ])('refuses %s', async (query, message) => {
    expect((await service.ask(`${PATH}&${query}`, { plan: 'developer' })).json.error).toMatch(message)
  })
})

describe('a page of a history as a file', () => {
  const PATH = '/api/v1/central-bank/gamma/history?symbol=SEK&from=2000-01-01&to=2019-12-31'

  it.each(['csv', 'ndjson', 'xml', 'xlsx', 'parquet', 'beancount'])(
    'has 5000 rows as %s for one unit, says so, and links to the next',
    async (format) => {
      const { key } = await createKey(service.database, 'developer', 'pages')
      const first = await service.ask(`${PATH}&format=${format}`, { key })
      expect([first.status, first.headers.get('x-truncated'), first.headers.get('x-monthly-used')]).toEqual([
        200,
        'true',
        '1'
      ])
      const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')![1]!
      const second = await service.ask(next.slice(service.address.length), { key })
      expect([
        second.headers.get('content-type'),
        second.headers.get('x-truncated'),
        second.headers.get('link'),
        second.headers.get('x-monthly-used')
      ]).toEqual([first.headers.get('content-type'), null, null, '2'])
      const rowsIn = (text: string) => text.split('\n').filter((line) => line.includes('USD')).length
      if (['csv', 'ndjson', 'beancount'].includes(format)) {
        expect([rowsIn(first.text), rowsIn(second.text)]).toEqual([5000, 2305])
      }
      if (format === 'xml') expect(first.text).toContain('<count>5000</count><truncated>true</truncated>')
    }
  )

  it('becomes the whole history with rows=all if the request accepts the price', async () => {
    for (const [query, status] of [
      ['', 409],
      ['&max_cost=239', 409],
      ['&max_cost=240', 200]
    ] as const) {
      const answer = await service.ask(`${PATH}&rows=all${query}`, { plan: 'enterprise' })
      expect(answer.status).toBe(status)
      if (status === 409)
        expect(answer.json).toMatchObject({
          code: 'price_not_accepted',
          error: expect.stringContaining('240')
        })
      else expect(answer.json).toMatchObject({ count: 7305, truncated: false })
    }
    expect(
      (
        await service.ask(`${PATH.replace('2000-01-01', '2019-12-01')}&rows=all`, {
          plan: 'enterprise'
        })
      ).json
    ).toMatchObject({
      count: 31
    })
  })
})

describe('a history as a file', () => {
  const PATH = '/api/v1/central-bank/gamma/history?rows=all&max_cost=240&from=2000-01-01&to=2019-12-31'
  const ROWS = 7305
  const MONTHS = 240

  it.each([
    ['csv', 'symbol=SEK', 'gamma,2000-01-01,USD,SEK,reference,10', 'gamma,2019-12-31,USD,SEK,reference,10'],
    [
      'csv',
      'source=SEK&target=USD',
      'gamma,2000-01-01,SEK,USD,reference,0.1,0.1,reference,true,inverse',
      'gamma,2019-12-31,SEK,USD,reference,0.1,0.1,reference,true,inverse'
    ],
    [
      'ndjson',
      'symbol=SEK',
      '{"bank":"gamma","rate_date":"2000-01-01","base":"USD","quote":"SEK","type":"reference","value":10}',
      '{"bank":"gamma","rate_date":"2019-12-31","base":"USD","quote":"SEK","type":"reference","value":10}'
    ]
  ])('contains every row as %s (%s), for a unit per pair and month', async (format, query, first, last) => {
    const { key } = await createKey(service.database, 'enterprise', 'files')
    const { text, headers } = await service.ask(`${PATH}&${query}&format=${format}`, { key })
    const lines = text
      .trimEnd()
      .split(/\r?\n/)
      .slice(format === 'csv' ? 1 : 0)
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([ROWS, first, last])
    expect(headers.get('link')).toBeNull()
    expect(headers.get('x-monthly-used')).toBe(String(MONTHS))
  })

  it('has the fields of a short answer as JSON', async () => {
    const [long, short] = await Promise.all(
      [PATH, PATH.replace('2000', '2019')].map((path) => service.ask(`${path}&symbol=SEK`, { plan: 'enterprise' }))
    )
    expect([long!.json.rates.length, short!.json.rates.length]).toEqual([ROWS, 365])
    expect(Object.keys(long!.json)).toEqual(Object.keys(short!.json))
    expect(Object.keys(long!.json.rates[0])).toEqual(Object.keys(short!.json.rates[0]))
  })

  it('contains every row as XML, with the fields of JSON', async () => {
    const { text } = await service.ask(`${PATH}&source=SEK&target=USD&format=xml`, { plan: 'enterprise' })
    expect(text).toContain(
      `<count>${ROWS}</count><truncated>false</truncated><rates><rate><date>2000-01-01</date><base>SEK</base><quote>USD</quote><type>reference</type><value>0.1</value><rate>0.1</rate><rate_type>reference</rate_type><derived>true</derived><method>inverse</method></rate>`
    )
    expect(text.match(/<date>/g)).toHaveLength(ROWS)
    expect(text).toMatch(/<\/rate><\/rates><disclaimer>[^<]+<\/disclaimer><\/response>\n$/)
    const short = await service.ask(`${PATH.replace('2000', '2019')}&source=SEK&target=USD&format=xml`, {
      plan: 'enterprise'
    })
    expect(short.text).toContain(
      '<count>365</count><truncated>false</truncated><rates><rate><date>2019-01-01</date><base>SEK</base><quote>USD</quote><type>reference</type><value>0.1</value><rate>0.1</rate>'
    )
  })

  it('is refused before its first byte and without a charge if it costs more units than are left', async () => {
    const { key } = await createKey(service.database, 'developer', 'poor')
    await service.ask('/api/v1/central-banks', { key })
    await service.database.write(
      'update allowances_used set units = 9761 where account_id = (select account_id from api_keys where name = ' +
        "'poor')"
    )
    const refused = await service.ask(`${PATH}&symbol=SEK&format=csv`, { key })
    expect([refused.status, refused.headers.get('x-monthly-used')]).toEqual([429, '9761'])
    expect(refused.json.error).toMatch(/^the request costs 240 units/)
    const short = await service.ask(`${PATH.replace('2000', '2019')}&symbol=SEK&format=csv`, { key })
    expect([short.status, short.headers.get('x-monthly-used')]).toEqual([200, '9773'])
    const again = await service.ask(`${PATH.replace('2000', '2019')}&symbol=SEK&format=csv`, {
      key,
      headers: { 'if-none-match': short.headers.get('etag')! }
    })
    expect([again.status, again.headers.get('x-monthly-used')]).toEqual([304, '9773'])
  })
})

describe('/api/v1/central-bank/{bank}/availability', () => {
  it('lists the dates with a table, and prefers a year over a window', async () => {
    expect(
      (await service.ask('/api/v1/central-bank/alpha/availability?year=2026&from=2020-01-01', { plan: 'free' })).json
    ).toEqual({
      bank: 'alpha',
      name: 'Bank alpha',
      from: '2026-01-01',
      to: '2026-12-31',
      count: 3,
      truncated: false,
      dates: ['2026-11-18', '2026-11-19', '2026-11-20'],
      note_semantics: expect.any(String)
    })
    expect(
      (
        await service.ask('/api/v1/central-bank/alpha/availability?from=2020-01-01&to=2020-02-01', {
          plan: 'free'
        })
      ).json
    ).toMatchObject({
      count: 0,
      dates: []
    })
  })
})

it.each([
  ['/api/v1/central-banks/rate', '/api/v1/central-banks/rates'],
  ['/api/v1/symbol', '/api/v1/symbols'],
  ['/api/rates', '/api/rate'],
  ['/api/v1/centralbank/ecb/latest', '/api/v1/central-bank/{bank}/latest'],
  ['/api/historical-rate', '/api/historical-rates']
])('names the nearest endpoint of the unknown path %s: %s', async (path, endpoint) => {
  const { status, json } = await service.ask(path, { plan: 'enterprise' })
  expect([status, json.error]).toEqual([404, `no endpoint at this path; the nearest endpoint is ${endpoint}`])
})

describe('/api/open', () => {
  it('returns a table without a key, to any origin, cached for 30 to 60 minutes', async () => {
    const { json, headers } = await service.ask('/api/open/central-bank/gamma')
    expect(json).toEqual({
      bank: 'gamma',
      rate_date: '2026-01-05',
      rates: [{ base: 'USD', quote: 'EUR', type: 'reference', value: 0.85 }],
      attribution: {
        source: 'Bank gamma',
        url: 'https://example.com/gamma',
        terms: 'Bank gamma states no terms of use that are known here; see its site, example.com.'
      }
    })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const ages = [...headers.get('cache-control')!.matchAll(/max-?age=(\d+)/g)].map(([, seconds]) => Number(seconds))
    for (const seconds of ages) expect(seconds).toBeGreaterThanOrEqual(1800)
    for (const seconds of ages) expect(seconds).toBeLessThanOrEqual(3600)
  })

  it('returns a pair as published or inverse, never as a cross', async () => {
    expect((await service.ask('/api/open/central-bank/alpha?source=USD&target=EUR')).json).toMatchObject({
      bank: 'alpha',
      rate_date: '2026-11-20',
      source: 'USD',
      target: 'EUR',
      rate: INVERSE,
      rate_type: 'reference',
      derived: true,
      method: 'inverse',
      attribution: { source: 'Bank alpha' },
      rates: [{ source: 'USD', target: 'EUR', rate: INVERSE, rate_type: 'reference', derived: true, method: 'inverse' }]
    })
    const { status, json } = await service.ask('/api/open/central-bank/alpha?source=USD&target=GBP')
    expect([status, (json as { error: string }).error]).toEqual([404, 'alpha does not publish the pair USD to GBP'])
  })

  it('lists the freshness of each source', async () => {
    const { json } = await service.ask('/api/open/central-banks')
    expect(json.sources[3]).toEqual({
      code: 'nothing',
      name: 'Bank nothing',
      latest_date: null,
      cadence: 'daily',
      stale: true,
      overdue: true,
      missed: null,
      ...SELF_DESCRIPTION
    })
    for (const name of ['stale', 'overdue'])
      expect(json[`${name}_count`]).toBe(json.sources.filter((source: Record<string, boolean>) => source[name]).length)
    expect(Date.parse(json.checked_at)).toBeGreaterThan(Date.now() - 120_000)
  })
})

it('returns the raw shape at /api/public', async () => {
  expect((await service.ask('/api/public/central-bank/gamma')).json).toEqual({
    bank: 'gamma',
    rate_date: '2026-01-05',
    rates: [{ base_ccy: 'USD', quote_ccy: 'EUR', rate_type: 'reference', value: 0.85 }]
  })
})

it('links a table to its stored document', async () => {
  const { json } = await service.ask('/api/v1/central-bank/beta/2026-11-19/publications', { plan: 'free' })
  expect(json.publications).toEqual([
    expect.objectContaining({
      url: expect.stringContaining('https://example.com/beta/'),
      media_type: 'text/csv',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      rates: 4
    })
  ])
  const document = await service.ask(new URL(json.publications[0].document).pathname, { plan: 'free' })
  expect(document.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(document.text).toContain(JSON.stringify(TABLES.beta))
  expect(document.headers.get('content-security-policy')).toContain('sandbox')
})

describe('statuses and errors', () => {
  it.each([
    [401, '/api/v1/central-banks', {}],
    [401, '/api/v1/central-bank/alpha/latest', { key: 'rb_unknown' }],
    [403, '/api/v1/central-bank/alpha/2026-11-19', { plan: 'free' }],
    [403, '/api/v1/central-bank/alpha/2026-11-19', { plan: 'trial' }],
    [403, '/api/v1/central-bank/alpha/history?symbol=USD', { plan: 'free' }],
    [200, '/api/v1/central-bank/alpha/history?symbol=USD', { plan: 'enterprise' }],
    [404, '/api/v1/central-bank/unknown/latest', { plan: 'free' }],
    [404, '/api/v1/central-bank/alpha/latest?source=USD&target=ZMW', { plan: 'free' }],
    [503, '/api/v1/central-bank/nothing/latest', { plan: 'free' }],
    [404, '/api/open/central-bank/nothing', {}],
    [404, '/api/open/central-bank/unknown', {}],
    [200, '/api/v1/central-bank/ALPHA/latest', { plan: 'free' }],
    [400, '/api/v1/central-bank/alpha/latest?source=USD', { plan: 'free' }],
    [200, '/api/v1/central-bank/alpha/latest?source=USD&target=usd', { plan: 'free' }],
    [400, '/api/v1/central-bank/alpha/latest?source=USDX&target=EUR', { plan: 'free' }],
    [400, '/api/v1/central-bank/alpha/latest?format=pdf', { plan: 'free' }],
    [400, '/api/v1/central-bank/alpha/latest?unknown=1', { plan: 'free' }],
    [200, '/api/v1/central-bank/alpha/latest?_=1', { plan: 'free' }],
    [400, '/api/v1/central-bank/alpha/2026-02-30', { plan: 'developer' }],
    [404, '/api/v1/central-bank/alpha/2026-02-28', { plan: 'developer' }],
    [404, '/api/v1/central-bank/alpha/1800-01-01', { plan: 'developer' }],
    [400, '/api/v1/central-bank/alpha/2026-11-19?format=csv', { plan: 'developer' }],
    [400, '/api/v1/central-bank/alpha/history', { plan: 'developer' }],
    [200, '/api/v1/central-bank/alpha/history?symbol=JPY&source=USD&target=EUR', { plan: 'developer' }],
    [400, '/api/v1/central-bank/alpha/history?symbol=USD&from=2026-02-01&to=2026-01-01', { plan: 'developer' }],
    [404, '/api/v1/central-bank/alpha/history?symbol=USD&from=2020-01-01&to=2020-02-01', { plan: 'developer' }],
    [400, '/api/v1/central-bank/alpha/2026-11-19?as_of=yesterday', { plan: 'developer' }],
    [401, '/api/public/central-bank/alpha?format=csv', {}],
    [400, '/api/public/central-bank/alpha?format=xml', {}],
    [404, '/api/v1/publications/999999/document', { plan: 'free' }],
    [404, '/nowhere', {}],
    [405, '/api/open/central-banks', { method: 'POST' }]
  ] as const)('returns %i for %s with %j', async (status, path, options) => {
    const answer = await service.ask(path, options)
    expect(answer.status).toBe(status)
    if (status >= 400) {
      expect(answer.json).toEqual({
        error: expect.stringMatching(/.{10}/),
        code: expect.toBeOneOf(codesOf(status)),
        docs: expect.stringMatching(/\/docs(\/[a-zA-Z]+)?$/)
      })
    }
    if (status === 405) expect(answer.headers.get('allow')).toContain('GET')
    if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer|^Cookie/)
  })

  it.each([
    ['unknown_parameter', '/api/open/central-bank/alpha?unknown=1'],
    ['invalid_parameter', '/api/open/central-bank/alpha?source=EUR'],
    ['unknown_source', '/api/open/central-bank/nobody'],
    ['unknown_path', '/nowhere'],
    ['key_missing', '/api/v1/central-banks'],
    ['key_invalid', '/api/v1/central-banks?api_key=rb_0123456789abcdef0123456789abcdef'],
    ['login_required', '/api/account']
  ])('returns the code %s for %s', async (code, path) => {
    expect((await service.ask(path)).json.code).toBe(code)
  })

  it.each([
    ['/api/v1/central-bank/alpha/latest?source=EUR&format=xml', 400],
    ['/api/v1/central-bank/alpha/latest?source=EUR&format=csv', 400],
    ['/api/v1/central-bank/nobody/latest?format=xlsx', 404],
    ['/api/nowhere?format=xml', 404],
    ['//api//nowhere', 404],
    ['/api/v1/central-bank/%ff/latest', 400],
    ['/api/compat/b/latest?base=x', 400],
    ['/api/compat/c/latest?base=x', 400],
    ['/api/account', 401]
  ])('returns an error in JSON with a string for %s, whatever the request accepts', async (path, status) => {
    for (const accept of [
      'application/xml',
      'text/html,application/xhtml+xml',
      'application/problem+json',
      'text/csv',
      'image/png'
    ]) {
      const answer = await service.ask(path, { plan: 'free', headers: { accept } })
      expect([answer.status, answer.headers.get('content-type'), typeof answer.json.error], accept).toEqual([
        status,
        'application/json; charset=utf-8',
        'string'
      ])
    }
  })

  it('accepts a key in a parameter, and refuses a disabled key', async () => {
    expect((await service.ask(`/api/v1/central-banks?api_key=${service.keys.free}`)).status).toBe(200)
    await service.database.write("select disable_key(id, null) from api_keys where name = 'trial'")
    await expect
      .poll(async () => (await service.ask('/api/v1/central-banks', { plan: 'trial' })).status, { interval: 20 })
      .toBe(401)
  })
})

it('returns the rates known at an instant with as_of', async () => {
  const [{ at }] = (await service.database.write<{ at: string }>('select clock_timestamp() as at')) as [{ at: string }]
  await service.database.write(
    'insert into rate_revisions select source, base, quote, type, date, 0.90, unit, publication_id, known_at, ' +
      "clock_timestamp() from rates where source = 'gamma' and quote = 'EUR'"
  )
  await service.database.write("update rates set known_at = clock_timestamp() where source = 'gamma' and quote = 'EUR'")
  const then = await service.ask(`/api/v1/central-bank/gamma/2026-01-05?as_of=${at}`, { plan: 'developer' })
  expect(then.json.rates).toEqual([{ base: 'USD', quote: 'EUR', type: 'reference', value: 0.9 }])
  const history = await service.ask(
    `/api/v1/central-bank/gamma/history?source=USD&target=EUR&from=2026-01-01&to=2026-01-31&as_of=${at}`,
    { plan: 'developer' }
  )
  expect(history.json.rates).toMatchObject([{ rate: 0.9 }])
})

it.runIf(WITHOUT_PAGES)('links an error to no page of a service without pages', async () => {
  expect((await service.ask('/nowhere', { headers: { accept: 'text/html' } })).json).toMatchObject({
    code: 'unknown_path'
  })
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
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
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

it.each([
  ['alhpa', 'alpha'],
  ['alp', 'alpha'],
  ['gama', 'gamma']
])('suggests a source for the unknown code %s', async (code, meant) => {
  for (const path of [`/api/v1/central-bank/${code}/latest`, `/api/open/central-bank/${code}`]) {
    expect((await service.ask(path, { plan: 'developer' })).json).toMatchObject({
      error: `there is no source ${code}; did you mean ${meant}?`,
      code: 'unknown_source'
    })
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
    await seedSources(service.database, [identity('delta', 'EUR')])
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
  }
)

it('keeps the newest 3700 dates of the availability, links to the earlier ones, and says so in files', async () => {
  await seedSources(service.database, [identity('epsilon', 'EUR')])
  expect(await service.ask('/api/v1/central-bank/epsilon/availability', { plan: 'free' })).toMatchObject({
    status: 200,
    json: { count: 0, truncated: false, dates: [] }
  })
  await service.database.write(
    "insert into tables select 'epsilon', day from generate_series(date '2000-01-01', date '2012-12-31', '1 " +
      "day') day"
  )
  const path = '/api/v1/central-bank/epsilon/availability?from=1999-01-01&to=2026-01-01'
  const { json, headers } = await service.ask(path, { plan: 'free' })
  expect([json.count, json.truncated, json.dates.length, json.dates[0], json.dates.at(-1)]).toEqual([
    3700,
    true,
    3700,
    '2002-11-15',
    '2012-12-31'
  ])
  const next = /^<(.+)>; rel="next"$/.exec(headers.get('link')!)![1]!
  expect((await service.ask(next.slice(service.address.length), { plan: 'free' })).json).toMatchObject({
    from: '1999-01-01',
    to: '2002-11-14',
    count: 4749 - 3700,
    truncated: false
  })
  const file = await service.ask(`${path}&format=csv`, { plan: 'free' })
  expect([file.headers.get('x-truncated'), file.headers.get('link')]).toEqual([
    'true',
    headers.get('link')!.replace('>', '&format=csv>')
  ])
})

it('requires a plan with past figures for the documents behind them, at both addresses', async () => {
  await seedSources(service.database, [identity('zeta', 'EUR')])
  for (const date of ['2026-01-05', '2026-01-02'])
    await seedRows(service.database, 'zeta', [row(date, 'EUR', 'USD', '1.17')])
  const {
    publications: [past]
  } = (await service.ask('/api/v1/central-bank/zeta/2026-01-02/publications', { plan: 'developer' })).json
  const { key } = await createKey(service.database, 'trial', 'past')
  const archived = WITHOUT_PAGES ? [] : [`/api/v1/documents/${past.sha256}`]
  for (const address of [new URL(past.document).pathname, ...archived]) {
    const refused = await service.ask(address, { key })
    expect(refused.json).toMatchObject({
      code: 'plan_required',
      error: 'the trial plan includes the documents behind the newest tables; those behind past ones need a paid plan'
    })
    expect((await service.ask(address, { plan: 'developer' })).status).toBe(200)
  }
})
