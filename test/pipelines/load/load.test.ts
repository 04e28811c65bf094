import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Identity, Row } from '../../../adapters/source.ts'
import { listQuarantine, reject, release, undo } from '../../../pipelines/care/quarantine.ts'
import { addDays } from '../../../adapters/kit/dates.ts'
import { archive } from '../../../pipelines/load/archive.ts'
import { loadRows, loadStaging } from '../../../pipelines/load/load.ts'
import type { Client } from '../../../sql/database.ts'
import { stagingOf } from '../../../pipelines/load/staging.ts'
import { storageOf } from '../../../sql/storage.ts'
import { documentOf, seedRows, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'

const DECISION = { by: 'ada', reason: 'as printed' }

const identity = (code: string, homeCurrency: string): Identity => ({
  code,
  homeCurrency,
  name: code,
  country: 'XX',
  kind: 'central_bank',
  rateTypes: ['reference'],
  sourceUrl: 'https://example.com/',
  timezone: 'UTC',
  schedule: '0 0 * * *',
  cadence: 'daily',
  historyFrom: '1999-01-01',
  dated: 'made',
  verified: 'description',
  restated: ['all']
})

let test: TestDatabase
let isHypertable: boolean

beforeAll(async () => {
  test = await testDatabase()
  isHypertable = (await storageOf(test.database)).engine.startsWith('TimescaleDB')
  await seedSources(
    test.database,
    ['one', 'two', 'three', 'four'].map((code) => identity(code, 'EUR'))
  )
})
afterAll(() => test.drop())
beforeEach(() => test.database.write('truncate rates, rate_revisions, tables, coverage, series, doubts, quarantine'))

const row = (date: string, quote: string, value: string, unit?: Row['unit']): Row => ({
  date,
  base: 'EUR',
  quote,
  type: 'reference',
  value,
  unit
})
const load = (rows: Row[], source = 'one') => seedRows(test.database, source, rows)
const stored = () =>
  test.database.read("select date, quote, value, unit from rates where source = 'one' order by date, quote")

describe('loading', () => {
  it('stores the rows of a long document while it is still being read', async () => {
    const rows = Array.from({ length: 20_000 }, (_, day) => row(addDays('1960-01-01', day), 'USD', '1.08'))
    const { text, ...rest } = stagingOf({ good: rows, bad: [] })
    const copied = async () =>
      (
        await test.database.write<{ rows: string }>(
          'select sum(tuples_processed) as rows from pg_stat_progress_copy where datname = current_database()'
        )
      )[0]!.rows
    async function* watched() {
      const chunks = [...text]
      yield* chunks.slice(0, -1)
      await expect.poll(async () => Number(await copied())).toBeGreaterThan(10_000)
      yield chunks.at(-1)!
    }
    const { id } = await archive(test.database, documentOf('one', 'long'))
    expect(await loadStaging(test.database, id, { ...rest, text: watched() }, null)).toMatchObject({ new: 20_000 })
  })

  it('reads each stored row a few times at most, even without statistics of the source', async () => {
    const rows = Array.from({ length: 200 }, (_, day) =>
      ['USD', 'GBP'].map((quote) => row(addDays('2025-01-05', day), quote, `1.${1000 + day}`))
    ).flat()
    await load(rows, 'two')
    await test.database.write('analyze')
    await load(rows)
    const { id } = await archive(test.database, documentOf('one', 'with validities'))
    await test.database.transaction(async (client) => {
      const inTransaction = { transaction: <Result>(work: (client: Client) => Promise<Result>) => work(client) }
      const valid = rows.map((it) => ({ ...it, validFrom: it.date }))
      expect(await loadRows(inTransaction, id, valid)).toMatchObject({ changed: 400 })
      const {
        rows: [total]
      } = await client.query<{ read: number }>(
        'select sum(seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where ' +
          "relname ~ '^(rates|rate_revisions|_hyper)'"
      )
      expect(total!.read).toBeGreaterThan(400)
      expect(total!.read).toBeLessThan(40 * 400) // a nested loop would read 200 times as many
    })
  })

  it('stores all digits and the unit, with the value for one unit of the base', async () => {
    expect(
      await load([
        row('2026-03-02', 'USD', '1.0800'),
        { date: '2026-03-02', base: 'HUF', quote: 'EUR', type: 'reference', value: '0.2540', unit: 100 }
      ])
    ).toEqual({
      new: 2,
      changed: 0,
      unchanged: 0,
      quarantined: 0
    })
    expect(await stored()).toEqual([
      { date: '2026-03-02', quote: 'EUR', value: '0.002540', unit: '100' },
      { date: '2026-03-02', quote: 'USD', value: '1.0800', unit: '1' }
    ])
  })

  it('changes nothing the second time, even with other trailing zeros', async () => {
    await load([row('2026-03-02', 'USD', '1.08')])
    expect(await load([row('2026-03-02', 'USD', '1.0800')])).toEqual({
      new: 0,
      changed: 0,
      unchanged: 1,
      quarantined: 0
    })
    expect((await stored())[0]).toMatchObject({ value: '1.08' })
  })

  it.each([
    ['09:08', '11:30', '90.41', 1, {}],
    ['11:30', '09:08', '90.25', 0, { 'printed earlier than the stored rate': 1 }],
    ['11:30', '11:30', '90.41', 1, {}],
    [undefined, '09:08', '90.41', 1, {}]
  ])(
    'keeps the later of two documents printed at %s and at %s',
    async (first, second, value, changed, skippedItems) => {
      const store = async (name: string, usd: string, time?: string) => {
        const rows = [row('2026-02-13', 'USD', usd), row('2026-02-13', 'GBP', '123.1')].map((it) => ({ ...it, time }))
        const { id } = await archive(test.database, documentOf('one', `${name} ${first} ${second}`))
        const staging = stagingOf({ good: rows, bad: [] })
        return { ...(await loadStaging(test.database, id, staging, null)), skippedItems: staging.skippedItems }
      }
      await store('a', '90.25', first)
      expect(await store('b', '90.41', second)).toMatchObject({ changed, quarantined: 0, skippedItems })
      expect(await stored()).toContainEqual({ date: '2026-02-13', quote: 'USD', value, unit: '1' })
      expect(await store('a', '90.25', first)).toMatchObject({ new: 0, quarantined: 0 })
    }
  )

  it('ignores a printed time later than the fetch of its document', async () => {
    const date = addDays(new Date().toISOString().slice(0, 10), 1)
    const store = async (name: string, usd: string, time: string) =>
      loadRows(test.database, (await archive(test.database, documentOf('one', name))).id, [
        { ...row(date, 'USD', usd), time },
        { ...row(date, 'GBP', '123.1'), time }
      ])
    await store('misprinted', '90.25', '21:30')
    expect(await store('corrected', '90.41', '09:30')).toMatchObject({ changed: 1, quarantined: 0 })
  })

  it('compares printed times only of documents with a single table', async () => {
    const store = async (name: string, rows: Row[]) =>
      loadRows(test.database, (await archive(test.database, documentOf('one', name))).id, rows)
    await store('month', [
      { ...row('2026-02-12', 'USD', '90.25'), time: '11:30' },
      { ...row('2026-02-13', 'USD', '90.31'), time: '11:30' }
    ])
    expect(await store('day', [{ ...row('2026-02-12', 'USD', '90.26'), time: '09:08' }])).toMatchObject({ changed: 1 })
  })

  it('quarantines a row that can’t be a rate once, however often its document prints it', async () => {
    const bad = { row: row('2026-03-02', 'USD', '-1.08'), reason: 'the value is negative' }
    const { id } = await archive(test.database, documentOf('one', 'bad'))
    const good = [row('2026-03-02', 'GBP', '0.85')]
    expect(await loadRows(test.database, id, good, [bad, bad])).toMatchObject({ new: 1, quarantined: 1 })
    expect(await loadRows(test.database, id, good, [bad])).toMatchObject({ unchanged: 1, quarantined: 0 })
    expect(await test.database.read('select rows, from_date, to_date from publications where id = $1', [id])).toEqual([
      { rows: 1, from_date: '2026-03-02', to_date: '2026-03-02' }
    ])
  })

  it('stores a corrected value as a revision', async () => {
    await load([row('2026-03-02', 'USD', '1.08')])
    const [{ at }] = (await test.database.write<{ at: string }>('select clock_timestamp() as at')) as [{ at: string }]
    expect(await load([row('2026-03-02', 'USD', '1.09')])).toMatchObject({ new: 0, changed: 1 })
    expect(await test.database.read("select value from table_on('one', '2026-03-05')")).toEqual([{ value: '1.09' }])
    expect(await test.database.read("select value from table_on('one', '2026-03-05', $1)", [at])).toEqual([
      { value: '1.08' }
    ])
    expect(
      await test.database.read("select rate from resolve_pair('one', 'EUR', 'USD', '2026-03-05', null, $1)", [at])
    ).toEqual([{ rate: '1.08' }])
    expect(
      await test.database.read(
        "select rate from pair_history('one', 'EUR', 'USD', '2026-03-01', '2026-03-05', null, $1)",
        [at]
      )
    ).toEqual([{ rate: '1.08' }])
    expect(
      await test.database.read("select value from symbol_history('one', 'USD', '2026-03-01', '2026-03-05', null, $1)", [
        at
      ])
    ).toEqual([{ value: '1.08' }])
  })

  it('stores a value as known from the moment of its load, and the former one as known until then', async () => {
    await load([row('2026-03-02', 'USD', '1.08')])
    await load([row('2026-03-02', 'USD', '1.09')])
    expect(
      await test.database.read(`
      select value_known(rates, rates.known_at) as value, value_known(rates, rates.known_at - interval '1 microsecond') as before,
        value_known(rates, former.known_at) as first, value_known(rates, former.known_at - interval '1 microsecond') as never
      from rates
      join rate_revisions former using (source, base, quote, type, date)
      where source = 'one'`)
    ).toEqual([{ value: '1.09', before: '1.08', first: '1.08', never: null }])
  })

  it('counts the tables and keeps the newest date, in any order of loading', async () => {
    await load([row('2026-03-04', 'USD', '1.08'), row('2026-03-05', 'USD', '1.08')])
    await load([row('2026-03-02', 'USD', '1.08'), row('2026-03-04', 'USD', '1.08')])
    expect(await test.database.read("select days, latest_date from coverage where source = 'one'")).toEqual([
      { days: 3, latest_date: '2026-03-05' }
    ])
    expect(await test.database.read("select first_date, last_date from series where source = 'one'")).toEqual([
      { first_date: '2026-03-02', last_date: '2026-03-05' }
    ])
  })

  it('stores the validity of a rate, and a different one as a change', async () => {
    const validities = () =>
      test.database.read(
        "select valid_from, valid_to from rates where source = 'one' union all select valid_from, valid_to from rate_revisions order by 2"
      )
    const until = (validTo?: string): Row => ({ ...row('2026-03-02', 'USD', '1.08'), validFrom: '2026-03-02', validTo })
    expect(await load([until('2026-03-08')])).toMatchObject({ new: 1 })
    expect(await load([until('2026-03-08')])).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await load([until('2026-03-15')])).toMatchObject({ changed: 1, unchanged: 0 })
    expect(await validities()).toEqual([
      { valid_from: '2026-03-02', valid_to: '2026-03-08' },
      { valid_from: '2026-03-02', valid_to: '2026-03-15' }
    ])
    expect(await load([until()])).toMatchObject({ changed: 1, unchanged: 0 })
    expect((await validities()).at(-1)).toEqual({ valid_from: '2026-03-02', valid_to: null })
  })

  it('never replaces a rate by an older answer', async () => {
    await load([row('2026-03-02', 'USD', '1.08')])
    await load([row('2026-03-02', 'USD', '1.09')])
    await test.database.write(
      "update publications set last_fetched_at = last_fetched_at + interval '1 hour' where id = (select max(id) from publications)"
    )
    expect(await load([row('2026-03-02', 'USD', '1.08')])).toMatchObject({ changed: 0, unchanged: 1 })
    expect((await stored())[0]).toMatchObject({ value: '1.09' })
  })

  it('creates partitions concurrently', async () => {
    const make = (client: { query: (text: string) => Promise<unknown> }, year: number) =>
      client.query(`select make_partitions('${year}-01-01', '${year}-01-01')`)
    let waiting!: Promise<unknown>
    await test.database.transaction(async (one) => {
      await make(one, 1901)
      waiting = test.database.transaction((other) => make(other, 1906))
      if (!isHypertable) {
        await expect
          .poll(() =>
            test.database.write(
              'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())'
            )
          )
          .toHaveLength(1)
      }
      await make(one, 1906)
    })
    await waiting
    expect(
      await test.database.write("select from pg_class where relname in ('rates_1900', 'rates_1905')")
    ).toHaveLength(isHypertable ? 0 : 2)
  })

  it('creates partitions for any year', async () => {
    expect(await load([row('1914-01-31', 'USD', '5.18'), row('2031-01-02', 'USD', '1.1')])).toMatchObject({ new: 2 })
  })
})

const TODAY = new Date().toISOString().slice(0, 10)
const [BEFORE, NEWEST, NEXT, LAST] = [-4, -3, -2, -1].map((days) => addDays(TODAY, days)) as [
  string,
  string,
  string,
  string
]

describe('the quarantine', () => {
  let began: string
  beforeEach(async () => {
    began = (await test.database.write<{ at: string }>('select clock_timestamp() as at'))[0]!.at
  })
  // the log has entries of earlier tests
  const faultsSince = () => test.database.read('select fault from log_faults($1) where known_at > $2', ['one', began])
  const slip = () => load([row(BEFORE, 'USD', '1.08'), row(NEWEST, 'USD', '108')])

  it('loads a released row permanently', async () => {
    await slip()
    const waiting = await listQuarantine(test.database, 'one')
    await release(
      test.database,
      waiting.map(({ id }) => id),
      DECISION
    )
    expect((await stored()).map((it) => (it as { value: string }).value)).toEqual(['1.08', '108'])
    expect(await slip()).toEqual({ new: 0, changed: 0, unchanged: 2, quarantined: 0 })
    await expect(release(test.database, [waiting[0]!.id], DECISION)).rejects.toThrow('is not waiting')
  })

  it('keeps the validity of a released row', async () => {
    await load([row(BEFORE, 'USD', '1.08'), { ...row(NEWEST, 'USD', '108'), validFrom: NEWEST, validTo: LAST }])
    await release(
      test.database,
      (await listQuarantine(test.database)).map(({ id }) => id),
      DECISION
    )
    expect(await test.database.read('select valid_from, valid_to from rates where date = $1', [NEWEST])).toEqual([
      { valid_from: NEWEST, valid_to: LAST }
    ])
  })

  it('undoes a release: the former value is stored again, and the released one becomes a revision', async () => {
    await load([row(BEFORE, 'USD', '1.08'), row(NEWEST, 'USD', '1.09')])
    await load([row(NEWEST, 'USD', '109')])
    const id = (await listQuarantine(test.database))[0]!.id
    await release(test.database, [id], DECISION)
    expect((await stored()).map((it) => (it as { value: string }).value)).toEqual(['1.08', '109'])
    await undo(test.database, id, { by: 'ben', reason: 'a slip of the bank' })
    expect((await stored()).map((it) => (it as { value: string }).value)).toEqual(['1.08', '1.09'])
    expect(await test.database.read('select value from rate_revisions order by known_until')).toEqual([
      { value: '1.09' },
      { value: '109' }
    ])
    expect(
      await test.database.read(
        'select decision, decided_by, why from quarantine_decisions where quarantine_id = $1 order by id',
        [id]
      )
    ).toEqual([
      { decision: 'released', decided_by: 'ada', why: 'as printed' },
      { decision: 'undone', decided_by: 'ben', why: 'a slip of the bank' }
    ])
    expect((await listQuarantine(test.database)).map((it) => it.id)).toEqual([id])
    expect(await faultsSince()).toEqual([])
    await expect(undo(test.database, id, DECISION)).rejects.toThrow(`row ${id} has no decision to undo`)
  })

  it('undoes a release of a new rate with its table and series', async () => {
    const extent = () =>
      test.database.read(
        'select days, coverage.latest_date, last_date, (select count(*) from tables) as tables from coverage join series using (source)'
      )
    await load([row(BEFORE, 'USD', '1.08'), row(NEWEST, 'USD', '1.09')])
    const before = await extent()
    await load([row(NEXT, 'USD', '108')])
    const id = (await listQuarantine(test.database))[0]!.id
    await release(test.database, [id], DECISION)
    expect(await extent()).not.toEqual(before)
    await undo(test.database, id, DECISION)
    expect(await extent()).toEqual(before)
    expect(await test.database.read('select value from rate_revisions')).toEqual([{ value: '108' }])
    expect(await faultsSince()).toEqual([])
  })

  it('refuses to undo a release after a later correction', async () => {
    await slip()
    const waiting = await listQuarantine(test.database)
    await release(
      test.database,
      waiting.map(({ id }) => id),
      DECISION
    )
    await test.database.write('update rates set value = 1.07, known_at = clock_timestamp() where value = 108')
    await expect(undo(test.database, waiting.find(({ value }) => value === '108')!.id, DECISION)).rejects.toThrow(
      'was corrected after it was released'
    )
  })

  it('keeps a rejected row out of later loads', async () => {
    await slip()
    for (const { id } of await listQuarantine(test.database)) await reject(test.database, id, DECISION)
    expect(await slip()).toMatchObject({ new: 0, quarantined: 0 })
    expect(await listQuarantine(test.database)).toEqual([])
  })
})
