import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Row } from '../../adapters/source.ts'
import { loadRows } from '../../pipelines/load/load.ts'
import type { Database } from '../../sql/database.ts'
import { storageOf } from '../../sql/storage.ts'
import { dailyRates, prepareEcb } from './daily.ts'
import { withDatabases } from './databases.ts'
import { compareTimes, inTurns, print, progress, timed } from './measure.ts'
import type { BenchOptions } from './options.ts'

const ROUNDS = 7
const AIM = 2.5
const CHUNK = 2000

/** Loading daily rates, checked and merged, against a plain COPY of the same rows. */
export async function benchLoad (options: BenchOptions): Promise<void> {
  const rows = dailyRates(options.days)
  progress(`load: ${rows.length} rows`)
  await withDatabases(options, async ({ create, drop, checkpoint }) => {
    let database: Database
    let publication: number

    async function load (isNew: boolean): Promise<number> {
      await checkpoint()
      let counts: Awaited<ReturnType<typeof loadRows>>
      const time = await timed(async () => { counts = await loadRows(database, publication, rows) })
      if (counts![isNew ? 'new' : 'unchanged'] !== rows.length) throw new Error(`not every row was loaded: ${JSON.stringify(counts!)}`)
      return time
    }

    async function copy (table: string): Promise<number> {
      const chunks = copyText(rows, publication)
      await checkpoint()
      return timed(() => database.withClient((client) => pipeline(
        Readable.from(chunks), client.query(copyFrom(`copy ${table} (source, base, quote, type, date, value, unit, publication_id) from stdin`)))))
    }

    const [first, copied, again, keyless] = await inTurns(options.rounds ?? ROUNDS, [
      async () => {
        database = await create('load')
        publication = await prepareEcb(database)
        return load(true)
      },
      async () => {
        await createTwin(database)
        return copy('twin')
      },
      () => load(false),
      async () => {
        await database.write('create table keyless (like rates including defaults)')
        return copy('keyless')
      }
    ]) as [number[], number[], number[], number[]]
    await drop('load')

    print(`Loading ${rows.length} rows, checked and merged, against a plain COPY of them`, [
      compareTimes('first load, COPY into an identical table', first, copied, `≤ ${AIM}`),
      compareTimes('second load (nothing changes), the same COPY', again, copied),
      compareTimes('first load, COPY into a table without keys', first, keyless)
    ])
  })
}

/** A table with the columns, checks, keys, index and partitions, or chunks, of rates. */
async function createTwin (database: Database): Promise<void> {
  const { engine } = await storageOf(database)
  if (engine.startsWith('TimescaleDB')) return createHypertable(database)
  const partitions = await database.write<{ name: string, bounds: string }>(`
    select relname as name, pg_get_expr(relpartbound, oid) as bounds
    from pg_inherits
    join pg_class on oid = inhrelid
    where inhparent = 'rates'::regclass and relkind = 'r'`)
  await database.write('create table twin (like rates including all) partition by range (date)')
  for (const { name, bounds } of partitions) await database.write(`create table twin_${name} partition of twin ${bounds}`)
}

async function createHypertable (database: Database): Promise<void> {
  await database.write('create table twin (like rates including all)')
  await database.write(`
    select create_hypertable('twin', 'date', create_default_indexes => false, chunk_time_interval => time_interval)
    from timescaledb_information.dimensions
    where hypertable_schema = current_schema() and hypertable_name = 'rates'`)
}

function copyText (rows: Row[], publication: number): string[] {
  const lines = rows.map(({ date, base, quote, type, value }) => `ecb\t${base}\t${quote}\t${type}\t${date}\t${value}\t1\t${publication}\n`)
  return Array.from({ length: Math.ceil(lines.length / CHUNK) }, (_, index) => lines.slice(index * CHUNK, (index + 1) * CHUNK).join(''))
}
