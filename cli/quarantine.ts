import type { Command } from 'commander'
import { refreshComposite } from '../pipelines/composite.ts'
import { listQuarantine, reject, release } from '../pipelines/quarantine.ts'
import { countArguments } from './arguments.ts'
import { print, printRows } from './output.ts'
import { LOCK_TIMEOUT, runCommand } from './runtime.ts'

/** Adds the commands that decide about quarantined rows. */
export function addQuarantineCommands (program: Command): void {
  const quarantine = program.command('quarantine').description('review rows that failed the checks')
  quarantine.command('list').description('list the rows that wait for a decision').argument('[code]').action(list)
  quarantine.command('release').description('load rows into the rates after all').argument('<ids...>', 'their numbers', countArguments).action(releaseRows)
  quarantine.command('reject').description('keep rows out of the rates for good').argument('<ids...>', 'their numbers', countArguments).action(rejectRows)
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
