import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Publication, Source } from '../../../adapters/source.ts'
import { Budget } from '../../../pipelines/fetch/budget.ts'
import { HostGate } from '../../../pipelines/fetch/gate.ts'
import { Client, type ClientOptions } from '../../../pipelines/fetch/http.ts'
import { Network } from '../../../pipelines/fetch/network.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void

let answer: Answer
let requests: IncomingMessage[] = []
let address: string
const server = createServer((request, response) => {
  requests.push(request)
  answer(request, response, requests.length)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})
afterEach(() => {
  requests = []
  vi.restoreAllMocks()
})

const source = { code: 'test', credentials: [{ name: 'TEST_KEY', where: 'https://example.com/keys' }] } as Source
const client = (options: Partial<ClientOptions> = {}) =>
  new Client(source, {
    dispatcher: new Network({ local: true }),
    environment: { TEST_KEY: 's3cr et' },
    userAgent: 'Ratebook',
    gap: 0,
    ...options
  })
const text = ({ body }: Publication) => Buffer.from(body).toString()

it('returns the document with its request, media type and charset', async () => {
  answer = (_, response) => response.setHeader('content-type', 'text/xml; charset=windows-1251').end('<a/>')
  expect(await client().get(`${address}/a?b=1`, { headers: { 'x-asked': 'yes' } })).toMatchObject({
    source: 'test',
    mediaType: 'text/xml',
    charset: 'windows-1251',
    request: { method: 'GET', url: `${address}/a?b=1`, headers: { accept: '*/*', 'x-asked': 'yes' } }
  })
  expect(requests[0]!.headers['user-agent']).toBe('Ratebook')
})

it('archives no credential in the address, the headers or the body, and prints none in an error', async () => {
  answer = (_, response) => response.end('ok')
  const http = client()
  const key = http.credential('TEST_KEY')
  const { request } = await http.post(`${address}/?key=${encodeURIComponent(key)}`, {
    body: `k=${key}`,
    headers: { token: key }
  })
  expect(JSON.stringify(request)).not.toContain('s3cr')
  expect(request).toMatchObject({
    url: `${address}/?key=<TEST_KEY>`,
    body: 'k=<TEST_KEY>',
    headers: { token: '<TEST_KEY>' }
  })
  answer = (_, response) => response.writeHead(404).end()
  await expect(http.get(`${address}/?key=${encodeURIComponent(key)}`)).rejects.toThrow('key=<TEST_KEY> answered 404')
})

it('names a missing credential and where to get it', () => {
  expect(() => client({ environment: {} }).credential('TEST_KEY')).toThrow(
    'TEST_KEY is not set (get it at https://example.com/keys)'
  )
})

it('finds no document in an answer with nothing but white space', async () => {
  for (const body of ['', ' \r\n']) {
    answer = (_, response) => response.end(body)
    const absent: string[] = []
    expect(await client({ onAbsent: (message) => absent.push(message) }).find(`${address}/`)).toBeUndefined()
    expect(absent).toEqual([expect.stringContaining('answered 200 with nothing')])
  }
})

it('retries after 503, 429 and a broken connection', async () => {
  answer = (_, response, count) => {
    if (count === 1) response.writeHead(503).end()
    else if (count === 2) response.writeHead(429, { 'retry-after': '0' }).end()
    else if (count === 3) response.destroy()
    else response.end('at last')
  }
  expect(text(await client().get(`${address}/`))).toBe('at last')
  expect(requests).toHaveLength(4)
})

it('fails after four attempts and names the request', async () => {
  answer = (_, response) => response.writeHead(502).end()
  await expect(client().get(`${address}/gone`)).rejects.toMatchObject({
    code: 'STATUS',
    status: 502,
    message: `GET ${address}/gone answered 502`
  })
  expect(requests).toHaveLength(4)
})

describe('the budget of a run', () => {
  const DAY = { from: '2026-01-05', to: '2026-01-05' }

  it('counts the requests of all sessions, including retries', async () => {
    answer = (_, response, count) => response.writeHead(count === 1 ? 503 : 200).end('ok')
    const budget = new Budget(DAY)
    for (let sent = 3; sent < 1030; sent++) budget.takeRequest()
    const http = client({ budget })
    await http.get(`${address}/twice`)
    await http.session().get(`${address}/visit`)
    await expect(http.get(`${address}/more`)).rejects.toMatchObject({
      code: 'BUDGET',
      message: `GET ${address}/more exceeds the limit of its run: 1030 requests for one day`
    })
    expect(requests).toHaveLength(3)
  })

  it('counts the received bytes', async () => {
    answer = (_, response) => response.end('ok')
    const budget = new Budget(DAY)
    budget.takeBytes(516 * 2 ** 20 - 2)
    const http = client({ budget })
    await http.get(`${address}/last`)
    await expect(http.get(`${address}/more`)).rejects.toMatchObject({
      code: 'BUDGET',
      message: `GET ${address}/more exceeds the limit of its run: ${516 * 2 ** 20} bytes for one day`
    })
  })

  describe('the time of a run', () => {
    const HOUR_AND_MINUTE = 3_660_000
    const OVER = 'exceeds the limit of its run: 3660 seconds for one day'

    it('sends no request once its time is used up', async () => {
      let now = 5
      const http = client({ budget: new Budget(DAY, () => now) })
      answer = (_, response) => {
        now += HOUR_AND_MINUTE / 2
        response.end('ok')
      }
      await http.get(`${address}/first`)
      await http.session().get(`${address}/last`)
      await expect(http.get(`${address}/more`)).rejects.toMatchObject({
        code: 'BUDGET',
        message: `GET ${address}/more ${OVER}`
      })
      expect(requests).toHaveLength(2)
    })

    it('aborts an answer that exceeds it', async () => {
      let now = 0
      const budget = new Budget(DAY, () => now)
      now = HOUR_AND_MINUTE - 100
      answer = (_, response) => {
        response.write('a')
      }
      await expect(client({ budget }).get(`${address}/slow`)).rejects.toMatchObject({
        code: 'BUDGET',
        message: `GET ${address}/slow ${OVER}`
      })
    })

    it('grows with the days', () => {
      expect(new Budget({ from: '2026-01-01', to: '2026-01-11' }, () => 0).timeLeft).toBe(3_600_000 + 11 * 60_000)
    })
  })
})

it('quotes the fault of a SOAP service, without credentials', async () => {
  answer = (_, response) =>
    response
      .writeHead(500)
      .end(
        '<s:Envelope xmlns:s="s"><s:Body><s:Fault><faultstring>No table for s3cr ' +
          'et</faultstring></s:Fault></s:Body></s:Envelope>'
      )
  await expect(client({ retries: 0 }).post(`${address}/`, { body: '<a/>' })).rejects.toThrow(
    'answered 500: "No table for <TEST_KEY>"'
  )
})

it('does not retry after 403', async () => {
  answer = (_, response) => response.writeHead(403).end()
  await expect(client().get(`${address}/`)).rejects.toMatchObject({ status: 403 })
  expect(requests).toHaveLength(1)
})

it('treats 404 as a missing document only if the adapter allows it', async () => {
  answer = (_, response) => response.writeHead(404).end()
  const absent: string[] = []
  const http = client({ onAbsent: (message) => absent.push(message) })
  expect(await http.find(`${address}/none`)).toBeUndefined()
  expect(absent).toEqual([`GET ${address}/none answered 404`])
  await expect(http.find(`${address}/none`, { absent: [204] })).rejects.toMatchObject({ status: 404 })
})

it('follows five redirects at most', async () => {
  answer = (request, response) =>
    request.url === '/end'
      ? response.end('there')
      : response.writeHead(302, { location: request.url === '/start' ? '/end' : '/circle' }).end()
  expect(text(await client().get(`${address}/start`))).toBe('there')
  await expect(client().get(`${address}/circle`)).rejects.toMatchObject({
    code: 'REDIRECT',
    message: `GET ${address}/circle redirects more than 5 times`
  })
})

it.each(['http://localhost:1/', 'https://rates.example/', 'file:///etc/passwd', 'http://[bad'])(
  'does not follow a redirect to %s',
  async (location) => {
    answer = (_, response) => response.writeHead(302, { location }).end()
    await expect(client().get(`${address}/`)).rejects.toMatchObject({ code: 'REDIRECT' })
    expect(requests).toHaveLength(1)
  }
)

it('sends no request headers or body to another host that the source declares', async () => {
  const { port } = new URL(address)
  answer = (request, response) =>
    request.url === '/there'
      ? response.end('there')
      : response.writeHead(request.url === '/kept' ? 307 : 302, { location: `http://localhost:${port}/there` }).end()
  const http = new Client({ code: 'test', hosts: ['localhost'] }, { userAgent: 'Ratebook', gap: 0 })
  await http.post(`${address}/`, {
    headers: { 'accept-language': 'en', authorization: 's3cret', 'x-key': 's3cret' },
    body: 'key=s3cret'
  })
  expect(requests[1]).toMatchObject({ method: 'GET', headers: { 'accept-language': 'en', 'user-agent': 'Ratebook' } })
  expect(JSON.stringify(requests[1]!.rawHeaders)).not.toContain('s3cret')
  await expect(http.post(`${address}/kept`, { body: 'key=s3cret' })).rejects.toMatchObject({ code: 'REDIRECT' })
})

it('sends the cookies of a session, also those of a redirect, and archives no cookie or token', async () => {
  answer = (request, response) => {
    if (request.url === '/form') response.writeHead(302, { location: '/form/', 'set-cookie': 'first=1; Path=/' }).end()
    else
      response
        .writeHead(200, { 'set-cookie': ['session=2; Path=/form; HttpOnly', 'first=; Max-Age=0; Path=/'] })
        .end('<form/>')
  }
  const http = client()
  const visit = http.session()
  await visit.get(`${address}/form`)
  const { request, headers } = await visit.post(`${address}/form/rates`, {
    body: 'token=t0ken&from=2026-01-01&to=',
    headers: { 'x-token': 't0ken' },
    transient: ['token', 'X-Token']
  })
  await http.get(`${address}/form/`)
  expect(requests.map((it) => it.headers.cookie)).toEqual([undefined, 'first=1', 'session=2', undefined])
  expect(requests[2]!.headers['x-token']).toBe('t0ken')
  expect(request).toMatchObject({ body: 'from=2026-01-01&to=' })
  expect(JSON.stringify({ request, headers })).not.toMatch(/t0ken|session/)
})

it('revalidates an archived document, and reads the archive only after 304', async () => {
  answer = (request, response) =>
    request.headers['if-none-match'] === '"v1"'
      ? response.writeHead(304).end()
      : response.setHeader('etag', '"v2"').end('body')
  const archived = await client().get(`${address}/`)
  const restore = vi.fn(() => Promise.resolve(archived))
  const remembering = (etag: string) => client({ remember: () => Promise.resolve({ headers: { etag }, restore }) })
  expect(text(await remembering('"v0"').get(`${address}/`))).toBe('body')
  expect(restore).not.toHaveBeenCalled()
  expect(await remembering('"v1"').get(`${address}/`)).toMatchObject(archived)
  expect(text(await remembering('"v1"').session().get(`${address}/`))).toBe('body')
  expect(restore).toHaveBeenCalledOnce()
})

it.each([202, 204, 206, 304])('refuses the status %i as an unrequested partial or empty answer', async (status) => {
  answer = (_, response) => response.writeHead(status).end(status < 204 || status === 206 ? 'part' : undefined)
  await expect(client().get(`${address}/`)).rejects.toMatchObject({ code: 'STATUS', status })
})

it('refuses a truncated document', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => response.destroy(), 10)
  }
  await expect(client().get(`${address}/`)).rejects.toMatchObject({ code: 'UNREACHABLE' })
})

describe('an endless answer', () => {
  const drip = (response: ServerResponse) => {
    const timer = setInterval(() => response.write('.'), 50)
    response.on('close', () => {
      clearInterval(timer)
    })
  }

  it.each<[string, Answer]>([
    ['arrives byte by byte', (_, response) => drip(response.writeHead(200))],
    [
      'sends early hints forever',
      (_, response) => {
        const timer = setInterval(() => response.writeEarlyHints({ link: '</style.css>; rel=preload' }), 10)
        response.on('close', () => {
          clearInterval(timer)
        })
      }
    ],
    ['never begins', () => {}],
    [
      'arrives byte by byte after a redirect',
      (request, response) =>
        request.url!.endsWith('/there')
          ? drip(response)
          : response.writeHead(302, { location: `${request.url}/there` }).end()
    ]
  ])('times out at the deadline without a retry if it %s', async (name, endless) => {
    answer = endless
    // A request that the client abandoned can arrive late, in the next test, so each has its own address. A slow
    // machine gets more time until the answer begins.
    for (let timeout = 300, isReached = false; !isReached; timeout *= 2) {
      const url = `${address}/${encodeURIComponent(name)}/${timeout}`
      const message = `GET ${url} did not answer completely within ${timeout / 1000} seconds`
      await expect(client({ timeout }).get(url)).rejects.toMatchObject({ code: 'TIMEOUT', message })
      const asked = requests.filter((it) => url.endsWith(it.url!)).length
      expect(asked).toBeLessThanOrEqual(1)
      isReached =
        asked === 1 && (!name.includes('redirect') || requests.some((it) => it.url!.endsWith(`/${timeout}/there`)))
    }
  })

  it('is aborted when it exceeds the largest document', async () => {
    const block = Buffer.alloc(1024 * 1024)
    answer = (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(block));
      }
      response.on('drain', more)
      more()
    }
    await expect(client().get(`${address}/`)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })
})

it('tries the next route if one fails or has no document', async () => {
  answer = (request, response) => (request.url === '/second' ? response.end('second') : response.writeHead(404).end())
  const http = client()
  const routes = http.firstOf(
    async function* () {
      yield await http.get(`${address}/first`)
    },
    async function* () {
      const none = await http.find(`${address}/none`)
      if (none) yield none
    },
    async function* () {
      yield await http.get(`${address}/second`)
    },
    async function* () {
      yield await http.get(`${address}/never`)
    }
  )
  const given: string[] = []
  for await (const publication of routes) given.push(text(publication))
  expect(given).toEqual(['second'])
  await expect(
    http
      .firstOf(async function* () {
        yield await http.get(`${address}/first`)
      })
      .next()
  ).rejects.toMatchObject({
    status: 404
  })
})

it('sends one request at a time to a host, with a gap', async () => {
  const gate = new HostGate(50)
  let inside = 0
  let most = 0
  const started = Date.now()
  await Promise.all(
    Array.from({ length: 4 }, () =>
      gate.enter('host', 0, async () => {
        most = Math.max(most, ++inside)
        await new Promise((resolve) => setTimeout(resolve, 5))
        inside -= 1
      })
    )
  )
  expect(most).toBe(1)
  expect(Date.now() - started).toBeGreaterThanOrEqual(150)
})
