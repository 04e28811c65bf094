import type { Command } from 'commander'
import { loadFeeds } from '../../adapters/registry.ts'
import { feedStates, OFFICIAL } from '../../pipelines/market/feeds.ts'
import { pollLocked } from '../../pipelines/market/market.ts'
import { printRows, withShortError } from '../output.ts'
import { runCommand } from '../runtime.ts'
import { openMarket } from '../service/market.ts'

/** Adds the commands that show and poll market feeds. */
export function addMarketCommands(program: Command): void {
  const market = program.command('market').description('show and poll market feeds')
  market.command('status').description('list the feeds in order of preference, with their last polls').action(status)
  market.command('poll').description('poll the feeds of MARKET_FEEDS once').action(poll)
}

async function status(): Promise<void> {
  await runCommand(async ({ database, environment }) =>
    printRows((await feedStates(database, await loadFeeds(), environment)).map(withShortError))
  )
}

async function poll(): Promise<void> {
  await runCommand(async (runtime) => {
    if (runtime.settings.MARKET_FEEDS.every((code) => code === OFFICIAL.code)) {
      throw new Error('MARKET_FEEDS names no feed to poll')
    }
    const polls = await pollLocked(await openMarket(runtime))
    printRows(polls, 'the feeds were polled just now')
    if (polls.some(({ status }) => status === 'failed' || status === 'refused')) process.exitCode = 1
  })
}
