import { parquetMetadata } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../adapters/source.ts'
import { createKey } from '../../api/accounts/keys.ts'
import type { ToolContext } from '../tool.ts'
import { identity, startService, type Service } from '../../test/support/service.ts'
import { series } from './series-route.ts'
import { series as tool } from './tool.ts'

const row = (date: string, base: string, quote: string, value: string, type = 'reference'): Row => ({
  date,
  base,
  quote,
  type,
  value
})
const PATH = '/api/v1/official/series'
const WINDOW = 'from=2026-11-01&to=2026-11-30'

// alpha quotes the euro in dollars, beta buys and sells it, gamma quotes the dollar in euros, and empty has no table.
const TABLES = {
  alpha: [
    row('2026-11-18', 'EUR', 'USD', '1.1500'),
    row('2026-11-19', 'EUR', 'USD', '1.1600'),
    row('2026-11-20', 'EUR', 'USD', '1.1610'),
    row('2026-11-18', 'EUR', 'GBP', '0.8800'),
    row('2026-11-19', 'EUR', 'GBP', '0.8800')
  ],
  beta: [
    row('2026-11-19', 'EUR', 'USD', '1.1580', 'buy'),
    row('2026-11-19', 'EUR', 'USD', '1.1620', 'sell'),
    row('2026-11-20', 'EUR', 'USD', '1.1640', 'sell')
  ],
  hundred: [{ ...row('2026-11-19', 'JPY', 'EUR', '0.61'), unit: 100 }],
  gamma: [row('2026-11-19', 'USD', 'EUR', '0.8'), row('2026-11-20', 'USD', 'EUR', '0.8')]
}

let service: Service

beforeAll(async () => {
  service = await startService(
    [
      identity('alpha', 'EUR'),
      identity('beta', 'EUR', ['buy', 'sell']),
      identity('gamma', 'EUR'),
      identity('empty', 'USD'),
      identity('long', 'EUR'),
      identity('hundred', 'EUR')
    ],
    TABLES
  )
  await service.database.write("select make_partitions('1999-01-01', '2020-01-01')")
  await service.database.write(`
    insert into rates (source, base, quote, type, date, value, unit, publication_id)
    select 'long', 'EUR', quote, 'reference', day, 2, '1', 1
    from generate_series(date '2000-01-01', date '2009-12-31', '1 day') day
    cross join unnest(array['CHF', 'SEK']) quote`)
  await service.database.write(
    "insert into series select source, base, quote, type, min(date), max(date) from rates where source = 'long' " +
      'group by 1, 2, 3, 4'
  )
})
afterAll(() => service.stop())

const ask = (query: string, plan: 'developer' | 'free' = 'developer') => service.ask(`${PATH}?${query}`, { plan })

describe('the series', () => {
  it('are returned in sequence, each from the tables of one source', async () => {
    const { json } = await ask(`banks=gamma,ALPHA,beta&pairs=eur/usd,GBP/USD&${WINDOW}`)
    expect(json).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-30',
      count: 9,
      truncated: false,
      next_cursor: null,
      disclaimer: expect.any(String)
    })
    expect(
      json.rates.map((it: Record<string, unknown>) =>
        [it.bank, it.rate_date, it.base, it.type, it.value, it.method].join()
      )
    ).toEqual([
      'gamma,2026-11-19,EUR,reference,1.25,inverse',
      'gamma,2026-11-20,EUR,reference,1.25,inverse',
      'alpha,2026-11-18,EUR,reference,1.15,published',
      'alpha,2026-11-19,EUR,reference,1.16,published',
      'alpha,2026-11-20,EUR,reference,1.161,published',
      'alpha,2026-11-18,GBP,reference,1.3068181818181819,cross',
      'alpha,2026-11-19,GBP,reference,1.3181818181818181,cross',
      'beta,2026-11-19,EUR,buy,1.158,published',
      'beta,2026-11-20,EUR,sell,1.164,published'
    ])
    expect(json.rates[0]).toEqual({
      bank: 'gamma',
      rate_date: '2026-11-19',
      base: 'EUR',
      quote: 'USD',
      type: 'reference',
      value: 1.25,
      derived: true,
      method: 'inverse'
    })
  })

  it('come from every source with the pair by default', async () => {
    const { json } = await ask(`pairs=EUR/USD&${WINDOW}&type=sell`)
    expect(json.rates).toMatchObject([
      { bank: 'beta', value: 1.162 },
      { bank: 'beta', value: 1.164 }
    ])
    expect(
      new Set((await ask(`pairs=EUR/USD&${WINDOW}`)).json.rates.map(({ bank }: { bank: string }) => bank))
    ).toEqual(new Set(['alpha', 'beta', 'gamma']))
  })

  it('have a row for every calendar day with fill=previous, which names the table behind it', async () => {
    const { json, headers } = await ask('banks=alpha,gamma&pairs=EUR/USD&from=2026-11-20&to=2026-11-22&fill=previous')
    expect(
      json.rates.map((it: Record<string, unknown>) => [it.bank, it.date, it.rate_date, it.value, it.filled].join())
    ).toEqual([
      'alpha,2026-11-20,2026-11-20,1.161,false',
      'alpha,2026-11-21,2026-11-20,1.161,true',
      'alpha,2026-11-22,2026-11-20,1.161,true',
      'gamma,2026-11-20,2026-11-20,1.25,false',
      'gamma,2026-11-21,2026-11-20,1.25,true',
      'gamma,2026-11-22,2026-11-20,1.25,true'
    ])
    expect(Number(headers.get('x-monthly-used'))).toBeGreaterThan(0)
    const file = await ask('banks=alpha&pairs=EUR/USD&from=2026-11-19&to=2026-11-21&fill=previous&format=csv&bom=0')
    expect(file.text.split('\r\n').slice(0, 4)).toEqual([
      'bank,date,base,quote,type,value,derived,method,rate_date,filled',
      'alpha,2026-11-19,EUR,USD,reference,1.1600,false,published,2026-11-19,false',
      'alpha,2026-11-20,EUR,USD,reference,1.1610,false,published,2026-11-20,false',
      'alpha,2026-11-21,EUR,USD,reference,1.1610,false,published,2026-11-20,true'
    ])
    for (const other of ['shape=wide', 'spread=true', 'group=month', 'convert=successor'])
      expect((await ask(`pairs=EUR/USD&fill=previous&${other}`)).status, other).toBe(400)
  })

  it('have the printed figure if it is not for one unit', async () => {
    expect((await ask('banks=hundred&pairs=JPY/EUR,EUR/JPY&from=2026-11-01&to=2026-11-30')).json.rates).toMatchObject([
      { base: 'JPY', value: 0.0061, method: 'published', printed: { value: 0.61, unit: 100 } },
      { base: 'EUR', method: 'inverse' }
    ])
    const { text } = await ask('banks=hundred&pairs=JPY/EUR&from=2026-11-01&to=2026-11-30&format=csv&bom=0')
    expect(text).toBe(
      'bank,rate_date,base,quote,type,value,derived,method,printed_value,printed_unit,note\r\nhundred,2026-11-19,JPY,EUR,reference,0.0061,false,published,0.61,100,\r\n'
    )
  })

  it('have the scale of their own figures in Parquet', async () => {
    const { bytes } = await ask(`banks=alpha,gamma&pairs=EUR/USD,USD/EUR&${WINDOW}&shape=wide&format=parquet`)
    const { schema } = parquetMetadata(new Uint8Array(bytes).buffer)
    expect(schema.filter(({ name }) => !name.endsWith('derived')).map(({ name, scale }) => [name, scale])).toEqual([
      ['root', undefined],
      ['rate_date', undefined],
      ['alpha_EUR_USD_reference', 4],
      ['gamma_USD_EUR_reference', 1]
    ])
  })

  it('become columns with shape=wide, each of one rate type and either published or derived', async () => {
    const { json } = await ask(`banks=beta,alpha,gamma&pairs=EUR/USD&${WINDOW}&shape=wide`)
    expect(
      json.series.map(({ column, count, first_date: first }: Record<string, unknown>) => [column, count, first])
    ).toEqual([
      ['beta_EUR_USD_buy', 1, '2026-11-19'],
      ['beta_EUR_USD_sell', 1, '2026-11-20'],
      ['alpha_EUR_USD_reference', 3, '2026-11-18'],
      ['gamma_EUR_USD_reference_derived', 2, '2026-11-19']
    ])
    expect(json.rates).toEqual([
      {
        rate_date: '2026-11-18',
        beta_EUR_USD_buy: null,
        beta_EUR_USD_sell: null,
        alpha_EUR_USD_reference: 1.15,
        gamma_EUR_USD_reference_derived: null
      },
      {
        rate_date: '2026-11-19',
        beta_EUR_USD_buy: 1.158,
        beta_EUR_USD_sell: null,
        alpha_EUR_USD_reference: 1.16,
        gamma_EUR_USD_reference_derived: 1.25
      },
      {
        rate_date: '2026-11-20',
        beta_EUR_USD_buy: null,
        beta_EUR_USD_sell: 1.164,
        alpha_EUR_USD_reference: 1.161,
        gamma_EUR_USD_reference_derived: 1.25
      }
    ])
    expect((await ask(`banks=alpha,gamma&pairs=EUR/USD&${WINDOW}&shape=wide&format=csv&bom=0`)).text).toBe(
      [
        'rate_date,alpha_EUR_USD_reference,gamma_EUR_USD_reference_derived',
        '2026-11-18,1.1500,',
        '2026-11-19,1.1600,1.25',
        '2026-11-20,1.1610,1.25',
        ''
      ].join('\r\n')
    )
  })

  it('show the differences between the sources with spread=true', async () => {
    const { json } = await ask(`pairs=EUR/USD&${WINDOW}&spread=true`)
    // prettier-ignore
    expect(json.spreads).toEqual([
      {
      rate_date: '2026-11-18', base: 'EUR', quote: 'USD', banks_in_stats: 1, min: 1.15, max: 1.15, median: 1.15,
      spread: 0, spread_percent: 0
    },
      {
      rate_date: '2026-11-19', base: 'EUR', quote: 'USD', banks_in_stats: 3, min: 1.158, max: 1.25, median: 1.16,
      spread: 0.092, spread_percent: 7.931034
    },
      {
      rate_date: '2026-11-20', base: 'EUR', quote: 'USD', banks_in_stats: 3, min: 1.161, max: 1.25, median: 1.164,
      spread: 0.089, spread_percent: 7.646048
    }
    ])
    expect(
      (await ask(`banks=alpha,beta&pairs=EUR/USD&from=2026-11-19&to=2026-11-19&spread=true`)).json.spreads
    ).toMatchObject([{ min: 1.158, max: 1.16, median: 1.159, spread: 0.002 }])
  })

  it.each([
    ['long', 'rates'],
    ['wide', 'rates'],
    ['spread', 'spreads']
  ])('are grouped by period as %s', async (layout, list) => {
    const { json } = await ask(
      `banks=alpha,gamma&pairs=EUR/USD&${WINDOW}&group=month&stat=max&${layout === 'spread' ? 'spread=true' : `shape=${layout}`}`
    )
    expect(json).toMatchObject({ group: 'month', derived: true, method: 'max', round: null })
    expect(json[list]).toEqual(
      {
        long: [
          {
            bank: 'alpha',
            period: '2026-11-01',
            base: 'EUR',
            quote: 'USD',
            type: 'reference',
            value: 1.161,
            derived: true,
            method: 'max',
            days: 3,
            first_date: '2026-11-18',
            last_date: '2026-11-20',
            partial: true
          },
          {
            bank: 'gamma',
            period: '2026-11-01',
            base: 'EUR',
            quote: 'USD',
            type: 'reference',
            value: 1.25,
            derived: true,
            method: 'max',
            days: 2,
            first_date: '2026-11-19',
            last_date: '2026-11-20',
            partial: true
          }
        ],
        wide: [
          {
            period: '2026-11-01',
            alpha_EUR_USD_reference_derived: 1.161,
            gamma_EUR_USD_reference_derived: 1.25,
            partial:
              'alpha_EUR_USD_reference_derived: 3 days, 2026-11-18 to 2026-11-20; ' +
              'gamma_EUR_USD_reference_derived: 2 days, 2026-11-19 to 2026-11-20'
          }
        ],
        // prettier-ignore
        spread: [
          {
          period: '2026-11-01', base: 'EUR', quote: 'USD', banks_in_stats: 2, min: 1.161, max: 1.25, median: 1.2055,
          spread: 0.089, spread_percent: 7.382829,
          partial: 'alpha: 3 days, 2026-11-18 to 2026-11-20; gamma: 2 days, 2026-11-19 to 2026-11-20'
        }
        ]
      }[layout]
    )
  })
})

describe('pages of series', () => {
  it.each([
    ['', 7306, 'rates'],
    ['&shape=wide', 3653, 'rates'],
    ['&spread=true', 7306, 'spreads']
  ])('contain every row once (%s)', async (query, count, list) => {
    const keys = new Set<string>()
    let rows = 0
    let path: string | undefined = `${PATH}?pairs=EUR/CHF,EUR/SEK&from=2000-01-01&to=2009-12-31${query}`
    let pages = 0
    for (; path !== undefined; pages++) {
      const { json, headers } = await service.ask(path, { plan: 'enterprise' })
      for (const it of json[list]) keys.add([it.rate_date, it.bank, it.quote].join())
      rows += json[list].length
      expect([json.truncated, json.next_cursor !== null]).toEqual([headers.has('link'), headers.has('link')])
      path = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]!.slice(service.address.length)
    }
    expect([keys.size, rows, pages]).toEqual([count, count, 2])
  })

  it('cost a unit per pair; a file costs a unit per pair, source and month', async () => {
    const { key } = await createKey(service.database, 'enterprise', 'series')
    const used = async (query: string) =>
      Number((await service.ask(`${PATH}?${query}`, { key })).headers.get('x-monthly-used'))
    expect(await used(`pairs=EUR/CHF,EUR/SEK&from=2000-01-01&to=2009-12-31`)).toBe(2)
    expect(await used(`pairs=EUR/CHF,EUR/SEK&from=2000-01-01&to=2009-12-31&format=ndjson`)).toBe(2 + 240)
    expect(await used(`pairs=EUR/USD&${WINDOW}&format=csv`)).toBe(242 + 3)
  })

  it('are not used for files, which contain every row', async () => {
    const csv = await ask('pairs=EUR/CHF,EUR/SEK&from=2000-01-01&to=2009-12-31&format=csv')
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(7307)
    for (const query of ['', '&shape=wide', '&spread=true']) {
      const { bytes } = await ask(`pairs=EUR/CHF,EUR/SEK&from=2000-01-01&to=2009-12-31&format=parquet${query}`)
      expect(Number(parquetMetadata(new Uint8Array(bytes).buffer).num_rows)).toBe(query === '&shape=wide' ? 3653 : 7306)
    }
  })
})

it.each([
  ['pairs=EUR', 400, /^pairs: expected pairs/],
  ['', 400, /^pairs: /],
  ['banks=none&pairs=EUR/USD', 404, /there is no source none/],
  ['banks=empty&pairs=EUR/USD', 404, /^none of these sources has/],
  [`pairs=EUR/USD&${WINDOW}&cursor=alpha`, 400, /^cursor: /],
  [`pairs=EUR/USD&${WINDOW}&cursor=zeta.EUR.USD.2026-11-01`, 400, /^cursor: /],
  [`pairs=EUR/USD&${WINDOW}&cursor=2026-11-01`, 400, /^cursor: /],
  [`pairs=EUR/USD&symbols=EUR`, 400, /^symbols: /],
  ['pairs=EUR/USD&stat=end', 400, /^stat: needs group/]
])('refuses %s', async (query, status, message) => {
  const answer = await ask(query)
  expect([answer.status, answer.json.error]).toEqual([status, expect.stringMatching(message)])
})

it.each(['', '&group=week', '&shape=wide', '&spread=true'])('matches its declared response%s', async (query) => {
  const { json, status } = await ask(`pairs=EUR/USD&${WINDOW}${query}`)
  expect(status).toBe(200)
  expect(series.response.parse(json)).toEqual(json)
})

it('returns one for a currency against itself', async () => {
  expect((await ask('banks=alpha&pairs=EUR/EUR&from=2026-11-20&to=2026-11-20')).json.rates).toMatchObject([
    { value: 1, method: 'cross' }
  ])
})

it('are refused for a hundredth of a currency', async () => {
  expect((await ask('pairs=EUR/GBX')).json.error).toBe(
    'pairs: GBX is a hundredth of GBP: expected GBP, of which one is 100 GBX'
  )
})

describe('the tool', () => {
  const today = () => '2026-11-20'
  const call = (input: object) =>
    tool.run(tool.inputSchema.parse(input), { database: service.database, today } as unknown as ToolContext)

  it('returns several pairs at several sources, and costs a unit for each pair', async () => {
    const input = { banks: 'alpha,gamma', pairs: 'EUR/USD,GBP/USD', from: '2026-11-01', group: 'month', stat: 'end' }
    const { fields } = await call(input)
    expect(tool.outputSchema.parse(fields)).toEqual(fields)
    expect(fields).toMatchObject({
      truncated: false,
      next_cursor: null,
      rates: [
        { bank: 'alpha', date: '2026-11-01', base: 'EUR', derived: true, method: 'end', last_date: '2026-11-20' },
        { bank: 'alpha', base: 'GBP' },
        { bank: 'gamma', base: 'EUR' }
      ]
    })
    expect(tool.units!(tool.inputSchema.parse(input))).toBe(2)
    expect(tool.access!({})).toBe('paid')
  })

  it('refuses more than 366 days, and an unknown source', async () => {
    await expect(call({ pairs: 'EUR/USD', from: '2020-01-01' })).rejects.toThrow('at most 366 days')
    await expect(call({ banks: 'zeta', pairs: 'EUR/USD' })).rejects.toThrow('there is no source zeta')
  })
})

it('requires a paid plan', async () => {
  expect((await ask(`pairs=EUR/USD&${WINDOW}`, 'free')).status).toBe(403)
})
