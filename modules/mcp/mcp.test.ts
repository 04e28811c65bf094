import { request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { Client as NewClient, StreamableHTTPClientTransport as NewHttpTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport as NewStdioTransport } from '@modelcontextprotocol/client/stdio'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockFrom, seedRows, seedSources, testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { identity, startService, type Service } from '../../test/support/service.ts'
import { VERSION } from '../../api/contract/version.ts'
import { describeTool } from './kit/tool.ts'
import { tools } from './tools.ts'

const BIN = new URL('../../bin/ratebook.js', import.meta.url).pathname
const today = '2026-11-25'
const clock = clockFrom(`${today}T12:00:00Z`)
const row = (date: string, base: string, quote: string, value: string, type = 'reference') => ({
  date,
  base,
  quote,
  type,
  value
})
const DAY = 86_400_000
const days = Array.from({ length: 600 }, (_, at) =>
  new Date(Date.parse('2023-01-01') + at * DAY).toISOString().slice(0, 10)
)

let service: Service
// clients of the revisions of 2025-11-25 and 2026-07-28
let byHttp: Client
let byStdio: Client
let byNewHttp: NewClient
let byNewStdio: NewClient
let registry: TestDatabase

beforeAll(async () => {
  service = await startService(
    [identity('alpha', 'EUR'), identity('beta', 'NOK', ['buy', 'sell']), identity('empty', 'XPF')],
    {
      alpha: [
        row('2022-12-30', 'EUR', 'USD', '1.0660'),
        row('2022-12-30', 'EUR', 'GBP', '0.88693'),
        row(today, 'EUR', 'USD', '1.1610'),
        row(today, 'EUR', 'GBP', '0.87730'),
        ...days.flatMap((day) =>
          Object.entries({ USD: '1.0800', GBP: '0.88000', JPY: '150.00' }).map(([quote, value]) =>
            row(day, 'EUR', quote, value)
          )
        )
      ],
      beta: [
        row(today, 'EUR', 'NOK', '11.71', 'buy'),
        row(today, 'EUR', 'NOK', '11.93', 'sell'),
        row(today, 'USD', 'NOK', '10.02', 'buy')
      ]
    },
    { clock }
  )
  const address = new URL(`${service.address}/api/mcp`)
  const requestInit = { headers: { Authorization: `Bearer ${service.keys.business}` } }
  byHttp = new Client({ name: 'test', version: '1' })
  await byHttp.connect(new StreamableHTTPClientTransport(address, { requestInit }))
  byNewHttp = newClient()
  await byNewHttp.connect(new NewHttpTransport(address, { requestInit }))
  // from now on the clients validate results against the schemas of the tools
  await Promise.all([byHttp.listTools(), byNewHttp.listTools()])
  // The command deactivates sources that are not in the registry.
  registry = await testDatabase()
  await seedSources(registry.database)
  await seedRows(registry.database, 'ecb', [row('2022-12-30', 'EUR', 'USD', '1.1610')])
  byStdio = new Client({ name: 'test', version: '1' })
  const env = {
    PATH: process.env.PATH!,
    HOME: process.env.HOME!,
    DATABASE_URL: registry.url,
    PUBLIC_URL: 'https://rates.example.org',
    MODULES: 'mcp'
  }
  const command = { command: process.execPath, args: [BIN, 'mcp'], env, stderr: 'inherit' as const }
  await byStdio.connect(new StdioClientTransport(command))
  byNewStdio = newClient()
  await byNewStdio.connect(new NewStdioTransport(command))
})

function newClient(): NewClient {
  return new NewClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
}

afterAll(async () => {
  for (const client of [byHttp, byStdio, byNewHttp, byNewStdio]) await client?.close()
  await registry?.drop()
  await service?.stop()
})

/** The result of a call over HTTP, which is the same in both revisions. Untyped, because tests compare whole results. */
async function call(
  name: string,
  asked: Record<string, unknown> = {}
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
): Promise<{ fields: any; text: string; isError: boolean }> {
  const { structuredContent, content, isError } = await byHttp.callTool({ name, arguments: asked })
  expect(await byNewHttp.callTool({ name, arguments: asked })).toMatchObject({
    content,
    ...(isError ? { isError } : { structuredContent })
  })
  return { fields: structuredContent, text: (content as Array<{ text: string }>)[0]!.text, isError: isError === true }
}

describe('the tools', () => {
  it('are the same over HTTP and standard input, with descriptions, types and the read-only hint', async () => {
    const { tools: listed } = await byHttp.listTools()
    // prettier-ignore
    expect(listed.map(({ name }) => name)).toEqual([
      'list_sources', 'latest_table', 'pair_rate', 'table_on_date', 'history', 'compare_banks', 'availability',
      'convert', 'list_currencies'
    ])
    for (const { description, annotations, inputSchema, outputSchema } of listed) {
      expect(description!.length).toBeGreaterThan(60)
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false })
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      for (const property of Object.values(inputSchema.properties!))
        expect(property).toMatchObject({
          description: expect.any(String)
        })
      expect(outputSchema).toMatchObject({ type: 'object' })
    }
    for (const client of [byStdio, byNewHttp, byNewStdio]) expect((await client.listTools()).tools).toEqual(listed)
    for (const client of [byHttp, byNewHttp]) {
      expect(client.getServerVersion()).toMatchObject({ name: 'ratebook', version: VERSION })
      expect(client.getInstructions()).toContain('derived')
    }
  })

  it('returns every source in list_sources, including one without tables', async () => {
    const { fields, text } = await call('list_sources')
    expect(fields.count).toBe(3)
    expect(fields.sources[0]).toMatchObject({
      code: 'alpha',
      home_ccy: 'EUR',
      rate_types: ['reference'],
      latest_date: today,
      stale: false,
      source_url: 'https://example.com/alpha'
    })
    expect(text).toContain('empty: Bank empty (XPF), newest table none yet')
  })

  it('keeps every digit in latest_table', async () => {
    const { fields, text } = await call('latest_table', { bank: 'alpha' })
    expect(fields).toEqual({
      bank: 'alpha',
      name: 'Bank alpha',
      rate_date: today,
      source_url: 'https://example.com/alpha',
      rates: [
        { base: 'EUR', quote: 'GBP', type: 'reference', value: '0.87730' },
        { base: 'EUR', quote: 'USD', type: 'reference', value: '1.1610' }
      ]
    })
    expect(text).toContain('1 EUR = 1.1610 USD (reference)')
  })

  it('returns published, inverse and cross rates in pair_rate, also on a date', async () => {
    expect((await call('pair_rate', { bank: 'alpha', source: 'eur', target: 'usd' })).fields).toMatchObject({
      rate: '1.1610',
      derived: false,
      method: 'published',
      rate_date: today
    })
    expect((await call('pair_rate', { bank: 'alpha', source: 'USD', target: 'EUR' })).fields).toMatchObject({
      rate: '0.8613264427217916',
      derived: true,
      method: 'inverse'
    })
    const { fields, text } = await call('pair_rate', {
      bank: 'alpha',
      source: 'GBP',
      target: 'USD',
      date: '2022-12-31'
    })
    expect(fields).toMatchObject({ rate_date: '2022-12-30', derived: true, method: 'cross' })
    expect(text).toContain('calculated: a cross')
    expect(
      (
        await call('pair_rate', {
          bank: 'beta',
          source: 'EUR',
          target: 'NOK',
          type: 'sell'
        })
      ).fields
    ).toMatchObject({
      rate: '11.93',
      rate_type: 'sell'
    })
  })

  it('returns the newest table with a note for a date after all tables', async () => {
    const next = new Date(clock.now() + 365 * 86_400_000).toISOString().slice(0, 10)
    for (const [name, asked] of [
      ['table_on_date', {}],
      ['pair_rate', { source: 'EUR', target: 'USD' }]
    ] as const) {
      const note = `${next} is in the future: the newest table is dated ${today}.`
      expect(await call(name, { bank: 'alpha', date: next, ...asked })).toMatchObject({
        fields: { rate_date: today, note },
        text: expect.stringContaining(note)
      })
    }
  })

  it('returns the newest table on or before the date in table_on_date', async () => {
    expect((await call('table_on_date', { bank: 'alpha', date: '2022-12-31' })).fields).toMatchObject({
      requested_date: '2022-12-31',
      rate_date: '2022-12-30',
      published_on_requested_date: false
    })
  })

  it('returns at most 1000 rows in history and accepts at most 366 days', async () => {
    const pair = await call('history', {
      bank: 'alpha',
      source: 'USD',
      target: 'GBP',
      from: '2022-12-01',
      to: '2023-01-02'
    })
    expect(pair.fields).toMatchObject({ count: 3, truncated: false, next_from: null })
    expect(pair.fields.rates[0]).toEqual({
      date: '2022-12-30',
      base: 'USD',
      quote: 'GBP',
      type: 'reference',
      value: '0.8320168855534709',
      derived: true,
      method: 'cross'
    })
    const home = await call('history', { bank: 'alpha', symbol: 'EUR', to: '2023-12-31' })
    expect(home.fields).toMatchObject({ from: '2022-12-31', count: 999, truncated: true, next_from: '2023-11-30' })
    expect(home.text).toContain('more from 2023-11-30')
    const rest = await call('history', { bank: 'alpha', symbol: 'EUR', from: home.fields.next_from, to: '2023-12-31' })
    expect(rest.fields).toMatchObject({ count: 96, truncated: false })
    // prettier-ignore
    const months = await call('history', {
      bank: 'alpha', source: 'USD', target: 'GBP', from: '2022-12-01', to: '2023-01-02', group: 'year', stat: 'max',
      round: '4'
    })
    expect(months.fields.rates[0]).toEqual({
      date: '2022-01-01',
      base: 'USD',
      quote: 'GBP',
      type: 'reference',
      value: expect.stringMatching(/^0\.\d{4}$/),
      derived: true,
      method: 'max',
      days: expect.any(Number),
      first_date: '2022-12-30',
      last_date: expect.any(String),
      partial: true
    })
    expect(await call('history', { bank: 'alpha', symbol: 'EUR', from: '2022-01-01', to: '2023-12-31' })).toMatchObject(
      {
        isError: true,
        text: expect.stringContaining('at most 366 days')
      }
    )
  })

  it('returns the rates of all banks and their statistics in compare_banks', async () => {
    const { fields } = await call('compare_banks', { source: 'EUR', target: 'USD' })
    expect(fields).toMatchObject({
      count: 2,
      banks: [
        { code: 'alpha', rate: '1.1610', method: 'published' },
        { code: 'beta', derived: true }
      ],
      stats: { banks_in_stats: 2 }
    })
  })

  it('returns the dates with a table in availability', async () => {
    expect((await call('availability', { bank: 'alpha', from: '2022-01-01', to: '2022-12-31' })).fields).toMatchObject({
      dates: ['2022-12-30'],
      latest_date: today,
      truncated: false
    })
  })

  it.each(['pair_rate', 'convert'])('name the date of the last rate if a pair lapsed: %s', async (name) => {
    const lapsed = { bank: 'alpha', source: 'EUR', target: 'JPY', ...(name === 'convert' && { amount: '1' }) }
    expect(await call(name, lapsed)).toMatchObject({
      isError: true,
      text: expect.stringContaining(`its last rate is dated ${days.at(-1)}`)
    })
  })

  it('multiplies exactly in convert', async () => {
    const { fields, text } = await call('convert', {
      bank: 'alpha',
      source: 'EUR',
      target: 'GBP',
      amount: '123456789012345678.123456789012'
    })
    expect(fields).toMatchObject({
      converted: '108308641000530863.4177086410002276',
      rate: '0.87730',
      derived: false,
      rate_date: today
    })
    expect(text).toContain(`Bank alpha, table of ${today}, reference, as published`)
    expect((await call('convert', { bank: 'ALPHA', source: 'eur', target: 'GBP', amount: 250 })).fields).toMatchObject({
      bank: 'alpha',
      amount: '250',
      converted: '219.325'
    })
  })

  it.each([
    [1e-7, '0.0000001'],
    [1.5e-10, '0.00000000015'],
    [0.1, '0.1'],
    [1e15, '1000000000000000'],
    [123456789012345, '123456789012345'],
    [5e-324, `0.${'0'.repeat(323)}5`],
    [-1e-7, '-0.0000001']
  ])('reads the number %s as the decimal does', async (number, text) => {
    const asked = { bank: 'alpha', source: 'EUR', target: 'GBP' }
    expect(await call('convert', { ...asked, amount: number })).toEqual(
      await call('convert', { ...asked, amount: text })
    )
  })

  it('converts a number in exponents as plain digits', async () => {
    const asked = { bank: 'alpha', source: 'EUR', target: 'GBP', amount: 1e-7 }
    expect((await call('convert', asked)).fields).toMatchObject({ amount: '0.0000001', converted: '0.00000008773' })
  })

  it.each([9007199254740994, 0.1 + 0.2, 123456789012345680, JSON.parse('10000000000000001') as number])(
    'refuses the number %s, whose digits JSON does not keep',
    async (amount) => {
      const { isError, text } = await call('convert', { bank: 'alpha', source: 'EUR', target: 'GBP', amount })
      expect([isError, text]).toEqual([
        true,
        'amount: expected a string, because a JSON number of more than 15 digits is not exact'
      ])
    }
  )

  it('returns the answer of /api/v1/symbols in list_currencies', async () => {
    for (const [input, query] of [
      [{}, ''],
      [{ historical: true }, '?historical=true']
    ] as const) {
      const { json } = await service.ask(`/api/v1/symbols${query}`)
      expect((await call('list_currencies', input)).fields).toEqual(json)
    }
  })

  it('work over standard input too', async () => {
    for (const client of [byStdio, byNewStdio]) {
      expect(
        await client.callTool({ name: 'pair_rate', arguments: { bank: 'ecb', source: 'EUR', target: 'USD' } })
      ).toMatchObject({
        structuredContent: { bank: 'ecb', name: 'European Central Bank', rate: '1.1610', derived: false }
      })
      expect(await client.callTool({ name: 'latest_table', arguments: { bank: 'nowhere' } })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('list_sources') }]
      })
    }
    const { structuredContent: listed } = await byStdio.callTool({ name: 'list_sources' })
    expect(listed).toMatchObject({
      sources: expect.arrayContaining([
        expect.objectContaining({ code: 'composite', source_url: 'https://rates.example.org/banks/composite' })
      ])
    })
  })
})

describe('the error of a wrong argument names the correction', () => {
  it.each([
    ['latest_table', { bank: 'nowhere' }, 'list_sources'],
    ['latest_table', { bank: 'empty' }, 'nothing has been ingested'],
    ['latest_table', {}, 'bank: expected the code of a source'],
    ['latest_table', { bank: 'beta', type: 'mid' }, 'expected buy, sell'],
    ['pair_rate', { bank: 'alpha', source: 'EUR', target: 'NOK' }, 'compare_banks'],
    ['pair_rate', { bank: 'alpha', source: 'euro', target: 'USD' }, 'three-letter'],
    ['table_on_date', { bank: 'alpha', date: '2000-01-01' }, 'availability'],
    ['table_on_date', { bank: 'alpha', date: '2026-02-30' }, 'a date that exists'],
    ['history', { bank: 'alpha' }, 'either symbol, or source and target'],
    ['history', { bank: 'alpha', symbol: 'XAU' }, 'latest_table'],
    ['compare_banks', { source: 'EUR', target: 'XAU' }, 'list_currencies'],
    ['convert', { bank: 'alpha', source: 'EUR', target: 'USD', amount: '1,5' }, 'expected a decimal number'],
    ['latest_table', { bank: 'alpha', other: 1 }, 'other: the tool has no such parameter; it takes bank, type'],
    ['compare_banks', { source: 'EUR', target: 'USD', base: 'EUR' }, 'it takes date, source, target, type']
  ])('is returned by %s %j: %s', async (name, asked, expected) => {
    expect(await call(name, asked)).toMatchObject({ isError: true, text: expect.stringContaining(expected) })
  })
})

it.each([
  ['latest_table', { bank: 'nowhere' }, 'central-bank/nowhere/latest'],
  ['latest_table', { bank: 'beta', type: 'mid' }, 'central-bank/beta/latest?type=mid'],
  ['pair_rate', { bank: 'alpha', source: 'EUR', target: 'NOK' }, 'central-bank/alpha/latest?source=EUR&target=NOK'],
  ['pair_rate', { bank: 'alpha', source: 'euro', target: 'USD' }, 'central-bank/alpha/latest?source=euro&target=USD'],
  ['table_on_date', { bank: 'alpha', date: '2026-02-30' }, 'central-bank/alpha/2026-02-30'],
  ['table_on_date', { bank: 'alpha', date: '2000-01-01' }, 'central-bank/alpha/2000-01-01'],
  ['compare_banks', { source: 'EUR', target: 'XAU' }, 'central-banks/rates?source=EUR&target=XAU']
])('return the error text of the endpoint: %s %j', async (name, asked, path) => {
  const { json } = await service.ask(`/api/v1/${path}`, { plan: 'business' })
  expect((await call(name, asked)).text).toContain(json.error)
})

it('quote at most 200 characters of the input in errors', async () => {
  const long = 'x'.repeat(12_000)
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, number) => [`key${number}`, 1]))
  for (const [name, asked] of [
    [long, {}],
    ['latest_table', { [long]: 1 }],
    ['latest_table', { bank: 'alpha', ...many }],
    ['latest_table', { bank: long }],
    ['latest_table', { bank: { [long]: 1 } }]
  ] as const) {
    const { text, isError } = await call(name, asked)
    expect([isError, text.length < 400], text.slice(0, 400)).toEqual([true, true])
  }
})

describe('without a key', () => {
  let stranger: Client

  beforeAll(async () => {
    stranger = new Client({ name: 'stranger', version: '1' })
    await stranger.connect(new StreamableHTTPClientTransport(new URL(`${service.address}/api/mcp`)))
  })
  afterAll(() => stranger.close())

  it.each([
    ['table_on_date', { bank: 'alpha', date: '2022-12-31' }],
    ['pair_rate', { bank: 'alpha', source: 'EUR', target: 'USD', date: '2022-12-31' }],
    ['history', { bank: 'alpha', symbol: 'EUR', from: '2023-01-01', to: '2023-12-31' }],
    ['history', { bank: 'alpha', symbol: 'EUR', group: 'year' }],
    ['availability', { bank: 'alpha' }]
  ])('return an error with the header to send: %s %j', async (name, asked) => {
    expect(await stranger.callTool({ name, arguments: asked })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Authorization: Bearer KEY') }]
    })
  })

  it('return the newest tables, pairs, comparisons and 30 days of history', async () => {
    for (const [name, asked] of [
      ['list_sources', {}],
      ['list_currencies', {}],
      ['latest_table', { bank: 'alpha' }],
      ['pair_rate', { bank: 'alpha', source: 'EUR', target: 'USD' }],
      ['compare_banks', { source: 'EUR', target: 'USD' }]
    ] as const) {
      expect(await stranger.callTool({ name, arguments: asked })).not.toHaveProperty('isError')
    }
    const { structuredContent, content } = await stranger.callTool({
      name: 'history',
      arguments: { bank: 'alpha', symbol: 'EUR' }
    })
    expect(structuredContent).toMatchObject({
      from: new Date(Date.parse(today) - 29 * DAY).toISOString().slice(0, 10),
      count: 2
    })
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('Authorization: Bearer KEY') }])
  })

  it('are free of charge without a key; with one, each costs as much as its endpoint', async () => {
    const used = async (name: string, asked: object, key: string) =>
      (
        await fetch(`${service.address}/api/mcp`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            authorization: `Bearer ${key}`
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: asked } })
        })
      ).headers.get('x-monthly-used')
    const { developer, free } = service.keys as Record<string, string>
    expect(await used('latest_table', { bank: 'alpha' }, developer!)).toBe('0')
    expect(await used('table_on_date', { bank: 'alpha', date: '2022-12-31' }, developer!)).toBe('1')
    expect(await used('table_on_date', { bank: 'alpha', date: '1900-12-31' }, developer!)).toBe('1')
    expect(await used('table_on_date', { bank: 'alpha', date: '2022-12-31' }, free!)).toBe('0')
    expect(await used('availability', { bank: 'alpha' }, free!)).toBe('1')
  })
})

it('makes the entry of a tool in lists once', () => {
  for (const tool of tools) expect(describeTool(tool)).toBe(describeTool(tool))
})

describe('the endpoint', () => {
  const MESSAGE = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }

  function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${service.address}/api/mcp`, {
      method: 'POST',
      headers: { ...HEADERS, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body)
    })
  }

  const META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {}
  }
  const newMessage = (method: string, params: object = {}) => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { ...params, _meta: META }
  })
  const newHeaders = (method: string) => ({ 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method })

  it('answers the revision of 2026-07-28 without a handshake, and lists the tools for an hour', async () => {
    const listed = await post(newMessage('tools/list'), newHeaders('tools/list'))
    expect([listed.status, listed.headers.get('content-type'), listed.headers.get('mcp-session-id')]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
      null
    ])
    expect(await listed.json()).toMatchObject({
      result: { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' }
    })
    const discovered = await post(newMessage('server/discover'), newHeaders('server/discover'))
    expect(await discovered.json()).toMatchObject({ result: { supportedVersions: ['2026-07-28'] } })
    const nothing = await post(
      newMessage('subscriptions/listen', { notifications: { toolsListChanged: true } }),
      newHeaders('subscriptions/listen')
    )
    expect([nothing.status, await nothing.text()]).toEqual([200, expect.stringContaining('"resultType":"complete"')])
  })

  it.each([
    ['no header for the method', newMessage('tools/list'), { 'MCP-Protocol-Version': '2026-07-28' }, 400],
    ['a header for another method', newMessage('tools/list'), newHeaders('tools/call'), 400],
    ['a header for a revision that it does not name', MESSAGE, newHeaders('tools/list'), 400],
    ['no header for the tool', newMessage('tools/call', { name: 'list_sources' }), newHeaders('tools/call'), 400],
    ['an unknown method', newMessage('tools/sing'), newHeaders('tools/sing'), 404],
    ['no method', { jsonrpc: '2.0', id: 1 }, {}, 400],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'tools/list' }, {}, 400],
    ['no JSON', '{', {}, 400],
    ['an unknown revision', MESSAGE, { 'MCP-Protocol-Version': '2019-01-01' }, 400],
    ['a type that is not acceptable', MESSAGE, { Accept: 'text/html' }, 406],
    ['too many bytes', { ...MESSAGE, params: { text: 'x'.repeat(17_000) } }, {}, 413],
    ['a body of text', '{}', { 'Content-Type': 'text/plain' }, 415]
  ])('refuses a message with %s as JSON-RPC does', async (_what, message, headers, status) => {
    const answer = await post(message, headers)
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { jsonrpc: '2.0', id: expect.toBeOneOf([1, null]), error: expect.objectContaining({ code: expect.any(Number) }) }
    ])
  })

  it.each([
    ['{', -32700, 'the body: expected JSON'],
    [[MESSAGE], -32600, 'the body: expected a JSON object'],
    [{ ...MESSAGE, id: null }, -32600, 'id: expected a string or a number'],
    [{ ...MESSAGE, id: {} }, -32600, 'id: expected a string or a number'],
    [{ ...MESSAGE, method: 5 }, -32600, 'method: expected the name of a method'],
    [{ ...MESSAGE, params: [] }, -32600, 'params: expected an object'],
    [{ ...MESSAGE, jsonrpc: '1.0' }, -32600, 'jsonrpc: expected "2.0"']
  ])('says what was expected in place of %j', async (message, code, text) => {
    expect(await (await post(message)).json()).toEqual({ jsonrpc: '2.0', id: null, error: { code, message: text } })
  })

  it('says what is missing from a message that names the revision of 2026-07-28 only in its header', async () => {
    const answer = await post(MESSAGE, newHeaders('tools/list'))
    expect([answer.status, (await answer.json()).error.message]).toEqual([400, expect.stringContaining('_meta')])
  })

  it('returns JSON without a session, uncached', async () => {
    const answer = await post(MESSAGE)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('mcp-session-id')).toBeNull()
    expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
  })

  it('accepts notifications with 202', async () => {
    const answer = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect(answer.status).toBe(202)
    expect(await answer.text()).toBe('')
  })

  it.each(['GET', 'DELETE'])('refuses %s with 405', async (method) => {
    const answer = await fetch(`${service.address}/api/mcp`, { method, headers: { Accept: 'text/event-stream' } })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
    expect(await answer.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32000, message: 'this method is not allowed; expected POST' }
    })
  })

  it('refuses another origin with 403', async () => {
    expect((await post(MESSAGE, { Origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await post(MESSAGE, { Origin: service.address })).status).toBe(200)
  })

  it('refuses invalid and oversized messages', async () => {
    expect((await post('{')).status).toBe(400)
    expect((await post([MESSAGE])).status).toBe(400)
    expect((await post({ ...MESSAGE, jsonrpc: '1.0' })).status).toBe(400)
    expect((await post({ jsonrpc: '2.0', id: 1 })).status).toBe(400)
    expect((await post(MESSAGE, { 'Content-Type': 'text/plain' })).status).toBe(415)
    expect((await post(MESSAGE, { Accept: 'text/html' })).status).toBe(406)
    expect((await post({ ...MESSAGE, params: { text: 'x'.repeat(15_000) } })).status).toBe(200)
    expect((await post({ ...MESSAGE, params: { text: 'x'.repeat(17_000) } })).status).toBe(413)
  })
})

// The schema of the public registry (2025-12-11): its required fields, lengths, patterns and types.
it('describes itself for the public registry as its schema requires, under the host of the service', async () => {
  const { json } = await service.ask('/server.json')
  expect(json).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: expect.stringMatching(/^(?=.{3,200}$)[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
    title: expect.stringMatching(/^.{1,100}$/),
    description: expect.stringMatching(/^.{1,100}$/),
    version: expect.stringMatching(/^(?=.{1,255}$)\d+\.\d+\.\d+(-[\da-z.-]+)?$/),
    websiteUrl: service.address,
    remotes: [
      {
        type: 'streamable-http',
        url: expect.stringMatching(/^https?:\/\/[^\s]+$/),
        headers: [{ name: 'X-API-Key', description: expect.stringMatching(/./), isRequired: false, isSecret: true }]
      }
    ]
  })
  expect(json).toMatchObject({
    name: '1.0.0.127/ratebook',
    version: VERSION,
    remotes: [{ url: `${service.address}/api/mcp` }]
  })
  const { hostname, port } = new URL(service.address)
  const named = await new Promise<string>((resolve, reject) => {
    request({ hostname, port, path: '/server.json', headers: { host: 'rates.example.org' } }, (response) =>
      resolve(readText(response))
    )
      .on('error', reject)
      .end()
  })
  expect(JSON.parse(named)).toMatchObject({ name: 'org.example.rates/ratebook' })
})
