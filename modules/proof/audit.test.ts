import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditLog, type Audit } from './audit.ts'
import type { Checkpoint } from './kit/note.ts'
import { loadSources } from '../../adapters/registry.ts'
import { HostGate } from '../../pipelines/fetch/gate.ts'
import { ingestSource } from '../../pipelines/runs/ingest.ts'
import { pino } from 'pino'
import { migrate } from '../../sql/migrate.ts'
import { testSchema } from '../../test/support/modules.ts'
import { parser } from '../../test/support/parser.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../test/support/database.ts'

const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname
const sources = await loadSources()
const boc = sources.find(({ code }) => code === 'boc')!

let test: TestDatabase

beforeEach(async () => {
  test = await testDatabase()
  await seedSources(test.database)
  const pipeline = {
    database: test.database,
    logger: pino({ level: 'silent' }),
    userAgent: 'test',
    environment: {},
    gate: new HostGate(0),
    parser
  }
  expect(await ingestSource(pipeline, boc, { replay: FIXTURES })).toMatchObject({ status: 'ok' })
})
afterEach(() => test.drop())

const audit = (checkpoints?: Checkpoint[]) => auditLog({ database: test.database, parser, sources, checkpoints })
const faultsOf = ({ faults }: Audit) => faults.map(({ fault }) => fault)

/** Changes the database as its owner can. */
async function tamper(...statements: string[]): Promise<void> {
  await test.database.transaction(async (client) => {
    for (const table of ['log_entries', 'log_nodes']) await client.query(`alter table ${table} disable trigger user`)
    for (const statement of statements) await client.query(statement)
    for (const table of ['log_entries', 'log_nodes']) await client.query(`alter table ${table} enable trigger user`)
  })
}

describe('the audit', () => {
  it('finds no fault in an unchanged log, and computes the root of the database', async () => {
    const { size, root, faults } = await audit()
    expect(faults).toEqual([])
    expect(await test.database.read('select size, root from log_head()')).toEqual([{ size, root }])
    expect(size).toBeGreaterThan(0)
  })

  it('reports a changed rate with the value of its document', async () => {
    await tamper(
      'update rates set value = value + 1 where (source, base, date) = (select source, base, date from rates where ' +
        "base = 'USD' order by date limit 1)"
    )
    expect((await audit()).faults).toEqual([
      {
        leaf: expect.any(Number),
        source: 'boc',
        publication: expect.any(Number),
        fault: expect.stringMatching(
          /^the new rows are not those that were loaded: USD CAD \w+ [\d-]+ is stored as ([\d.]+), and the document has [\d.]+$/
        )
      }
    ])
  })

  it.each([
    [
      'a removed rate',
      "delete from rates where base = 'USD' and date = (select max(date) from rates where base = 'USD')",
      /^of \d+ new rows \d+ are stored/
    ],
    [
      'an added rate',
      "insert into rates (source, base, quote, type, date, value, unit, publication_id) select source, 'ZZZ', " +
        'quote, type, date, value, unit, publication_id from rates limit 1',
      /the log does not have the 1 new rows/
    ],
    [
      'an invented revision',
      'insert into rate_revisions select source, base, quote, type, date, value * 2, unit, publication_id, ' +
        'known_at, now(), null, null from rates limit 1',
      /rows/
    ],
    ['a removed publication', 'delete from publications', /^the publication is not stored$/],
    [
      'a changed URL of a publication',
      "update publications set url = url || '?'",
      /^the url of the publication is .*\?, and was /
    ],
    [
      'a changed document',
      'update documents set gzip = set_byte(gzip, length(gzip) - 20, 255 - get_byte(gzip, length(gzip) - 20))',
      /^the archived document is not the one that was fetched/
    ],
    [
      'a changed entry',
      'update log_entries set entry = replace(entry, \'"new":{"rows":\', \'"new":{"rows":1\')',
      /^the entry differs from the one that was logged$/
    ],
    [
      'a changed node',
      'update log_nodes set hash = sha256(hash) where height = 0',
      /^the entry differs from the one that was logged$/
    ]
  ])('finds %s', async (_name, statement, expected) => {
    await tamper(statement)
    expect(faultsOf(await audit())).toContainEqual(expect.stringMatching(expected))
  })

  it('finds no fault in a log that the migration created from earlier loads', async () => {
    const row = { date: '2025-05-05', base: 'USD', quote: 'CAD', type: 'reference' }
    for (const value of ['1.3801', '1.3802', '1.3803'])
      await seedRows(test.database, 'bcrp', [
        { ...row, value },
        { ...row, date: '2025-05-06', value: '1.3810' }
      ])
    await seedRows(test.database, 'bcrp', [])
    await test.database.write(
      "insert into rate_revisions select source, base, quote, type, date, value, unit, publication_id, known_at, clock_timestamp() from rates where source = 'bcrp' and date = '2025-05-06'"
    )
    await test.database.write("delete from rates where source = 'bcrp' and date = '2025-05-06'")
    const { size } = await audit()
    await test.database.write('drop table log_nodes, log_entries')
    await test.database.write('drop function place_log_entry(), refuse_to_rewrite()')
    await test.database.write("delete from schema_scripts where name = '0016_log'")
    expect((await migrate(test.database, await testSchema())).migrations).toEqual(['0016_log'])
    const migrated = await audit()
    expect(migrated.faults).toEqual([])
    expect(migrated.size).toBe(size + 1) // one more for the rate that was deleted without an entry
    await seedRows(test.database, 'bcrp', [{ ...row, value: '1.3804' }])
    expect(await audit()).toMatchObject({ faults: [], size: size + 2 })
  })

  it('finds a completely rewritten history by a checkpoint kept elsewhere', async () => {
    const { size, root } = await audit()
    const kept = { origin: 'rates.test/log', size, root }
    expect(faultsOf(await audit([kept]))).toEqual([])
    await tamper(
      "update publications set url = url || '?'",
      'update log_entries set entry = regexp_replace(entry, \'"url":"([^"]*)"\', \'"url":"\\1?"\')',
      "update log_nodes set hash = sha256('\\x00'::bytea || convert_to(entry, 'UTF8')) from log_entries where " +
        'id = entry_id',
      'delete from log_nodes where height > 0',
      `do $$ begin for below in 0..20 loop
        insert into log_nodes (height, index, hash) select below + 1, one.index / 2, sha256('\\x01'::bytea || one.hash || other.hash)
        from log_nodes one join log_nodes other on other.height = below and other.index = one.index + 1 where one.height = below and one.index % 2 = 0;
      end loop; end $$`
    )
    expect(faultsOf(await audit())).toEqual([])
    expect(faultsOf(await audit([kept]))).toEqual([
      `the log does not start with the checkpoint of ${size} entries that rates.test/log signed: its history was rewritten`
    ])
    expect(faultsOf(await audit([{ ...kept, size: size + 1 }]))).toEqual([
      expect.stringMatching(/entries were removed$/)
    ])
  })
})
