import { expect, it } from 'vitest'
import source from '../../adapters/bcbol.ts'
import type { Http, Publication } from '../../adapters/source.ts'

async function requestsFor (from: string, to: string): Promise<string[]> {
  const http = { get: (url: string) => Promise.resolve({ request: { url } } as Publication) } as Http
  const urls: string[] = []
  for await (const { request } of source.fetch({ from, to, today: to }, http)) urls.push(request.url.replace(/^.*[?]/, ''))
  return urls
}

it('asks neither for the yearly table of 2026 nor for a day in the layout before the reform', async () => {
  expect(await requestsFor('2024-12-30', '2026-07-06')).toEqual(['anio=2024', 'anio=2025', 'qdd=1&qmm=7&qaa=2026', 'qdd=2&qmm=7&qaa=2026', 'qdd=3&qmm=7&qaa=2026', 'qdd=6&qmm=7&qaa=2026'])
  expect(await requestsFor('2026-03-01', '2026-03-31')).toEqual([])
})
