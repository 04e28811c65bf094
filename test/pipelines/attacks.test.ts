import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSource } from '../../adapters/registry.ts'
import type { Source } from '../../adapters/source.ts'
import { HostGate } from '../../pipelines/gate.ts'
import { ingestSource } from '../../pipelines/ingest.ts'
import { ThreadParser } from '../../pipelines/parser.ts'
import type { Outcome } from '../../pipelines/run.ts'
import { Database } from '../../sql/database.ts'
import { startService, type Service } from '../api/service.ts'
import { BOMBS, type Format } from '../faults/bombs.ts'

// A publisher of each format that adapters read.
const PUBLISHERS: Record<Format, string> = { csv: 'bmf', xml: 'bnr', json: 'boc', html: 'bb', xlsx: 'bou', xls: 'bcv', sdmx: 'boi', soap: 'banguat', zip: 'ecb', pdf: 'brb', text: 'bdi' }
const PATIENCE = 500

let service: Service
let publisher: Server
let sources: Source[]
let database: Database
let answer: RequestListener

/** A source that asks for one document, which the publisher of the tests sends through a proxy: no request may go to this machine. */
async function sourceOf (code: string): Promise<Source> {
  return { ...await loadSource(code), asked: undefined, tls: undefined, async * fetch (_window, http) { yield await http.get(`http://${code}.example/document.zip`) } }
}

beforeAll(async () => {
  sources = await Promise.all(Object.values(PUBLISHERS).map(sourceOf))
  service = await startService(sources, {})
  database = new Database({ url: service.url, connections: 3 * sources.length }) // a run has one for its lock
  publisher = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  publisher.close().closeAllConnections()
  await database.close()
  await service.stop()
})

/** Runs all sources, and asks meanwhile for the health of the service. */
async function runAll (timeout?: number): Promise<{ outcomes: Outcome[], health: number[] }> {
  const environment = { HTTP_PROXY: `http://127.0.0.1:${(publisher.address() as AddressInfo).port}` }
  const pipeline = { database, logger: pino({ level: 'silent' }), userAgent: 'test', environment, gate: new HostGate(0), parser: new ThreadParser({ timeout: 600 }) }
  let isOver = false
  const runs = Promise.all(sources.map((source) => ingestSource(pipeline, { ...source, timeout }, {}))).finally(() => { isOver = true })
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
    ['sends a byte now and then', (_, response) => {
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    }, PATIENCE, /did not answer completely within 0\.5 seconds$/],
    ['never answers', () => {}, PATIENCE, /did not answer completely within 0\.5 seconds$/],
    ['sends a bomb', (request, response) => response.end(bombFor(codeOf(request))), undefined, /^http:\/\/\w+\.example\/document\.zip: expected .+, found /s]
  ])('that %s fails its run with a reason, and holds nobody up', async (_, listener, timeout, reason) => {
    answer = listener
    const { outcomes, health } = await runAll(timeout)
    expect(outcomes.map(({ source, status }) => `${source} ${status}`)).toEqual(sources.map(({ code }) => `${code} failed`))
    expect(outcomes.filter(({ error }) => !reason.test(error!))).toEqual([])
    expect(health.filter((status) => status !== 200)).toEqual([])
    expect(health.length).toBeGreaterThan(10)
    const recorded = await service.database.write<{ source: string, error: string }>('select distinct on (source) source, error from runs order by source, id desc')
    expect(recorded).toEqual(outcomes.map(({ source, error }) => ({ source, error })).toSorted((one, other) => one.source < other.source ? -1 : 1))
  })
})
