import { on } from 'node:events'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { loadSource } from '../../../adapters/registry.ts'
import { addDays } from '../../../adapters/kit/dates.ts'
import { LayoutError, type Publication, type Source } from '../../../adapters/source.ts'
import { outlineOf } from '../../../pipelines/read/outline.ts'
import type { Answer, Job, Request } from '../../../pipelines/read/parser-thread.ts'
import type { Staging } from '../../../pipelines/load/staging.ts'
import { ThreadParser } from '../../../pipelines/read/parser.ts'

const source = await loadSource('boi')
const publicationOf = (lines: string[]): Publication => ({
  source: 'boi',
  request: { method: 'GET', url: 'https://edge.boi.gov.il/', headers: {} },
  mediaType: 'text/csv',
  charset: 'utf-8',
  headers: {},
  body: Buffer.from(`${lines.join('\n')}\n`)
})

const HEADING =
  'SERIES_CODE,FREQ,BASE_CURRENCY,COUNTER_CURRENCY,UNIT_MEASURE,DATA_TYPE,DATA_SOURCE,TIME_COLLECT,CONF_STATUS,PUB_WEBSITE,UNIT_MULT,COMMENTS,TIME_PERIOD,OBS_VALUE,RELEASE_STATUS'
const LINE = 'RER_USD_ILS,D,USD,ILS,ILS,OF00,BOI_MRKT,V,F,Y,0,,2026-03-02,3.073,YP'
const good = publicationOf([HEADING, LINE])
const large = publicationOf([HEADING, ...Array<string>(100_000).fill(LINE)])
const TODAY = '2026-03-18'
const ROW = { date: '2026-03-02', base: 'USD', quote: 'ILS', type: 'representative', value: '3.073', unit: 1 }

// prettier-ignore
const BASES = [
  'USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'SEK', 'NOK', 'DKK', 'ZAR', 'JOD', 'EGP', 'LBP', 'CNY', 'INR',
  'TRY', 'PLN', 'CZK', 'HUF'
]
const ROWS = 50_000
const history = publicationOf([
  HEADING,
  ...Array.from({ length: ROWS / BASES.length }, (_, day) => addDays('1990-01-01', day)).flatMap((date) =>
    BASES.map((base) => LINE.replaceAll('USD', base).replace('2026-03-02', date))
  )
])

const linesOf = (text: Uint8Array) => Buffer.from(text).toString().split('\n').length - 1

const broken = () =>
  new Writable({
    write: (_chunk, _encoding, done) => {
      done(new Error('the disk is full'))
    }
  })

async function textOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += Buffer.from(chunk).toString()
  return text
}

describe('the parser thread', () => {
  it('returns the rows of a document without changing it', async () => {
    const parser = new ThreadParser({ timeout: 600 })
    expect(await parser.parse(source, good)).toEqual([ROW])
    expect(await parser.parse(source, good)).toEqual(await source.parse(good))
  })

  it('returns the rows of the given dates, and an outline', async () => {
    const parser = new ThreadParser({ timeout: 600 })
    const two = publicationOf([HEADING, LINE, LINE.replace('2026-03-02', '2026-03-03')])
    expect((await parser.parse(source, two, ['2026-03-03'])).map(({ date }) => date)).toEqual(['2026-03-03'])
    expect(await parser.outline(good)).toEqual(await outlineOf(good))
  })

  it('returns the rows of a long document in order', async () => {
    const days = Array.from({ length: 12_000 }, (_, day) => LINE.replace('3.073', `3.${String(day).padStart(5, '0')}`))
    const rows = await new ThreadParser({ timeout: 600 }).parse(source, publicationOf([HEADING, ...days]))
    expect(rows.map(({ value }) => value)).toEqual(days.map((line) => line.split(',')[13]))
  })

  it('finds the place of a figure, and none for a figure that is not in the document', async () => {
    const parser = new ThreadParser({ timeout: 600, threads: 1 })
    const { value, unit, ...rate } = ROW
    const place = await parser.findPlace(source, good, { ...rate, value, unit: String(unit) })
    expect(place).toMatchObject({ where: 'line 2', isProven: true })
    expect(place!.lines.flatMap(({ pieces }) => pieces).find(({ isFigure }) => isFigure)!.text).toBe('3.073')
    expect(await parser.findPlace(source, good, { ...rate, value: '3.074', unit: String(unit) })).toBeUndefined()
  })

  it('rejects with the adapter’s LayoutError, and continues', async () => {
    const parser = new ThreadParser({ timeout: 600, threads: 1 })
    const refused = parser.parse(source, publicationOf(['<html></html>']))
    await expect(refused).rejects.toThrow(LayoutError)
    await expect(refused).rejects.toThrow('expected a CSV document, found "<html></html>"')
    expect(await parser.parse(source, good)).toEqual([ROW])
  })

  it('ends when idle, and starts again', async () => {
    const parser = new ThreadParser({ timeout: 600, threads: 1, idle: 1 })
    for (const document of [good, publicationOf([HEADING, LINE, ''])]) {
      const use = async ({ text }: Staging) => [linesOf(Buffer.from(await textOf(text))), parser.running]
      expect(await parser.stage(source, document, TODAY, use)).toEqual([1, 1])
      await expect.poll(() => parser.running).toBe(0)
    }
  })

  it('names a missing adapter', async () => {
    await expect(new ThreadParser().parse({ ...source, code: 'none' } as Source, good)).rejects.toThrow(/none\.js/)
  })

  it('is replaced after a document that takes too much time or memory', async () => {
    const hurried = new ThreadParser({ timeout: 0.05, threads: 1 })
    await expect(hurried.parse(source, large)).rejects.toThrow(
      `expected a document that can be parsed within 0.05 seconds, found one of ${large.body.length} bytes that exceeds this`
    )
    const poor = new ThreadParser({ timeout: 600, memory: 64, threads: 1 })
    const refused = poor.parse(source, large)
    const next = poor.parse(source, good)
    await expect(refused).rejects.toThrow(LayoutError)
    await expect(refused).rejects.toThrow('within 64 MB of memory')
    expect(await next).toEqual([ROW])
  })

  it('returns the checked rows in parts, and continues if their consumer fails', async () => {
    const parser = new ThreadParser({ timeout: 600 })
    const wrong = 'RER_USD_ILS,D,USD,ILS,ILS,OF00,BOI_MRKT,V,F,Y,0,,2026-03-03,0,YP'
    const staged = await parser.stage(
      source,
      publicationOf([HEADING, LINE, wrong]),
      TODAY,
      async ({ text, ...rest }) => ({ ...rest, text: await textOf(text) })
    )
    expect(staged).toEqual({
      text: 'USD\tILS\trepresentative\t2026-03-02\t3.073\t1\t3.073\t\\N\t\\N\t\\N\n',
      skippedItems: {},
      bad: [{ row: { ...ROW, date: '2026-03-03', value: '0' }, reason: 'the value is zero' }]
    })
    await expect(parser.stage(source, good, TODAY, () => Promise.reject(new Error('no connection')))).rejects.toThrow(
      'no connection'
    )
    await expect(parser.stage(source, good, TODAY, ({ text }) => pipeline(text, broken()))).rejects.toThrow(
      'the disk is full'
    )
    expect(await parser.parse(source, good)).toEqual([ROW])
  })

  it('sends only the requested parts of a long document', async () => {
    const worker = new Worker(new URL('../../../pipelines/read/parser-thread.js', import.meta.url), { execArgv: [] })
    const answers = on(worker, 'message')
    const ask = async (message: Job | Request) => {
      worker.postMessage(message)
      return ((await answers.next()).value as [Answer])[0]
    }
    expect(await ask({ kind: 'staging', code: 'boi', publication: history, today: TODAY })).toEqual({ state: 'ready' })
    expect(await ask('more')).toMatchObject({ state: 'part', part: { bad: [] } })
    const first = (await ask('more')) as { part: Uint8Array }
    expect(linesOf(first.part)).toBeLessThanOrEqual(5000)
    expect(await ask('enough')).toEqual({ state: 'done' }) // an unrequested part would have arrived before this answer
    await worker.terminate()
  })

  it('does not block the calling thread', async () => {
    let turns = 0
    let isOver = false
    const reading = new ThreadParser({ timeout: 600 }).parse(source, large).finally(() => {
      isOver = true
    })
    while (!isOver) {
      await sleep(1)
      turns += 1
    }
    expect(await reading).toHaveLength(100_000)
    expect(turns).toBeGreaterThan(10)
  })
})
