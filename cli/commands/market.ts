import type { Command } from 'commander'
import { loadFeeds } from '../../adapters/registry.ts'
import { feedStates, OFFICIAL, registerFeeds } from '../../pipelines/market/feeds.ts'
import { pollLocked, type Market } from '../../pipelines/market/market.ts'
import { missingCredential } from '../../pipelines/fetch/credentials.ts'
import { printRows, withShortError } from '../output.ts'
import { runCommand, type Runtime } from '../runtime.ts'

/** Adds the commands that show and poll market feeds. */
export function addMarketCommands (program: Command): void {
  const market = program.command('market').description('show and poll market feeds')
  market.command('status').description('list the feeds in order of preference, with their last polls').action(status)
  market.command('poll').description('poll the feeds of MARKET_FEEDS once').action(poll)
}

async function status (): Promise<void> {
  await runCommand(async ({ database, environment }) => printRows((await feedStates(database, await loadFeeds(), environment)).map(withShortError)))
}

async function poll (): Promise<void> {
  await runCommand(async (runtime) => {
    if (runtime.settings.MARKET_FEEDS.every((code) => code === OFFICIAL.code)) throw new Error('MARKET_FEEDS names no feed to poll')
    const polls = await pollLocked(await openMarket(runtime))
    printRows(polls, 'the feeds were polled just now')
    if (polls.some(({ status }) => status === 'failed' || status === 'refused')) process.exitCode = 1
  })
}

/** The poller's dependencies. Registers the feeds of MARKET_FEEDS in that order, which only a polling process may do. Warns of a missing credential. */
export async function openMarket (runtime: Runtime): Promise<Market> {
  const { settings, database, environment, logger } = runtime
  const feeds = await registerFeeds(database, await loadFeeds(), settings.MARKET_FEEDS)
  for (const feed of feeds) {
    const missing = missingCredential(feed, environment)
    if (missing) logger.warn({ feed: feed.code }, missing)
  }
  return { ...runtime, feeds, interval: settings.MARKET_INTERVAL, keepMinutes: settings.MARKET_KEEP_MINUTES_DAYS, keepHours: settings.MARKET_KEEP_HOURS_DAYS }
}
