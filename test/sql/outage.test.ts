import { once } from 'node:events'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Database, type Client } from '../../sql/database.ts'
import { Presence } from '../../sql/embedded/presence.ts'
import { isUnavailable, ReadTimeout } from '../../sql/errors.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

const DEADLINE = 60_000
const DRIVER_GRACE = 2_000 // added to the deadline, because the server's own limit applies first

let test: TestDatabase

async function pidOf(client: Client): Promise<number> {
  const {
    rows: [own]
  } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return own!.pid
}

/** Resolves after all due callbacks. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

beforeAll(async () => {
  test = await testDatabase()
})

afterAll(async () => {
  await test?.drop()
})

describe('a connection ended by the server', () => {
  it('fails the next query but not the process', async () => {
    const work = test.database.withClient(async (client) => {
      const pid = await pidOf(client)
      const ended = new Promise((resolve) => client.once('end', resolve))
      await test.database.write('select pg_terminate_backend($1::integer)', [pid])
      await ended
      await client.query('select 1')
    })
    await expect(work).rejects.toSatisfy(isUnavailable)
    expect(await test.database.write('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is discarded if it fails while idle', async () => {
    const database = new Database({ url: test.url, connections: 1 })
    const end = async (client: Client) => {
      // an 'error' event without a listener would end the process
      client.emit('error', new Error('Connection terminated unexpectedly'))
      return pidOf(client)
    }
    expect(await database.withClient(end)).not.toBe(await database.withClient(pidOf))
    await database.close()
  })
})

describe('a silent connection', () => {
  it('fails reads and writes at their deadline, and is replaced', async () => {
    const proxy = await startTcpProxy(test.url)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const database = new Database({ url: proxy.url, readTimeout: DEADLINE, writeTimeout: DEADLINE })
    try {
      // Opens the connections before the silence: two for writes, one for reads.
      await Promise.all([
        database.read('select 1'),
        database.write('select pg_sleep(0.1)'),
        database.write('select pg_sleep(0.1)')
      ])
      proxy.set('silent')
      const failures: unknown[] = []
      for (const work of [
        database.withClient((client) => client.query('select 1')),
        database.read('select 1'),
        database.write('select 1')
      ])
        work.catch((error: unknown) => failures.push(error))
      await turn()
      vi.advanceTimersByTime(DEADLINE + DRIVER_GRACE)
      await expect.poll(() => failures).toEqual(Array(3).fill(expect.toSatisfy(isUnavailable)))
      // at once, without a due timer
      await expect(database.read('select 1')).rejects.toSatisfy((error) => failures.includes(error))
      proxy.set('up')
      vi.advanceTimersByTime(1_000)
    } finally {
      vi.useRealTimers()
    }
    await expect.poll(() => database.write('select 1 as one').catch(String)).toEqual([{ one: 1 }])
    await expect.poll(() => database.read('select 1 as one').catch(String)).toEqual([{ one: 1 }])
    await database.close()
    proxy.close()
  })
})

it('fails all requests to a server that accepts connections but never answers', async () => {
  const taken: Socket[] = []
  const server = createServer((socket) => taken.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const database = new Database({
    url: `postgresql://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/nothing`
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const failures = [database.read('select 1'), database.write('select 1'), database.connect()].map((work) =>
      expect(work).rejects.toSatisfy(isUnavailable)
    )
    await expect.poll(() => taken).toHaveLength(3)
    vi.advanceTimersByTime(10_000)
    await Promise.all(failures)
  } finally {
    vi.useRealTimers()
  }
  await database.close()
  for (const socket of taken) socket.destroy()
  server.close()
})

it('does not consider itself the last process if it cannot query the other users of the server', async () => {
  const proxy = await startTcpProxy(test.url)
  const presence = new Presence({ url: proxy.url, ensureServer: () => Promise.resolve(), onEvent: () => {} })
  await presence.open()
  proxy.set('silent')
  expect(await presence.close()).toBe(false)
  proxy.close()
})

it('rejects a read cancelled at its deadline with ReadTimeout, but no write', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }) // the driver's own deadline never comes
  const database = new Database({ url: test.url, readTimeout: 50, writeTimeout: 50 })
  try {
    await expect(database.read('select pg_sleep(600)')).rejects.toBeInstanceOf(ReadTimeout)
    await expect(database.readCells('select pg_sleep(600)')).rejects.toBeInstanceOf(ReadTimeout)
    await expect(database.readBatches('select pg_sleep(600)', [], 10).next()).rejects.toBeInstanceOf(ReadTimeout)
    await expect(database.write('select pg_sleep(600)')).rejects.not.toBeInstanceOf(ReadTimeout)
  } finally {
    vi.useRealTimers()
  }
  await database.close()
})

it('gives a read before a file more time than others', async () => {
  const database = new Database({ url: test.url, readTimeout: 2_000 })
  expect(await database.read('select 1 as one, pg_sleep(2.5)', [], { isLong: true })).toMatchObject([{ one: 1 }])
  await database.close()
})

it('sends TCP keep-alives on idle connections', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const database = new Database({ url: test.url })
  const client = await database.connect()
  await Promise.all([database.write('select 1'), database.read('select 1')])
  expect(keepAlive.mock.calls).toEqual(Array(3).fill([true, 10_000]))
  keepAlive.mockRestore()
  await client.end()
  await database.close()
})

describe('errors of the database', () => {
  it.each([
    ['57P01', true],
    ['57P03', true],
    ['08006', true],
    ['53300', true],
    ['25006', true],
    ['40001', true],
    ['57014', true],
    ['ECONNREFUSED', true],
    ['23505', false],
    ['42P01', false],
    ['22012', false],
    ['28P01', false],
    ['3D000', false]
  ])('classify the code %s as unavailable: %s', (code, expected) => {
    expect(isUnavailable(Object.assign(new Error('failed'), { code }))).toBe(expected)
    expect(isUnavailable(new AggregateError([Object.assign(new Error('failed'), { code })]))).toBe(expected)
  })
})
