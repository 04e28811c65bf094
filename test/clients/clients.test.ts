import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../adapters/source.ts'
import { Ratebook, RatebookError } from '../../clients/typescript/src/index.ts'
import { identity, startService, type Service } from '../support/service.ts'
import { withTool } from '../support/tools.ts'

const euro = (date: string, quote: string, value: string): Row => ({
  date,
  base: 'EUR',
  quote,
  type: 'reference',
  value
})
const TABLES = {
  alpha: [
    euro('2026-03-02', 'USD', '1.10'),
    euro('2026-03-03', 'USD', '1.20'),
    euro('2026-03-03', 'GBP', '1'),
    euro('2026-03-03', 'RUB', '12345678901234567.8901')
  ]
}

let service: Service
let server: Server
let address: string
/** The answers of the other server, in turn; the last one is repeated. */
let answers: Array<(response: ServerResponse, request: IncomingMessage) => void>
let requests: number

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR')], TABLES)
  server = createServer((request, response) => {
    requests++
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!
    answer(response, request)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  requests = 0
})
afterAll(async () => {
  server.close()
  await service.stop()
})

type Reply = (typeof answers)[number]

const failing =
  (status: number, headers = {}, body = '{"error":"not now","code":"busy"}'): Reply =>
  (response) =>
    response.writeHead(status, headers).end(body)
const cut: Reply = (response) => response.destroy()
const good: Reply = (response) =>
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"count":1,"rate":1.10}')

const paged: Reply = (response, request) => {
  const page = Number(new URL(request.url!, 'http://localhost').searchParams.get('page') ?? 1)
  const next = page < 3 ? `?page=${page + 1}` : 'http://127.0.0.1.example.org/next'
  response.writeHead(200, { Link: `<${next}>; rel="next"` }).end(`{"rates":[{"value":${page}.10}]}`)
}

const ELSEWHERE = 'the next page is on another server, which must not get the key: http://127.0.0.1.example.org/next'
const IN_AN_HOUR = { 'Retry-After': '3600' }
const IN_NO_TIME = { 'Retry-After': '0' }
const YESTERDAY = { 'Retry-After': 'Sat, 01 Jan 2000 00:00:00 GMT' }

/**
 * Failures that a client throws: the answer, the number of requests, and the error as status, code, message and wait.
 */
const FAILURES: Array<[title: string, reply: Reply, requests: number, error: string]> = [
  ['a passing failure after the last repetition', failing(503, IN_NO_TIME), 3, '503 busy not now 0'],
  ['a wait that is too long', failing(429, IN_AN_HOUR), 1, '429 busy not now 3600'],
  ['a used-up allowance, which has no Retry-After', failing(429), 1, '429 busy not now none'],
  ['a mistake in the request', failing(400), 1, '400 busy not now none'],
  ['an error of a proxy', failing(500, {}, '<html>'), 1, '500 not_json <html> none']
]

describe('the client for TypeScript', () => {
  const text = () => new Ratebook({ url: service.address, key: service.keys.enterprise, figure: String })

  it('keeps every digit of figures on request, and counts as numbers', async () => {
    const { rates } = await text().latest('alpha')
    expect(rates.map(({ quote, value }) => [quote, value])).toEqual([
      ['GBP', '1'],
      ['RUB', '12345678901234567.8901'],
      ['USD', '1.20']
    ])
    expect(await text().compare('EUR', 'USD')).toMatchObject({ count: 1, banks: [{ rate: '1.20' }] })
  })

  it('returns numbers by default', async () => {
    const ratebook = new Ratebook({ url: service.address, key: service.keys.enterprise })
    const { rate } = await ratebook.rate('alpha', 'EUR', 'USD')
    expect(rate + 1).toBe(2.2)
  })

  it('answers each method from the service', async () => {
    const it = text()
    expect(await it.sources()).toMatchObject([{ code: 'alpha', days_of_history: 2 }])
    expect(await it.openTable('alpha')).toMatchObject({ rate_date: '2026-03-03' })
    expect(await it.openRate('alpha', 'EUR', 'USD')).toMatchObject({ rate: '1.20' })
    expect(await it.table('alpha', '2026-03-02', { type: 'reference' })).toMatchObject({ rates: [{ value: '1.10' }] })
    expect(await it.rateOn('alpha', '2026-03-02', 'EUR', 'USD')).toMatchObject({
      rate: '1.10',
      requested_date: '2026-03-02'
    })
    expect(await collect(it.history('alpha', 'USD', { from: '2026-03-01' }))).toMatchObject([
      { value: '1.10' },
      { value: '1.20' }
    ])
    expect(await collect(it.pairHistory('alpha', 'EUR', 'USD', { from: '2026-03-01' }))).toMatchObject([
      { rate: '1.10' },
      { rate: '1.20' }
    ])
    expect(
      await collect(it.periods('alpha', 'EUR', 'USD', { from: '2026-03-01', group: 'month', stat: 'end', round: 4 }))
    ).toMatchObject([{ days: 2 }])
    expect(await collect(it.series(['EUR/USD', 'EUR/GBP'], { banks: ['alpha'], from: '2026-03-01' }))).toHaveLength(3)
    expect(await it.availability('alpha', { year: 2026 })).toMatchObject({
      count: 2,
      dates: ['2026-03-02', '2026-03-03']
    })
    await expect(
      it.applicable('2026-03-03', 'USD', {
        jurisdiction: 'PL',
        purpose: 'vat',
        amount: '1000.10',
        unsure: true
      })
    ).rejects.toMatchObject({
      code: expect.stringMatching(/^\w+$/) as string
    })
  })

  it('follows the pages, but never sends the key to another server', async () => {
    answers = [paged]
    const read: string[] = []
    const walk = async () => {
      for await (const { value } of new Ratebook({
        url: address,
        key: 'k',
        figure: String
      }).history('alpha', 'USD'))
        read.push(value)
    }
    await expect(walk()).rejects.toThrow(ELSEWHERE)
    expect(read).toEqual(['1.10', '2.10', '3.10'])
  })

  it('retries a request after a lost connection and after transient failures', async () => {
    answers = [cut, failing(503, YESTERDAY), failing(429, IN_NO_TIME), good]
    expect(await new Ratebook({ url: address, figure: String }).get('/')).toEqual({ count: 1, rate: '1.10' })
    expect(requests).toBe(4)
  })

  it.each(FAILURES)('throws %s', async (_, reply, times, error) => {
    answers = [reply]
    const caught = await new Ratebook({ url: address, retries: 2 }).get('/').catch((it: unknown) => it)
    expect(caught).toBeInstanceOf(RatebookError)
    const { status, code, message, retryAfter = 'none' } = caught as RatebookError
    expect(`${status} ${code} ${message} ${retryAfter}`).toBe(error)
    expect(requests).toBe(times)
  })
})

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

withTool('python3').describe('the client for Python', () => {
  const python = async (url: string, ...lines: string[]) => {
    const env = {
      PATH: process.env.PATH,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONPATH: fileURLToPath(new URL('../../clients/python/src/', import.meta.url)),
      RATEBOOK_URL: url,
      RATEBOOK_KEY: service.keys.enterprise
    }
    const program = [
      'import asyncio',
      'from ratebook_client import AsyncRatebook, Ratebook, RatebookError',
      'it = Ratebook()',
      ...lines
    ].join('\n')
    return (await promisify(execFile)('python3', ['-c', program], { env })).stdout.trim().split('\n')
  }

  it('keeps every digit of figures as Decimal, and counts as int', async () => {
    const lines = [
      'for row in it.latest("alpha")["rates"]: print(repr(row["value"]))',
      'print(repr(it.compare("EUR", "USD")["count"]))'
    ]
    expect(await python(service.address, ...lines)).toEqual([
      "Decimal('1')",
      "Decimal('12345678901234567.8901')",
      "Decimal('1.20')",
      '1'
    ])
  })

  it('returns figures as numbers or text on request', async () => {
    const rates = (figure: string) =>
      `print([row["value"] for row in Ratebook(figure=${figure}).latest("alpha")["rates"]])`
    expect(await python(service.address, rates('float'), rates('str'))).toEqual([
      '[1.0, 1.2345678901234568e+16, 1.2]',
      "['1', '12345678901234567.8901', '1.20']"
    ])
  })

  it('answers each method from the service, also with asyncio', async () => {
    const calls: Array<[call: string, shown: string]> = [
      ['sources()', 'it[0]["days_of_history"]'],
      ['open_table("alpha")', 'it["rate_date"]'],
      ['open_rate("alpha", "EUR", "USD")', 'it["rate"]'],
      ['table("alpha", "2026-03-02", type="reference")', 'it["rates"][0]["value"]'],
      ['rate("alpha", "EUR", "USD")', 'it["rate"]'],
      ['rate_on("alpha", "2026-03-02", "EUR", "USD")', 'it["rate"]'],
      ['availability("alpha", year=2026)', 'it["count"]'],
      ['get("/api/v1/symbols", historical=True)', 'it["count"] > 100']
    ]
    const lists: Array<[call: string, shown: string]> = [
      ['history("alpha", "USD", from_="2026-03-01")', 'it["value"]'],
      ['pair_history("alpha", "EUR", "USD", from_="2026-03-01")', 'it["rate"]'],
      ['periods("alpha", "EUR", "USD", "month", from_="2026-03-01", stat="end", round=4)', 'it["days"]'],
      ['series(["EUR/USD", "EUR/GBP"], banks=["alpha"], from_="2026-03-01")', 'it["value"]']
    ]
    const printed = await python(
      service.address,
      'client = it',
      ...calls.map(([call, shown]) => `it = client.${call}; print(${shown})`),
      ...lists.map(([call, shown]) => `print(*(${shown} for it in client.${call}))`)
    )
    expect(printed).toEqual([
      '2',
      '2026-03-03',
      '1.20',
      '1.10',
      '1.20',
      '1.10',
      '2',
      'True',
      '1.10 1.20',
      '1.10 1.20',
      '2',
      expect.stringMatching(/^[\d.]+ [\d.]+ [\d.]+$/)
    ])
    const asynchronous = await python(
      service.address,
      'async def main():',
      '  client = AsyncRatebook()',
      ...calls.map(([call, shown]) => `  it = await client.${call}; print(${shown})`),
      ...lists.map(([call, shown]) => `  print(*[${shown} async for it in client.${call}])`),
      'asyncio.run(main())'
    )
    expect(asynchronous).toEqual(printed)
  })

  it('follows the pages, but never sends the key to another server', async () => {
    answers = [paged]
    const lines = [
      'try:',
      '  for row in it.history("alpha", "USD"): print(row["value"])',
      'except ValueError as error: print(error)'
    ]
    expect(await python(address, ...lines)).toEqual(['1.10', '2.10', '3.10', ELSEWHERE])
  })

  it('does not send the key when it follows a redirect', async () => {
    const keys: Array<string | undefined> = []
    const seen =
      (reply: Reply): Reply =>
      (response, request) => {
        keys.push(request.headers.authorization)
        reply(response, request)
      }
    answers = [
      seen((response) => response.writeHead(302, { Location: `http://localhost:${new URL(address).port}/` }).end()),
      seen(good)
    ]
    await python(address, 'it.get("/")')
    expect(keys).toEqual([`Bearer ${service.keys.enterprise}`, undefined])
  })

  it('retries a request after a lost connection and after transient failures', async () => {
    answers = [cut, failing(503, YESTERDAY), failing(429, IN_NO_TIME), good]
    expect(await python(address, 'print(it.get("/"))')).toEqual(["{'count': 1, 'rate': Decimal('1.10')}"])
    expect(requests).toBe(4)
  })

  it.each(FAILURES)('raises %s', async (_, reply, times, error) => {
    answers = [reply]
    const lines = [
      'try: Ratebook(retries=2).get("/")',
      'except RatebookError as error:',
      '  wait = "none" if error.retry_after is None else int(error.retry_after)',
      '  print(error.status, error.code, error, wait)'
    ]
    expect(await python(address, ...lines)).toEqual([error])
    expect(requests).toBe(times)
  })
})
