import type { HTTPMethod } from 'find-my-way'
import { describe, expect, it } from 'vitest'
import { Router, type Handler } from '../../../api/server/router.ts'

function routerOf (declared: Array<[method: HTTPMethod, path: string]>, options?: { isStrict: boolean }) {
  const router = new Router()
  const paths = new Map<Handler, string>()
  for (const [method, path] of declared) {
    const handler = () => {}
    paths.set(handler, `${method} ${path}`)
    router.add(method, path, handler, options)
  }
  /** What was declared for a request with its parameters, or the methods that the path has. */
  const find = (method: string, path: string) => {
    const served = router.find(method, path)
    return served.handler ? [paths.get(served.handler), served.parameters] : served.methods
  }
  return { find, has: (path: string) => router.has(path) }
}

describe('the router', () => {
  const { find, has } = routerOf([
    ['GET', '/'], ['GET', '/bank/:bank/latest'], ['GET', '/bank/:bank/:date'], ['GET', '/bank/:bank/:date/documents'], ['POST', '/bank/:bank/:action'],
    ['GET', '/chart/:pair.svg'], ['GET', '/chart/:pair'], ['GET', '/tile/:level/*index'], ['OPTIONS', '/bank/:bank/latest']
  ])

  it.each([
    ['/', 'GET /', {}],
    ['/bank/ecb/latest', 'GET /bank/:bank/latest', { bank: 'ecb' }],
    ['/bank/ecb/latest/', 'GET /bank/:bank/latest', { bank: 'ecb' }],
    ['/bank/ecb/Latest', 'GET /bank/:bank/:date', { bank: 'ecb', date: 'Latest' }],
    ['/bank/ecb/latest/documents', 'GET /bank/:bank/:date/documents', { bank: 'ecb', date: 'latest' }],
    ['/chart/EUR-USD.svg', 'GET /chart/:pair.svg', { pair: 'EUR-USD' }],
    ['/chart/EUR-USD', 'GET /chart/:pair', { pair: 'EUR-USD' }],
    ['/tile/0/x001/234', 'GET /tile/:level/*index', { level: '0', index: 'x001/234' }]
  ])('finds the most particular path for %s', (path, declared, parameters) => {
    expect(find('GET', path)).toEqual([declared, parameters])
    expect(find('HEAD', path)).toEqual([declared, parameters])
    expect(has(path)).toBe(true)
  })

  it('passes over a path that has no handler for the method', () => {
    expect(find('POST', '/bank/ecb/latest')).toEqual(['POST /bank/:bank/:action', { bank: 'ecb', action: 'latest' }])
  })

  it('names the methods of all paths that match', () => {
    expect(find('DELETE', '/bank/ecb/latest')).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
    expect(find('DELETE', '/chart/EUR-USD')).toEqual(['GET', 'HEAD'])
  })

  it.each(['', '*', 'bank/ecb/latest', '/bank', '/bank/ecb', '/bank/ecb/latest//', '/tile/0', '/tile/0/', '/bank/ecb/1/documents/2', '/tile/0/x001/', '/other'])('finds nothing at %j', (path) => {
    expect(find('GET', path)).toEqual([])
    expect(has(path)).toBe(false)
  })

  it('decodes parameters, of any length', () => {
    const long = 'x'.repeat(10_000)
    expect(find('GET', '/chart/%45UR%2FUSD.svg')).toEqual(['GET /chart/:pair.svg', { pair: 'EUR/USD' }])
    expect(find('GET', `/chart/${long}`)).toEqual(['GET /chart/:pair', { pair: long }])
  })

  it.each(['/%', '/chart/%zz', '/chart/%E0%A4%A'])('refuses %s, which is wrongly encoded', (path) => {
    expect(() => find('GET', path)).toThrow('path: expected UTF-8 in percent-encoding (RFC 3986)')
  })

  it('gives a strict path no second spelling', () => {
    const { find } = routerOf([['GET', '/metrics']], { isStrict: true })
    expect(find('GET', '/metrics')).toEqual(['GET /metrics', {}])
    expect(find('GET', '/metrics/')).toEqual([])
    expect(find('GET', '/m%65trics')).toEqual([])
  })
})
