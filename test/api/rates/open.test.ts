import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../support/service.ts'
import { CLOCK, INVERSE, SELF_DESCRIPTION, startWithTables } from '../../support/tables.ts'

let service: Service

beforeAll(async () => {
  service = await startWithTables()
})
afterAll(() => service.stop())

describe('/api/open', () => {
  it('returns a table without a key, to any origin, cached for 30 to 60 minutes', async () => {
    const { json, headers } = await service.ask('/api/open/central-bank/gamma')
    expect(json).toEqual({
      bank: 'gamma',
      rate_date: '2026-01-05',
      rates: [{ base: 'USD', quote: 'EUR', type: 'reference', value: 0.85 }],
      attribution: {
        source: 'Bank gamma',
        url: 'https://example.com/gamma',
        terms: 'Bank gamma states no terms of use that are known here; see its site, example.com.'
      }
    })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const ages = [...headers.get('cache-control')!.matchAll(/max-?age=(\d+)/g)].map(([, seconds]) => Number(seconds))
    for (const seconds of ages) expect(seconds).toBeGreaterThanOrEqual(1800)
    for (const seconds of ages) expect(seconds).toBeLessThanOrEqual(3600)
  })

  it('returns a pair as published or inverse, never as a cross', async () => {
    expect((await service.ask('/api/open/central-bank/alpha?source=USD&target=EUR')).json).toMatchObject({
      bank: 'alpha',
      rate_date: '2026-11-20',
      source: 'USD',
      target: 'EUR',
      rate: INVERSE,
      rate_type: 'reference',
      derived: true,
      method: 'inverse',
      attribution: { source: 'Bank alpha' },
      rates: [{ source: 'USD', target: 'EUR', rate: INVERSE, rate_type: 'reference', derived: true, method: 'inverse' }]
    })
    const { status, json } = await service.ask('/api/open/central-bank/alpha?source=USD&target=GBP')
    expect([status, (json as { error: string }).error]).toEqual([404, 'alpha does not publish the pair USD to GBP'])
  })

  it('lists the freshness of each source', async () => {
    const before = CLOCK.now() - 1_000
    const { json } = await service.ask('/api/open/central-banks')
    expect(json.sources[3]).toEqual({
      code: 'nothing',
      name: 'Bank nothing',
      latest_date: null,
      cadence: 'daily',
      stale: true,
      overdue: true,
      missed: null,
      ...SELF_DESCRIPTION
    })
    for (const name of ['stale', 'overdue'])
      expect(json[`${name}_count`]).toBe(json.sources.filter((source: Record<string, boolean>) => source[name]).length)
    expect(Date.parse(json.checked_at)).toBeGreaterThan(before)
  })
})

it('returns the raw shape at /api/public', async () => {
  expect((await service.ask('/api/public/central-bank/gamma')).json).toEqual({
    bank: 'gamma',
    rate_date: '2026-01-05',
    rates: [{ base_ccy: 'USD', quote_ccy: 'EUR', rate_type: 'reference', value: 0.85 }]
  })
})
