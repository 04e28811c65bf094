import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codesOf } from '../../../api/contract/error-codes.ts'
import { WITHOUT_PAGES } from '../../support/modules.ts'
import type { Service } from '../../support/service.ts'
import { startWithTables } from '../../support/tables.ts'

let service: Service

beforeAll(async () => {
  service = await startWithTables()
})
afterAll(() => service.stop())

it.each([
  ['/api/v1/central-banks/rate', '/api/v1/central-banks/rates'],
  ['/api/v1/symbol', '/api/v1/symbols'],
  ['/api/rates', '/api/rate'],
  ['/api/v1/centralbank/ecb/latest', '/api/v1/central-bank/{bank}/latest'],
  ['/api/historical-rate', '/api/historical-rates']
])('names the nearest endpoint of the unknown path %s: %s', async (path, endpoint) => {
  const { status, json } = await service.ask(path, { plan: 'enterprise' })
  expect([status, json.error]).toEqual([404, `no endpoint at this path; the nearest endpoint is ${endpoint}`])
})

describe('statuses and errors', () => {
  it.each([
    [401, '/api/v1/central-banks', {}],
    [401, '/api/v1/central-bank/alpha/latest', { key: 'rb_unknown' }],
    [403, '/api/v1/central-bank/alpha/2026-11-19', { plan: 'free' }],
    [403, '/api/v1/central-bank/alpha/2026-11-19', { plan: 'trial' }],
    [403, '/api/v1/central-bank/alpha/history?symbol=USD', { plan: 'free' }],
    [200, '/api/v1/central-bank/alpha/history?symbol=USD', { plan: 'enterprise' }],
    [404, '/api/v1/central-bank/unknown/latest', { plan: 'free' }],
    [404, '/api/v1/central-bank/alpha/latest?source=USD&target=ZMW', { plan: 'free' }],
    [503, '/api/v1/central-bank/nothing/latest', { plan: 'free' }],
    [404, '/api/open/central-bank/nothing', {}],
    [404, '/api/open/central-bank/unknown', {}],
    [200, '/api/v1/central-bank/ALPHA/latest', { plan: 'free' }],
    [400, '/api/v1/central-bank/alpha/latest?source=USD', { plan: 'free' }],
    [200, '/api/v1/central-bank/alpha/latest?source=USD&target=usd', { plan: 'free' }],
    [400, '/api/v1/central-bank/alpha/latest?source=USDX&target=EUR', { plan: 'free' }],
    [400, '/api/v1/central-bank/alpha/latest?format=pdf', { plan: 'free' }],
    [400, '/api/v1/central-bank/alpha/latest?unknown=1', { plan: 'free' }],
    [200, '/api/v1/central-bank/alpha/latest?_=1', { plan: 'free' }],
    [400, '/api/v1/central-bank/alpha/2026-02-30', { plan: 'developer' }],
    [404, '/api/v1/central-bank/alpha/2026-02-28', { plan: 'developer' }],
    [404, '/api/v1/central-bank/alpha/1800-01-01', { plan: 'developer' }],
    [400, '/api/v1/central-bank/alpha/2026-11-19?format=csv', { plan: 'developer' }],
    [400, '/api/v1/central-bank/alpha/history', { plan: 'developer' }],
    [200, '/api/v1/central-bank/alpha/history?symbol=JPY&source=USD&target=EUR', { plan: 'developer' }],
    [400, '/api/v1/central-bank/alpha/history?symbol=USD&from=2026-02-01&to=2026-01-01', { plan: 'developer' }],
    [404, '/api/v1/central-bank/alpha/history?symbol=USD&from=2020-01-01&to=2020-02-01', { plan: 'developer' }],
    [400, '/api/v1/central-bank/alpha/2026-11-19?as_of=yesterday', { plan: 'developer' }],
    [401, '/api/public/central-bank/alpha?format=csv', {}],
    [400, '/api/public/central-bank/alpha?format=xml', {}],
    [404, '/api/v1/publications/999999/document', { plan: 'free' }],
    [404, '/nowhere', {}],
    [405, '/api/open/central-banks', { method: 'POST' }]
  ] as const)('returns %i for %s with %j', async (status, path, options) => {
    const answer = await service.ask(path, options)
    expect(answer.status).toBe(status)
    if (status >= 400) {
      expect(answer.json).toEqual({
        error: expect.stringMatching(/.{10}/),
        code: expect.toBeOneOf(codesOf(status)),
        docs: expect.stringMatching(/\/docs(\/[a-zA-Z]+)?$/)
      })
    }
    if (status === 405) expect(answer.headers.get('allow')).toContain('GET')
    if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer|^Cookie/)
  })

  it.each([
    ['unknown_parameter', '/api/open/central-bank/alpha?unknown=1'],
    ['invalid_parameter', '/api/open/central-bank/alpha?source=EUR'],
    ['unknown_source', '/api/open/central-bank/nobody'],
    ['unknown_path', '/nowhere'],
    ['key_missing', '/api/v1/central-banks'],
    ['key_invalid', '/api/v1/central-banks?api_key=rb_0123456789abcdef0123456789abcdef'],
    ['login_required', '/api/account']
  ])('returns the code %s for %s', async (code, path) => {
    expect((await service.ask(path)).json.code).toBe(code)
  })

  it.each([
    ['/api/v1/central-bank/alpha/latest?source=EUR&format=xml', 400],
    ['/api/v1/central-bank/alpha/latest?source=EUR&format=csv', 400],
    ['/api/v1/central-bank/nobody/latest?format=xlsx', 404],
    ['/api/nowhere?format=xml', 404],
    ['//api//nowhere', 404],
    ['/api/v1/central-bank/%ff/latest', 400],
    ['/api/compat/b/latest?base=x', 400],
    ['/api/compat/c/latest?base=x', 400],
    ['/api/account', 401]
  ])('returns an error in JSON with a string for %s, whatever the request accepts', async (path, status) => {
    for (const accept of [
      'application/xml',
      'text/html,application/xhtml+xml',
      'application/problem+json',
      'text/csv',
      'image/png'
    ]) {
      const answer = await service.ask(path, { plan: 'free', headers: { accept } })
      expect([answer.status, answer.headers.get('content-type'), typeof answer.json.error], accept).toEqual([
        status,
        'application/json; charset=utf-8',
        'string'
      ])
    }
  })

  it('accepts a key in a parameter, and refuses a disabled key', async () => {
    expect((await service.ask(`/api/v1/central-banks?api_key=${service.keys.free}`)).status).toBe(200)
    await service.database.write("select disable_key(id, null) from api_keys where name = 'trial'")
    await expect
      .poll(async () => (await service.ask('/api/v1/central-banks', { plan: 'trial' })).status, { interval: 20 })
      .toBe(401)
  })
})

it.runIf(WITHOUT_PAGES)('links an error to no page of a service without pages', async () => {
  expect((await service.ask('/nowhere', { headers: { accept: 'text/html' } })).json).toMatchObject({
    code: 'unknown_path'
  })
})

it.each([
  ['alhpa', 'alpha'],
  ['alp', 'alpha'],
  ['gama', 'gamma']
])('suggests a source for the unknown code %s', async (code, meant) => {
  for (const path of [`/api/v1/central-bank/${code}/latest`, `/api/open/central-bank/${code}`]) {
    expect((await service.ask(path, { plan: 'developer' })).json).toMatchObject({
      error: `there is no source ${code}; did you mean ${meant}?`,
      code: 'unknown_source'
    })
  }
})
