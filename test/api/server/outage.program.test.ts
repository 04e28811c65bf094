import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadSources } from '../../../adapters/registry.ts'
import { createKey } from '../../../api/accounts/keys.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import { NODE_FLAGS } from '../../support/node-flags.ts'

const BIN = fileURLToPath(new URL('../../../bin/ratebook.js', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../../../fixtures/', import.meta.url))
const LATEST = '/api/v1/central-bank/ecb/latest'
const OPEN = '/api/open/central-bank/ecb'
const SOON = { interval: 100 }
const IN_HOOK = { ...SOON, timeout: 300_000 } // for vi.waitFor, since expect.poll does not work in hooks

const folder = mkdtempSync(join(tmpdir(), 'ratebook-outage-'))
let test: TestDatabase
let proxy: TcpProxy
let key: string

interface Child {
  process: ChildProcess
  output: () => string
  exit: Promise<number | null>
}

beforeAll(async () => {
  test = await testDatabase()
  proxy = await startTcpProxy(test.url)
  await seedSources(test.database)
  await seedRows(test.database, 'ecb', [
    { date: '2026-01-05', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1' }
  ])
  key = (await createKey(test.database, 'enterprise', 'outage')).key
})

afterAll(async () => {
  proxy?.close()
  await test?.drop()
  rmSync(folder, { recursive: true })
})

function start(...args: string[]): Child {
  const spawned = spawn(process.execPath, [...NODE_FLAGS, BIN, ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      DATA_DIR: folder,
      DATABASE_URL: proxy.url,
      PORT: '0',
      HOST: '127.0.0.1'
    }
  })
  let output = ''
  for (const stream of [spawned.stdout, spawned.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  const exit = new Promise<number | null>((resolve) => spawned.once('exit', resolve))
  return { process: spawned, output: () => output, exit }
}

describe('a service', () => {
  let service: Child
  let ask: (path: string) => Promise<Response>

  // Started while its database is down.
  beforeAll(async () => {
    proxy.set('down')
    service = start('serve', '--no-schedule')
    const listening = vi.waitFor(() => /listens on (\S+)/.exec(service.output())![1]!, IN_HOOK)
    const ended = service.exit.then(() => {
      throw new Error(`the service ended: ${service.output()}`)
    })
    const address = await Promise.race([listening, ended])
    ask = (path) =>
      fetch(address + path, {
        headers: path.startsWith('/api/v1') ? { authorization: `Bearer ${key}` } : {}
      })
  })

  afterEach(async () => {
    proxy.set('up')
    await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), IN_HOOK)
  })

  afterAll(() => {
    service.process.kill('SIGKILL')
  })

  /** Requests a cacheable answer and returns the number of cache hits so far. */
  async function hitsOfOpen(): Promise<number> {
    await ask(OPEN)
    const metrics = await (await ask('/metrics')).text()
    return Number(/^ratebook_cache_lookups_total\{result="hit"\} (\d+)$/m.exec(metrics)![1])
  }

  it('starts without its database, is not ready, and answers once the database is up', async () => {
    expect((await ask('/healthz')).status).toBe(200)
    expect((await ask('/readyz')).status).toBe(503)
    proxy.set('up')
    await expect.poll(async () => (await ask('/readyz')).status, SOON).toBe(200)
    expect((await ask(LATEST)).status).toBe(200)
  })

  it('serves cached open tables without its database, 503 for other requests, and recovers', async () => {
    await expect.poll(hitsOfOpen, SOON).toBeGreaterThan(0) // answers are cached only once notifications are received again
    const before = await (await ask(OPEN)).text()
    expect((await ask(LATEST)).status).toBe(200)
    proxy.set('down')
    await expect.poll(async () => (await ask('/readyz')).status, SOON).toBe(503)
    const [open, keyed] = [await ask(OPEN), await ask('/api/v1/central-bank/ecb/availability')]
    expect([open.status, await open.text()]).toEqual([200, before])
    expect([keyed.status, keyed.headers.get('retry-after')]).toEqual([503, '5'])
    proxy.set('up')
    await expect.poll(async () => (await ask(LATEST)).status, SOON).toBe(200)
    expect(service.process.exitCode).toBe(null)
  })

  it('fails requests at their deadline while its database is silent, and recovers', async () => {
    await expect.poll(async () => (await ask(LATEST)).status, SOON).toBe(200)
    proxy.set('silent')
    expect((await ask('/api/v1/central-bank/ecb/availability')).status).toBe(503)
    proxy.set('up')
    await expect.poll(async () => (await ask(LATEST)).status, SOON).toBe(200)
  })
})

describe('a command that loses its database', () => {
  it('exits with the reason, and its next run completes the work', async () => {
    // Enough sources that most are not loaded when the first is reported.
    const some = (await loadSources()).filter((_, at) => at % 4 === 0).map(({ code }) => code)
    const ingest = ['ingest', ...some, '--replay', FIXTURES]
    const first = start(...ingest)
    await expect.poll(first.output, SOON).toMatch(/^\w+: \d+ publications/m)
    proxy.set('down')
    expect(await first.exit).toBe(1)
    expect(first.output()).not.toMatch(/^ +at /m)
    proxy.set('up')
    const again = start(...ingest)
    expect(await again.exit, again.output()).toBe(0)
    expect(await test.database.read("select count(*) as running from runs where status = 'running'")).toEqual([
      { running: 0 }
    ])
  })
})
