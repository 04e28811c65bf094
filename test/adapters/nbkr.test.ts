import { expect, it } from 'vitest'
import source from '../../adapters/nbkr.ts'
import type { Http, Publication, Window } from '../../adapters/source.ts'

async function requestedUrls(window: Window): Promise<string[]> {
  const urls: string[] = []
  const http = {
    get: (url: string) => Promise.resolve(urls.push(url)).then(() => ({}) as Publication)
  } as unknown as Http
  const publications = source.fetch(window, http)[Symbol.asyncIterator]()
  while (!(await publications.next()).done);
  return urls
}

it('requests the newest tables in an ordinary run', async () => {
  expect(await requestedUrls({ from: '2026-05-19', to: '2026-05-24', today: '2026-05-24' })).toEqual([
    'https://www.nbkr.kg/XML/daily.xml',
    'https://www.nbkr.kg/XML/weekly.xml'
  ])
})

it.each([
  ['after a gap', { from: '2026-05-10', to: '2026-05-24', today: '2026-05-24' }],
  ['for past days', { from: '2026-05-19', to: '2026-05-20', today: '2026-05-24' }]
])('requests the history of every currency %s', async (_, window) => {
  const urls = await requestedUrls(window)
  expect(urls.length).toBeGreaterThan(50)
  expect(urls.every((url) => url.startsWith('https://www.nbkr.kg/index1.jsp?item=1562'))).toBe(true)
})
