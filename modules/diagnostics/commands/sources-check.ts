import type { Command } from 'commander'
import { dateArgument } from '../../../cli/arguments.ts'
import { print } from '../../../cli/output.ts'
import { runCommand } from '../../../cli/runtime.ts'
import { todayIn } from '../../../pipelines/runs/window.ts'
import { checkIdentities, identityReport } from '../identity.ts'

/** Adds to the command `sources` one that checks the declarations of all sources. */
export function addSourcesCheckCommand(program: Command): void {
  program.commands
    .find((it) => it.name() === 'sources')!
    .command('check')
    .description('compare the declaration of each source with its tables of the last thirty days; print Markdown')
    .option('--to <date>', 'last date (default: today)', dateArgument)
    .action(check)
}

async function check({ to = todayIn('UTC') }: { to?: string }): Promise<void> {
  await runCommand(async ({ database }) => {
    const checks = await checkIdentities(database, to)
    print(identityReport(checks, to))
    if (checks.some(({ faults }) => faults.length > 0)) process.exitCode = 1
  })
}
