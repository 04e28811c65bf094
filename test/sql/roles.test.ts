import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createKey } from '../../api/accounts/keys.ts'
import { createApp } from '../../api/app.ts'
import { createServer } from '../../api/server/server.ts'
import { loadSources } from '../../adapters/registry.ts'
import { makeComposite } from '../../modules/composite/composite.ts'
import { HostGate } from '../../pipelines/fetch/gate.ts'
import { ingestSource } from '../../pipelines/runs/ingest.ts'
import { updateRules } from '../../modules/applicable/register.ts'
import { COMPOSITE, registerSources } from '../../pipelines/load/sources.ts'
import { loadRules } from '../../modules/applicable/rules/registry.ts'
import { Database } from '../../sql/database.ts'
import { migrate } from '../../sql/migrate.ts'
import { testSchema } from '../support/modules.ts'
import { createReader, createRoles, dropReader, ROLES } from '../../sql/roles.ts'
import { NO_OPERATIONS, settingsOf, testParts } from '../support/service.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { withName } from '../support/global.ts'
import { parser } from '../support/parser.ts'

const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname
const REFUSED = { code: '42501' }
// The functions that run with the owner's rights (security definer).
const EXPIRE = "select expire_market(interval '0 days', interval '0 days')"
const MAKE = "select make_partitions('1901-01-01', '1901-01-01')"
const ANALYZE = 'select analyze_grown()'
const logger = pino({ level: 'silent' })

let test: TestDatabase
let roles: Record<string, Database>

function loginOf(role: string): string {
  const url = new URL(test.url)
  url.username = role
  url.password = 'of the tests'
  return url.href
}

beforeAll(async () => {
  test = await testDatabase()
  await registerSources(test.database, [...(await loadSources()), COMPOSITE])
  const admin = withName(inject('admin'), new URL(test.url).pathname.slice(1))
  await createRoles(test.database, admin)
  // Roles belong to the server: those of an earlier run have unknown passwords.
  const superuser = new Database({ url: admin, connections: 1 })
  for (const role of ROLES) await superuser.write(`alter role ${role} password 'of the tests'`)
  await superuser.close()
  roles = Object.fromEntries(ROLES.map((role) => [role, new Database({ url: loginOf(role), connections: 4 })]))
  expect((await createRoles(test.database, admin)).map(({ url }) => url)).toEqual([undefined, undefined, undefined])
})

afterAll(async () => {
  await Promise.all(Object.values(roles ?? {}).map((it) => it.close()))
  await test?.drop()
})

describe('the loader', () => {
  it('runs a source and the composite, and creates partitions', async () => {
    const sources = await loadSources()
    const ecb = sources.find(({ code }) => code === 'ecb')!
    const pipeline = {
      database: roles.ratebook_loader!,
      logger,
      userAgent: 'test',
      environment: {},
      gate: new HostGate(0),
      parser
    }
    expect(await ingestSource(pipeline, ecb, { replay: FIXTURES })).toMatchObject({ status: 'ok' })
    expect(await makeComposite(pipeline, { from: '2025-05-01', to: '2025-05-31' })).toMatchObject({ status: 'ok' })
    await roles.ratebook_loader!.write("select expire_market(interval '3 days', interval '3 days')")
    const analyzed = "select reltuples > 0 as is_known from pg_class where oid = 'rates_2025'::regclass"
    expect(await test.database.read(analyzed)).toEqual([{ is_known: true }])
  })

  it('adds to the log, even with a temporary table of the same name', async () => {
    const size = async () => (await test.database.write<{ size: number }>('select size from log_head()'))[0]!.size
    const before = await size()
    await roles.ratebook_loader!.transaction(async (client) => {
      await client.query('create temporary table log_nodes (like public.log_nodes) on commit drop')
      await client.query(
        "insert into log_entries (source, publication_id, known_at, entry) values ('ecb', 1, now(), '{}')"
      )
    })
    expect(await size()).toBe(before + 1)
  })

  it('adds events and delivers them to webhooks, but cannot create a webhook', async () => {
    const loader = roles.ratebook_loader!
    const [{ id }] = (await test.database.write<{ id: number }>(
      "insert into accounts (name, plan) values ('ada', 'free') returning id"
    )) as [{ id: number }]
    await test.database.write(
      "select create_webhook($1, 'https://example.org', 'ada@example.org', null, '{table,overdue}', 'whsec_AAAA', 1)",
      [id]
    )
    await loader.write("insert into events (source, kind, details) values ('ecb', 'table', '{}')")
    await loader.write("select add_overdue_events('2026-01-01')")
    await loader.write('select queue_deliveries()')
    const [delivery] = await loader.write<{ id: number; url: string }>('select id, url from take_deliveries(1)')
    expect(delivery!.url).toBe('https://example.org')
    expect(await loader.write('select email from settle_delivery($1, false, true, 410, null)', [delivery!.id])).toEqual(
      [{ email: 'ada@example.org' }]
    )
    await loader.write('select delete_old_events()')
    await expect(
      loader.write("select create_webhook($1, 'https://example.org', '', null, '{table}', '', 9)", [id])
    ).rejects.toMatchObject(REFUSED)
  })

  it.each([
    'select from users',
    'select from api_keys',
    "update accounts set plan = 'enterprise'",
    'drop table rates',
    'create table t ()',
    "update log_entries set entry = ''",
    'delete from log_entries',
    "insert into log_nodes values (0, 0, sha256(''), 1)",
    'alter table log_entries disable trigger all'
  ])('may not execute %s', async (statement) => {
    await expect(roles.ratebook_loader!.write(statement)).rejects.toMatchObject(REFUSED)
  })
})

describe('the API', () => {
  it('starts, registers sources and rules, and answers requests with a key', async () => {
    const database = roles.ratebook_api!
    await migrate(database, await testSchema())
    await registerSources(database, [...(await loadSources()), COMPOSITE])
    await updateRules(test.database, 'of the owner', loadRules)
    await updateRules(database, 'other files with the same rules', loadRules)
    const { key } = await createKey(database, 'developer', 'roles')
    const api = await createApp({
      ...(await testParts()),
      database,
      logger,
      settings: settingsOf(),
      operations: NO_OPERATIONS
    })
    const server = createServer(api.app)
    const address = await server.listen(0)
    const answer = await fetch(`${address}/api/v1/central-bank/ecb/latest`, {
      headers: { authorization: `Bearer ${key}` }
    })
    expect([answer.status, answer.headers.get('x-monthly-used')]).toEqual([200, '1'])
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    await server.close()
    await api.close()
  })

  it.each([
    'update rates set value = 1',
    'delete from rate_revisions',
    'insert into publications default values',
    "update sources set name = ''",
    'create table t ()',
    'insert into log_entries default values',
    'insert into events default values',
    'delete from events',
    EXPIRE,
    MAKE,
    ANALYZE
  ])('may not execute %s', async (statement) => {
    await expect(roles.ratebook_api!.write(statement)).rejects.toMatchObject(REFUSED)
  })
})

describe('the reader', () => {
  it('reads rates and their documents', async () => {
    expect(
      await roles.ratebook_reader!.read(
        'select count(*) > 0 as some from rates join publications on publication_id = id'
      )
    ).toEqual([{ some: true }])
  })

  it.each([
    'select from users',
    'select from accounts',
    'select from runs',
    'update rates set value = 1',
    EXPIRE,
    MAKE,
    ANALYZE,
    'select charge(null, null, null, null, null, null, null, null)'
  ])('may not execute %s', async (statement) => {
    await expect(roles.ratebook_reader!.write(statement)).rejects.toThrow()
  })
})

describe('a reader of the views', () => {
  const name = `reader_${process.pid}`
  let adminUrl: string
  let reader: Database

  beforeAll(async () => {
    adminUrl = withName(inject('admin'), new URL(test.url).pathname.slice(1))
    reader = new Database({ url: await createReader(test.database, adminUrl, name), connections: 1 })
    await expect(createReader(test.database, adminUrl, name)).rejects.toThrow(`there is already a role ${name}`)
    await expect(createReader(test.database, adminUrl, 'pg_reader')).rejects.toThrow('expected a name')
    await expect(createReader(test.database, adminUrl, 'a; drop table rates')).rejects.toThrow('expected a name')
  })

  afterAll(async () => {
    await reader.close()
    await dropReader(test.database, adminUrl, name)
  })

  it('is dropped with its sessions, and other roles cannot be dropped', async () => {
    const dropped = `${name}_dropped`
    const url = await createReader(test.database, adminUrl, dropped)
    const client = new pg.Client({ connectionString: url })
    const ended = once(client, 'error')
    client.on('error', () => {}) // ignore further errors of the ended connection
    await client.connect()
    await dropReader(test.database, adminUrl, dropped)
    expect(String(await ended)).toContain('terminating connection')
    await expect(new pg.Client({ connectionString: url }).connect()).rejects.toThrow(
      /authentication failed|does not exist/
    )
    for (const other of [dropped, 'ratebook_reader', 'postgres', 'a; drop table rates'])
      await expect(dropReader(test.database, adminUrl, other)).rejects.toThrow(`there is no reader ${other}`)
  })

  it('can run the queries of docs/sql.md for psql, DuckDB, Grafana and Metabase', async () => {
    const page = readFileSync(new URL('../../docs/sql.md', import.meta.url), 'utf8')
    const section = /^## SQL$(.*?)^## /ms.exec(page)![1]!
    const queries = [
      /-c "(.*)"/.exec(section)![1]!,
      ...[...section.matchAll(/^```sql\n(.*?)^```/gms)].map(([, sql]) => sql!)
    ]
    expect(queries).toHaveLength(3)
    for (const query of queries) {
      const sql = query
        .replace(/^attach .*;$/m, '') // attaches the database in DuckDB
        .replaceAll('ratebook.ratebook_data.', 'ratebook_data.')
        // as Grafana expands its macro
        .replace('$__timeFilter(rate_date)', "rate_date between '1999-01-01T00:00:00Z' and '2030-01-01T00:00:00Z'")
      expect((await reader.read(sql)).length, sql).toBeGreaterThan(0)
    }
    const [column] = await reader.read<{ type: string }>(
      'select jsonb_agg(distinct data_type) as type from information_schema.columns where table_schema = ' +
        "'ratebook_data' and column_name in ('rate_date', 'value')"
    )
    expect(column).toEqual({ type: ['date', 'numeric'] }) // types that Metabase reads as dates and numbers
    expect(
      await reader.read(
        'select date_trunc(\'month\', "ratebook_data"."official_rates"."rate_date") as rate_date, ' +
          'avg("ratebook_data"."official_rates"."value") as avg from "ratebook_data"."official_rates" where ' +
          '"ratebook_data"."official_rates"."source" = \'ecb\' group by 1 order by 1 asc'
      )
    ).not.toEqual([])
  })

  it('reads rates, tables, sources and revisions in stable columns', async () => {
    const columns = await reader.write<{ view: string; columns: string }>(`
      select table_name as view, string_agg(column_name || ' ' || data_type, ', ' order by ordinal_position) as columns
      from information_schema.columns where table_schema = 'ratebook_data' group by table_name order by table_name`)
    const rate = 'source text, rate_date date, base text, quote text, type text, value numeric'
    const origin = 'unit text, valid_from date, valid_to date, publication_id bigint, known_at timestamp with time zone'
    expect(Object.fromEntries(columns.map((it) => [it.view, it.columns]))).toEqual({
      official_rates: `${rate}, derived boolean, ${origin}, doubt text`,
      official_tables: 'source text, rate_date date, rates bigint',
      revisions: `${rate}, ${origin}, known_until timestamp with time zone`,
      sources:
        'code text, name text, country text, home_currency text, kind text, rate_types ARRAY, cadence text, ' +
        'timezone text, history_from date, ended date, dated text, publishes text, source_url text, terms_url text, ' +
        'terms text, notes text, latest_date date, days bigint'
    })
    expect(
      await reader.read(
        "select rate_date, base, quote, value, derived from official_rates where source = 'ecb' and quote = 'USD' " +
          'order by rate_date desc limit 1'
      )
    ).toEqual([{ rate_date: '2025-05-09', base: 'EUR', quote: 'USD', value: '1.1252', derived: false }])
    expect(
      await reader.read(
        "select rates > 0 as some from official_tables where source = 'ecb' order by rate_date desc limit 1"
      )
    ).toEqual([{ some: true }])
    expect(await reader.read("select distinct derived from official_rates where source = 'composite'")).toEqual([
      { derived: true }
    ])
    expect(await reader.read("select latest_date from sources where code = 'ecb'")).toEqual([
      { latest_date: '2025-05-09' }
    ])
    expect(await reader.read('select count(*) as count from revisions')).toEqual([{ count: 0 }])
  })

  it.each([
    'select from public.rates',
    'select from public.documents',
    'select from public.accounts',
    'select from public.api_keys',
    'select from public.users',
    'select from public.runs',
    'update official_rates set value = 1',
    'delete from revisions',
    'create table t ()',
    'create table ratebook_data.t ()',
    "select public.make_partitions('1901-01-01', '1901-01-01')",
    "set local search_path = public; select * from find_bank('ecb')"
  ])('may not execute %s', async (statement) => {
    await expect(
      reader.transaction(async (client) => {
        await client.query('set transaction read write')
        await client.query(statement)
      })
    ).rejects.toMatchObject(REFUSED)
  })
})
