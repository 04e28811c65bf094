import type { Command } from 'commander'
import { assertInOrder, dateArgument, type DateWindow } from '../../cli/arguments.ts'
import { startProgress } from '../../cli/progress.ts'
import { runCommand } from '../../cli/runtime.ts'
import { makeComposite } from './composite.ts'

/** Adds the command that calculates the composite. */
export function addCompositeCommand(program: Command): void {
  program
    .command('composite')
    .description('calculate the composite for the dates whose tables changed, or for a range of dates')
    .option('--from <date>', 'first date', dateArgument)
    .option('--to <date>', 'last date', dateArgument)
    .action(composite)
}

async function composite(window: DateWindow): Promise<void> {
  assertInOrder(window)
  await runCommand(async (runtime) => {
    const progress = startProgress(1)
    try {
      const outcome = await makeComposite(runtime, window, ({ from, to }) =>
        progress.step(`composite ${from} to ${to}`)
      )
      progress.outcome(outcome)
      if (outcome.status !== 'ok') process.exitCode = 1
    } finally {
      progress.end()
    }
  })
}
