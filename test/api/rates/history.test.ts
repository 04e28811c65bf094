import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../../api/accounts/keys.ts'
import type { Service } from '../../support/service.ts'
import { startWithTables } from '../../support/tables.ts'

let service: Service

beforeAll(async () => {
  service = await startWithTables()
  // a series of twenty years
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
})
afterAll(() => service.stop())

const disclaimer = expect.any(String)

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

  it('begins with the table in force, and fills no day after a month and no future day', async () => {
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
