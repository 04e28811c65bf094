import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import bnr from '../../../adapters/bnr.ts'
import { FetchError, type Source } from '../../../adapters/source.ts'
import { HostGate } from '../../../pipelines/fetch/gate.ts'
import type { Pipeline } from '../../../pipelines/runs/run.ts'
import { underLock } from '../../../pipelines/runs/lock.ts'
import { startSchedule } from '../../../pipelines/runs/schedule.ts'
import { registerSources } from '../../../pipelines/load/sources.ts'
import { Database } from '../../../sql/database.ts'
import { seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { parser } from '../../support/parser.ts'

let test: TestDatabase
let pipeline: Pipeline

const unreachable: Source = {
  ...bnr,
  code: 'unreachable',
  // eslint-disable-next-line require-yield
  async *fetch() {
    throw new FetchError('UNREACHABLE', 'GET https://example.com/ could not be reached: ENOTFOUND')
  }
}
const nothing: Source = {
  ...bnr,
  code: 'nothing',
  async *fetch() {
    yield* []
  }
}
const locked: Source = {
  ...nothing,
  code: 'locked',
  credentials: [{ name: 'LOCKED_KEY', where: 'https://example.com/keys' }]
}

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [unreachable, nothing, locked])
  pipeline = {
    database: test.database,
    logger: pino({ level: 'silent' }),
    userAgent: 'test',
    environment: {},
    gate: new HostGate(0),
    parser
  }
})
afterAll(() => test.drop())

const runs = () =>
  test.database.write<{ source: string; status: string; error: string | null }>(
    'select source, status, error from list_runs(null, 100) order by source, status'
  )

const SOON = { interval: 50 }

/** Waits until exactly the expected runs are recorded. */
const ended = (expected: string[]) =>
  expect.poll(async () => (await runs()).map(({ source, status }) => `${source} ${status}`), SOON).toEqual(expected)

it('runs every source once at the start despite failures, except those that another worker has just run', async () => {
  const one = startSchedule(pipeline, [unreachable, nothing, locked])
  await ended(['nothing ok', 'unreachable failed'])
  await one.stop()
  expect((await runs()).at(-1)!.error).toBe('GET https://example.com/ could not be reached: ENOTFOUND')
  const other = startSchedule(pipeline, [nothing, unreachable])
  await ended(['nothing ok', 'unreachable failed', 'unreachable failed'])
  await other.stop()
  await ended(['nothing ok', 'unreachable failed', 'unreachable failed'])
})

it('logs a summary after the first run of all sources, with a warning if none could be fetched', async () => {
  const said = async (sources: Source[]) => {
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    await test.database.write('truncate runs cascade')
    const told: string[] = []
    const schedule = startSchedule({ ...pipeline, logger }, sources, ({ source, status }) =>
      told.push(`${source} ${status}`)
    )
    const summary = () => lines.find((line) => /"ok":\d/.test(line))
    await expect.poll(summary, SOON).toBeDefined()
    await schedule.stop()
    expect(told.sort()).toEqual(sources.map(({ code }) => expect.stringContaining(code)))
    return JSON.parse(summary()!) as object
  }
  expect(await said([nothing, unreachable])).toMatchObject({
    level: 30,
    ok: 1,
    failed: 1,
    msg: 'every source has run once'
  })
  expect(await said([locked, unreachable])).toMatchObject({
    level: 40,
    ok: 0,
    failed: 1,
    skipped: 1,
    msg: expect.stringContaining('is there a network?')
  })
})

it.each([
  ['forward past several times of it', '2026-11-21T09:00:00Z', 1, 1],
  ['forward to a minute before one', '2026-11-20T12:29:00Z', 2, 1],
  ['forward past none', '2026-11-20T12:20:00Z', 2, 0],
  ['back by a day', '2026-11-19T13:29:00Z', 2, 1]
])('runs each source that is due once after the clock was set %s', async (_, now, minutes, runs) => {
  const toFake = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z'), toFake: [...toFake] })
  try {
    const asked: string[] = []
    const database = {
      write: async (text: string, [code]: string[] = []) => {
        if (!text.includes('ran_recently')) return [{ there: false }]
        asked.push(code!)
        return [{ fresh: true }]
      }
    } as unknown as Database
    const codes = Array.from({ length: 172 }, (__, at) => `nothing${at}`)
    const schedule = startSchedule(
      { ...pipeline, database },
      codes.map((code) => ({ ...nothing, code, timezone: 'UTC', schedule: '30 12,13 * * *' }))
    )
    await vi.advanceTimersByTimeAsync(1_000)
    asked.length = 0
    vi.setSystemTime(now)
    await vi.advanceTimersByTimeAsync(minutes * 60_000)
    expect(asked.length).toBe(runs * codes.length)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(asked.toSorted()).toEqual(runs > 0 ? codes.toSorted() : [])
    await schedule.stop()
  } finally {
    vi.useRealTimers()
  }
})

it('requests a publisher again while one of its doubtful figures waits', async () => {
  let asked = 0
  const doubtful: Source = {
    ...nothing,
    code: 'doubtful',
    async *fetch() {
      asked++
      yield* []
    }
  }
  await registerSources(test.database, [unreachable, nothing, locked, doubtful])
  const write: Database['write'] = async (text, values) => {
    if (!text.includes('recheck_delay')) return test.database.write(text, values)
    await test.database.write(
      "update runs set started_at = started_at - interval '1 hour', finished_at = finished_at - interval '1 hour' where source = 'doubtful'"
    )
    return [{ wait: asked < 3 ? 1 : null }] as never
  }
  const database = new Proxy(test.database, {
    get: (target, key) => (key === 'write' ? write : (target[key as keyof Database] as () => void).bind(target))
  })
  const schedule = startSchedule({ ...pipeline, database }, [doubtful])
  await expect
    .poll(
      async () => (await runs()).filter(({ source, status }) => source === 'doubtful' && status === 'ok').length,
      SOON
    )
    .toBe(3)
  await schedule.stop()
  expect(asked).toBe(3)
})

it('repeats a run that lost the database as soon as the database is back', async () => {
  const proxy = await startTcpProxy(test.url)
  const database = new Database({ url: proxy.url })
  let tries = 0
  const unlucky: Source = {
    ...nothing,
    code: 'unlucky',
    async *fetch() {
      if (++tries === 1) proxy.set('down')
      yield* []
    }
  }
  await registerSources(test.database, [unreachable, nothing, locked, unlucky])
  const schedule = startSchedule({ ...pipeline, database }, [unlucky])
  await expect.poll(() => tries, SOON).toBe(1)
  proxy.set('up')
  await expect
    .poll(async () => (await runs()).filter(({ source }) => source === 'unlucky'), SOON)
    .toEqual([
      { source: 'unlucky', status: 'failed', error: 'interrupted' },
      { source: 'unlucky', status: 'ok', error: null }
    ])
  await schedule.stop()
  await database.close()
  proxy.close()
})

it('ends the runs of killed workers, but no active run', async () => {
  const [killed, alive]: Source[] = [
    { ...nothing, code: 'killed' },
    { ...nothing, code: 'alive' }
  ]
  await registerSources(test.database, [killed!, alive!])
  const statusOf = async (code: string) => (await runs()).find(({ source }) => source === code)
  await underLock(test.database, 'alive', 0, async () => {
    for (const code of ['killed', 'alive'])
      await test.database.write("select resume_run($1, 'schedule', null, null, null)", [code])
    const schedule = startSchedule(pipeline, [])
    await expect
      .poll(() => statusOf('killed'), SOON)
      .toEqual({ source: 'killed', status: 'failed', error: 'interrupted' })
    await schedule.stop()
    expect(await statusOf('alive')).toEqual({ source: 'alive', status: 'running', error: null })
  })
})

it('runs four sources at a time, so that none waits for the connection of another', async () => {
  const database = new Database({ url: test.url, connections: 5 })
  let [running, most] = [0, 0]
  const many = Array.from({ length: 20 }, (_, at): Source => ({
    ...nothing,
    code: `many${at}`,
    async *fetch() {
      most = Math.max(most, ++running)
      await database.write('select 1')
      running--
      yield* []
    }
  }))
  await registerSources(test.database, many)
  const schedule = startSchedule({ ...pipeline, database }, many)
  await expect
    .poll(
      async () => (await runs()).filter(({ source, status }) => source.startsWith('many') && status === 'ok').length,
      SOON
    )
    .toBe(20)
  expect(most).toBeLessThanOrEqual(4)
  await schedule.stop()
  await database.close()
})
