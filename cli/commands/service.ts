import type { Command } from 'commander'
import { startApi } from '../service/api.ts'
import { announceOperatorLink } from '../service/operator-link.ts'
import { print } from '../output.ts'
import { runService, startModules, VERSION } from '../runtime.ts'
import { startWork, WorkThread } from '../service/work.ts'

/** Adds the commands that run until they are stopped. */
export function addServiceCommands(program: Command): void {
  program
    .command('serve')
    .description('serve the API and the pages, and run the schedule and the market feeds')
    .option('--no-schedule', 'serve the API and the pages only')
    .action(serve)
  program.command('worker').description('run the schedule and the market feeds without serving').action(work)
}

async function serve({ schedule }: { schedule: boolean }): Promise<void> {
  await runService(async (runtime, stops) => {
    const thread = new WorkThread(runtime, { hasSchedule: schedule })
    stops.push(() => thread.stop())
    await thread.start()
    startModules(runtime)
    const { address, hasPages, stop } = await startApi(runtime, (code) => thread.run(code))
    stops.push(stop)
    print(`Ratebook ${VERSION} listens on ${address}`)
    if (hasPages)
      void runtime.ready
        .then(() => announceOperatorLink(runtime, address))
        .catch((error: unknown) => runtime.logger.error({ err: error }, 'the link of the operator could not be made'))
  })
}

async function work(): Promise<void> {
  await runService(async (runtime, stops) => {
    print(`Ratebook ${VERSION} runs the schedule of ${runtime.sources.length} sources`)
    startModules(runtime)
    stops.push(await startWork(runtime))
  })
}
