import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { createApp } from '../../../api/app.ts'
import { createServer } from '../../../api/server/server.ts'
import { Database } from '../../../sql/database.ts'
import { migrate } from '../../../sql/migrate.ts'
import { testSchema } from '../../support/modules.ts'
import type { ApiSettings } from '../../../api/server/options.ts'
import { testDatabase } from '../../support/database.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { identity, NO_OPERATIONS, settingsOf, startService, type Service, testParts } from '../../support/service.ts'

let service: Service

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR')], {
    alpha: [{ date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1610' }]
  })
})
afterAll(() => service.stop())

/** Starts another API instance with its own database pool and settings. */
async function startAnother(database: Database, settings: Partial<ApiSettings> = {}) {
  let log = ''
  const logger = pino(
    { level: 'debug' },
    new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk)
        done()
      }
    })
  )
  const api = await createApp({
    ...(await testParts()),
    database,
    logger,
    settings: settingsOf(settings),
    operations: NO_OPERATIONS
  })
  const server = createServer(api.app)
  const address = await server.listen(0)
  return {
    address,
    log: () => log,
    stop: async () => {
      await server.close()
      await api.close()
    }
  }
}

it('returns ok for /healthz, and ready for /readyz once the database is migrated', async () => {
  expect((await service.ask('/healthz')).json).toEqual({ status: 'ok' })
  expect((await service.ask('/readyz')).json).toEqual({ status: 'ready' })
})

it('returns 503 for /readyz while the primary accepts no writes', async () => {
  const standby = new Database({ url: service.url })
  vi.spyOn(standby, 'isWritable').mockResolvedValue(false)
  const { address, stop } = await startAnother(standby)
  const answer = await fetch(`${address}/readyz`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  await stop()
  await standby.close()
})

describe('two versions on one database', async () => {
  const own = await testSchema()
  const before = {
    ...own,
    version: '0.9.0',
    migrations: own.migrations.slice(0, -1),
    functions: own.functions.slice(1)
  }
  const after = {
    version: '99.0.0',
    migrations: [
      ...own.migrations,
      { name: '9999_later', text: 'alter table accounts rename plan to tariff', sha256: 'later' }
    ],
    functions: own.functions.map((script) =>
      script.name === 'key_caller'
        ? { ...script, text: script.text.replaceAll('key_caller', 'caller_of_key'), sha256: 'later' }
        : script
    )
  }
  const latest = '/api/v1/central-bank/alpha/latest'
  let shared: Service

  beforeAll(async () => {
    shared = await startService([identity('alpha', 'EUR')], {
      alpha: [{ date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1610' }]
    })
  })
  afterAll(() => shared.stop())

  it('refuses to migrate with an older version, and the service continues', async () => {
    await expect(migrate(shared.database, before)).rejects.toThrow(
      /^Ratebook 2\.\d.* has upgraded this database .*this is Ratebook 0\.9\.0: run that version, or restore a backup/
    )
    expect(await migrate(shared.database, await testSchema())).toEqual({ migrations: [], functions: [] })
    expect((await shared.ask(latest, { plan: 'business' })).status).toBe(200)
  })

  it('returns 503 and logs the reason after a newer version migrated', async () => {
    await migrate(shared.database, after)
    await expect.poll(() => shared.log.join('')).toContain('the database was upgraded by a newer version')
    const keyed = await shared.ask(latest, { key: 'rb_0123456789abcdef0123456789abcdef' })
    expect([keyed.status, keyed.json.error]).toEqual([
      503,
      expect.stringMatching(/^Ratebook 99\.0\.0 has upgraded this database/)
    ])
    await expect.poll(async () => (await shared.ask('/readyz')).json.error).toContain('Ratebook 99.0.0')
    await expect(migrate(shared.database, await testSchema())).rejects.toThrow(
      'Ratebook 99.0.0 has upgraded this database'
    )
  })
})

it.each([
  [
    'is read-only',
    "do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$"
  ],
  [
    'is full',
    `create function refuse_charges() returns trigger language plpgsql as $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on charges execute function refuse_charges()`
  ]
])('returns 503 for /readyz while the database %s', async (_case, statement) => {
  const own = await testDatabase()
  await own.database.withClient((client) => client.query(statement))
  const later = new Database({ url: own.url })
  const { address, stop } = await startAnother(later)
  expect((await fetch(`${address}/readyz`)).status).toBe(503)
  await stop()
  await later.close()
  await own.drop()
})

it('returns 503 for /readyz while the disk has no room for another file', async ({ skip }) => {
  const own = await testDatabase()
  const admin = new Database({ url: inject('admin') })
  const [role] = await admin.write<{ may: boolean }>(
    'select rolsuper as may from pg_roles where rolname = current_user'
  )
  if (role!.may) await admin.write(`alter database ${new URL(own.url).pathname.slice(1)} set temp_file_limit = '10kB'`)
  await admin.close()
  const later = new Database({ url: own.url })
  const { address, stop } = await startAnother(later)
  const { status } = await fetch(`${address}/readyz`)
  await stop()
  await later.close()
  await own.drop()
  if (!role!.may) skip('only a superuser limits temporary files')
  expect(status).toBe(503)
})

describe('without its database', () => {
  it('returns ok for /healthz, and 503 for other endpoints', async () => {
    const database = new Database({ url: 'postgresql://nobody@127.0.0.1:1/nothing' })
    const { address, stop, log } = await startAnother(database)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    expect((await fetch(`${address}/readyz`)).status).toBe(503)
    expect(await (await fetch(`${address}/metrics`)).text()).toContain('ratebook_database_up 0\n')
    for (const path of [
      '/api/open/central-bank/alpha',
      '/api/v1/central-banks?api_key=rb_0123456789abcdef0123456789abcdef'
    ]) {
      const answer = await fetch(address + path)
      expect(answer.status).toBe(503)
      expect(await answer.json()).toEqual({
        error: expect.not.stringContaining('127.0.0.1'),
        code: 'unavailable',
        docs: expect.stringContaining(`${address}/docs/`)
      })
    }
    expect(log()).toContain('ECONNREFUSED')
    await stop()
    await database.close()
  })
})

it('returns 503 at once after the first time-out of a silent database, until a probe succeeds', async () => {
  const [deadline, requests] = [5_000, 20]
  const proxy = await startTcpProxy(service.url)
  const database = new Database({ url: proxy.url, readTimeout: deadline, writeTimeout: deadline })
  const { address, stop } = await startAnother(database)
  const ask = async () =>
    (
      await fetch(`${address}/api/v1/central-bank/alpha/latest`, {
        headers: { authorization: `Bearer ${service.keys.business}` }
      })
    ).status
  expect(await ask()).toBe(200)
  proxy.set('silent')
  expect(await ask()).toBe(503)
  const started = performance.now()
  for (let count = 0; count < requests; count++) expect(await ask()).toBe(503)
  // without the circuit breaker, each would wait for the deadline
  expect(performance.now() - started).toBeLessThan((requests * deadline) / 2)
  proxy.set('up')
  await expect.poll(ask).toBe(200)
  await stop()
  await database.close()
  proxy.close()
})

describe('an internal error', () => {
  it('returns 500 with the ID of its log entry, and no details', async () => {
    const database = new Database({ url: service.url })
    const { address, stop, log } = await startAnother(database)
    database.readCells = () => Promise.reject(new Error('the secret cause'))
    const answer = await fetch(`${address}/api/open/central-bank/alpha`)
    const { error, id } = (await answer.json()) as { error: string; id: string }
    expect(answer.status).toBe(500)
    expect(error).not.toContain('secret')
    expect(
      log()
        .split('\n')
        .find((line) => line.includes(id))
    ).toContain('the secret cause')
    await stop()
    await database.close()
  })
})

it('neither logs keys and queries nor counts them in the metrics', async () => {
  const database = new Database({ url: service.url })
  const { address, stop, log } = await startAnother(database)
  const unknown = 'rb_0123456789abcdef0123456789abcdef'
  for (const key of [service.keys.free, unknown]) {
    await fetch(`${address}/api/v1/central-banks?api_key=${key}`)
    await fetch(`${address}/api/v1/central-banks?%61pi_key=${key}`)
    await fetch(`${address}/api/v1/central-bank/alpha/latest`, { headers: { authorization: `Bearer ${key}` } })
  }
  const metrics = await (await fetch(`${address}/metrics`)).text()
  expect(log()).toContain('"route":"/api/v1/central-bank/:bank/latest"')
  for (const text of [log(), metrics]) {
    for (const secret of [service.keys.free, unknown, 'api_key', '%61pi']) expect(text).not.toContain(secret)
  }
  await stop()
  await database.close()
})

it('counts requests by route and status, cache lookups, runs, rows and the age of sources', async () => {
  await service.database.write(
    "insert into runs (source, kind, status, finished_at, rows_new, rows_quarantined) values ('alpha', " +
      "'ingest', 'ok', now(), 12, 3)"
  )
  await service.ask('/api/open/central-bank/alpha?utm_source=secret')
  await service.ask('/api/open/central-bank/alpha?utm_source=secret')
  await service.ask('/nowhere/secret')
  const { text, headers } = await service.ask('/metrics')
  expect(headers.get('content-type')).toMatch(/^text\/plain/)
  expect(text).toMatch(
    /^ratebook_http_request_duration_seconds_count\{route="\/api\/open\/central-bank\/:bank",method="GET",status="200"\} 2$/m
  )
  expect(text).toMatch(
    /^ratebook_http_request_duration_seconds_count\{route="none",method="GET",status="404",error="[a-z_]+"\} 1$/m
  )
  expect(text).toMatch(/^ratebook_cache_lookups_total\{result="hit"\} [1-9]/m)
  expect(text).toContain('ratebook_runs_total{source="alpha",status="ok"} 1\n')
  expect(text).toContain('ratebook_rows_total{source="alpha",status="new"} 12\n')
  expect(text).toContain('ratebook_rows_total{source="alpha",status="quarantined"} 3\n')
  expect(text).toMatch(/^ratebook_source_age_days\{source="alpha"\} -?\d+$/m)
  expect(text).toMatch(/^ratebook_source_overdue\{source="alpha"\} [01]$/m)
  expect(text).toContain('ratebook_source_info{source="alpha",cadence="daily"} 1\n')
  expect(text).toContain('ratebook_database_up 1\n')
  expect(text).not.toContain('secret')
})

it('counts failures since the last success, and pending rows', async () => {
  const { database } = service
  await database.write(`
    insert into runs (source, kind, status, started_at, finished_at, error)
    values ('alpha', 'schedule', 'failed', '2026-01-01', '2026-01-01', 'before'), ('alpha', 'schedule', 'ok', '2026-11-01 12:00Z', '2026-11-01 12:01:30Z', null),
      ('alpha', 'schedule', 'failed', '2099-11-02', '2099-11-02', 'twice'), ('alpha', 'reparse', 'failed', '2099-11-02', '2099-11-02', 'no publisher'),
      ('alpha', 'ingest', 'failed', '2099-11-03', '2099-11-03', 'again')`)
  await database.write(`
    insert into quarantine (source, publication_id, date, base, quote, type, value, unit, reason)
    select 'alpha', min(id), '2026-01-01', 'EUR', 'USD', 'reference', '-1', '1', 'negative' from publications`)
  const own = new Database({ url: service.url })
  const { address, stop } = await startAnother(own)
  const text = await (await fetch(`${address}/metrics`)).text()
  await stop()
  await own.close()
  expect(text).toContain('ratebook_source_failures{source="alpha"} 2\n')
  expect(text).toContain('ratebook_quarantine_rows{source="alpha"} 1\n')
  expect(text).toMatch(/^ratebook_source_last_success_timestamp_seconds\{source="alpha"\} \d{10}(\.\d+)?$/m)
})

describe('URLs in answers', () => {
  const latestAt = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${address}/api/v1/central-banks`, {
      headers: { ...headers, authorization: `Bearer ${service.keys.free}` }
    })
    return ((await answer.json()) as { banks: Array<{ endpoints: { latest: string } }> }).banks[0]!.endpoints.latest
  }
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'rates.example' }

  it.each([
    [{}, undefined],
    [{ trustProxy: 1 }, 'https://rates.example'],
    [{ publicUrl: 'https://public.example' }, 'https://public.example']
  ])('depend on the settings %j: they start with %s', async (settings, origin) => {
    const database = new Database({ url: service.url })
    const { address, stop } = await startAnother(database, settings)
    for (let times = 0; times < 3; times++)
      expect(await latestAt(address, forwarded)).toBe(`${origin ?? address}/api/v1/central-bank/alpha/latest`)
    await stop()
    await database.close()
  })
})

it('ends idle connections immediately when it closes', async () => {
  const database = new Database({ url: service.url })
  const { address, stop } = await startAnother(database)
  await (await fetch(`${address}/healthz`)).text()
  const started = performance.now()
  await stop()
  expect(performance.now() - started).toBeLessThan(4_500) // busy connections get five seconds
  await database.close()
})
