import net from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { identity, startService, type Service } from './service.ts'

let service: Service

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR')], { alpha: [{ date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.16' }] })
})
afterAll(() => service.stop())

const odd = fc.constantFrom('%', '%00', '%ff', '%C0%AF', '%2e%2e%2f', '..', '/', '//', '\\', '?', '&', '=', '\'', '"', ';', '--', '<', '>', '{', '}', 'é', '💥', 'A'.repeat(300), '9'.repeat(40), '1e999', '-1', 'null', '__proto__', 'constructor', '[]', '%0d%0aX: 1', 'USD', 'alpha', '2026-02-30', '0000-00-00', '9999-12-31')
const text = fc.array(odd, { maxLength: 6 }).map((parts) => parts.join(''))
const path = fc.tuple(fc.constantFrom('/', '/api/v1/central-bank/', '/api/v1/central-bank/alpha/latest', '/api/v1/central-bank/alpha/history', '/api/v1/central-bank/alpha/availability', '/api/v1/central-bank/alpha/2026-11-20', '/api/v1/central-banks/rates', '/api/v1/publications/', '/api/open/central-bank/alpha', '/api/public/central-bank/alpha', '/metrics'), text).map((parts) => parts.join(''))
const value = fc.oneof(text, fc.constantFrom('USD', 'EUR', 'csv', 'xlsx', 'xml', '2026-11-20', '0001-01-01', '9999-12-31', '2026-11-20T00:00:00Z', '0001-01-01T00:00:00+14:59'))
const query = fc.array(fc.tuple(fc.constantFrom('source', 'target', 'symbol', 'from', 'to', 'year', 'type', 'as_of', 'format', 'api_key'), value).map((pair) => pair.join('=')), { maxLength: 5 }).map((parts) => parts.join('&'))
const header = fc.constantFrom('Accept-Encoding: br;q=x, gzip;q=2, *', 'If-None-Match: *', 'Content-Length: -1', 'Content-Length: 5', 'Transfer-Encoding: chunked', `Cookie: ${'a'.repeat(20_000)}`, 'Range: bytes=0-', 'Expect: 100-continue', 'Connection: upgrade\r\nUpgrade: websocket', 'Authorization: Basic x', 'Authorization: Bearer', 'Host: a b')
const method = fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE', 'FOO', 'get')

interface Malformed {
  verb: string
  address: string
  asked: string
  headers: string[]
  withKey: boolean
}

/** The status of a request written byte by byte; 0 where the server closed the connection without one. */
function send ({ verb, address, asked, headers, withKey }: Malformed): Promise<number> {
  const { hostname, port } = new URL(service.address)
  const lines = [`${verb} ${address}${asked && `?${asked}`} HTTP/1.1`, 'Host: localhost', ...(withKey ? [`Authorization: Bearer ${service.keys.enterprise}`] : []), ...headers, 'Connection: close', '', '']
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = net.connect(Number(port), hostname, () => socket.write(lines.join('\r\n')))
    socket.setTimeout(15_000, () => socket.destroy(new Error('no answer')))
    socket.on('data', (chunk) => { answer += chunk.toString('latin1', 0, 20) })
    socket.on('error', (error: NodeJS.ErrnoException) => error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(0) : reject(error))
    socket.on('close', () => resolve(Number(/^HTTP\/1\.[01] (\d+)/.exec(answer)?.[1] ?? 0)))
  })
}

it('answers no malformed request with a fault of its own, and stays alive', async () => {
  const before = process.memoryUsage().heapUsed
  const malformed = fc.record({ verb: method, address: path, asked: query, headers: fc.array(header, { maxLength: 2 }), withKey: fc.boolean() })
  await fc.assert(fc.asyncProperty(fc.array(malformed, { minLength: 40, maxLength: 40 }), async (requests) => {
    const statuses = await Promise.all(requests.map(send))
    const faults = requests.filter((_, index) => statuses[index]! >= 500)
    expect(faults).toEqual([])
  }), { numRuns: 50, endOnFailure: true })
  expect((await service.ask('/readyz')).status).toBe(200)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(300 * 2 ** 20)
}, 60_000)
