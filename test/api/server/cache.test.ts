import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ALL, AnswerCache } from '../../../api/server/cache.ts'
import type { Callers } from '../../../api/access/callers.ts'
import { Changes } from '../../../api/server/changes.ts'
import { Readiness } from '../../../api/operations/readiness.ts'
import { seedRows } from '../../support/database.ts'
import { identity, startService, type Service } from '../../support/service.ts'
import { testSchema } from '../../support/modules.ts'

const DAY = 86_400_000
const row = (date: string, quote: string, value: string) => ({ date, base: 'EUR', quote, type: 'reference', value })

let service: Service

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR'), identity('beta', 'EUR')], {
    alpha: [row('2026-11-19', 'USD', '1.16')],
    beta: [row('2026-11-19', 'USD', '1.17')]
  })
})
afterAll(() => service.stop())

const reply = (text: string) => ({ body: Buffer.from(text), tag: text, units: 1 })
const wanted = (key: string, tag = 'alpha', seconds?: number) => ({ key, tag, seconds, isOpen: true })

function listening(maxBytes?: number): AnswerCache {
  const cache = new AnswerCache(maxBytes)
  cache.isListening = true
  return cache
}

describe('a cached answer', () => {
  it('is found only by its own key', async () => {
    const cache = listening()
    const entry = await cache.compute(wanted('/address'), 0, async () => reply('one'))
    expect(cache.find('/address', 0)).toBe(entry)
    expect(cache.find('/other', 0)).toBeUndefined()
  })

  it.each([
    ['alpha', true],
    ['beta', false],
    [ALL, true],
    ['', true]
  ])('is dropped when %j changes: %j', async (source, isDropped) => {
    const cache = listening()
    await cache.compute(wanted('/address'), 0, async () => reply('one'))
    cache.drop(source)
    expect(cache.find('/address', 0) === undefined).toBe(isDropped)
  })

  it('is dropped, if it depends on all sources, when any of them changes', async () => {
    const cache = listening()
    await cache.compute(wanted('/address', ALL), 0, async () => reply('one'))
    cache.drop('beta')
    expect(cache.find('/address', 0)).toBeUndefined()
  })

  it('expires at the end of the day, or after its own lifetime', async () => {
    const cache = listening()
    await cache.compute(wanted('/a'), DAY - 2, async () => reply('one'))
    expect(cache.find('/a', DAY - 1)).toBeDefined()
    expect(cache.find('/a', DAY)).toBeUndefined()
    await cache.compute(wanted('/b', 'alpha', 60), 0, async () => reply('one'))
    expect(cache.find('/b', 59_999)).toBeDefined()
    expect(cache.find('/b', 60_000)).toBeUndefined()
  })

  it('is evicted when newer answers fill the cache', async () => {
    const cache = listening(20_000)
    for (let count = 0; count < 20; count++)
      await cache.compute(wanted(`/${count}`), 0, async () => reply('x'.repeat(1000)))
    expect([...Array(20).keys()].filter((count) => cache.find(`/${count}`, 0))).toEqual([16, 17, 18, 19])
  })
})

describe('an answer in progress', () => {
  it('is shared by concurrent requests', async () => {
    const cache = listening()
    const compute = vi.fn(async () => reply('one'))
    const [one, other] = await Promise.all([
      cache.compute(wanted('key'), 0, compute),
      cache.compute(wanted('key'), 0, compute)
    ])
    expect(one).toBe(other)
    expect(compute).toHaveBeenCalledOnce()
  })

  it('is neither cached nor shared further after its source changed', async () => {
    const cache = listening()
    const old = cache.compute(wanted('key'), 0, async () => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      return reply('old')
    })
    cache.drop('alpha')
    const fresh = await cache.compute(wanted('key'), 0, async () => reply('new'))
    expect((await old).body.toString()).toBe('old')
    expect(fresh.body.toString()).toBe('new')
    expect(cache.find('key', 0)).toBe(fresh)
  })

  it('is not cached if it fails', async () => {
    const cache = listening()
    await expect(cache.compute(wanted('key'), 0, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect((await cache.compute(wanted('key'), 0, async () => reply('one'))).body.toString()).toBe('one')
  })
})

it('stores nothing while it receives no notifications', async () => {
  const cache = listening()
  await cache.compute(wanted('key'), 0, async () => reply('one'))
  cache.isListening = false
  expect(cache.find('key', 0)).toBeUndefined()
  cache.isListening = true
  expect(cache.find('key', 0)).toBeUndefined()
})

it('returns a new table soon after its load', async () => {
  const ask = () => service.ask('/api/open/central-bank/alpha')
  const before = await ask()
  expect((await ask()).headers.get('etag')).toBe(before.headers.get('etag'))
  await seedRows(service.database, 'alpha', [row('2026-11-20', 'USD', '1.18')])
  await expect.poll(async () => (await ask()).json.rate_date).toBe('2026-11-20')
})

it('does not query the database for a cached answer', async () => {
  const read = vi.spyOn(service.database, 'readCells')
  const key = { plan: 'enterprise' as const }
  const path = '/api/v1/central-bank/beta/latest'
  const first = await service.ask(path, key)
  const calls = read.mock.calls.length
  expect(await service.ask(path, key)).toMatchObject({ text: first.text })
  expect((await service.ask(`${path}?_=1&format=json`, key)).text).toBe(first.text)
  expect(read.mock.calls.length).toBe(calls)
  expect((await service.ask(path)).status).toBe(401)
  read.mockRestore()
})

it('replaces a broken connection and empties the cache', async () => {
  const cache = new AnswerCache()
  const states: boolean[] = []
  const listen = vi.spyOn(cache, 'isListening', 'set').mockImplementation((isListening) => {
    states.push(isListening)
  })
  const forget = vi.fn()
  const logger = pino({ level: 'silent' })
  const readiness = new Readiness({ database: service.database, schema: await testSchema(), logger })
  const changes = new Changes(service.database, { cache, callers: { forget } as unknown as Callers, readiness, logger })
  await changes.listen()
  expect(states).toEqual([true])
  expect(forget).toHaveBeenCalledOnce()
  await service.database.write(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like ' +
      "'listen ratebook;%'"
  )
  await expect.poll(() => states).toEqual([true, false, true])
  expect(forget).toHaveBeenCalledTimes(2)
  await changes.close()
  listen.mockRestore()
})
