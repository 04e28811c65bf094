import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { unknownParameter } from '../../../api/contract/unknown-parameter.ts'
import { clockFrom } from '../../support/database.ts'
import { identity, startService, type Service } from '../../support/service.ts'
import { testEndpoints } from '../../support/modules.ts'

const endpoints = await testEndpoints()

/** The example of each parameter. */
function examplesOf(params: z.core.$ZodShape): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, type]) => {
      const [example] = z.globalRegistry.get(type)?.examples as string[]
      return [name, example!]
    })
  )
}

let service: Service

beforeAll(async () => {
  const day = { date: '2026-11-20', base: 'EUR', type: 'reference' }
  service = await startService(
    [identity('alpha', 'EUR')],
    { alpha: [{ ...day, quote: 'USD', value: '1.1610' }] },
    { clock: clockFrom('2026-11-25T12:00:00Z') }
  )
})
afterAll(() => service.stop())

describe('an unknown parameter', () => {
  const declared = endpoints.filter(
    ({ isUnlimited, method, isPage, path }) => method === 'GET' && !isUnlimited && !isPage && path !== '/mcp'
  )
  const isCompatible = ({ path }: { path: string }) => path.startsWith('/api/compat/')

  it.each(declared.filter(isCompatible).map((route) => [route.path, route] as const))(
    'is ignored by %s',
    (path, { read, params }) => {
      const inPath = examplesOf(params)
      expect(() => read(inPath, new URLSearchParams({ nonsense: '1' })), path).not.toThrow('no such parameter')
    }
  )

  it.each(declared.filter((it) => !isCompatible(it)).map((route) => [route.path, route] as const))(
    'is refused by %s',
    (path, { read, params, ignored = [] }) => {
      const inPath = examplesOf(params)
      expect(() => read(inPath, new URLSearchParams({ nonsense: '1' })), path).toThrow(
        /^nonsense: this endpoint has no such parameter; (it takes|use )/
      )
      for (const name of ignored)
        expect(() => read(inPath, new URLSearchParams({ [name]: '1' }))).not.toThrow('no such parameter')
    }
  )

  it.each([
    ['/api/v1/central-bank/alpha/latest?base=EUR', 'base: this endpoint has no such parameter; use source'],
    ['/api/v1/central-bank/alpha/latest?symbols=USD', 'symbols: this endpoint has no such parameter; use target'],
    ['/api/v1/central-bank/alpha/latest?sourse=USD', 'sourse: this endpoint has no such parameter; use source'],
    [
      '/api/v1/central-bank/alpha/history?start_date=2026-01-01&source=EUR&target=USD',
      'start_date: this endpoint has no such parameter; use from'
    ],
    ['/api/rate?source=EUR&currencies=USD', 'currencies: this endpoint has no such parameter; use target'],
    ['/api/v1/rates?Source=EUR', 'Source: this endpoint has no such parameter; use source'],
    [
      '/api/v1/symbols?all=1',
      'all: this endpoint has no such parameter; it takes bom, decimal, delimiter, format, historical'
    ]
  ])('is refused with the name of the likely parameter, and costs nothing: %s', async (path, error) => {
    const { status, json, headers } = await service.ask(path, { plan: 'enterprise' })
    expect(status).toBe(400)
    expect(json.error).toBe(error)
    expect(headers.get('x-monthly-used') ?? '0').toBe('0')
  })

  it.each(['/api/open/central-bank/alpha?date=2026-11-19', '/api/public/central-bank/alpha?date=2026-11-19'])(
    'names the endpoint for past dates in the error of a date: %s',
    async (path) => {
      const { status, json } = await service.ask(path)
      expect([status, json.error]).toEqual([
        400,
        'date: this endpoint has no such parameter; the table of a past date is at ' +
          '/api/v1/central-bank/{bank}/{date}, and needs the key of a paid plan'
      ])
    }
  )
})

it.each(['_=17', 't=1', 'ts=1763596800', 'utm_source=mail&utm_campaign=x', 'fbclid=x', 'format=', 'format=JSON'])(
  'accepts parameters appended by caches, campaigns or clients: %s',
  async (query) => {
    for (const path of [
      '/api/open/central-bank/alpha',
      '/api/compat/a/latest',
      '/api/v1/central-bank/alpha/latest',
      '/banks/alpha',
      '/readyz'
    ]) {
      const [plain, appended] = [
        await service.ask(path, { plan: 'free' }),
        await service.ask(`${path}?${query}`, { plan: 'free' })
      ]
      expect([path, appended.status, appended.text]).toEqual([path, plain.status, plain.text])
    }
  }
)

it.each(['format=json&format=csv', 'format=csv&format=json', 'format=&format=xml', 'format=csv&format=csv'])(
  'refuses %s, which requests two formats',
  async (query) => {
    const answer = await service.ask(`/api/v1/central-bank/alpha/latest?${query}`, { plan: 'free' })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('format: sent more than once')])
  }
)

it('accepts values and names in other spellings', async () => {
  expect(
    (await service.ask('/api/v1/central-bank/alpha/latest?format=CSV', { plan: 'free' })).headers.get('content-type')
  ).toMatch(/^text\/csv/)
  expect(
    (await service.ask('/api/v1/central-bank/alpha/latest?format=Xml&source=EUR&target=USD', { plan: 'free' })).text
  ).toMatch(/^<\?xml/)
  const answers = await Promise.all(
    ['symbols=USD,GBP', 'symbols[]=USD,GBP', 'symbols%5B%5D=USD&symbols%5b%5d=GBP'].map((query) =>
      service.ask(`/api/compat/a/latest?${query}`)
    )
  )
  expect(answers.map(({ status, text }) => [status, text])).toEqual(
    answers.map(() => [answers[0]!.status, answers[0]!.text])
  )
})

it('accepts the key under each of its parameter names', async () => {
  for (const name of ['key', 'apiKey', 'apikey', 'api_key']) {
    for (const path of [
      '/api/v1/central-banks',
      '/api/v1/central-bank/alpha/latest',
      '/api/v1/central-bank/alpha/2026-11-20',
      '/api/v1/central-bank/alpha/history?symbol=USD'
    ]) {
      expect([
        name,
        (await service.ask(`${path}${path.includes('?') ? '&' : '?'}${name}=${service.keys.developer}`)).status
      ]).toEqual([name, 200])
    }
    expect((await service.ask(`/api/open/central-bank/alpha?${name}=${service.keys.developer}`)).status).toBe(200)
  }
  expect(
    (await service.ask(`/api/v1/central-banks?key=${service.keys.free}&api_key=${service.keys.free}`)).status
  ).toBe(400)
})

it('lists all ways to send a key in a 401', async () => {
  const all: Array<[Record<string, string>, RegExp]> = [
    [{}, /; http:\S+\/account shows yours, and POST \/api\/agent\/keys gives a trial key$/],
    [{ authorization: 'Basic abc' }, /access_key\)$/],
    [{ 'x-api-key': 'nonsense' }, /access_key\)$/]
  ]
  for (const [headers, ending] of all) {
    expect((await service.ask('/api/v1/central-banks', { headers })).json.error).toMatch(
      /Authorization: Bearer KEY, as X-API-Key: KEY, or in the address as api_key=KEY \(or key, apiKey, access_key\); pages of this service may send the session/
    )
    const { error } = (await service.ask('/api/rate?source=EUR&target=USD', { headers })).json
    expect(error).toMatch(/api_key=KEY \(or key, apiKey, access_key\)/)
    expect(error).toMatch(ending)
  }
  expect((await service.ask('/api/account')).json.error).toBe(
    'log in first: this endpoint takes the session of a logged-in user, not a key'
  )
})

it('names a parameter of the endpoint in the error for an unknown one', () => {
  const names = ['source', 'target', 'type', 'format']
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60 }), (name) => {
      fc.pre(!names.includes(name))
      expect(unknownParameter(name, names).message).toMatch(
        /no such parameter; (use (source|target|type|format)|it takes format, source, target, type)$/
      )
    })
  )
})

describe('a code of three letters', () => {
  it.each([
    ['GBp', 'GBp is a hundredth of GBP: expected GBP, of which one is 100 GBp'],
    ['GBX', 'GBX is a hundredth of GBP: expected GBP, of which one is 100 GBX'],
    ['ILA', 'ILA is a hundredth of ILS: expected ILS, of which one is 100 ILA'],
    ['ZAc', 'ZAc is a hundredth of ZAR: expected ZAR, of which one is 100 ZAc'],
    ['Usd', 'expected a currency code in capital letters, because Usd may mean another unit']
  ])('rejects %s as a currency', async (code, message) => {
    const paths: Array<[string, string]> = [
      ['/api/v1/central-bank/alpha/latest?target=USD&source=', 'source'],
      ['/api/v1/central-bank/alpha/history?symbol=', 'symbol'],
      ['/api/v1/rates?target=EUR,', 'target'],
      ['/api/rate?target=USD&source=', 'source'],
      ['/api/compat/a/latest?symbols=', 'symbols'],
      ['/api/compat/a/latest?base=', 'base'],
      ['/api/open/central-bank/alpha?target=EUR&source=', 'source']
    ]
    for (const [path, parameter] of paths)
      expect(
        await service.ask(path + code, {
          plan: 'enterprise'
        }),
        path
      ).toMatchObject({
        status: 400,
        json: { error: `${parameter}: ${message}` }
      })
  })

  it('may be in lower case', async () => {
    expect(
      (
        await service.ask('/api/v1/central-bank/alpha/latest?source=eur&target=usd', {
          plan: 'free'
        })
      ).json
    ).toMatchObject({
      source: 'EUR',
      target: 'USD'
    })
  })
})
