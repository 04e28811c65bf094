import type { Command } from 'commander'
import { countArgument } from './arguments.ts'
import { print, printRows, withShortError } from './output.ts'
import { runCommand } from './runtime.ts'

/** Adds the commands that migrate the database and show what is in it. */
export function addDatabaseCommands (program: Command): void {
  program.command('migrate').description('bring the database schema up to date').action(() => runCommand(async () => print('the database is up to date')))
  program.command('status').description('show what is stored for each source and how its last run ended').action(status)
  program.command('runs').description('list the newest runs').argument('[code]').option('--limit <count>', 'number of runs', countArgument, 30).action(runs)
}

const STATES = `
  select code, name, latest_date, days, overdue, missed, last_run, last_status, last_error, in_quarantine
  from source_states((now() at time zone 'UTC')::date)
  order by code`

async function status (): Promise<void> {
  await runCommand(async ({ database }) => {
    const rows = await database.write<{ last_error: string | null }>(STATES)
    printRows(rows.map(withShortError))
  })
}

async function runs (code: string | undefined, { limit }: { limit: number }): Promise<void> {
  await runCommand(async ({ database }) => printRows(await database.write('select * from list_runs($1, $2)', [code ?? null, limit]), 'no runs yet'))
}
