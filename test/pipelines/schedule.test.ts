import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import bnr from '../../adapters/bnr.ts'
import { FetchError, type Source } from '../../adapters/source.ts'
import { HostGate } from '../../pipelines/gate.ts'
import type { Pipeline } from '../../pipelines/run.ts'
import { startSchedule } from '../../pipelines/schedule.ts'
import { seedSources, testDatabase, type TestDatabase } from '../database.ts'
import { parser } from '../parser.ts'

let test: TestDatabase
let pipeline: Pipeline

const unreachable: Source = {
  ...bnr,
  code: 'unreachable',
  // eslint-disable-next-line require-yield
  async * fetch () {
    throw new FetchError('UNREACHABLE', 'GET https://example.com/ could not be reached: ENOTFOUND')
  }
}
const nothing: Source = { ...bnr, code: 'nothing', async * fetch () { yield * [] } }
const locked: Source = { ...nothing, code: 'locked', credentials: [{ name: 'LOCKED_KEY', where: 'https://example.com/keys' }] }

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [unreachable, nothing, locked])
  pipeline = { database: test.database, logger: pino({ level: 'silent' }), userAgent: 'test', environment: {}, gate: new HostGate(0), parser }
})
afterAll(() => test.drop())

const runs = () => test.database.write<{ source: string, status: string, error: string | null }>('select source, status, error from list_runs(null, 100) order by source')

async function ended (count: number): Promise<void> {
  for (let waited = 0; waited < 5000 && (await runs()).filter(({ status }) => status !== 'running').length < count; waited += 50) await sleep(50)
}

it('runs every source once at the start, one failure beside the others, and not what another worker has just done', async () => {
  const one = startSchedule(pipeline, [unreachable, nothing, locked])
  await ended(2)
  await one.stop()
  const first = await runs()
  expect(first).toEqual([
    { source: 'nothing', status: 'ok', error: null },
    { source: 'unreachable', status: 'failed', error: 'GET https://example.com/ could not be reached: ENOTFOUND' }
  ])
  const other = startSchedule(pipeline, [nothing])
  await sleep(200)
  await other.stop()
  expect(await runs()).toEqual(first)
})
