import { expect, it } from 'vitest'
import source from '../../adapters/sbv.ts'
import type { Http, Publication } from '../../adapters/source.ts'

const LAST_PAGE = 3

/** A page with the central rate of one day. Higher pages are older. */
function pageOf(url: string): Publication {
  const page = new URL(url).searchParams.get('page')!
  const item = {
    title: `0${LAST_PAGE + 1 - parseInt(page, 10)}/06/2026`,
    contentFields: [{ name: 'TyGiaSo', contentFieldValue: { data: '25155' } }]
  }
  return { body: Buffer.from(JSON.stringify({ items: [item], lastPage: LAST_PAGE })) } as unknown as Publication
}

async function pagesSince(from: string): Promise<number> {
  let count = 0
  const http = { get: (url: string) => Promise.resolve(pageOf(url)) } as unknown as Http
  const publications = source.fetch({ from, to: '2026-06-04', today: '2026-06-04' }, http)[Symbol.asyncIterator]()
  while (!(await publications.next()).done) count += 1
  return count
}

// The adapter pages through two lists.
it.each([
  ['2026-06-03', 4],
  ['2026-06-02', 6],
  ['2026-05-01', 6]
])('pages back until a day before %s', async (from, pages) => {
  expect(await pagesSince(from)).toBe(pages)
})

it('dates an item whose title contradicts its first day with both', async () => {
  const item = (title: string) => ({
    title,
    contentFields: [
      { name: 'TyGiaSo', contentFieldValue: { data: '25155' } },
      { name: 'NgayBatDau', contentFieldValue: { data: '2026-06-11T17:00:00Z' } }
    ]
  })
  const body = Buffer.from(JSON.stringify({ items: [item('12/06/2026'), item('06/12/2026')], lastPage: 1 }))
  const rows = await source.parse({ body, mediaType: 'application/json' } as unknown as Publication)
  expect(rows.map(({ date }) => date)).toEqual(['2026-06-12', '2026-06-12 (06/12/2026)'])
})
