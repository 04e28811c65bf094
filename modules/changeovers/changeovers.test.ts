import { afterAll, beforeAll, expect, it } from 'vitest'
import { identity, startService, type Service } from '../../test/support/service.ts'

let service: Service

beforeAll(async () => {
  service = await startService([identity('alpha', 'USD'), identity('beta', 'USD')], {
    alpha: [
      { date: '2025-12-30', base: 'BGN', quote: 'USD', type: 'reference', value: '0.6' },
      { date: '2026-01-02', base: 'EUR', quote: 'USD', type: 'reference', value: '1.17' }
    ],
    beta: [{ date: '2026-01-05', base: 'EUR', quote: 'USD', type: 'reference', value: '1.17' }]
  })
})
afterAll(() => service.stop())

it('lists a changeover with its factor, its days, its act and the sources that print the former code', async () => {
  const { status, json } = await service.ask('/api/v1/changeovers?currency=BGN&from=2020-01-01')
  expect(status).toBe(200)
  expect(json).toEqual({
    schema: '1.0',
    changeovers: [
      {
        former: 'BGN',
        former_name: 'Bulgarian Lev',
        successor: 'EUR',
        successor_name: 'Euro',
        date: '2026-01-01',
        ratio: '1.95583',
        same_code: false,
        former_until: '2026-01-31',
        act: 'Regulation (EU) 2025/1409',
        sources: [{ bank: 'alpha', first_date: '2025-12-30', last_date: '2025-12-30', successor_from: '2026-01-02' }]
      }
    ]
  })
})

it('lists a code that stayed and denotes a new unit', async () => {
  const { json } = await service.ask('/api/v1/changeovers?currency=VES&from=2021-01-01&to=2021-12-31')
  expect(json).toMatchObject({
    changeovers: [{ former: 'VES', successor: 'VES', date: '2021-10-01', ratio: '1000000', same_code: true }]
  })
})

it('lists all changeovers ascending as CSV', async () => {
  const { text } = await service.ask('/api/v1/changeovers?format=csv&bom=0')
  const [head, ...rows] = text.trim().split('\r\n')
  expect(head).toMatch(/^former,former_name,successor,successor_name,date,ratio/)
  expect(rows.length).toBeGreaterThan(100)
})

it('writes a calendar with lines of at most 75 octets and one event per changeover', async () => {
  const { text, headers } = await service.ask('/api/v1/changeovers.ics?from=2020-01-01')
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(text).toContain('UID:BGN-EUR-2026-01-01@127.0.0.1\r\n')
  expect(text).toContain('DTSTART;VALUE=DATE:20260101\r\nSUMMARY:EUR replaces BGN\r\n')
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(text.match(/BEGIN:VEVENT/g)!.length).toBe(text.match(/END:VEVENT/g)!.length)
})

it('returns 400 for an invalid currency, date or window', async () => {
  expect((await service.ask('/api/v1/changeovers?currency=lev1')).status).toBe(400)
  expect((await service.ask('/api/v1/changeovers?from=2025-02-30')).status).toBe(400)
  for (const path of ['/api/v1/changeovers', '/api/v1/changeovers.ics'])
    expect((await service.ask(`${path}?from=2026-01-02&to=2026-01-01`)).status, path).toBe(400)
})
