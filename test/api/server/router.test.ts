import { describe, expect, it } from 'vitest'
import { Router } from '../../../api/server/router.ts'
import { testEndpoints, WITHOUT_PAGES } from '../../support/modules.ts'

const endpoints = await testEndpoints()

describe('the router', () => {
  const router = new Router(endpoints)

  it('finds the path of every endpoint under its own method', () => {
    for (const { method, path } of endpoints) {
      const some = path
        .replace('/api/compat/d/*path', '/api/compat/d/v2/rates')
        .replace('/:pair', '/usd-eur')
        .replace(/:dates?\b/g, '2026-11-20')
        .replace(/[:*]\w+/g, 'x')
      for (const spelling of path.includes('*') || endpoints.some((it) => it.path === path && it.isUnlimited)
        ? [some]
        : [some, `${some.replace(/\/$/, '')}/`]) {
        expect([spelling, router.methodsOf(spelling)]).toEqual([
          spelling,
          expect.arrayContaining(method === 'GET' ? ['GET', 'HEAD'] : [method])
        ])
      }
    }
  })

  it.skipIf(WITHOUT_PAGES)('returns the methods of all matching paths', () => {
    expect(router.methodsOf('/api/account/keys')).toEqual(['GET', 'HEAD', 'POST'])
    expect(router.methodsOf('/api/open/central-bank/ecb')).toEqual(['GET', 'HEAD', 'OPTIONS'])
    expect(router.methodsOf('/login')).toEqual(['GET', 'HEAD', 'POST'])
  })

  it.each([
    '',
    '*',
    'banks/ecb',
    '/nowhere',
    '/banks/ecb/2026-11-20/x',
    '/banks/ecb//',
    '/METRICS',
    '/metrics/',
    '/m%65trics',
    '/Banks'
  ])('finds no endpoint at %j', (path) => {
    expect(router.methodsOf(path)).toEqual([])
  })
})
