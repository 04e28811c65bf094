import type { Command } from 'commander'
import { knownHabits } from '../../pipelines/care/habits.ts'
import { print, printRows } from '../output.ts'
import { runCommand, selectSources } from '../runtime.ts'

/** Adds the command that shows the ranges that the checks have learnt about a source. */
export function addChecksCommand (program: Command): void {
  program.command('checks').description('show the usual range of each feature of a source’s series and tables').argument('<code>', 'code of a source')
    .option('--json', 'print JSON').action(checks)
}

async function checks (code: string, { json }: { json?: boolean }): Promise<void> {
  await runCommand(async (runtime) => {
    const [source] = selectSources(runtime, [code])
    const habits = await knownHabits(runtime.database, source!.code)
    if (json) print(JSON.stringify(habits, null, 2))
    else printRows(habits, `no rates of ${code} are stored yet`)
  })
}
