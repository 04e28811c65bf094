import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import { LayoutError, type Source } from '../../../adapters/source.ts'
import { HostGate } from '../../../pipelines/fetch/gate.ts'
import { backfillSource } from '../../../pipelines/runs/ingest.ts'
import { planBackfill, secondsOf } from '../../../pipelines/runs/plan.ts'
import type { Pipeline } from '../../../pipelines/runs/run.ts'
import { todayIn } from '../../../pipelines/runs/window.ts'
import { identity } from '../../support/service.ts'
import { seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'
import { parser } from '../../support/parser.ts'

const TODAY = todayIn('UTC')
const FIRST = addDays(TODAY, -29)

let test: TestDatabase
let pipeline: Pipeline

beforeAll(async () => {
  test = await testDatabase()
  pipeline = {
    database: test.database,
    logger: pino({ level: 'silent' }),
    userAgent: 'Ratebook',
    environment: {},
    gate: new HostGate(0),
    parser
  }
  await seedSources(test.database, [identity('test', 'EUR')])
})
afterAll(() => test.drop())
beforeEach(() => test.database.write('truncate runs cascade'))

/** A source with thirty days of history, in windows of ten days. */
const sourceOf = (more: Partial<Source>): Source => ({
  ...identity('test', 'EUR'),
  historyFrom: FIRST,
  backfillDays: 10,
  fetch: async function* () {},
  parse: () => [],
  ...more
})

const daily = sourceOf({
  fetch: async function* ({ from, to }, http) {
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const table = await http.find(`https://example.com/${day}`)
      if (table) yield table
    }
  }
})
const linked = sourceOf({
  pause: 4000,
  fetch: async function* (_, http) {
    const { body } = await http.session().get('https://example.com/')
    if (body.length === 0) throw new LayoutError('a link', 'none')
    yield await http.get('https://example.com/table')
  }
})
const planOf = async (source: Source, window = {}) => (await planBackfill(pipeline, [source], window))[0]!
const ran = (from: string, to: string, publications: number) =>
  test.database.write(
    `
  insert into runs (source, kind, status, window_from, window_to, publications, started_at, finished_at)
  values ('test', 'backfill', 'ok', $1, $2, $3, '2026-01-01 00:00:00Z', '2026-01-01 00:01:00Z')`,
    [from, to, publications]
  )

it('counts the requests of an adapter without sending them', async () => {
  expect(await planOf(daily)).toEqual({
    source: 'test',
    left: 3,
    windows: 3,
    requests: 30,
    basis: 'counted',
    seconds: 45
  })
})

it('gives a lower bound if a request depends on an answer', async () => {
  expect(await planOf(linked)).toEqual({
    source: 'test',
    left: 3,
    windows: 3,
    requests: 3,
    basis: 'at least',
    seconds: 15
  })
})

it('plans the requested days within the history', async () => {
  expect(await planOf(daily, { from: addDays(TODAY, -4) })).toMatchObject({ windows: 1, requests: 5 })
  expect(await planOf(daily, { from: '1990-01-01' })).toMatchObject({ windows: 3, requests: 30 })
  expect(await planOf(daily, { from: '1990-01-01', to: '1990-12-31' })).toMatchObject({
    windows: 0,
    requests: 0,
    basis: 'done'
  })
})

it('estimates from earlier backfills, and excludes finished windows', async () => {
  await ran(FIRST, addDays(FIRST, 9), 20)
  expect(await planOf(linked)).toEqual({
    source: 'test',
    left: 2,
    windows: 3,
    requests: 40,
    basis: 'learnt',
    seconds: 120
  })
  await ran(addDays(FIRST, 10), addDays(FIRST, 19), 20)
  await ran(addDays(FIRST, 20), TODAY, 20)
  expect(await planOf(linked)).toEqual({ source: 'test', left: 0, windows: 3, requests: 0, basis: 'done', seconds: 0 })
})

it('agrees with the resumed backfill after an interruption', async () => {
  let asked: string[] = []
  const broken = sourceOf({
    fetch: ({ from }) => {
      asked.push(from)
      if (asked.length === 2) throw new Error('it stopped')
      return daily.fetch({ from, to: '', today: TODAY }, null!)
    }
  })
  expect(await backfillSource(pipeline, broken, {})).toMatchObject({ status: 'failed' })
  expect(asked).toEqual([addDays(FIRST, 20), addDays(FIRST, 10), FIRST])
  expect(await planOf(broken)).toMatchObject({ left: 1, windows: 3 })
  asked = [FIRST, FIRST]
  await backfillSource(pipeline, broken, {})
  expect(asked.slice(2)).toEqual([addDays(FIRST, 10)])
  expect(await planOf(broken)).toMatchObject({ left: 0, basis: 'done' })
})

it('skips a source with a missing credential', async () => {
  expect(
    await planOf({
      ...daily,
      credentials: [
        {
          name: 'TEST_KEY',
          where: 'https://example.com/keys'
        }
      ]
    })
  ).toMatchObject({
    requests: 0,
    basis: 'skipped',
    seconds: 0
  })
})

it('estimates the time of parallel sources, at least that of the longest one', () => {
  const of = (seconds: number) => ({
    source: 'test',
    left: 1,
    windows: 1,
    requests: 1,
    basis: 'counted' as const,
    seconds
  })
  expect(secondsOf([of(100), of(100), of(100), of(100)], 4)).toBe(100)
  expect(secondsOf([of(400), of(10)], 4)).toBe(400)
  expect(secondsOf([], 4)).toBe(0)
})
