import { once } from 'node:events'
import { IncomingMessage, request as httpRequest } from 'node:http'
import { connect, Socket } from 'node:net'
import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readBody } from '../../../api/server/body.ts'
import { identity, startService, type Service } from '../../support/service.ts'
import { WITHOUT_PAGES } from '../../support/modules.ts'

// prettier-ignore
const CURRENCIES = [
  'AUD', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'GBP', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'JPY', 'KRW', 'MXN',
  'MYR', 'NOK', 'NZD', 'PHP', 'PLN', 'RON', 'SEK', 'SGD', 'THB', 'TRY', 'USD', 'ZAR'
]
const OPEN = '/api/open/central-bank/alpha'
const KEYED = '/api/v1/central-bank/alpha/latest'

let service: Service

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR')], {
    alpha: CURRENCIES.map((quote) => ({ date: '2026-11-20', base: 'EUR', quote, type: 'reference', value: '1.1610' }))
  })
})
afterAll(() => service.stop())

interface Exchange {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Sends a request unchanged: nothing is added, decoded or normalised. */
function exchange(
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {}
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.address)
    const sent = httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers as Record<string, string>,
          body: Buffer.concat(chunks)
        })
      )
    })
    sent.on('error', reject)
    if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body)) // the client omits it for GET
    sent.end(body)
  })
}

/** Sends text on a connection and returns everything received until it is closed. */
function raw(text: string, address = service.address): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        answer += chunk
      })
      .on('close', () => resolve(answer))
      .on('error', reject)
  })
}

describe.each(['a fresh', 'a cached'])('%s answer', () => {
  it('has a strong ETag and is revalidated with 304', async () => {
    const first = await exchange(OPEN)
    expect(first.headers.etag).toMatch(/^"[\w-]{20,}"$/)
    for (const known of [first.headers.etag!, `W/${first.headers.etag}`, `"other", ${first.headers.etag}`, '*']) {
      const second = await exchange(OPEN, { headers: { 'if-none-match': known } })
      expect(second).toMatchObject({
        status: 304,
        headers: { etag: first.headers.etag, 'cache-control': first.headers['cache-control'] }
      })
      expect(second.body.length).toBe(0)
    }
    expect((await exchange(OPEN, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('has the same headers for HEAD, without a body', async () => {
    const get = await exchange(OPEN)
    const head = await exchange(OPEN, { method: 'HEAD' })
    expect(head.body.length).toBe(0)
    const own = { date: '', 'x-ratelimit-remaining': '', 'x-ratelimit-reset': '' }
    expect({ ...head.headers, ...own }).toEqual({ ...get.headers, ...own })
    expect(Number(head.headers['content-length'])).toBe(get.body.length)
  })

  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['br;q=1.0, gzip;q=0.8', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0.1, gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
    ['br;q=0, gzip;q=0', undefined, (body: Buffer) => body],
    ['deflate', undefined, (body: Buffer) => body],
    [`gzip, ${'x, '.repeat(200)}`, undefined, (body: Buffer) => body]
  ] as const)('is encoded for Accept-Encoding %j as %s', async (accepted, encoding, decode) => {
    const plain = await exchange(OPEN)
    const coded = await exchange(OPEN, { headers: { 'accept-encoding': accepted } })
    expect(coded.headers['content-encoding']).toBe(encoding)
    expect(coded.headers.vary).toBe('Accept-Encoding')
    expect(decode(coded.body).toString()).toBe(plain.body.toString())
    expect(coded.headers.etag === plain.headers.etag).toBe(encoding === undefined)
  })
})

it('is not compressed if it is small', async () => {
  const { headers } = await exchange(`${OPEN}?source=EUR&target=USD`, { headers: { 'accept-encoding': 'br, gzip' } })
  expect(headers['content-encoding']).toBeUndefined()
})

it('is private if it needs a key, and unreadable for other origins', async () => {
  const { headers } = await service.ask(KEYED, { plan: 'free', headers: { origin: 'https://example.com' } })
  expect(headers.get('cache-control')).toMatch(/^private/)
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

it('allows preflights of open endpoints, and refuses those of keyed ones', async () => {
  const open = await exchange(OPEN, { method: 'OPTIONS', headers: { origin: 'https://example.com' } })
  expect(open).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET, HEAD, OPTIONS' }
  })
  expect((await exchange(KEYED, { method: 'OPTIONS' })).status).toBe(405)
})

it('lets any origin read the errors of open endpoints', async () => {
  const { status, headers } = await exchange('/api/open/central-bank/unknown')
  expect({ status, origin: headers['access-control-allow-origin'], kept: headers['cache-control'] }).toEqual({
    status: 404,
    origin: '*',
    kept: 'no-store'
  })
})

it.each<[string, number]>([
  ['/api/open/central-bank/%zz', 400],
  ['/api/open/central-bank/%E0%A4%A', 400],
  ['/%', 400],
  ['/api/open/central-bank/alpha?source=%E0%A4%A&target=EUR', 400],
  ['/api/open/central-bank/alpha?_=%zz', 200],
  ['/api/open/central-bank/alpha?source=EUR&source=USD&target=GBP', 400],
  ['/api/open/central-bank/alpha?_=1&_=2', 200],
  ['/api/open/central-bank/alpha%00', 400],
  ...(WITHOUT_PAGES
    ? []
    : ([
        ['//', 200],
        ['/?', 200]
      ] as Array<[string, number]>)),
  ['/api/open/central-bank/../central-bank/alpha', 404],
  ['/api/open/central-bank/alpha?source=&target=', 400],
  ['/api/open/central-bank/alpha?format=JSON', 200]
])('answers %s with %i', async (path, status) => {
  expect((await exchange(path)).status).toBe(status)
})

it('distinguishes case in paths, and refuses a trailing slash', async () => {
  for (const path of ['/METRICS', '/Metrics', '/metrics/', '/Api/open/central-bank/alpha', '/HEALTHZ'])
    expect([path, (await exchange(path)).status]).toEqual([path, 404])
  expect((await exchange('/metrics')).status).toBe(200)
})

it('refuses more than 64 headers or two Host headers', async () => {
  const headers = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: 1\r\n`).join('')
  const ask = (head: string) => raw(`GET /healthz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
  expect(await ask(`Host: a\r\n${headers(62)}`)).toMatch(/^HTTP\/1.1 200 /)
  expect(await ask(`Host: a\r\n${headers(63)}`)).toMatch(/^HTTP\/1.1 431 .*"the request: expected at most 64 headers"/s)
  expect(await ask(`Host: a\r\n${headers(500)}`)).toMatch(/^HTTP\/1.1 431 /)
  expect(await ask('Host: a\r\nhOST: b\r\n')).toMatch(/^HTTP\/1.1 400 .*"Host: expected one such header"/s)
})

it('refuses overlong URLs and headers', async () => {
  expect((await exchange(`/${'x'.repeat(3000)}`)).status).toBe(414)
  expect(await raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /)
})

it.each([
  ['Basic abc'],
  ['Bearer'],
  ['Bearer one two'],
  ['rb_0123456789abcdef0123456789abcdef'],
  ["Bearer '; drop table api_keys"],
  ['Bearer rb_0123456789abcdef0123456789abcdef']
])('returns 401 for the Authorization %j', async (authorization) => {
  const { status, headers } = await exchange(KEYED, { headers: { authorization } })
  expect(status).toBe(401)
  expect(headers['www-authenticate']).toMatch(/^Bearer/)
})

it('ignores the body of a GET, and answers other methods with 405 and Allow', async () => {
  expect((await exchange(OPEN, { body: 'x'.repeat(100_000) })).status).toBe(200)
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
    expect(await exchange(OPEN, { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } })
  }
})

it('sends security headers', async () => {
  const { headers } = await exchange(OPEN)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'")
  })
})

it.each([
  ['GET / HTTP/1.1\r\n\r\n', '400'],
  ['GARBAGE\r\n\r\n', '400'],
  ['GET /api/open/central-banks HTTP/1.1\r\nHost: a"b/<c>\r\nConnection: close\r\n\r\n', '400'],
  ['GET http://[::bad/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', '400'],
  ['OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', '404']
])('answers %j with %s', async (text, status) => {
  expect((await raw(text)).split(' ')[1]).toBe(status)
})

it('accepts an absolute URL, and HTTP/1.0 without a Host header', async () => {
  expect(await raw(`GET http://example.com${OPEN} HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 200 /
  )
  expect(await raw(`GET ${OPEN} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /)
})

describe('a body', () => {
  const head = (length: string) => `POST / HTTP/1.1\r\nHost: a\r\n${length}\r\n\r\n`

  describe('of a form', () => {
    function read(form: string): Promise<Record<string, unknown>> {
      const request = new IncomingMessage(new Socket())
      request.headers = { 'content-type': 'application/x-www-form-urlencoded' }
      request.push(form)
      request.push(null)
      request.complete = true
      return readBody(request, 3e6)
    }

    it('decodes a form as browsers encode it', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), { minKeys: 1 }),
          fc.constantFrom('', '%2'.repeat(10_000)),
          async (fields, filler) => {
            expect(await read(new URLSearchParams({ ...fields, filler }).toString())).toEqual({ ...fields, filler })
          }
        )
      )
    })

    it.each(['a=%', 'a=%2', 'a=%&2=b', 'a=%g0', 'a=%0g', 'a=%E2%8', 'a=%ED%A0%80', '%ff=a'])(
      'refuses a form that is not percent-encoded UTF-8: %s',
      async (form) => {
        await expect(read(form)).rejects.toThrow('the form: expected percent-encoded UTF-8')
        await expect(read(`${form}&filler=${'x'.repeat(20_000)}`)).rejects.toThrow(
          'the form: expected percent-encoded UTF-8'
        )
      }
    )
  })

  describe('that arrives', () => {
    const arriving = () => {
      const request = new IncomingMessage(new Socket())
      request.headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return request
    }
    afterEach(() => {
      vi.useRealTimers()
    })

    it('ends with its connection after ten seconds if it arrives too slowly', async () => {
      vi.useFakeTimers({ toFake: ['setInterval'] })
      const request = arriving()
      const reading = readBody(request)
      request.push('a')
      vi.advanceTimersByTime(9_999)
      expect(request.destroyed).toBe(false)
      vi.advanceTimersByTime(1)
      expect(request.destroyed).toBe(true)
      await expect(reading).rejects.toThrow('the body could not be read')
    })

    it('is read if it arrives slowly but steadily', async () => {
      vi.useFakeTimers({ toFake: ['setInterval'] })
      const request = arriving()
      const reading = readBody(request, 100_000)
      for (let piece = 0; piece < 3; piece++) {
        request.push('x'.repeat(16_384))
        await new Promise(setImmediate)
        vi.advanceTimersByTime(10_000)
      }
      request.push(null)
      expect(Object.keys(await reading)).toEqual(['x'.repeat(3 * 16_384)])
    })

    it('is refused before its end if it arrives in tiny chunks', async () => {
      const request = arriving()
      const reading = readBody(request)
      const outcome = expect(reading).rejects.toMatchObject({
        status: 400,
        message: 'the body: expected chunks of at least 16 bytes on average'
      })
      for (let chunk = 0; chunk < 300 && !request.destroyed; chunk++) {
        request.push('x')
        await new Promise(setImmediate)
      }
      await outcome
    })
  })

  it('takes no slot from other callers of its address while it does not arrive', async () => {
    const sending = [...Array(8).keys()].map(() => {
      const { hostname, port } = new URL(service.address)
      const socket = connect(Number(port), hostname)
      socket.write(
        `POST /api/mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 16000\r\n\r\n{`
      )
      return socket
    })
    await Promise.all(sending.map((socket) => once(socket, 'connect')))
    await service.ask('/healthz') // by then, the service has read the earlier requests
    const answer = await fetch(service.address + KEYED, {
      headers: { authorization: `Bearer ${service.keys.developer}` }
    })
    expect(answer.status).toBe(200)
    for (const socket of sending) socket.destroy()
  })

  it.skipIf(WITHOUT_PAGES)('is refused with 503 while others of its network hold 16 MB', async () => {
    const { hostname, port } = new URL(service.address)
    const answers: string[] = []
    const sending = await Promise.all(
      [...Array(12).keys()].map(async () => {
        const socket = connect(Number(port), hostname)
        socket.on('error', () => {}).on('data', (bytes: Buffer) => answers.push(bytes.toString()))
        await once(socket, 'connect')
        socket.write(
          `POST /verify HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1900000\r\n\r\n`
        )
        socket.write(`text=${'x'.repeat(1_890_000)}`) // the client never sends the rest
        return socket
      })
    )
    await expect.poll(() => answers.length).toBe(4)
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*Too many large bodies at a time/)
    expect(
      (await fetch(`${service.address}/login`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })).status
    ).not.toBe(503)
    for (const socket of sending) socket.destroy()
    const body = new URLSearchParams({ text: 'x'.repeat(1_800_000) })
    await expect
      .poll(async () => (await fetch(`${service.address}/verify`, { method: 'POST', body })).status)
      .not.toBe(503)
  })

  it.skipIf(WITHOUT_PAGES)('is received completely without a reader, and its connection stays open', async () => {
    const answers = await raw(
      `${head('Content-Length: 2000000')}${'x'.repeat(2_000_000)}GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
    )
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 405', 'HTTP/1.1 200'])
  })
})
