import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { identity, startService, type Service } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR')], {
    alpha: [{ date: '2026-03-02', base: 'EUR', quote: 'USD', type: 'reference', value: '1.16' }]
  })
})
afterAll(() => service.stop())

const WAITING =
  'select count(*)::integer as count from pg_stat_activity where datname = current_database() and ' +
  "wait_event_type = 'Lock'"

it('allows keyless clients at most one more request in progress than there are cores', async () => {
  const most = availableParallelism() + 1
  const waiting = async () => (await service.database.read<{ count: number }>(WAITING))[0]!.count
  const answers = await service.database.transaction(async (client) => {
    await client.query('lock table sources in access exclusive mode')
    const asked = Array.from({ length: 3 * most }, (_, at) => service.ask(`/api/open/central-bank/unknown${at}`))
    await expect.poll(waiting, { timeout: 60_000 }).toBe(most)
    for (let time = 0; time < 20; time++) expect(await waiting()).toBe(most)
    return asked
  })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 404))
})
