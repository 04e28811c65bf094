import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { defineFeed, type Feed, type FeedRow } from '../../adapters/market/feed.ts'
import { loadFeeds } from '../../adapters/registry.ts'
import { LayoutError, type Publication } from '../../adapters/source.ts'
import { Client } from '../../pipelines/fetch/http.ts'
import { placeholders, readRecording, ReplayDispatcher } from '../../pipelines/fetch/replay.ts'
import { FIXTURES } from './fixture.ts'

const feeds = await loadFeeds()
const folderOf = ({ code }: Feed) => join(FIXTURES, `market_${code}`)
const expected = (feed: Feed): FeedRow[] =>
  parse(readFileSync(join(folderOf(feed), 'expected.csv'), 'utf8'), { columns: true })
const textOf = ({ body }: Publication) => Buffer.from(body).toString()

async function replay(feed: Feed): Promise<Publication> {
  const dispatcher = new ReplayDispatcher(await readRecording(folderOf(feed)))
  return feed.fetch(new Client(feed, { dispatcher, environment: placeholders(feed, {}), userAgent: 'test', gap: 0 }))
}

describe.each(feeds)('fixtures/market_$code', async (feed) => {
  const publication = await replay(feed)
  const parsing = (body: string) => () => feed.parse({ ...publication, body: Buffer.from(body) })

  it('reads every rate', () => {
    expect(feed.parse(publication)).toEqual(expected(feed))
  })

  it('refuses a document truncated at any position', () => {
    const text = textOf(publication)
    for (let end = 0; end < text.length; end++) expect(parsing(text.slice(0, end))).toThrow(LayoutError)
  })

  it('refuses a document with a changed name', () => {
    expect(parsing(readFileSync(join(folderOf(feed), 'changed.json'), 'utf8'))).toThrow(LayoutError)
  })

  it.each([
    ['an error page', () => '<!DOCTYPE html><html><body><h1>Sorry</h1></body></html>'],
    ['a number written as a string', (text: string) => text.replace('0.866482', '"0.866482"')],
    ['null in place of a rate', (text: string) => text.replace('0.866482', 'null')],
    ['an infinite number', (text: string) => text.replace('0.866482', '1e999999')],
    ['NaN', (text: string) => text.replace('0.866482', 'NaN')],
    ['another base', (text: string) => text.replaceAll('"USD', '"EUR')],
    [
      'an error answer',
      () =>
        '{"result":"error","error-type":"unsupported-code","success":false,"error":true,"status":"error","code":429,"message":"too many"}'
    ],
    ['an empty object', () => '{}'],
    [
      'no rates',
      (text: string) =>
        text
          .replace(/"rates":\{.*\}/, '"rates":{}}')
          .replace(/^\[.*\]$/, '[]')
          .replace(/"USD\/EUR":\{.*?\},/, '')
    ]
  ])('refuses %s', (_, damage) => {
    expect(parsing(damage(textOf(publication)))).toThrow(LayoutError)
  })
})

it.each([
  ['code', 'X', 'code must be 2 to 20'],
  ['sourceUrl', 'here', 'sourceUrl must be a URL'],
  ['interval', 0, 'interval must be a number of seconds'],
  ['freshFor', 172_801, 'freshFor must be more than the interval and at most']
])('refuses a feed with a wrong %s when it is loaded', (field, value, message) => {
  expect(() => defineFeed({ ...feeds[0]!, [field]: value })).toThrow(message)
})
