import { expect, it } from 'vitest'
import source from '../../adapters/bcbol.ts'
import type { Http, Publication } from '../../adapters/source.ts'

async function requestsFor(from: string, to: string): Promise<string[]> {
  const http = { get: (url: string) => Promise.resolve({ request: { url } } as Publication) } as Http
  const urls: string[] = []
  for await (const { request } of source.fetch({ from, to, today: to }, http))
    urls.push(request.url.replace(/^.*[?]/, ''))
  return urls
}

it('requests yearly tables up to 2007 and the table of each weekday afterwards', async () => {
  expect(await requestsFor('2006-12-30', '2008-01-03')).toEqual([
    'anio=2006',
    'anio=2007',
    'qdd=1&qmm=1&qaa=2008',
    'qdd=2&qmm=1&qaa=2008',
    'qdd=3&qmm=1&qaa=2008'
  ])
  expect(await requestsFor('2026-06-26', '2026-06-30')).toEqual([
    'qdd=26&qmm=6&qaa=2026',
    'qdd=29&qmm=6&qaa=2026',
    'qdd=30&qmm=6&qaa=2026'
  ])
  expect(await requestsFor('2003-03-01', '2003-03-31')).toEqual(['anio=2003'])
})
