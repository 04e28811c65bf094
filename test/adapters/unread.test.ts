import { relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSources } from '../../adapters/registry.ts'
import type { Row } from '../../adapters/source.ts'
import { findRecordings } from '../../pipelines/fetch/replay.ts'
import { outlineOf } from '../../pipelines/read/outline.ts'
import { isNamed, unreadIn, unreadOf } from '../../pipelines/read/unread.ts'
import { FIXTURES, replay } from './fixture.ts'

const USD: Row = { date: '2026-05-05', base: 'USD', quote: 'TRY', type: 'buy', value: '43.7955' }

async function placesIn(text: string, rows: Row[] = [USD], skipped?: string[]): Promise<string[]> {
  const request = { method: 'GET' as const, url: 'https://example.com/', headers: {} }
  const outline = await outlineOf({ source: 'test', request, mediaType: '', headers: {}, body: Buffer.from(text) })
  return unreadOf(outline, rows, skipped).map(({ place, figures }) => `${place} ${figures}`)
}

describe('the unread parts of a document', () => {
  it('are the keys, columns and elements whose figures no row has', async () => {
    expect(await placesIn('[{"code":"USD","buy":"43.7955","sell":"43.8744"}]')).toEqual(['$.sell 1'])
    expect(await placesIn('Code,Buy,Sell\nUSD,43.7955,43.8744\n')).toEqual(['column "Sell" 1'])
    expect(await placesIn('<rates><rate code="USD"><buy>43,7955</buy><sell>43,8744</sell></rate></rates>')).toEqual([
      '/rates/rate/sell 1'
    ])
  })

  it('are elements and attributes of a document in the text of another', async () => {
    const inner = '&lt;Day&gt;&lt;Rate curr="USD" high="43.8744"&gt;43,7955&lt;/Rate&gt;&lt;/Day&gt;'
    expect(await placesIn(`<Envelope><Result>${inner}</Result></Envelope>`)).toEqual([
      '/Envelope/Result/Day/Rate/@high 1'
    ])
  })

  it('are the rows whose figures are in columns that the adapter reads', async () => {
    expect(await placesIn('Code,Unit,Buy\nUSD,1,43.7955\nXDR,1,59.8710\n')).toEqual(['row "XDR" 1'])
    expect(await placesIn('[{"code":"USD","buy":43.7955},{"code":"XDR","buy":59.871}]')).toEqual(['row "XDR" 1'])
  })

  it('are the tables of which nothing is read', async () => {
    const table = (title: string, figure: string) =>
      `<table><tr><th>${title}</th><th>Rate</th></tr><tr><td>USD</td><td>${figure}</td></tr></table>`
    expect(
      await placesIn(`<html>${table('Daily', '43.7955')}${table('Average of 30 April 2026', '43.1')}</html>`)
    ).toEqual(['table "Average of" 1'])
  })

  it('exclude dates, units, zeros, numbers of rows and currencies', async () => {
    expect(
      await placesIn(
        'No,Date,Number,Code,Unit,Rate\n1,05.05.2026,840,USD,1,43.7955\n2,05.05.2026,978,EUR,1,0\n3,2026-05-05,392,JPY,1,-\n'
      )
    ).toEqual([])
  })

  it('exclude figures of items that the adapter skipped with a reason', async () => {
    expect(await placesIn('Code,Buy\nUSD,43.7955\nUFV,2.9031\n', [USD], ['2.9031'])).toEqual([])
  })

  it('exclude a cell with two figures that the adapter reads', async () => {
    const rows = [USD, { ...USD, type: 'sell', value: '43.8744' }]
    expect(await placesIn('<table><tr><td>USD</td><td>43.7955 43.8744</td></tr></table>', rows)).toEqual([])
    expect(await placesIn('<table><tr><td>USD</td><td>43.7955</td><td>2.12 2.58</td></tr></table>', rows)).toEqual([
      'column "3" 2'
    ])
  })

  it('exclude figures that a row has in another notation', async () => {
    const rows = ['1234.5', '4.22', '0.00058'].map((value) => ({ ...USD, value }))
    const lek = [{ ...USD, unit: 100, value: '0.0482' }]
    expect(await placesIn('[{"v":0.0482,"one":0.000482}]', lek)).toEqual([])
    expect(await placesIn('[{"v":"1.234,50"},{"v":"1,234.5"},{"v":4.2199999999999998},{"v":"5.8E-4"}]', rows)).toEqual(
      []
    )
  })
})

const sources = await loadSources()

it('each source reads or leaves out by name every figure of its fixtures, and names nothing else', async () => {
  const [unnamed, unused]: [string[], string[]] = [[], []]
  for (const source of sources) {
    const places: string[] = []
    for (const recording of await findRecordings(FIXTURES, source.code)) {
      for (const publication of await replay(source, recording)) {
        for (const { place, figures, example, reason } of await unreadIn(source, publication)) {
          places.push(place)
          if (reason !== undefined) continue
          unnamed.push(`${relative(FIXTURES, recording.folder)}: ${place}: ${figures}, such as ${example}`)
        }
      }
    }
    const names = Object.keys(source.unread ?? {}).filter((name) => !places.some((place) => isNamed(place, name)))
    unused.push(...names.map((name) => `${source.code}: ${name}`))
  }
  expect({ unnamed, unused }).toEqual({ unnamed: [], unused: [] })
}, 600_000)
