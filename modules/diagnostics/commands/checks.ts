import type { Command } from 'commander'
import { checkRules, checkSettings, pastOf } from '../checks.ts'
import { printRows } from '../../../cli/output.ts'
import { runCommand, selectSources } from '../../../cli/runtime.ts'

/**
 * Adds the command that shows the rules and thresholds of the checks, and the past with which they compare the figures
 * of a source.
 */
export function addChecksCommand(program: Command): void {
  program
    .command('checks')
    .description('show the rules and thresholds of the checks, or the past moves of a source’s series')
    .argument('[code]', 'code of a source')
    .action(checks)
}

async function checks(code: string | undefined): Promise<void> {
  await runCommand(async (runtime) => {
    if (code === undefined) printRows(await checkRules(runtime.database))
    const rows =
      code === undefined
        ? await checkSettings(runtime.database)
        : await pastOf(runtime.database, selectSources(runtime, [code])[0]!.code)
    printRows(rows, `no rates of ${code} are stored yet`)
  })
}
