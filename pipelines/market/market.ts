import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import type { Feed, FeedRow } from '../../adapters/market/feed.ts'
import type { Database } from '../../sql/database.ts'
import { Client } from '../fetch/http.ts'
import { underLock } from '../runs/lock.ts'
import { networkFor } from '../fetch/network.ts'
import { DECIMAL } from '../load/normalize.ts'
import type { Pipeline } from '../runs/run.ts'

/** The poller's dependencies and settings. `interval` is in seconds, retention in days. */
export interface Market extends Omit<Pipeline, 'gate'> {
  /** In polling order, as `registerFeeds` returns them. */
  feeds: Feed[]
  interval: number
  keepMinutes: number
  keepHours: number
  dispatcher?: Dispatcher
}

/** The result of polling a feed: the numbers of new and of refused rates. */
interface Poll {
  feed: string
  status: 'stored' | 'unchanged' | 'refused' | 'failed'
  rates: number
  refused: number
  error: string | null
}

interface Refusal {
  currency: string
  rate: string | null
  reason: string
}

interface LastPoll {
  polled_at: string
  status: Poll['status']
}

const LONGEST_ANSWER = 20_000
const AFTER_FAILURE = 1_200_000 // the longest wait after a failure, even if the feed's interval is longer
const LEEWAY = 50 // milliseconds by which a timer may fire too early
const LOGGED = 10
const MINUTE = 60_000
const HOUR = 3_600_000
const LOCK = 'the market'
const LOCK_TIMEOUT = 60_000

/**
 * Polls the feeds in their order until one works, and returns the result of each. A feed that was polled less than its
 * interval ago (or, with a pace, less than that many milliseconds ago) is not polled again; its last result is
 * returned. Never throws for an error of a provider.
 */
export async function pollFeeds(market: Market, pace = 0): Promise<Poll[]> {
  const polls: Poll[] = []
  const before = await lastPolls(market.database)
  for (const feed of market.feeds) {
    const last = before.get(feed.code)
    if (last && Date.now() - Date.parse(last.polled_at) < waitAfter(last, feed, pace)) {
      if (isWorking(last)) return polls
    } else {
      const poll = await pollFeed(market, feed)
      polls.push(poll)
      if (isWorking(poll)) return polls
    }
  }
  return polls
}

/** Polls once and rolls up, as soon as no other process does. Throws if that takes more than a minute. */
export async function pollLocked(market: Market): Promise<Poll[]> {
  const polls = await underLock(market.database, LOCK, LOCK_TIMEOUT, async () => {
    const polls = await pollFeeds(market)
    await market.database.write('select roll_up_market()')
    return polls
  })
  if (!polls) throw new Error('another process is polling')
  return polls
}

/**
 * Polls at an interval in seconds until it is stopped, rolls up, and drops rates past their retention. Any number of
 * processes may run it: one of them polls at a time, and if it ends another takes over within an interval.
 */
export function startMarket(market: Market): { stop: () => Promise<void> } {
  if (market.feeds.length === 0) return { stop: () => Promise.resolve() }
  const stopping = new AbortController()
  const signal = market.signal ? AbortSignal.any([market.signal, stopping.signal]) : stopping.signal
  const running = pollUntil(signal, { ...market, signal })
  return {
    stop: () => {
      stopping.abort(new Error('the poller is stopping'))
      return running
    }
  }
}

async function pollUntil(signal: AbortSignal, market: Market): Promise<void> {
  const { database, logger, interval, keepMinutes, keepHours } = market
  let rolledUp = 0
  let expired = 0
  const turn = async () => {
    await pollFeeds(market, interval * 1000)
    if (Date.now() - rolledUp >= MINUTE - LEEWAY) {
      await database.write('select roll_up_market()')
      rolledUp = Date.now()
    }
    if (Date.now() - expired >= HOUR) {
      await database.write('select expire_market(make_interval(days => $1), make_interval(days => $2))', [
        keepMinutes,
        keepHours
      ])
      expired = Date.now()
    }
  }
  while (!signal.aborted) {
    await underLock(database, LOCK, 0, turn).catch((error: unknown) => {
      if (!signal.aborted) logger.error({ err: error }, 'the market feeds could not be polled')
    })
    // Tries more often than it polls, so that this process soon takes over from one that ended.
    await sleep((interval * 1000) / 4, undefined, { signal }).catch(() => {}) // when the poller stops, the loop ends
  }
}

async function pollFeed(market: Market, feed: Feed): Promise<Poll> {
  const polledAt = new Date().toISOString()
  const rows = await fetchFeed(market, feed).catch((error: Error) => error)
  market.signal?.throwIfAborted()
  if (rows instanceof Error) {
    await market.database.write('select fail_poll($1, $2, $3)', [feed.code, polledAt, rows.message])
    market.logger.warn({ feed: feed.code, error: rows.message }, 'a feed failed')
    return { feed: feed.code, status: 'failed', rates: 0, refused: 0, error: rows.message }
  }
  const [stored] = await market.database.write<Omit<Poll, 'feed'> & { refusals: Refusal[] | null }>(
    'select * from store_market_rates($1, $2, $3)',
    [feed.code, polledAt, JSON.stringify(rows.map(toRow))]
  )
  const { refusals, ...poll } = stored!
  if (refusals) {
    market.logger.warn(
      { feed: feed.code, status: poll.status, refused: poll.refused, refusals: refusals.slice(0, LOGGED) },
      'rates of a feed were refused'
    )
  }
  return { feed: feed.code, ...poll }
}

async function fetchFeed(
  { environment, userAgent, dispatcher, interval, parser, signal }: Market,
  feed: Feed
): Promise<FeedRow[]> {
  const within = Math.min(LONGEST_ANSWER, (interval * 1000) / 4)
  const timeout = AbortSignal.timeout(within)
  // The next poll retries the feed; another feed answers until then.
  const http = new Client(feed, {
    dispatcher: dispatcher ?? networkFor(feed, environment),
    environment,
    userAgent,
    retries: 0,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout
  })
  return feed.fetch(http).then(
    (publication) => parser.parseFeed(feed, publication),
    (error: unknown) => {
      throw timeout.aborted
        ? new Error(`did not answer completely within ${within / 1000} seconds`, { cause: error })
        : error
    }
  )
}

/** A row in the form of `check_market_rates`. A row that is not a rate of a currency already has its reason. */
function toRow({ currency, rate, time }: FeedRow): FeedRow | (Omit<Refusal, 'rate'> & Omit<FeedRow, 'rate'>) {
  if (!Object.hasOwn(CURRENCIES, currency)) return { currency, time, reason: 'not an ISO 4217 currency code' }
  if (!DECIMAL.test(rate)) return { currency, time, reason: 'the rate is not a number' }
  return { currency, rate, time }
}

function waitAfter({ status }: LastPoll, { interval }: Feed, pace: number): number {
  const allowed = interval * 1000
  return Math.max(status === 'failed' ? Math.min(allowed, AFTER_FAILURE) : allowed, pace) - LEEWAY
}

function isWorking({ status }: { status: Poll['status'] }): boolean {
  return status === 'stored' || status === 'unchanged'
}

async function lastPolls(database: Database): Promise<Map<string, LastPoll>> {
  const polls = await database.write<LastPoll & { feed: string }>('select feed, polled_at, status from last_polls()')
  return new Map(polls.map(({ feed, ...last }) => [feed, last]))
}
