import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defineFeed, type Feed } from '../../../adapters/market/feed.ts'
import wise from '../../../adapters/market/wise.ts'
import { feedsInOrder, feedStates, registerFeeds } from '../../../pipelines/market/feeds.ts'
import { pollFeeds, pollLocked, startMarket, type Market } from '../../../pipelines/market/market.ts'
import { readSettings } from '../../../cli/settings.ts'
import { Database } from '../../../sql/database.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { parser } from '../../support/parser.ts'

type Answer = (response: ServerResponse) => void
type Rates = Record<string, string>

// prettier-ignore
const RATES: Rates = {
  EUR: '0.86', GBP: '0.76', JPY: '156.3', CHF: '0.8', CAD: '1.4', AUD: '1.53', SEK: '9.48', NOK: '10.08', PLN: '3.67',
  CZK: '20.9', MXN: '18.3', INR: '88.7'
}
const MINUTE = 60_000
const DAY = 86_400_000

let place: TestDatabase
let database: Database
let address: string
const answers: Record<string, Answer> = {}
const polled: Array<{ feed: string; at: number }> = []
const server = createServer((request, response) => {
  const feed = request.url!.slice(1)
  polled.push({ feed, at: Date.now() })
  answers[feed]!(response)
})

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
const documentOf = (rates: Rates, time = ago(0)) =>
  `[${Object.entries(rates)
    .map(([target, rate]) => `{"rate":${rate},"source":"USD","target":"${target}","time":"${time}"}`)
    .join(',')}]`
const gives =
  (rates: Rates, time?: string): Answer =>
  (response) =>
    response.setHeader('content-type', 'application/json').end(documentOf(rates, time))
const times = (factor: number, ...currencies: string[]) => ({
  ...RATES,
  ...Object.fromEntries(currencies.map((it) => [it, String(Number(RATES[it]) * factor)]))
})

const feedOf = (code: string, interval = 1): Feed =>
  defineFeed({
    ...wise,
    code,
    sourceUrl: 'http://127.0.0.1/',
    interval,
    fetch: (http) => http.get(`${address}/${code}`)
  })
let feeds: Feed[]
const market = (changes: Partial<Market> = {}): Market => ({
  database,
  feeds,
  parser,
  logger: pino({ level: 'silent' }),
  userAgent: 'test',
  environment: {},
  interval: 20,
  keepMinutes: 7,
  keepHours: 400,
  ...changes
})

// Backdates the polls, so that the interval of each feed is over.
const forget = () => database.write("update market_polls set polled_at = polled_at - interval '1 minute'")
const poll = async (changes?: Partial<Market>) => {
  await forget()
  return pollFeeds(market(changes))
}
const stored = (feed = 'one') =>
  database.read<{ currency: string; rate: string }>(
    'select currency, trim_scale(rate) as rate from market_rates where feed = $1 order by time, currency',
    [feed]
  )
const store = (rows: Array<{ currency: string; rate: string; time: string }>, polledAt = ago(0)) =>
  database.write<{ status: string; refused: number }>("select * from store_market_rates('one', $1, $2)", [
    polledAt,
    JSON.stringify(rows)
  ])

async function composite(rates: Rates) {
  await database.write('select make_partitions(current_date - 1, current_date - 1)')
  await database.write(
    `
    insert into rates (source, base, quote, type, date, value, unit, publication_id)
    select 'composite', 'USD', key, 'composite', current_date - 1, value::numeric, '1', 1 from jsonb_each_text($1)`,
    [JSON.stringify(rates)]
  )
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  place = await testDatabase()
  database = place.database
  feeds = [feedOf('one'), feedOf('two')]
  await registerFeeds(database, feeds, ['one', 'two'])
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await place.drop()
})

beforeEach(async () => {
  await database.write('truncate market_rates, market_changes, market_hours, market_days, market_polls')
  await database.write('delete from rates')
  polled.length = 0
  answers.one = gives(RATES)
  answers.two = gives(RATES)
})

describe('the order of feeds', () => {
  it('follows MARKET_FEEDS, with the composite last', async () => {
    expect(feedsInOrder(feeds, ['two', 'official']).map((it) => it.code)).toEqual(['two'])
    expect(() => feedsInOrder(feeds, ['official', 'two'])).toThrow('official last')
    expect(() => feedsInOrder(feeds, ['two', 'two'])).toThrow('twice')
    expect(() => feedsInOrder(feeds, ['three'])).toThrow('there is no feed three; expected one, two, official')
    expect(await database.read('select code, position, class from feeds order by position')).toEqual([
      { code: 'one', position: 1, class: 'interbank' },
      { code: 'two', position: 2, class: 'interbank' },
      { code: 'official', position: 3, class: 'official' }
    ])
  })

  it('polls the second feed only while the first fails, then returns to the first', async () => {
    expect(await poll()).toEqual([{ feed: 'one', status: 'stored', rates: 12, refused: 0, error: null }])
    answers.one = (response) => response.writeHead(500).end()
    expect(await poll()).toMatchObject([
      { feed: 'one', status: 'failed', error: expect.stringContaining('answered 500') },
      { feed: 'two', status: 'stored', rates: 12 }
    ])
    answers.one = gives(RATES)
    expect((await poll()).map((it) => it.feed)).toEqual(['one'])
    expect(polled.map((it) => it.feed)).toEqual(['one', 'one', 'two', 'one'])
    expect(await database.read('select feed, status from market_polls order by polled_at, feed')).toHaveLength(4)
  })

  it('polls no feed more often than its provider allows', async () => {
    const slow = { feeds: [feedOf('one', 3000), feedOf('two')] }
    expect(await poll(slow)).toHaveLength(1)
    expect(await poll(slow)).toEqual([])
    answers.one = (response) => response.writeHead(500).end()
    await database.write('delete from market_polls')
    await poll(slow)
    expect((await poll(slow)).map((it) => it.feed)).toEqual(['two'])
    await database.write("update market_polls set polled_at = polled_at - interval '20 minutes'")
    expect((await poll(slow)).map((it) => it.feed)).toEqual(['one', 'two'])
  })

  it('skips a feed without its credential', async () => {
    await registerFeeds(database, [wise, ...feeds], ['wise', 'two'])
    expect(await poll({ feeds: [wise, feeds[1]!] })).toMatchObject([
      { feed: 'wise', status: 'failed', error: expect.stringContaining('WISE_API_TOKEN is not set') },
      { feed: 'two', status: 'stored' }
    ])
    await registerFeeds(database, feeds, ['one', 'two'])
  })
})

describe('a failing feed', () => {
  it.each<[string, Answer]>([
    ['hangs', () => {}],
    ['hangs half-way', (response) => response.write('[{"rate":')]
  ])('times out if it %s, and the next feed is polled', async (_, answer) => {
    answers.one = answer
    expect(await poll({ interval: 2 })).toMatchObject([
      { feed: 'one', status: 'failed', error: expect.stringContaining('did not answer completely within 0.5 seconds') },
      { feed: 'two' }
    ])
  })

  it.each<[string, Answer, string]>([
    [
      'closes the connection early',
      (response) => {
        response.writeHead(200, { 'content-length': '900' }).write('[{')
        setTimeout(() => response.destroy(), 10)
      },
      'could not be reached'
    ],
    ['sends half a document', (response) => response.end(documentOf(RATES).slice(0, 400)), 'a complete JSON document'],
    [
      'sends HTML',
      (response) => response.setHeader('content-type', 'text/html').end('<html><body>Sorry</body></html>'),
      'a complete JSON document'
    ],
    ['sends rates as text', (response) => response.end(documentOf({ ...RATES, EUR: '"0.86"' })), 'JSON with 0.rate'],
    ['answers 401', (response) => response.writeHead(401).end('{"errors":[]}'), 'answered 401']
  ])('is replaced by the next feed if it %s', async (_, answer, error) => {
    answers.one = answer
    expect(await poll()).toMatchObject([
      { feed: 'one', status: 'failed', error: expect.stringContaining(error) },
      { feed: 'two', status: 'stored' }
    ])
    expect(await stored()).toEqual([])
  })
})

describe('wrong rates of a feed', () => {
  it.each([['0'], ['-0.86'], ['0.0086'], ['86']])('are refused, and the others are stored: %s', async (rate) => {
    await composite(RATES)
    answers.one = gives({ ...RATES, EUR: rate })
    expect(await poll()).toMatchObject([
      { status: 'stored', rates: 11, refused: 1, error: expect.stringContaining('1 of 12 rates refused: EUR') }
    ])
    expect(await stored()).toHaveLength(11)
  })

  it.each([
    ['100', 100],
    ['a hundredth', 0.01],
    ['2', 2]
  ])('are all refused if multiplied by %s', async (_, factor) => {
    await composite(RATES)
    answers.one = gives(times(factor, ...Object.keys(RATES)))
    expect(await poll()).toMatchObject([
      { feed: 'one', status: 'refused', rates: 0, refused: 12 },
      { feed: 'two', status: 'stored' }
    ])
    expect(await stored()).toEqual([])
  })

  it('are all refused if more than a tenth is wrong', async () => {
    await composite(RATES)
    answers.one = gives(times(100, 'EUR', 'JPY'))
    expect(await poll()).toMatchObject([{ status: 'refused', rates: 0, refused: 2 }, { feed: 'two' }])
    expect(await stored()).toEqual([])
  })

  it('are found by the feed’s own last rates without a composite', async () => {
    answers.one = gives(RATES, ago((3 * 60 * MINUTE) / 4))
    await poll()
    answers.one = gives(times(100, 'EUR'))
    expect(await poll()).toMatchObject([{ status: 'stored', rates: 11, refused: 1 }])
    answers.one = gives(times(1.2, 'EUR'))
    expect(await poll()).toMatchObject([
      { refused: 1, error: expect.stringContaining('it jumped from the rate before') }
    ])
    answers.one = gives(times(100, ...Object.keys(RATES)))
    expect(await poll()).toMatchObject([{ status: 'refused' }, { feed: 'two' }])
  })

  it('may jump towards the composite, but not away from it', async () => {
    await composite(times(1.25, 'EUR', 'GBP'))
    await poll()
    answers.one = gives({ ...times(1.25, 'EUR'), ...{ GBP: '0.65' } })
    expect(await poll()).toMatchObject([{ status: 'stored', refused: 1, error: expect.stringContaining('GBP') }])
    expect((await stored()).filter(({ currency }) => currency === 'EUR').map(({ rate }) => rate)).toEqual([
      '0.86',
      '1.075'
    ])
  })

  it('are refused for an unknown currency, a duplicate and a wrong dollar', async () => {
    answers.one = gives({ ...RATES, QQQ: '3' })
    expect(await poll()).toMatchObject([
      { status: 'stored', rates: 12, refused: 1, error: expect.stringContaining('QQQ : not an ISO 4217 currency') }
    ])
    answers.one = gives({ ...RATES, USD: '1.0001' })
    expect(await poll()).toMatchObject([{ refused: 1, error: expect.stringContaining('a US dollar is one US dollar') }])
    const time = ago(0)
    answers.one = (response) =>
      response.end(`[${documentOf(RATES, time).slice(1, -1)},${documentOf({ INR: '88.8' }, time).slice(1)}`)
    expect(await poll()).toMatchObject([
      { status: 'refused', refused: 2, error: expect.stringContaining('the feed gives 2 rates') },
      { feed: 'two' }
    ])
  })

  it.each([
    ['to come', -2 * MINUTE],
    ['stale', 61 * MINUTE]
  ])('are refused if their time is %s', async (reason, age) => {
    answers.one = gives(RATES, ago(age))
    expect(await poll()).toMatchObject([
      { feed: 'one', status: 'refused', error: expect.stringContaining(reason) },
      { feed: 'two', status: 'stored' }
    ])
  })
})

it('stores rates once, and corrected ones again', async () => {
  const time = ago(MINUTE)
  answers.one = gives(RATES, time)
  await poll()
  expect(await poll()).toMatchObject([{ status: 'unchanged', rates: 0 }])
  answers.one = gives({ ...RATES, EUR: '0.861' }, time)
  expect(await poll()).toMatchObject([{ status: 'stored', rates: 1 }])
  expect(await stored()).toHaveLength(12)
})

it('resumes a feed after a day of failures', async () => {
  await composite(times(1.2, 'EUR'))
  await store(Object.entries(RATES).map(([currency, rate]) => ({ currency, rate, time: ago(59 * MINUTE) })))
  await database.write("select make_market_partitions(now() - interval '2 days', now())")
  await database.write(`
    with former as (delete from market_rates returning feed, currency, time, rate)
    insert into market_rates (feed, currency, time, rate)
    select feed, currency, time - interval '1 day', rate
    from former`) // TimescaleDB allows no update that moves a row to another chunk
  answers.one = (response) => response.destroy()
  expect(await poll()).toMatchObject([
    { feed: 'one', status: 'failed' },
    { feed: 'two', status: 'stored' }
  ])
  answers.one = gives(times(1.15, 'EUR'))
  expect(await poll()).toMatchObject([{ feed: 'one', status: 'stored', rates: 12, refused: 0 }])
})

it('announces only new rates', async () => {
  const notifications: string[] = []
  const listener = await database.connect()
  listener.on('notification', ({ payload }) => notifications.push(payload!))
  await listener.query('listen ratebook')
  answers.one = gives(RATES, ago(MINUTE))
  await poll()
  await poll()
  await listener.query('select 1')
  await listener.end()
  expect(notifications).toEqual(['market'])
})

describe('several processes', () => {
  it('poll as often as a single one', async () => {
    const others = [new Database({ url: place.url, connections: 3 }), new Database({ url: place.url, connections: 3 })]
    const pollers = others.map((other) => startMarket(market({ database: other, interval: 1.2 })))
    await expect
      .poll(async () => (await database.read("select from market_polls where feed = 'one'")).length)
      .toBeGreaterThanOrEqual(3)
    await Promise.all(pollers.map((it) => it.stop()))
    await Promise.all(others.map((it) => it.close()))
    const polls = await database.read<{ gap: number | null }>(`
      select extract(milliseconds from polled_at - lag(polled_at) over (order by polled_at))::float as gap from market_polls where feed = 'one'`)
    expect(Math.min(...polls.slice(1).map(({ gap }) => gap!))).toBeGreaterThanOrEqual(1150)
  })

  it('continue when the polling one is killed', async () => {
    // Its poll never ends, so it keeps the lock.
    answers.one = () => {}
    const worker = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        '--input-type=module',
        '-e',
        `
      const [{ startMarket }, { Database }, { pino }] = await Promise.all([import('./pipelines/market/market.ts'), import('./sql/database.ts'), import('pino')])
      const feed = { code: 'one', sourceUrl: 'http://127.0.0.1/', interval: 1, parse: () => [], fetch: (http) => http.get('${address}/one') }
      startMarket({ database: new Database({ url: '${place.url}' }), feeds: [feed], parser: { parseFeed: () => [] }, logger: pino({ level: 'silent' }), userAgent: 'test', environment: {}, interval: 60, keepMinutes: 7, keepHours: 400 })
    `
      ],
      { cwd: new URL('../../../', import.meta.url).pathname, stdio: 'inherit' }
    )
    while (polled.length === 0) await sleep(50)
    answers.one = gives(RATES)
    const heir = startMarket(market({ interval: 4 }))
    await sleep(1500)
    expect(polled).toHaveLength(1)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    await expect
      .poll(async () => (await database.read("select from market_polls where status = 'stored'")).length)
      .toBeGreaterThan(0)
    await heir.stop()
    expect(await stored()).toHaveLength(12)
  })

  it('poll once for two concurrent requests', async () => {
    const polls = await Promise.all([pollLocked(market()), pollLocked(market())])
    expect(polls.map((it) => it.length).sort()).toEqual([0, 1])
    expect(await database.read('select from market_hours')).toHaveLength(12)
  })
})

interface Rollup {
  currency: string
  time: string
  rate: string
  low: string
  high: string
  count: number
}

const rolledUp = (table: 'market_hours' | 'market_days') =>
  database.read<Rollup>(`
  select currency, time, trim_scale(rate) as rate, trim_scale(low) as low, trim_scale(high) as high, count from ${table} where feed = 'one' order by currency, time`)

function countedUp(rows: Array<{ currency: string; rate: string; time: string }>, length: 13 | 10): Rollup[] {
  const groups = new Map<string, typeof rows>()
  for (const row of rows) {
    const key = `${row.currency} ${row.time.slice(0, length)}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, group]) => {
      const values = group.map(({ rate }) => rate).sort((one, other) => Number(one) - Number(other))
      const last = group.reduce((newest, it) => (it.time > newest.time ? it : newest))
      return {
        currency: key.slice(0, 3),
        time: `${key.slice(4)}${length === 13 ? '' : 'T00'}:00:00.000Z`,
        rate: last.rate,
        low: values[0]!,
        high: values.at(-1)!,
        count: group.length
      }
    })
}

describe('rollups', () => {
  it('equal the data of each hour and day, in any order of arrival and after any number of runs', async () => {
    await database.write("update feeds set fresh_for = interval '2 days' where code = 'one'")
    const start = Date.now()
    const row = fc.record({
      currency: fc.constantFrom('EUR', 'GBP', 'JPY'),
      time: fc.integer({ min: 0, max: 47 * 60 }).map((minutes) => new Date(start - minutes * MINUTE).toISOString()),
      rate: fc.integer({ min: 1000, max: 1099 }).map((thousandths) => String(thousandths / 1000))
    })
    const polls = fc.array(fc.record({ row, rollUp: fc.boolean() }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(polls, async (polls) => {
        await database.write('truncate market_rates, market_changes, market_hours, market_days, market_polls')
        const known = new Map<string, (typeof polls)[number]['row']>()
        for (const [index, { row, rollUp }] of polls.entries()) {
          await store([row], new Date(start + index).toISOString())
          known.set(`${row.currency} ${row.time}`, row)
          if (rollUp) await database.write('select roll_up_market()')
        }
        for (let again = 0; again < 2; again++) {
          await database.write('select roll_up_market()')
          expect(await rolledUp('market_hours')).toEqual(countedUp([...known.values()], 13))
          expect(await rolledUp('market_days')).toEqual(countedUp([...known.values()], 10))
        }
      }),
      { numRuns: 30 }
    )
    await database.write("update feeds set fresh_for = interval '1 hour' where code = 'one'")
  })
})

describe('the retention', () => {
  const expire = () => database.write("select expire_market(interval '7 days', interval '400 days')")
  const days = async () =>
    (
      await database.read<{ day: string }>(
        "select distinct (time at time zone 'UTC')::date as day from market_rates order by day"
      )
    ).map(({ day }) => day)
  const dayOf = (age: number) => ago(age * DAY).slice(0, 10)

  beforeEach(async () => {
    await database.write("select make_market_partitions(now() - interval '10 days', now())")
    await database.write(
      "insert into market_rates select 'one', 'EUR', now() - day * interval '1 day', 0.86 from " +
        'generate_series(0, 10) day'
    )
  })

  it('keeps minutes for seven days, and longer if they are not rolled up', async () => {
    await database.write(
      "insert into market_changes select feed, currency, date_trunc('hour', time, 'UTC') from market_rates " +
        "where time < now() - interval '8 days 12 hours'"
    )
    await database.write("delete from market_changes where hour < now() - interval '9 days 12 hours'")
    await expire()
    expect(await days()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(dayOf))
    await database.write('select roll_up_market()')
    await expire()
    expect(await days()).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map(dayOf))
    expect(await rolledUp('market_days')).toMatchObject([{ time: `${dayOf(9)}T00:00:00.000Z`, count: 1 }])
  })

  it('keeps hours for 400 days, and days forever', async () => {
    for (const table of ['market_hours', 'market_days']) {
      await database.write(
        `insert into ${table} select 'one', 'EUR', date_trunc('day', now() - age * interval '1 day', 'UTC'), 1, 1, 1, 1 from unnest(array[10, 399, 401, 4000]) age`
      )
    }
    await database.write(
      "insert into market_polls (feed, polled_at, status) values ('one', now() - interval '8 days', " +
        "'stored'), ('one', now() - interval '6 days', 'stored')"
    )
    await expire()
    expect(await rolledUp('market_hours')).toHaveLength(2)
    expect(await rolledUp('market_days')).toHaveLength(4)
    expect(await database.read('select from market_polls')).toHaveLength(1)
  })

  it('fails after a short wait for a reader', async () => {
    await database.transaction(async (reader) => {
      await reader.query('select from market_rates limit 1')
      await expect(expire()).rejects.toThrow('lock timeout')
    })
    expect(await days()).toHaveLength(11)
  })
})

it('lists the feeds in the status', async () => {
  answers.one = (response) => response.writeHead(500).end()
  await poll()
  expect(
    await database.read('select code, position, last_status, last_error, currencies from market_status()')
  ).toEqual([
    { code: 'one', position: 1, last_status: 'failed', last_error: `GET ${address}/one answered 500`, currencies: 0 },
    { code: 'two', position: 2, last_status: 'stored', last_error: null, currencies: 12 },
    { code: 'official', position: 3, last_status: null, last_error: null, currencies: 0 },
    { code: 'wise', position: null, last_status: null, last_error: null, currencies: 0 }
  ])
})

it('lists missing credentials in the status, also of unused feeds', async () => {
  const states = await feedStates(database, [wise, ...feeds], {})
  expect(states.map(({ place, code }) => [place, code])).toEqual([
    [1, 'one'],
    [2, 'two'],
    [3, 'official'],
    [null, 'wise']
  ])
  expect(states[3]).toMatchObject({ credential: 'WISE_API_TOKEN is not set', status: null, currencies: 0 })
  expect(
    (await feedStates(database, [wise], { WISE_API_TOKEN: 'x' })).find(({ code }) => code === 'wise')!.credential
  ).toBe('set')
})

it('have defaults and limits in the settings', () => {
  expect(readSettings({})).toMatchObject({
    MARKET_FEEDS: [],
    MARKET_INTERVAL: 60,
    MARKET_KEEP_MINUTES_DAYS: 7,
    MARKET_KEEP_HOURS_DAYS: 400
  })
  expect(readSettings({ MARKET_FEEDS: 'wise, erapi,official' }).MARKET_FEEDS).toEqual(['wise', 'erapi', 'official'])
  expect(() => readSettings({ MARKET_FEEDS: 'wise,,erapi' })).toThrow('MARKET_FEEDS must be codes of feeds')
  expect(() => readSettings({ MARKET_INTERVAL: '5', MARKET_KEEP_MINUTES_DAYS: '1' })).toThrow(
    'MARKET_INTERVAL must be a number of seconds from 10 to 86400; MARKET_KEEP_MINUTES_DAYS must be'
  )
})
