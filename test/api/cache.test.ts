import { afterAll, beforeAll, expect, it } from 'vitest'
import { request } from 'undici'
import { seedRows } from '../database.ts'
import { identity, startService, type Service } from './service.ts'

let service: Service
const row = (quote: string, value: string) => ({ date: '2026-11-20', base: 'EUR', quote, type: 'reference', value })

beforeAll(async () => {
  const many = ['USD', 'JPY', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'RON', 'TRY', 'AUD', 'CAD', 'NZD', 'MXN', 'BRL', 'CNY', 'INR', 'ZAR']
  service = await startService([identity('alpha', 'EUR'), identity('beta', 'EUR')], { alpha: many.map((quote) => row(quote, '1.5')), beta: [row('USD', '1.1')] })
})
afterAll(() => service.stop())

const OPEN = '/api/open/central-bank/alpha'

it('answers anew as soon as a table has changed, on every way to the answer', async () => {
  const paths = [['/api/open/central-bank/beta', undefined], ['/api/v1/central-bank/beta/latest?source=EUR&target=USD', 'free'], ['/api/v1/central-banks/rates?source=EUR&target=USD', 'free']] as const
  const read = async () => (await Promise.all(paths.map(([path, plan]) => service.ask(path, { plan })))).map(({ text }) => text).join()
  expect(await read()).toContain('1.1')
  expect(await read()).toBe(await read())
  await seedRows(service.database, 'beta', [row('USD', '1.25')])
  await expect.poll(read).toContain('"rate":1.25')
  expect(await read()).not.toContain('1.1,')
})

it('says 304 to who has the answer already, and answers HEAD like GET without a body', async () => {
  const first = await service.ask(OPEN)
  const etag = first.headers.get('etag')!
  expect((await service.ask(OPEN)).headers.get('etag')).toBe(etag)
  expect(await service.ask(OPEN, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' })
  const head = await service.ask(OPEN, { method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, text: '' })
  for (const name of ['etag', 'content-type', 'content-length', 'cache-control']) expect(head.headers.get(name)).toBe(first.headers.get(name))
})

it.each(['gzip', 'br'])('compresses with %s when asked, and says that it depends on it', async (encoding) => {
  const { headers, body } = await request(service.address + OPEN, { headers: { 'accept-encoding': encoding } })
  const size = (await body.arrayBuffer()).byteLength
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers.vary).toBe('Accept-Encoding')
  expect(size).toBeLessThan((await service.ask(OPEN)).bytes.length / 2)
  const plain = await request(service.address + OPEN)
  expect(plain.headers['content-encoding']).toBeUndefined()
  await plain.body.dump()
})

it('opens the open endpoints to any origin and no other', async () => {
  expect((await service.ask(OPEN, { method: 'OPTIONS', headers: { 'origin': 'https://example.org', 'access-control-request-method': 'GET' } })).headers.get('access-control-allow-origin')).toBe('*')
  expect((await service.ask('/api/v1/central-banks', { plan: 'free' })).headers.get('access-control-allow-origin')).toBeNull()
})

it('counts requests by route, never by address or key', async () => {
  await service.ask('/api/v1/central-bank/alpha/latest', { plan: 'free' })
  const { text } = await service.ask('/metrics')
  expect(text).toMatch(/route="\/api\/v1\/central-bank\/:bank\/latest".*status="200"/)
  expect(text).not.toContain('rb_')
  expect(text).toContain('source="alpha"')
})

it('is alive and ready', async () => {
  expect((await service.ask('/healthz')).status).toBe(200)
  expect((await service.ask('/readyz')).status).toBe(200)
})
