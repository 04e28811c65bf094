import type { Command } from 'commander'
import { addDays } from '../../adapters/kit/dates.ts'
import { storageOf, storageOfDocuments } from '../../sql/storage.ts'
import { countArgument } from '../arguments.ts'
import { prepareModules } from '../module.ts'
import { megabytes, print, printRows, withShortError } from '../output.ts'
import { runCommand } from '../runtime.ts'

/** Adds the commands that migrate the database and show its contents. */
export function addDatabaseCommands(program: Command): void {
  program.command('migrate').description('bring the database schema up to date').action(migrate)
  program.command('status').description('show the stored tables and the last run of each source').action(status)
  program
    .command('compress')
    .description('compress rates of more than two years ago; needs TimescaleDB')
    .action(compress)
  program
    .command('runs')
    .description('list the newest runs')
    .argument('[code]', 'code of a source')
    .option('--limit <count>', 'number of runs', countArgument, 30)
    .action(runs)
}

const UNCOMPRESSED_DAYS = 2 * 365 // days: most corrections are published within this time

async function migrate(): Promise<void> {
  await runCommand(async (runtime) => {
    const { database } = runtime
    await prepareModules(runtime)
    const [rates, documents] = [await storageOf(database), await storageOfDocuments(database)]
    print(`the database is up to date (rates: ${rates.engine}; documents: ${documents.engine})`)
  })
}

const MOST_UNREAD = 5

const STATES = `
  select code, name, latest_date, days, overdue, missed, last_run, last_status, last_error, in_quarantine,
    (select string_agg(value || ' ' || key, ', ' order by key) from jsonb_each_text(skipped)) as skipped
  from source_states((service_now() at time zone 'UTC')::date)
  order by code`

async function status(): Promise<void> {
  await runCommand(async ({ database }) => {
    const rows = await database.write<{ last_error: string | null }>(STATES)
    printRows(rows.map(withShortError))
    const { engine, parts, compressed, bytes } = await storageOf(database)
    print(`\nrates: ${engine}, ${parts} parts, ${compressed} compressed, ${megabytes(bytes)}`)
    const documents = await storageOfDocuments(database)
    print(
      `documents: ${documents.engine}, ${documents.parts} parts on ${documents.servers} servers, ${megabytes(documents.bytes)}`
    )
    const unread = await database.write<{ source: string; documents: number; bytes: number }>(
      'select * from unread_storage() limit $1',
      [MOST_UNREAD]
    )
    const largest = unread.map(({ source, documents, bytes }) => `${source} ${documents} (${megabytes(bytes)})`)
    if (unread.length > 0) {
      print(`documents that were never read, before compression, the largest first: ${largest.join(', ')}`)
    }
  })
}

async function compress(): Promise<void> {
  await runCommand(async ({ owner }) => {
    const day = addDays(new Date().toISOString().slice(0, 10), -UNCOMPRESSED_DAYS)
    const [row] = await owner.write<{ chunks: number }>('select compress_rates($1) as chunks', [day])
    const { compressed, parts, bytes } = await storageOf(owner)
    print(
      `${row!.chunks} chunks compressed now; ${compressed} of ${parts} chunks are compressed, ${megabytes(bytes)} in total`
    )
  })
}

async function runs(code: string | undefined, { limit }: { limit: number }): Promise<void> {
  await runCommand(async ({ database }) =>
    printRows(await database.write('select * from list_runs($1, $2)', [code ?? null, limit]), 'no runs yet')
  )
}
