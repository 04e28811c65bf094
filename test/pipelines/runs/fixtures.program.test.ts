import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSources } from '../../../adapters/registry.ts'
import type { Outcome, Pipeline } from '../../../pipelines/runs/run.ts'
import { HostGate } from '../../../pipelines/fetch/gate.ts'
import { ingestSource } from '../../../pipelines/runs/ingest.ts'
import { ThreadParser } from '../../../pipelines/read/parser.ts'
import { FIXTURES } from '../../adapters/fixture.ts'
import { seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

it('loads every fixture, and nothing new the second time', async () => {
  const sources = await loadSources()
  await seedSources(test.database)
  const pipeline: Pipeline = {
    database: test.database,
    logger: pino({ level: 'silent' }),
    userAgent: 'test',
    environment: {},
    gate: new HostGate(0),
    parser: new ThreadParser()
  }
  const replayAll = async () => {
    const outcomes: Outcome[] = []
    for (const source of sources) outcomes.push(await ingestSource(pipeline, source, { replay: FIXTURES }))
    return outcomes
  }
  const rates = () =>
    test.database.write('select source, base, quote, type, date, value, unit from rates order by 1, 2, 3, 4, 5')
  const first = await replayAll()
  expect(first.filter(({ status }) => status !== 'ok')).toEqual([])
  expect(first.filter((it) => it.new === 0)).toEqual([])
  const stored = await rates()
  const second = await replayAll()
  expect(second.filter((it) => it.status !== 'ok' || it.new + it.changed + it.quarantined > 0)).toEqual([])
  expect(await rates()).toEqual(stored)
})
