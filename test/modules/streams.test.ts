import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { testEndpoints } from '../support/modules.ts'
import { seedRows } from '../support/database.ts'
import { identity, logIn, startService, type Service } from '../support/service.ts'

// 30 currencies on 730 days: megabytes, more than the buffers of a connection can store
const QUOTES = Object.keys(CURRENCIES)
  .filter((it) => it !== 'EUR')
  .slice(0, 30)
const FROM = '2020-01-01'
const TO = '2021-12-30'
const PAIRS = QUOTES.map((code) => `EUR/${code}`)

const STREAMS = [
  ['a history', `/api/v1/central-bank/long/history?symbol=EUR&rows=all&format=csv&from=${FROM}&to=${TO}`],
  ['all tables', `/api/public/central-bank/long/history?from=${FROM}&to=2020-12-30`],
  ['series', `/api/v1/official/series?banks=long&pairs=${PAIRS.join()}&from=${FROM}&to=${TO}&format=csv`],
  ['data of SDMX 2.1', `/sdmx/2.1/data/EXR_LONG?startPeriod=${FROM}&endPeriod=${TO}`],
  ['data of SDMX 3.0', `/sdmx/3.0/data/dataflow/RATEBOOK/EXR_LONG/1.0/*?c[TIME_PERIOD]=ge:${FROM}+le:${TO}`],
  ['rates of family d', `/api/compat/d/v2/rates?providers=LONG&from=${FROM}&to=${TO}`],
  ['a rate of family d', `/api/compat/d/v2/rate/EUR/${QUOTES[0]}?providers=LONG&from=${FROM}&to=${TO}`]
] as const

let service: Service
let headers: Record<string, string>

beforeAll(async () => {
  service = await startService([identity('long', 'EUR')], {})
  const { cookie } = await logIn(service, 'reader@example.org')
  await service.database.write("select change_user('reader@example.org', 'enterprise', null, null)")
  headers = { cookie, authorization: `Bearer ${service.keys.enterprise}` }
  const row = { date: FROM, base: 'EUR', quote: 'XAU', type: 'reference', value: '7' }
  await seedRows(service.database, 'long', [row])
  await service.database.write('select make_partitions($1::date, $2::date)', [FROM, TO])
  await service.database.write(
    `insert into rates (source, base, quote, type, date, value, unit, publication_id)
    select 'long', 'EUR', quote, 'reference', day::date, 7.1234, '1', 1
    from unnest($1::text[]) quote, generate_series($2::date, $3::date, interval '1 day') day`,
    [QUOTES, FROM, TO]
  )
  await service.database.write(
    "insert into series select distinct source, base, quote, type, $1::date, $2::date from rates where quote <> 'XAU'",
    [FROM, TO]
  )
  await service.database.write(
    `insert into tables select 'long', day::date from generate_series($1::date, $2::date, interval '1 day') day
    on conflict do nothing`,
    [FROM, TO]
  )
})
afterAll(() => service.stop())

const OPEN =
  "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'"

// Fails if a download keeps its transaction open: no connection may stay idle in one.
const assertNoOpenRead = () => expect.poll(() => service.database.read(OPEN), { interval: 100 }).toEqual([])

const ACCEPTED = '&max_cost=100000'

// The download of a page needs the session; the other endpoints need the key.
function headersFor(path: string): Record<string, string> {
  const { cookie, authorization } = headers
  return path.startsWith('/api/public') ? { cookie: cookie! } : { authorization: authorization! }
}

/** Sends a request, and disconnects after a number of received bytes or some milliseconds. */
function hangUp(path: string, after: { bytes: number } | { ms: number }): Promise<void> {
  return new Promise((done) => {
    const request = get(service.address + path, { headers: headersFor(path), agent: false }, (response) => {
      let size = 0
      response.on('error', () => {})
      if ('bytes' in after) {
        response.on('data', (chunk: Buffer) => {
          if ((size += chunk.length) >= after.bytes) request.destroy()
        })
      }
    })
    request.on('error', () => {})
    request.once('close', done)
    if ('ms' in after) setTimeout(() => request.destroy(), after.ms)
  })
}

describe.each(STREAMS)('%s', (_name, path) => {
  it('keeps no connection after its last byte', async () => {
    const { status, text } = await service.ask(`${path}${ACCEPTED}`, { headers: headersFor(path) })
    expect([status, text.length > 50], text.slice(0, 200)).toEqual([200, true])
    await assertNoOpenRead()
  })

  it('reads nothing for HEAD', async () => {
    const { status } = await service.ask(`${path}${ACCEPTED}`, { headers: headersFor(path), method: 'HEAD' })
    expect(status).toBe(200)
    await assertNoOpenRead()
  })

  it.each([{ ms: 0 }, { ms: 40 }, { bytes: 1 }, { bytes: 100_000 }])(
    'ends when the caller disconnects after %j',
    async (after) => {
      await Promise.all(Array.from({ length: 4 }, () => hangUp(`${path}${ACCEPTED}`, after)))
      await assertNoOpenRead()
    }
  )
})

describe('a price that only the request determines', () => {
  const RANGE = `/api/compat/d/v2/rates?providers=LONG&from=${FROM}&to=${TO}`

  it('is refused before anything is read', async () => {
    const reads = vi.spyOn(service.database, 'readBatches')
    const { status, text } = await service.ask(RANGE, { plan: 'trial' })
    expect([status, text]).toEqual([409, expect.stringContaining('costs 24 units')])
    expect(reads).not.toHaveBeenCalled()
    reads.mockRestore()
  })

  it('is accepted as the refusal states', async () => {
    const { status, headers } = await service.ask(`${RANGE}&max_cost=24`, { plan: 'trial' })
    expect([status, headers.get('x-monthly-used')]).toEqual([200, '24'])
  })

  it('can be accepted at every endpoint where it exceeds one unit', async () => {
    const costly = (await testEndpoints()).filter(({ units }) => typeof units === 'function' || units > 1)
    expect(costly.length).toBeGreaterThan(5)
    for (const { path, ignored, query } of costly) {
      expect(ignored === 'all' || 'max_cost' in query, path).toBe(true)
    }
  })
})

it('counts the downloads that were able to start', async () => {
  const left = async () => {
    const { text } = await service.ask('/metrics')
    return /^ratebook_long_reads_left\{server="primary"\} (\d+)$/m.exec(text)?.[1]
  }
  expect(await left()).toBe('3')
  const batches = service.database.readBatches('select number from generate_series(1, 100) number', [], 10)
  await batches.next()
  expect(await left()).toBe('2')
  await batches.return()
  expect(await left()).toBe('3')
})
