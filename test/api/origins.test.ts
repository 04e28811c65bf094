import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endpoints } from '../../api/endpoints.ts'
import { Documents } from '../../api/http/documents.ts'
import { KeptOrigins } from '../../api/http/origin.ts'
import { describeApi } from '../../api/openapi/document.ts'
import { identity, startService, type Service } from './service.ts'

describe('a document that names the service', () => {
  it('is built once for a scheme and a path, and names the host of each caller', () => {
    const documents = new Documents()
    const build = vi.fn((origin: string) => `see ${origin}/docs and ${origin}/api`)
    for (const host of ['a.example', 'b.example:8080', '[::1]:81', ...Array.from({ length: 100 }, (_, at) => `x${at}.example`)]) {
      expect(documents.text('guide', `http://${host}`, build)).toBe(`see http://${host}/docs and http://${host}/api`)
    }
    expect(build).toHaveBeenCalledOnce()
    expect(documents.text('guide', 'https://a.example/rates', build)).toBe('see https://a.example/rates/docs and https://a.example/rates/api')
    expect(documents.text('other', 'http://a.example', () => 'nothing')).toBe('nothing')
    expect(build).toHaveBeenCalledTimes(2)
  })
})

describe('the origins for which answers are kept', () => {
  it('are the first few; an origin without requests for a minute makes room for another', () => {
    const origins = new KeptOrigins()
    for (let at = 0; at < 8; at++) expect(origins.has(`http://${at}`, 1000 * at)).toBe(true)
    expect(origins.has('http://other', 10_000)).toBe(false)
    for (let now = 10_000; now < 100_000; now += 10_000) expect(origins.has('http://0', now)).toBe(true)
    expect(origins.has('http://other', 60_000)).toBe(false)
    expect(origins.has('http://other', 61_001)).toBe(true)
    expect(origins.has('http://0', 61_001)).toBe(true)
  })

  it('are not counted if PUBLIC_URL is set', () => {
    const origins = new KeptOrigins('https://rates.example')
    for (let at = 0; at < 100; at++) expect(origins.has('https://rates.example', 0)).toBe(true)
  })
})

describe('a caller who makes up hosts', () => {
  let service: Service

  beforeAll(async () => {
    service = await startService([identity('alpha', 'EUR')], { alpha: [{ date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1610' }] })
  })
  afterAll(() => service.stop())

  function ask (path: string, host?: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(service.address)
      request({ hostname, port, path, headers: { ...(host !== undefined && { host }) }, agent: false }, (response) => resolve(text(response))).on('error', reject).end()
    })
  }

  const hitsOf = async () => Number(/lookups_total\{result="hit"\} (\d+)/.exec(await ask('/metrics'))![1])

  it('gets the right answer for each host, and displaces no other caller’s', async () => {
    const own = await ask('/openapi.json')
    expect(JSON.parse(own)).toEqual(JSON.parse(JSON.stringify(describeApi(endpoints, service.address))))
    for (let at = 0; at < 20; at++) {
      const host = `host${at}.example`
      expect(JSON.parse(await ask('/openapi.json', host))).toEqual(JSON.parse(JSON.stringify(describeApi(endpoints, `http://${host}`))))
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
