import type { Command } from 'commander'
import { refreshComposite } from '../pipelines/composite.ts'
import { listQuarantine, reject, release, releasePublication } from '../pipelines/quarantine.ts'
import { countArgument, countArguments } from './arguments.ts'
import { print, printRows } from './output.ts'
import { LOCK_TIMEOUT, runCommand } from './runtime.ts'

/** Adds the commands that decide about quarantined rows. */
export function addQuarantineCommands (program: Command): void {
  const quarantine = program.command('quarantine').description('review quarantined rows')
  quarantine.command('list').description('list the rows that wait for a decision').argument('[code]').action(list)
  quarantine.command('release').description('accept quarantined rows and load them').argument('[ids...]', 'numbers of the rows', countArguments)
    .option('--publication <id>', 'accept all rows of a document, except those that can never be a rate or have several values', countArgument).action(releaseRows)
  quarantine.command('reject').description('reject quarantined rows for good').argument('<ids...>', 'numbers of the rows', countArguments).action(rejectRows)
}

async function list (code?: string): Promise<void> {
  await runCommand(async ({ database }) => printRows(await listQuarantine(database, code), 'nothing waits in quarantine'))
}

async function releaseRows (ids: number[], { publication }: { publication?: number }): Promise<void> {
  if ((ids.length > 0) === (publication !== undefined)) throw new Error('expected the numbers of rows, or --publication')
  await runCommand(async (runtime) => {
    const { released, waiting } = publication === undefined ? { released: await release(runtime.database, ids), waiting: [] } : await releasePublication(runtime.database, publication)
    for (const row of released) print(`released ${Object.values(row).join(' ')}`)
    for (const row of waiting) print(`still waits ${Object.values(row).join(' ')}`)
    await refreshComposite(runtime, LOCK_TIMEOUT)
  })
}

async function rejectRows (ids: number[]): Promise<void> {
  await runCommand(async ({ database }) => {
    for (const id of ids) await reject(database, id)
  })
}
