import { EventEmitter, once } from 'node:events'
import { IncomingMessage, request as httpRequest } from 'node:http'
import { connect, Socket } from 'node:net'
import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import Koa from 'koa'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BoundedQueue } from '../../../api/access/bounded-queue.ts'
import { readBody, readBytes } from '../../../api/server/body.ts'
import { chunksOf } from '../../../api/server/chunks.ts'
import { Floods } from '../../../api/server/floods.ts'
import { createServer } from '../../../api/server/server.ts'
import { identity, startService, type Service } from '../../support/service.ts'
import { busyTurn, mostPerTurn } from '../../support/turns.ts'

const CURRENCIES = ['AUD', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'GBP', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'JPY', 'KRW', 'MXN', 'MYR', 'NOK', 'NZD', 'PHP', 'PLN', 'RON', 'SEK', 'SGD', 'THB', 'TRY', 'USD', 'ZAR']
const OPEN = '/api/open/central-bank/alpha'
const KEYED = '/api/v1/central-bank/alpha/latest'

let service: Service

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR')], { alpha: CURRENCIES.map((quote) => ({ date: '2026-11-20', base: 'EUR', quote, type: 'reference', value: '1.1610' })) })
})
afterAll(() => service.stop())

interface Exchange {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Asks as written: nothing is added, decoded or normalised. */
function exchange (path: string, { method = 'GET', headers = {}, body }: { method?: string, headers?: Record<string, string>, body?: string } = {}): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.address)
    const sent = httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers as Record<string, string>, body: Buffer.concat(chunks) }))
    })
    sent.on('error', reject)
    if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body)) // which the client leaves out of a GET
    sent.end(body)
  })
}

/** Sends bytes and returns all that comes until the connection is closed. */
function raw (text: string, address = service.address): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.setEncoding('utf8').on('data', (chunk: string) => { answer += chunk }).on('close', () => resolve(answer)).on('error', reject)
  })
}

describe.each(['made', 'from memory'])('an answer %s', () => {
  it('has a strong ETag that gives 304', async () => {
    const first = await exchange(OPEN)
    expect(first.headers.etag).toMatch(/^"[\w-]{20,}"$/)
    for (const known of [first.headers.etag!, `W/${first.headers.etag}`, `"other", ${first.headers.etag}`, '*']) {
      const second = await exchange(OPEN, { headers: { 'if-none-match': known } })
      expect(second).toMatchObject({ status: 304, headers: { 'etag': first.headers.etag, 'cache-control': first.headers['cache-control'] } })
      expect(second.body.length).toBe(0)
    }
    expect((await exchange(OPEN, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('answers HEAD like GET, without the body', async () => {
    const get = await exchange(OPEN)
    const head = await exchange(OPEN, { method: 'HEAD' })
    expect(head.body.length).toBe(0)
    const own = { 'date': '', 'x-ratelimit-remaining': '', 'x-ratelimit-reset': '' }
    expect({ ...head.headers, ...own }).toEqual({ ...get.headers, ...own })
    expect(Number(head.headers['content-length'])).toBe(get.body.length)
  })

  it.each([
    ['gzip', 'gzip', gunzipSync], ['br;q=1.0, gzip;q=0.8', 'br', brotliDecompressSync], ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0.1, gzip', 'gzip', gunzipSync], ['*', 'br', brotliDecompressSync], ['br;q=0, gzip;q=0', undefined, (body: Buffer) => body], ['deflate', undefined, (body: Buffer) => body],
    [`gzip, ${'x, '.repeat(200)}`, undefined, (body: Buffer) => body]
  ] as const)('to %j is in %s', async (accepted, encoding, decode) => {
    const plain = await exchange(OPEN)
    const coded = await exchange(OPEN, { headers: { 'accept-encoding': accepted } })
    expect(coded.headers['content-encoding']).toBe(encoding)
    expect(coded.headers.vary).toBe('Accept-Encoding')
    expect(decode(coded.body).toString()).toBe(plain.body.toString())
    expect(coded.headers.etag === plain.headers.etag).toBe(encoding === undefined)
  })
})

it('does not compress small answers', async () => {
  const { headers } = await exchange(`${OPEN}?source=EUR&target=USD`, { headers: { 'accept-encoding': 'br, gzip' } })
  expect(headers['content-encoding']).toBeUndefined()
})

it('keeps a keyed answer out of shared caches, and from pages of other origins', async () => {
  const { headers } = await service.ask(KEYED, { plan: 'free', headers: { origin: 'https://example.com' } })
  expect(headers.get('cache-control')).toMatch(/^private/)
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

it('answers the preflight of an open endpoint, and refuses that of a keyed one', async () => {
  const open = await exchange(OPEN, { method: 'OPTIONS', headers: { origin: 'https://example.com' } })
  expect(open).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET, HEAD, OPTIONS' } })
  expect((await exchange(KEYED, { method: 'OPTIONS' })).status).toBe(405)
})

it('lets any page read the errors of an open endpoint', async () => {
  const { status, headers } = await exchange('/api/open/central-bank/unknown')
  expect({ status, origin: headers['access-control-allow-origin'], kept: headers['cache-control'] }).toEqual({ status: 404, origin: '*', kept: 'no-store' })
})

it.each([
  ['/api/open/central-bank/%zz', 400], ['/api/open/central-bank/%E0%A4%A', 400], ['/%', 400], ['/api/open/central-bank/alpha?source=%E0%A4%A&target=EUR', 400],
  ['/api/open/central-bank/alpha?_=%zz', 200], ['/api/open/central-bank/alpha?source=EUR&source=USD&target=GBP', 400], ['/api/open/central-bank/alpha?_=1&_=2', 200],
  ['/api/open/central-bank/alpha%00', 400], ['//', 200], ['/api/open/central-bank/../central-bank/alpha', 404],
  ['/api/open/central-bank/alpha?source=&target=', 400], ['/?', 200], ['/api/open/central-bank/alpha?format=JSON', 200]
])('%s is %i', async (path, status) => {
  expect((await exchange(path)).status).toBe(status)
})

it('serves each path under one spelling', async () => {
  for (const path of ['/METRICS', '/Metrics', '/metrics/', '/Api/open/central-bank/alpha', '/HEALTHZ']) expect([path, (await exchange(path)).status]).toEqual([path, 404])
  expect((await exchange('/metrics')).status).toBe(200)
})

it('refuses too many headers, and two Host headers', async () => {
  const headers = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: 1\r\n`).join('')
  const ask = (head: string) => raw(`GET /healthz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
  expect(await ask(`Host: a\r\n${headers(62)}`)).toMatch(/^HTTP\/1.1 200 /)
  expect(await ask(`Host: a\r\n${headers(63)}`)).toMatch(/^HTTP\/1.1 431 .*"there are more than 64 headers"/s)
  expect(await ask(`Host: a\r\n${headers(500)}`)).toMatch(/^HTTP\/1.1 431 /)
  expect(await ask('Host: a\r\nhOST: b\r\n')).toMatch(/^HTTP\/1.1 400 .*"Host: given more than once"/s)
})

it('answers only so many requests on a connection at a time', async () => {
  const answers = await raw('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(100))
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([...Array<string>(16).fill('HTTP/1.1 200'), 'HTTP/1.1 400'])
  expect(answers).toContain('"more than 16 requests on this connection wait for an answer"')
})

it('reads no more from a connection on which too many requests wait for an answer', async () => {
  const { server, listen, close } = createServer({ callback: () => () => {} })
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const { hostname, port } = new URL(await listen(0))
  const socket = connect(Number(port), hostname)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000_000))
  const { bytesRead } = await accepted.then(async (it) => {
    await expect.poll(() => it.isPaused()).toBe(true)
    await new Promise(setImmediate) // more would be read in this turn
    return it
  })
  expect(bytesRead).toBeLessThanOrEqual(65_536)
  socket.destroy()
  await close()
})

describe('an address that floods the service', () => {
  const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
  const CHUNKED = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
  const app = new Koa()
  app.silent = true
  app.use(async (ctx) => { ctx.body = String(ctx.method === 'POST' && await readBytes(ctx.req, 1e6)) })

  async function open (address: string, localAddress: string): Promise<{ socket: Socket, closed: Promise<string> }> {
    const { hostname, port } = new URL(address)
    const socket = connect({ port: Number(port), host: hostname, localAddress })
    let received = ''
    socket.on('data', (text) => { received += String(text) })
    const closed = new Promise<string>((resolve) => { socket.once('error', () => {}).once('close', () => resolve(received)) })
    await once(socket, 'connect')
    return { socket, closed }
  }

  it.each([
    ['with requests', GET.repeat(500)],
    ['with tiny chunks', CHUNKED + '1\r\nx\r\n'.repeat(200_000)]
  ])('%s is refused with all its connections, and accepted again later', async (_what, flood) => {
    const { listen, close } = createServer(app, new Floods({ refusedFor: 300, perSecond: 1000 }))
    const address = await listen(0)
    const [flooding, beside, other] = await Promise.all(['127.0.0.2', '127.0.0.2', '127.0.0.3'].map((it) => open(address, it)))
    flooding!.socket.write(flood)
    expect(await beside!.closed).toBe('')
    expect(await flooding!.closed).toMatch(/HTTP\/1.1 (400|200) /)
    other!.socket.write(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    expect(await other!.closed).toMatch(/^HTTP\/1.1 200 /)
    const again = async () => {
      const { socket, closed } = await open(address, '127.0.0.2')
      socket.write(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
      return closed
    }
    await expect.poll(again).toMatch(/^HTTP\/1.1 200 /)
    await close()
  })

  it('with connections is refused, and others are not', async () => {
    const { listen, close } = createServer(app, new Floods({ refusedFor: 60_000, perSecond: 2 }))
    const address = await listen(0)
    const other = await open(address, '127.0.0.3')
    const flooding = await Promise.all(Array.from({ length: 40 }, () => open(address, '127.0.0.2')))
    expect(await Promise.all(flooding.map(({ closed }) => closed))).toEqual(flooding.map(() => ''))
    other.socket.write(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    expect(await other.closed).toMatch(/^HTTP\/1.1 200 /)
    await close()
  })

  it('is closed at once when it comes back, unless it is a proxy', async () => {
    for (const [floods, expected] of [[new Floods(), ''], [undefined, expect.stringMatching(/^HTTP\/1.1 200 /)]] as const) {
      const { listen, close } = createServer(app, floods)
      const address = await listen(0)
      const { socket, closed } = await open(address, '127.0.0.2')
      socket.write(GET.repeat(500))
      await closed
      const back = await open(address, '127.0.0.2')
      back.socket.write(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
      expect(await back.closed).toEqual(expected)
      await close()
    }
  })
})

it('begins with a request on a connection when the answer to the one before has left', async () => {
  const begun: string[] = []
  let finish = () => {}
  const finished = new Promise<void>((resolve) => { finish = resolve })
  const app = new Koa()
  app.use(async (ctx) => {
    begun.push(ctx.path)
    if (ctx.path === '/one') await finished
    ctx.body = ctx.path
  })
  const { listen, close } = createServer(app)
  const answers = raw('GET /one HTTP/1.1\r\nHost: a\r\n\r\nGET /two HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', await listen(0))
  await expect.poll(() => begun).toContain('/one')
  await new Promise(setImmediate) // whatever came with it would have begun
  expect(begun).toEqual(['/one'])
  finish()
  expect((await answers).match(/\/(?:one|two)/g)).toEqual(['/one', '/two'])
  await close()
})

it('refuses endless URLs and endless headers', async () => {
  expect((await exchange(`/${'x'.repeat(3000)}`)).status).toBe(414)
  expect(await raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /)
})

it.each([
  ['Basic abc'], ['Bearer'], ['Bearer one two'], ['rb_0123456789abcdef0123456789abcdef'], ['Bearer \'; drop table api_keys'], ['Bearer rb_0123456789abcdef0123456789abcdef']
])('the Authorization %j is 401', async (authorization) => {
  const { status, headers } = await exchange(KEYED, { headers: { authorization } })
  expect(status).toBe(401)
  expect(headers['www-authenticate']).toMatch(/^Bearer/)
})

it('ignores the body of a GET, and answers 405 to other methods with those it allows', async () => {
  expect((await exchange(OPEN, { body: 'x'.repeat(100_000) })).status).toBe(200)
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
    expect(await exchange(OPEN, { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } })
  }
})

it('sends security headers', async () => {
  const { headers } = await exchange(OPEN)
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-security-policy': expect.stringContaining('default-src \'none\'') })
})

it.each([
  ['GET / HTTP/1.1\r\n\r\n', '400'], ['GARBAGE\r\n\r\n', '400'],
  ['GET /api/open/central-banks HTTP/1.1\r\nHost: a"b/<c>\r\nConnection: close\r\n\r\n', '400'], ['GET http://[::bad/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', '400'],
  ['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', '405'], ['OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', '404']
])('%j is refused cleanly', async (text, status) => {
  expect((await raw(text)).split(' ')[1]).toBe(status)
})

it('survives a client that breaks off a CONNECT', async () => {
  const { server, listen, close } = createServer({ callback: () => () => {} })
  const address = await listen(0)
  const tunnel = once(server, 'connect') as Promise<[unknown, Socket]>
  const answer = raw('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', address)
  const [, socket] = await tunnel
  expect(() => socket.emit('error', new Error('read ECONNRESET'))).not.toThrow()
  await answer
  await close()
})

it('answers an absolute URL and a request without a Host header', async () => {
  expect(await raw(`GET http://example.com${OPEN} HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /)
  expect(await raw(`GET ${OPEN} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /)
})

describe('a body', () => {
  /** A server whose answers are made from the requests. */
  async function serve (answer: (ctx: Koa.Context) => Promise<string>) {
    const app = new Koa()
    app.silent = true
    app.use(async (ctx) => { ctx.body = await answer(ctx).catch((error: Error) => error.message) })
    const { listen, close } = createServer(app)
    return { address: await listen(0), close }
  }
  const head = (length: string) => `POST / HTTP/1.1\r\nHost: a\r\n${length}\r\n\r\n`

  describe('of a form', () => {
    const largeForms = new BoundedQueue({ concurrency: 1, maxWaiting: 1, maxWaitMs: 60_000, what: 'large forms' })

    function read (form: string): Promise<Record<string, unknown>> {
      const request = new IncomingMessage(new Socket())
      request.headers = { 'content-type': 'application/x-www-form-urlencoded' }
      request.push(form)
      request.push(null)
      request.complete = true
      return readBody(request, { largeForms, maxFormBytes: 3e6 })
    }

    it('is read as browsers write it', async () => {
      await fc.assert(fc.asyncProperty(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), { minKeys: 1 }), fc.constantFrom('', '%2'.repeat(10_000)), async (fields, filler) => {
        expect(await read(new URLSearchParams({ ...fields, filler }).toString())).toEqual({ ...fields, filler })
      }))
    })

    it.each(['a=%', 'a=%2', 'a=%&2=b', 'a=%g0', 'a=%0g', 'a=%E2%8', 'a=%ED%A0%80', '%ff=a'])('is refused where it is not percent-encoded UTF-8: %s', async (form) => {
      await expect(read(form)).rejects.toThrow('the form: expected percent-encoded UTF-8')
      await expect(read(`${form}&filler=${'x'.repeat(20_000)}`)).rejects.toThrow('the form: expected percent-encoded UTF-8')
    })

    it('that is large is read in pieces, with turns of the event loop between them', async () => {
      const value = '[ %25'.repeat(500_000)
      let turns = 0
      let isRead = false
      const reading = read(`text=${value.replaceAll(' ', '+')}`).finally(() => { isRead = true })
      for (; !isRead; turns++) await new Promise(setImmediate)
      expect((await reading).text).toBe('[ %'.repeat(500_000))
      expect(turns).toBeGreaterThan(9)
    })
  })

  it('of a large form is not read for a client that went away while it waited', async () => {
    const largeForms = new BoundedQueue({ concurrency: 1, maxWaiting: 1, maxWaitMs: 60_000, what: 'large forms' })
    let readOther = () => {}
    const other = largeForms.run(() => new Promise<void>((resolve) => { readOther = resolve }))
    const waiting = vi.spyOn(largeForms, 'run')
    const came = new EventEmitter()
    const { address, close } = await serve(async ({ req }) => {
      const body = readBody(req, { largeForms, maxFormBytes: 1e6 })
      came.emit('request', req, body)
      return JSON.stringify(await body)
    })
    const coming = once(came, 'request') as Promise<[IncomingMessage, Promise<object>]>
    const { hostname, port } = new URL(address)
    const client = connect(Number(port), hostname, () => client.write(`${head('Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 20000')}${'x'.repeat(20_000)}`))
    const [{ socket }, body] = await coming
    await expect.poll(() => waiting.mock.calls).toHaveLength(1)
    const gone = once(socket, 'close')
    client.destroy()
    await gone
    readOther()
    await expect(body).rejects.toThrow('the connection broke off before the body was read')
    await other
    await close()
  })

  it('is read in turns of the event loop, however many there are', async () => {
    let chunks = 0
    const { address, close } = await serve(async ({ req }) => {
      for await (const chunk of chunksOf(req, 1e6)) {
        chunks += Math.sign(chunk.length)
        busyTurn()
      }
      return 'read'
    })
    const bodies = Array.from({ length: 8 }, () => raw(`${head('Content-Length: 200000\r\nConnection: close')}${'x'.repeat(200_000)}`, address))
    let isDone = false
    const answers = Promise.all(bodies).finally(() => { isDone = true })
    expect(await mostPerTurn(() => chunks, () => isDone)).toBeLessThanOrEqual(2)
    expect(await answers).toEqual(bodies.map(() => expect.stringMatching(/^HTTP\/1.1 200 .*read$/s)))
    await close()
  })

  it('of tiny chunks is refused', async () => {
    const { address, close } = await serve(async ({ req }) => String((await readBytes(req, 1e6)).length))
    const text = (chunk: string, count: number) => `${head('Transfer-Encoding: chunked\r\nConnection: close')}${chunk.repeat(count)}0\r\n\r\n`
    expect(await raw(text(`40\r\n${'x'.repeat(64)}\r\n`, 10_000), address)).toMatch(/\r\n640000$/)
    expect(await raw(text('1\r\nx\r\n', 200_000), address)).toMatch(/the chunks of the body are too small$/)
    await close()
  })

  it('that nobody reads is received to its end, and the connection used again', async () => {
    const answers = await raw(`${head('Content-Length: 2000000')}${'x'.repeat(2_000_000)}GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 405', 'HTTP/1.1 200'])
  })

  it('is not charged with the one that follows on its connection', async () => {
    const { address, close } = await serve(async () => 'unread')
    const requests = `${head('Content-Length: 1500000')}${'x'.repeat(1_500_000)}`.repeat(6) + head('Content-Length: 0\r\nConnection: close')
    const answers = await Promise.all(Array.from({ length: 8 }, () => raw(requests, address).catch(String)))
    expect(answers.map((it) => it.match(/unread/g)?.length)).toEqual(answers.map(() => 7))
    await close()
  })

  it('that nobody reads ends the connection if it is endless', async () => {
    const { hostname, port } = new URL(service.address)
    const socket = connect(Number(port), hostname, () => {
      socket.write(head('Content-Length: 1000000000'))
      const send = () => { while (socket.writable && socket.write(Buffer.alloc(65_536))); }
      socket.on('drain', send)
      send()
    })
    socket.on('error', () => {}).resume()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(socket.bytesWritten).toBeLessThan(100_000_000)
  })
})
