import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSource } from '../../../adapters/registry.ts'
import type { Source } from '../../../adapters/source.ts'
import { HostGate } from '../../../pipelines/fetch/gate.ts'
import { ingestSource, type Ingest } from '../../../pipelines/runs/ingest.ts'
import { ThreadParser } from '../../../pipelines/read/parser.ts'
import type { Outcome, Pipeline } from '../../../pipelines/runs/run.ts'
import { Database } from '../../../sql/database.ts'
import { startService, type Service } from '../../support/service.ts'
import { BOMBS, type Format } from '../../support/bombs.ts'
import { parser } from '../../support/parser.ts'
import calm from './adapters/calm.ts'
import paging from './adapters/paging.ts'
import wordy from './adapters/wordy.ts'

// An adapter for each format.
// prettier-ignore
const PUBLISHERS: Record<Format, string> = {
  csv: 'bmf', xml: 'bnr', json: 'boc', html: 'bb', xlsx: 'bou', xls: 'bcv', soap: 'banguat', zip: 'ecb', pdf: 'brb',
  text: 'bdi'
}
const PATIENCE = 500

let service: Service
let publisher: Server
let sources: Source[]
let database: Database
let answer: RequestListener

/**
 * A source that requests one document. The test's publisher answers as its proxy, because requests to loopback are
 * refused.
 */
async function sourceOf(code: string): Promise<Source> {
  return {
    ...(await loadSource(code)),
    requested: undefined,
    tls: undefined,
    async *fetch(_window, http) {
      yield await http.get(`http://${code}.example/document.zip`)
    }
  }
}

beforeAll(async () => {
  sources = await Promise.all(Object.values(PUBLISHERS).map(sourceOf))
  service = await startService([...sources, calm, paging, wordy], {})
  database = new Database({ url: service.url, connections: 3 * sources.length }) // each run holds one for its lock
  publisher = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  publisher.close().closeAllConnections()
  await database.close()
  await service.stop()
})

/** Runs sources, and polls the health of the service while they run. */
async function runAll(
  sources: Source[],
  parts: Pick<Pipeline, 'parser' | 'now'>,
  window: Ingest = {}
): Promise<{ outcomes: Outcome[]; health: number[] }> {
  const environment = { HTTP_PROXY: `http://127.0.0.1:${(publisher.address() as AddressInfo).port}` }
  const pipeline = {
    database,
    logger: pino({ level: 'silent' }),
    userAgent: 'test',
    environment,
    gate: new HostGate(0),
    ...parts
  }
  let isOver = false
  const runs = Promise.all(sources.map((source) => ingestSource(pipeline, source, window))).finally(() => {
    isOver = true
  })
  const health: number[] = []
  while (!isOver) {
    health.push((await service.ask('/healthz')).status)
    await sleep(5)
  }
  return { outcomes: await runs, health }
}

const codeOf = ({ url }: { url?: string }) => new URL(url!).hostname.replace('.example', '')
const bombFor = (code: string) => BOMBS.find(([format]) => PUBLISHERS[format] === code)![2]()

describe('a publisher of any format', () => {
  it.each<[string, RequestListener, number | undefined, RegExp]>([
    [
      'sends a byte at a time',
      (_, response) => {
        const timer = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(timer))
      },
      PATIENCE,
      /did not answer completely within 0\.5 seconds$/
    ],
    ['never answers', () => {}, PATIENCE, /did not answer completely within 0\.5 seconds$/],
    [
      'sends a decompression bomb',
      (request, response) => response.end(bombFor(codeOf(request))),
      undefined,
      /^http:\/\/\w+\.example\/document\.zip: expected .+, found /s
    ]
  ])('fails its run with a reason and delays no other source if it %s', async (_, listener, timeout, reason) => {
    answer = listener
    const { outcomes, health } = await runAll(
      sources.map((source) => ({ ...source, timeout })),
      { parser: new ThreadParser({ timeout: 600 }) }
    )
    expect(outcomes.map(({ source, status }) => `${source} ${status}`)).toEqual(
      sources.map(({ code }) => `${code} failed`)
    )
    expect(outcomes.filter(({ error }) => !reason.test(error!))).toEqual([])
    expect(health.filter((status) => status !== 200)).toEqual([])
    expect(health.length).toBeGreaterThan(0)
    const recorded = await service.database.write<{ source: string; error: string }>(
      'select distinct on (source) source, error from runs where source = any ($1) order by source, id desc',
      [sources.map(({ code }) => code)]
    )
    expect(recorded).toEqual(
      outcomes
        .map(({ source, error }) => ({ source, error }))
        .toSorted((one, other) => (one.source < other.source ? -1 : 1))
    )
  })

  it('fails its run and delays no other source if an index page is too long to be read in time', async () => {
    const long = `<html>${'<a href="http://wordy.example/x">1</a>'.repeat(100_000)}</html>`
    answer = (request, response) => {
      if (codeOf(request) === 'wordy') response.end(long)
      else
        response.end(
          request.url!.endsWith('index')
            ? 'http://calm.example/first\nhttp://calm.example/second'
            : `2026-01-0${request.url!.endsWith('first') ? 5 : 6},USD,1.1`
        )
    }
    const { outcomes, health } = await runAll([wordy, calm], { parser })
    expect(outcomes).toMatchObject([
      {
        source: 'wordy',
        status: 'failed',
        publications: 0,
        error: `expected a page of at most 2097152 bytes that leads to documents, found one of ${long.length} bytes`
      },
      { source: 'calm', status: 'ok', new: 2 }
    ])
    expect(health.filter((status) => status !== 200)).toEqual([])
    expect(health.length).toBeGreaterThan(0)
  })

  it('fails its run and delays no other source if its pages never end', async () => {
    let pages = 0
    answer = (request, response) => {
      if (codeOf(request) === 'paging') response.end(`http://paging.example/${++pages}`)
      else
        response.end(
          request.url!.endsWith('index')
            ? 'http://calm.example/third\nhttp://calm.example/fourth'
            : `2026-01-0${request.url!.endsWith('third') ? 7 : 8},USD,1.1`
        )
    }
    const { outcomes, health } = await runAll([calm, paging], { parser })
    expect(outcomes).toMatchObject([
      { source: 'calm', status: 'ok', new: 2 },
      {
        source: 'paging',
        status: 'failed',
        publications: 0,
        error: expect.stringMatching(
          /^GET http:\/\/paging\.example\/\d+ exceeds the limit of its run: 1330 requests for 11 days$/
        ) as string
      }
    ])
    expect(pages).toBe(1330)
    expect(health.filter((status) => status !== 200)).toEqual([])
  })

  it('fails its run, which keeps the documents received in time, if an answer takes half an hour', async () => {
    let now = 0
    const days = ['09', '12', '13']
    answer = (request, response) => {
      now += 1_800_000
      const { pathname } = new URL(request.url!)
      response.end(
        pathname === '/index'
          ? days.map((day) => `http://calm.example/${day}`).join('\n')
          : `2026-01-${pathname.slice(1)},USD,1.1`
      )
    }
    const {
      outcomes: [outcome]
    } = await runAll([calm], { parser, now: () => now }, { from: '2026-01-09', to: '2026-01-19' })
    expect(outcome).toMatchObject({
      status: 'failed',
      publications: 2,
      new: 2,
      error: 'GET http://calm.example/13 exceeds the limit of its run: 4260 seconds for 11 days'
    })
    expect(
      await service.database.write('select date from rates where source = $1 and date > $2 order by date', [
        'calm',
        '2026-01-08'
      ])
    ).toEqual([{ date: '2026-01-09' }, { date: '2026-01-12' }])
    expect(
      await service.database.write('select error from runs where source = $1 order by id desc limit 1', ['calm'])
    ).toEqual([{ error: outcome!.error }])
  })
})
