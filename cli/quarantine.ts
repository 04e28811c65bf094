import type { Command } from 'commander'
import { refreshComposite } from '../pipelines/composite.ts'
import { listQuarantine, reject, release } from '../pipelines/quarantine.ts'
import { countArguments } from './arguments.ts'
import { print, printRows } from './output.ts'
import { LOCK_TIMEOUT, runCommand } from './runtime.ts'

/** Adds the commands that decide about quarantined rows. */
export function addQuarantineCommands (program: Command): void {
  const quarantine = program.command('quarantine').description('review quarantined rows')
  quarantine.command('list').description('list the rows that wait for a decision').argument('[code]').action(list)
  quarantine.command('release').description('accept quarantined rows and load them').argument('<ids...>', 'numbers of the rows', countArguments).action(releaseRows)
  quarantine.command('reject').description('reject quarantined rows for good').argument('<ids...>', 'numbers of the rows', countArguments).action(rejectRows)
}

async function list (code?: string): Promise<void> {
  await runCommand(async ({ database }) => printRows(await listQuarantine(database, code), 'nothing waits in quarantine'))
}

async function releaseRows (ids: number[]): Promise<void> {
  await runCommand(async (runtime) => {
    for (const row of await release(runtime.database, ids)) print(`released ${Object.values(row).join(' ')}`)
    await refreshComposite(runtime, LOCK_TIMEOUT)
  })
}

async function rejectRows (ids: number[]): Promise<void> {
  await runCommand(async ({ database }) => {
    for (const id of ids) await reject(database, id)
  })
}
