import { loadFeeds } from '../../adapters/registry.ts'
import { missingCredential } from '../../pipelines/fetch/credentials.ts'
import { registerFeeds } from '../../pipelines/market/feeds.ts'
import type { Market } from '../../pipelines/market/market.ts'
import type { Runtime } from '../runtime.ts'

/**
 * The poller's dependencies. Registers the feeds of MARKET_FEEDS in that order, which only a polling process may do.
 * Warns of a missing credential.
 */
export async function openMarket(runtime: Runtime): Promise<Market> {
  const { settings, database, environment, logger } = runtime
  const feeds = await registerFeeds(database, await loadFeeds(), settings.MARKET_FEEDS)
  for (const feed of feeds) {
    const missing = missingCredential(feed, environment)
    if (missing) logger.warn({ feed: feed.code }, missing)
  }
  const {
    MARKET_INTERVAL: interval,
    MARKET_KEEP_MINUTES_DAYS: keepMinutes,
    MARKET_KEEP_HOURS_DAYS: keepHours
  } = settings
  return { ...runtime, feeds, interval, keepMinutes, keepHours }
}
