import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Source } from '../../../adapters/source.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { identity } from '../../../test/support/service.ts'
import { dueSources } from './due.ts'

const HOUR = 3_600_000
const NOW = Date.now()

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

/** A source with a daily schedule, last due some hours ago. */
function scheduled(code: string, hours: number): Source {
  const time = new Date(Math.floor((NOW - hours * HOUR) / (HOUR / 4)) * (HOUR / 4))
  const schedule = `${time.getUTCMinutes()} ${time.getUTCHours()} * * *`
  return { ...identity(code, 'EUR'), schedule, timezone: 'UTC' } as Source
}

async function run(code: string, hours: number, status = 'ok'): Promise<void> {
  await test.database.write(
    `insert into runs (source, kind, status, started_at, finished_at, error) values ($1, 'ingest', $2, $3, $3, case $2 when 'failed' then 'no answer' end)`,
    [code, status, new Date(NOW - hours * HOUR).toISOString()]
  )
}

it('fetches the tables published since the last run, the failed ones and the late ones', async () => {
  const sources = {
    never: scheduled('never', 5),
    since: scheduled('since', 5),
    before: scheduled('before', 5),
    failed: scheduled('failed', 5),
    just: scheduled('just', 5),
    late: scheduled('late', 2),
    loaded: scheduled('loaded', 2),
    long: { ...scheduled('long', 2), schedule: '0 0 1 1 *' }
  }
  await seedSources(test.database, Object.values(sources))
  await run('since', 6)
  await run('before', 4)
  await run('failed', 4, 'failed')
  await run('just', 0.1, 'failed')
  await run('late', 1)
  await run('loaded', 1)
  await seedRows(test.database, 'loaded', [
    { date: '2026-01-02', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1' }
  ])
  await run('long', 41 * 24)
  const due = await dueSources(test.database, Object.values(sources), new Date(NOW))
  expect(due.map(({ code }) => code)).toEqual(['never', 'since', 'failed', 'late', 'long'])
})
