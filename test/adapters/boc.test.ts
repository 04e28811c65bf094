import { expect, it } from 'vitest'
import source from '../../adapters/boc.ts'
import type { Http, Publication } from '../../adapters/source.ts'

async function groupsOf(from: string, to: string): Promise<string[]> {
  const http = { get: (url: string) => Promise.resolve({ request: { url } } as Publication) } as Http
  const groups: string[] = []
  for await (const { request } of source.fetch({ from, to, today: to }, http))
    groups.push(request.url.split('/').at(-2)!)
  return groups
}

it('requests both the noon rates and the new averages in April 2017', async () => {
  expect(await groupsOf('2016-01-01', '2016-12-31')).toEqual(['LEGACY_NOON_RATES'])
  expect(await groupsOf('2017-04-01', '2017-04-10')).toEqual(['LEGACY_NOON_RATES', 'FX_RATES_DAILY'])
  expect(await groupsOf('2017-04-29', '2017-05-10')).toEqual(['FX_RATES_DAILY'])
})
