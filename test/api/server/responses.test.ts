import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { schemaOf } from '../../../api/openapi/schema.ts'
import { ReadTimeout } from '../../../sql/errors.ts'
import { identity, startService, type Service } from '../../support/service.ts'
import { testEndpoints } from '../../support/modules.ts'

const endpoints = await testEndpoints()

let service: Service

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR'), identity('nothing', 'USD')], {
    alpha: [{ date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1610' }]
  })
})
afterAll(() => service.stop())

const V1 = '/api/v1/central-bank/alpha'

it.each([
  ['/api/v1/central-banks', '/api/v1/central-banks'],
  ['/api/v1/central-banks/rates', '/api/v1/central-banks/rates?source=EUR&target=USD'],
  ['/api/v1/central-bank/:bank/latest', `${V1}/latest`],
  ['/api/v1/central-bank/:bank/latest', `${V1}/latest?source=USD&target=EUR`],
  ['/api/v1/central-bank/:bank/:date', `${V1}/2026-11-20`],
  ['/api/v1/central-bank/:bank/:date', `${V1}/2026-11-20?source=USD&target=EUR`],
  ['/api/v1/central-bank/:bank/history', `${V1}/history?symbol=USD&from=2026-11-01&to=2026-11-30`],
  ['/api/v1/central-bank/:bank/history', `${V1}/history?source=USD&target=EUR&from=2026-11-01&to=2026-11-30`],
  ['/api/v1/central-bank/:bank/history', `${V1}/history?symbol=USD&from=2026-11-01&to=2026-11-30&group=month`],
  ['/api/v1/central-bank/:bank/availability', `${V1}/availability?year=2026`],
  ['/api/v1/central-bank/:bank/:date/publications', `${V1}/2026-11-20/publications`],
  ['/api/open/central-banks', '/api/open/central-banks'],
  ['/api/open/central-bank/:bank', '/api/open/central-bank/alpha'],
  ['/api/open/central-bank/:bank', '/api/open/central-bank/alpha?source=USD&target=EUR'],
  ['/api/public/central-bank/:bank', '/api/public/central-bank/alpha'],
  ['/healthz', '/healthz'],
  ['/readyz', '/readyz']
])('matches the declared response: %s', async (path, address) => {
  const { json, status } = await service.ask(address, { plan: 'enterprise' })
  expect(status).toBe(200)
  expect(endpoints.find((route) => route.path === path)!.response.parse(json)).toEqual(json)
})

it('converts every declaration to JSON Schema, with described parameters', () => {
  for (const { params, query, body, isPage, response } of endpoints) {
    if (isPage) continue
    expect(() => z.toJSONSchema(response)).not.toThrow()
    const { properties = {} } = schemaOf(z.object({ ...params, ...query, ...body }))
    for (const [name, schema] of Object.entries(properties))
      expect(schema, name).toMatchObject({
        description: expect.any(String),
        examples: expect.any(Array)
      })
  }
})

it.each([
  [
    new ReadTimeout('canceling statement due to statement timeout'),
    504,
    'query_timeout',
    /exceeded the time limit: ask for a shorter range/,
    null
  ],
  [
    Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
    503,
    'unavailable',
    /^the database is not available/,
    '5'
  ],
  [
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    503,
    'unavailable',
    /^the database is not available/,
    '5'
  ]
])(
  'returns 504 for a slow query and 503 for an unavailable database: %s',
  async (failure, status, code, message, retryAfter) => {
    const reads = (['read', 'readCells'] as const).map((name) =>
      vi.spyOn(service.database, name).mockRejectedValue(failure)
    )
    const answer = await service.ask(`${V1}/availability?year=2025`, { plan: 'enterprise' })
    for (const read of reads) read.mockRestore()
    expect(answer).toMatchObject({ status, json: { code, error: expect.stringMatching(message) as string } })
    expect(answer.headers.get('retry-after')).toBe(retryAfter)
  }
)
