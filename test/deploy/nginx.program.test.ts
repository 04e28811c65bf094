import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { identity, startService, stoppedClock, type Service } from '../support/service.ts'
import { startNginx, type Proxy } from '../support/nginx.ts'
import { withTool } from '../support/tools.ts'

const OPEN = '/api/open/central-bank/alpha'
const KEYED = '/api/v1/central-bank/alpha/latest'

withTool('nginx').describe('behind nginx with the configuration of deploy/', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-nginx-'))
  let service: Service
  let proxy: Proxy

  beforeAll(async () => {
    const row = { date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.16' }
    service = await startService(
      [identity('alpha', 'EUR')],
      { alpha: [row] },
      {
        settings: {
          trustProxy: 1,
          publicUrl: 'https://rates.example',
          limits: { perCaller: 1_000_000, perAddress: 3, trialKeys: 1 }
        },
        clock: stoppedClock()
      }
    )
    proxy = await startNginx(folder, Number(new URL(service.address).port))
  })
  afterAll(async () => {
    await proxy?.stop()
    await service?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Sends text from a loopback address and returns everything received until the connection is closed. */
  function raw(text: string, localAddress: string): Promise<string> {
    return new Promise((resolve) => {
      let answer = ''
      const socket = connect({ port: proxy.port, host: '127.0.0.1', localAddress }, () => socket.write(text))
      socket
        .setEncoding('latin1')
        .on('data', (chunk: string) => {
          answer += chunk
        })
        .on('error', () => {})
        .on('close', () => resolve(answer))
    })
  }
  const statusesOf = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: rates.example\r\n${headers}\r\n`
  const last = (path: string) => get(path, 'Connection: close\r\n')

  it('caches only public answers', async () => {
    const before = await hits()
    for (let count = 0; count < 3; count++) {
      const { status, headers } = await fetch(proxy.address + OPEN)
      expect([status, headers.get('strict-transport-security')]).toEqual([200, 'max-age=31536000; includeSubDomains'])
    }
    expect(await hits()).toBe(before)
    const headers = { authorization: `Bearer ${service.keys.free}` }
    for (const used of ['1', '2'])
      expect((await fetch(proxy.address + KEYED, { headers })).headers.get('x-monthly-used')).toBe(used)
  })

  it('passes HEAD on as HEAD, and charges and caches it apart from GET', async () => {
    const headers = { authorization: `Bearer ${service.keys.developer}` }
    for (let count = 0; count < 2; count++) await fetch(proxy.address + KEYED, { method: 'HEAD', headers })
    const { headers: given } = await fetch(proxy.address + KEYED, { headers })
    expect(given.get('x-monthly-used')).toBe('1')
    const open = `${OPEN}?source=EUR&target=USD`
    await fetch(proxy.address + open, { method: 'HEAD' })
    expect((await fetch(proxy.address + open)).status).toBe(200)
    expect((await (await fetch(proxy.address + open)).text()).length).toBeGreaterThan(0)
  })

  it('refuses a request for a foreign host', async () => {
    const foreign = last('/llms.txt').replace('rates.example', 'evil.example')
    const answers = [await raw(foreign, '127.0.0.11'), await raw(last('/llms.txt'), '127.0.0.11')]
    expect(answers.map(statusesOf)).toEqual([[421], [200]])
    expect(answers.join()).not.toContain('evil.example')
  })

  async function hits(): Promise<number> {
    return Number(/lookups_total\{result="hit"\} (\d+)/.exec((await service.ask('/metrics')).text)![1])
  }

  it('limits each address separately, and hides the metrics', async () => {
    const answers = await Promise.all(
      ['127.0.0.5', '127.0.0.6'].map((address) =>
        raw([...Array(4).keys()].map((at) => get(`${OPEN}?type=x${at}`)).join('') + last('/metrics'), address)
      )
    )
    for (const it of answers) expect(statusesOf(it).sort()).toEqual([400, 400, 400, 404, 429])
  })

  it('limits a flood of requests, and answers other addresses meanwhile', async () => {
    const [flood, other] = await Promise.all([
      raw(get('/').repeat(900) + last('/'), '127.0.0.7'),
      raw(last('/healthz'), '127.0.0.8')
    ])
    expect(statusesOf(flood).filter((it) => it === 429).length).toBeGreaterThan(500)
    expect(flood).toContain('"code":"rate_limited"')
    expect(statusesOf(other)).toEqual([200])
  })

  it('refuses more than 64 connections of an address', async () => {
    const held = Array.from({ length: 70 }, () =>
      connect({ port: proxy.port, host: '127.0.0.1', localAddress: '127.0.0.9' })
    )
    let refused = 0
    for (const socket of held) {
      socket
        .setEncoding('latin1')
        .once('data', (answer: string) => {
          refused += statusesOf(answer)[0] === 429 ? 1 : 0
        })
        .on('error', () => {})
      // the client never sends the body
      socket.write('POST /login HTTP/1.1\r\nHost: rates.example\r\nContent-Length: 100\r\n\r\n')
    }
    await expect.poll(() => refused).toBeGreaterThanOrEqual(6)
    for (const socket of held) socket.destroy()
  })

  it('refuses oversized bodies before they reach the service', async () => {
    const answer = await raw(
      'POST /login HTTP/1.1\r\nHost: rates.example\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n',
      '127.0.0.10'
    )
    expect([statusesOf(answer), answer.includes('"code":"body_too_large"')]).toEqual([[413], true])
  })
})
