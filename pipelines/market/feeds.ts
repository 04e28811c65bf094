import type { Feed, FeedIdentity } from '../../adapters/market/feed.ts'
import type { Database } from '../../sql/database.ts'

/**
 * The composite of the stored official tables as a feed. It is not polled: its rates are those of the source
 * `composite`.
 */
export const OFFICIAL: Omit<FeedIdentity, 'sourceUrl'> = {
  code: 'official',
  name: 'Composite of official tables',
  class: 'official',
  interval: 86_400,
  freshFor: 30 * 86_400
}

/**
 * The polled feeds, in the order of their codes; `official` may only be the last. Throws an error that names the
 * invalid code.
 */
export function feedsInOrder(feeds: Feed[], codes: string[]): Feed[] {
  if (new Set(codes).size < codes.length) throw new Error('MARKET_FEEDS names a feed twice')
  if (codes.includes(OFFICIAL.code) && codes.at(-1) !== OFFICIAL.code) {
    throw new Error('MARKET_FEEDS must name official last: it always answers')
  }
  return codes
    .filter((code) => code !== OFFICIAL.code)
    .map((code) => {
      const feed = feeds.find((it) => it.code === code)
      if (!feed) {
        throw new Error(
          `MARKET_FEEDS: there is no feed ${code}; expected ${[...feeds.map((it) => it.code), OFFICIAL.code].join(', ')}`
        )
      }
      return feed
    })
}

/**
 * Updates the table of feeds from the registry and the order of the feeds, and returns the polled ones in that order.
 * The composite answers if no other feed does. Throws the errors of `feedsInOrder`.
 */
export async function registerFeeds(database: Database, feeds: Feed[], codes: string[] = []): Promise<Feed[]> {
  const polled = feedsInOrder(feeds, codes)
  const order = new Map<string, number>([...polled, OFFICIAL].map(({ code }, index) => [code, index + 1]))
  await database.write('select register_feeds($1)', [
    JSON.stringify(
      [...feeds, OFFICIAL].map((feed) => ({
        code: feed.code,
        name: feed.name,
        class: feed.class,
        position: order.get(feed.code) ?? null,
        poll_interval: `${feed.interval} seconds`,
        fresh_for: `${feed.freshFor} seconds`,
        source_url: 'sourceUrl' in feed ? feed.sourceUrl : null,
        terms_url: feed.termsUrl ?? null
      }))
    )
  ])
  return polled
}

/** The state of a feed: its position in the order, if any, its credential and the result of its last poll. */
interface FeedState {
  place: number | null
  code: string
  name: string
  class: FeedIdentity['class']
  credential: string
  last_poll: string | null
  status: string | null
  currencies: number
  newest: string | null
  last_error: string | null
}

const NEVER_POLLED = { place: null, last_poll: null, status: null, currencies: 0, newest: null, last_error: null }
const LAST = 1000

/** The state of every feed, in the order in which they answer. */
export async function feedStates(
  database: Database,
  feeds: Feed[],
  environment: Record<string, string | undefined>
): Promise<FeedState[]> {
  const known = await database.read<Pick<FeedState, 'code' | keyof typeof NEVER_POLLED>>(`
    select code, position as place, last_poll, last_status as status, currencies, newest, last_error from market_status()`)
  const states = [...feeds, OFFICIAL].map(({ code, name, class: kind, credentials }) => {
    const { place, ...polled } = known.find((it) => it.code === code) ?? NEVER_POLLED
    const missing = credentials?.find((it) => !environment[it.name])
    const credential = missing ? `${missing.name} is not set` : credentials ? 'set' : 'none needed'
    return { place, code, name, class: kind, credential, ...polled }
  })
  return states.sort((one, other) => (one.place ?? LAST) - (other.place ?? LAST))
}
