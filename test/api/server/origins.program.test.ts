import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Documents } from '../../../api/server/documents.ts'
import { describeApi } from '../../../api/openapi/document.ts'
import { prepareDescription } from '../../../api/openapi/documentation-route.ts'
import { startBrowser, type TestBrowser } from '../../support/browser.ts'
import { identity, startService, type Service } from '../../support/service.ts'
import { withTool } from '../../support/tools.ts'
import { testEndpoints } from '../../support/modules.ts'

const endpoints = await testEndpoints()

describe('a document with the address of the service', () => {
  it('is built once per scheme and path, and contains the host of each caller', () => {
    const documents = new Documents()
    const build = vi.fn((origin: string) => `see ${origin}/docs and ${origin}/api`)
    for (const host of [
      'a.example',
      'b.example:8080',
      '[::1]:81',
      ...Array.from({ length: 100 }, (_, at) => `x${at}.example`)
    ]) {
      expect(documents.text('guide', `http://${host}`, build)).toBe(`see http://${host}/docs and http://${host}/api`)
    }
    expect(build).toHaveBeenCalledOnce()
    expect(documents.text('guide', 'https://a.example/rates', build)).toBe(
      'see https://a.example/rates/docs and https://a.example/rates/api'
    )
    expect(documents.text('other', 'http://a.example', () => 'nothing')).toBe('nothing')
    expect(build).toHaveBeenCalledTimes(2)
  })
})

it('is prepared for all hosts of a scheme', () => {
  const documents = new Documents()
  prepareDescription({ documents, endpoints }, 'http://localhost')
  const build = vi.fn(() => ({}))
  expect(documents.template('description', 'http://a.example', build)).toMatchObject({
    servers: [{ url: 'http://host.invalid' }]
  })
  expect(build).not.toHaveBeenCalled()
})

describe('requests with invented hosts', () => {
  let service: Service

  beforeAll(async () => {
    service = await startService([identity('alpha', 'EUR')], {
      alpha: [{ date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1610' }]
    })
  })
  afterAll(() => service.stop())

  function ask(path: string, host?: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(service.address)
      request({ hostname, port, path, headers: { ...(host !== undefined && { host }) }, agent: false }, (response) =>
        resolve(text(response))
      )
        .on('error', reject)
        .end()
    })
  }

  function statusOf(method: string, path: string, host: string): Promise<number> {
    const { hostname, port } = new URL(service.address)
    const headers = { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' }
    return new Promise((resolve, reject) => {
      request({ hostname, port, path, method, headers, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode!)
      })
        .on('error', reject)
        .end()
    })
  }

  // Any site can let its name resolve to this service; its pages then have the origin in the Host header.
  it('refuses changes from pages whose host could be another site’s, on every path', async () => {
    const { port } = new URL(service.address)
    const routes = endpoints.filter(({ method, isUnlimited }) => method !== 'GET' && !isUnlimited)
    expect(routes.length).toBeGreaterThan(10)
    for (const { method, path: pattern } of routes) {
      const path = pattern.replaceAll(/[:*]\w+/g, '1')
      expect(await statusOf(method, path, `evil.example:${port}`), path).toBe(403)
    }
    for (const path of ['/api/mcp', '/login', '/register']) {
      for (const host of ['evil.example', 'nas', 'localhost.evil.example'])
        expect(await statusOf('POST', path, host), host).toBe(403)
      for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `rates.localhost:${port}`])
        expect(await statusOf('POST', path, host), host).not.toBe(403)
    }
  })

  const hitsOf = async () => Number(/lookups_total\{result="hit"\} (\d+)/.exec(await ask('/metrics'))![1])

  it('get answers with their host, and evict no other answers', async () => {
    const own = await ask('/openapi.json')
    expect(JSON.parse(own)).toEqual(JSON.parse(JSON.stringify(describeApi(endpoints, service.address))))
    for (let at = 0; at < 20; at++) {
      const host = `host${at}.example`
      expect(await ask('/openapi.json', host)).toBe(own.replaceAll(service.address, `http://${host}`))
      expect(await ask('/docs/getCentralBankLatest', host)).toContain(`http://${host}/api/v1/central-bank/`)
      for (const path of ['/docs', '/llms.txt']) {
        const document = await ask(path, host)
        expect(document).toContain(`http://${host}/api/mcp`)
        expect(document).not.toMatch(/host\.invalid|127\.0\.0\.1/)
      }
      expect(await ask('/api/open/central-bank/alpha', host)).toContain('1.161')
    }
    const before = await hitsOf()
    expect(await ask('/openapi.json')).toBe(own)
    expect(await hitsOf()).toBe(before + 1)
  })
})

withTool('chromium').describe('pages of other origins', () => {
  const PATH = '/api/v1/central-bank/alpha/latest'
  const hosts: Server[] = []
  let browser: TestBrowser
  let service: Service
  let named: string
  let other: string

  /** Starts another origin with an empty page. */
  async function startHost(): Promise<string> {
    const host = createServer(
      (_request, response) =>
        void response.setHeader('Content-Type', 'text/html').end('<!doctype html><link rel="icon" href="data:,">')
    )
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    hosts.push(host)
    return `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  }

  beforeAll(async () => {
    ;[named, other] = await Promise.all([startHost(), startHost()])
    const tables = { alpha: [{ date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1610' }] }
    service = await startService([identity('alpha', 'EUR')], tables, { settings: { corsOrigins: [named] } })
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    for (const host of hosts) host.close()
  })

  interface Sent {
    path: string
    method?: string
    headers?: Record<string, string>
    body?: string
  }

  /** Requests a path from a page of an origin. Returns the parts of the answer that the page can read, or the error. */
  async function readFrom(origin: string, sent: Sent) {
    const { page, close } = await browser.visit(origin)
    const read = await page.evaluate(
      async ({ address, path, ...init }) => {
        try {
          const answer = await fetch(address + path, init)
          return {
            status: answer.status,
            limit: answer.headers.get('x-ratelimit-limit'),
            used: answer.headers.get('x-monthly-used'),
            etag: answer.headers.get('etag'),
            text: await answer.text()
          }
        } catch (error) {
          return { refused: (error as Error).name }
        }
      },
      { address: service.address, ...sent }
    )
    await close()
    return read
  }

  const withKey = () => ({ Authorization: `Bearer ${service.keys.free}` })
  const TOOLS = {
    path: '/api/mcp',
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  }

  it('may use endpoints with a key, and read limits and ETags, if CORS_ORIGINS lists them', async () => {
    const read = {
      status: 200,
      limit: '1000000',
      used: expect.stringMatching(/^\d+$/),
      etag: expect.stringMatching(/^"/),
      text: expect.stringContaining('1.161')
    }
    for (let round = 0; round < 2; round++)
      expect(await readFrom(named, { path: PATH, headers: withKey() })).toEqual(read)
    expect(await readFrom(named, { path: `${PATH}?source=USD`, headers: withKey() })).toMatchObject({
      status: 400,
      text: expect.stringContaining('invalid_parameter')
    })
    expect(
      await readFrom(named, {
        path: PATH,
        headers: { Authorization: 'Bearer rb_0123456789abcdef0123456789abcdef' }
      })
    ).toMatchObject({
      status: 401
    })
    expect(await readFrom(named, TOOLS)).toMatchObject({ status: 200, text: expect.stringContaining('list_sources') })
  })

  it('may read only open endpoints if CORS_ORIGINS does not list them', async () => {
    expect(await readFrom(other, { path: PATH, headers: withKey() })).toEqual({ refused: 'TypeError' })
    expect(await readFrom(other, { path: `${PATH}?api_key=${service.keys.free}` })).toEqual({ refused: 'TypeError' })
    expect(await readFrom(other, TOOLS)).toEqual({ refused: 'TypeError' })
    expect(await readFrom(other, { path: '/api/open/central-bank/alpha' })).toMatchObject({
      status: 200,
      limit: '1000000',
      etag: expect.stringMatching(/^"/)
    })
    expect(await readFrom(other, { path: `/api/rate?source=EUR&target=USD`, headers: withKey() })).toMatchObject({
      status: 502
    })
  })

  it('never use a session', async () => {
    for (const path of ['/api/account', '/api/auth/sign-in/email']) {
      expect(await readFrom(named, { path })).toEqual({ refused: 'TypeError' })
      expect(
        (
          await service.ask(path, {
            method: 'OPTIONS',
            headers: { Origin: named, 'Access-Control-Request-Method': 'POST' }
          })
        ).status
      ).toBe(405)
    }
  })

  it('may all be allowed with *, and are refused by default', async () => {
    const asked = async (corsOrigins: '*' | undefined) => {
      const one = await startService([identity('alpha', 'EUR')], {}, { settings: { corsOrigins } })
      const headers = { Origin: other }
      const answers = [
        await one.ask(PATH, { plan: 'free', headers }),
        await one.ask(PATH, { method: 'OPTIONS', headers }),
        await one.ask('/api/mcp', { method: 'POST', headers })
      ]
      await one.stop()
      return answers.map((answer) => [
        answer.status,
        answer.headers.get('access-control-allow-origin'),
        answer.headers.get('vary')
      ])
    }
    expect(await asked('*')).toEqual([
      [503, '*', null],
      [204, '*', null],
      [400, '*', null]
    ])
    expect(await asked(undefined)).toEqual([
      [503, null, null],
      [405, null, null],
      [403, null, null]
    ])
  })
})
