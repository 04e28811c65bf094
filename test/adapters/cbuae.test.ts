import { expect, it } from 'vitest'
import source from '../../adapters/cbuae.ts'
import { LayoutError, type Http, type Publication, type Window } from '../../adapters/source.ts'

const PAGE = '<html><a href="/media/a/fx_apr24_en.xlsx">April 2024</a><a href="/media/b/guide.xlsx">Guide</a></html>'

/** The requests for a window if the page has only the workbook of April 2024. */
async function publicationsOf(window: Window): Promise<string[]> {
  const urls: string[] = []
  const answer = (url: string) => {
    urls.push(url.replace(/^.*\//, ''))
    return Promise.resolve({ body: Buffer.from(PAGE) } as unknown as Publication)
  }
  const http = { get: answer, find: answer } as unknown as Http
  const publications = source.fetch(window, http)[Symbol.asyncIterator]()
  while (!(await publications.next()).done);
  return urls
}

const dayOf = (day: string) => `GetExchangeRateAllCurrencyDate?dateTime=${day}`

it('requests the tables of the current month without the page', async () => {
  expect(await publicationsOf({ from: '2024-05-09', to: '2024-05-12', today: '2024-05-12' })).toEqual([
    dayOf('2024-05-09'),
    dayOf('2024-05-10')
  ])
})

it('requests the workbook of a past month', async () => {
  expect(await publicationsOf({ from: '2024-04-29', to: '2024-05-02', today: '2024-05-02' })).toEqual([
    '',
    'fx_apr24_en.xlsx',
    dayOf('2024-05-01'),
    dayOf('2024-05-02')
  ])
})

it('requests the days of the last month if it has no workbook yet', async () => {
  expect(await publicationsOf({ from: '2024-05-31', to: '2024-06-03', today: '2024-06-03' })).toEqual([
    '',
    dayOf('2024-05-31'),
    dayOf('2024-06-03')
  ])
})

it('refuses a page without the workbook of an older month', async () => {
  await expect(publicationsOf({ from: '2024-03-28', to: '2024-05-02', today: '2024-05-02' })).rejects.toThrow(
    LayoutError
  )
})
