import type { Credential, Http, Publication } from '../source.ts'

/** The contract of a market feed. Like a source, it consists of data, `fetch` and `parse`. */

/** `interbank` for rates of the market itself, `official` for rates that are derived from official tables. */
export type FeedClass = 'interbank' | 'official'

/** One rate of a feed: units of a currency for one US dollar, as a decimal, at an instant (ISO 8601 in UTC). */
export interface FeedRow {
  currency: string
  rate: string
  time: string
}

export interface FeedIdentity {
  code: string
  name: string
  class: FeedClass
  /** The page that describes the feed. */
  sourceUrl: string
  termsUrl?: string
  credentials?: Credential[]
  /**
   * The minimum of seconds between two requests that the provider allows. A failed request may be repeated after twenty
   * minutes.
   */
  interval: number
  /** The seconds for which a rate is valid, at most two days (see expire_market.sql). An older rate is refused. */
  freshFor: number
}

export interface Feed extends FeedIdentity {
  /** Requests the newest rates. */
  fetch(http: Http): Promise<Publication>
  /** Pure. Throws a `LayoutError` when the document is not as expected. */
  parse(publication: Publication): FeedRow[]
}

const LONGEST_FRESH = 2 * 86_400

const identityRules: Array<[keyof FeedIdentity, (identity: FeedIdentity) => boolean, string]> = [
  ['code', (it) => /^[a-z0-9_-]{2,20}$/.test(it.code), '2 to 20 characters of a-z, 0-9, _ and -'],
  ['sourceUrl', (it) => URL.canParse(it.sourceUrl), 'a URL'],
  ['termsUrl', (it) => it.termsUrl === undefined || URL.canParse(it.termsUrl), 'a URL'],
  ['interval', (it) => Number.isInteger(it.interval) && it.interval > 0, 'a number of seconds'],
  [
    'freshFor',
    (it) => Number.isInteger(it.freshFor) && it.freshFor > it.interval && it.freshFor <= LONGEST_FRESH,
    `more than the interval and at most ${LONGEST_FRESH} seconds`
  ]
]

/** Validates a feed when it is loaded. Throws a `TypeError` that names the field. */
export function defineFeed(feed: Feed): Feed {
  for (const [field, holds, expected] of identityRules) {
    if (!holds(feed)) {
      throw new TypeError(`feed ${feed.code}: ${field} must be ${expected}, not ${JSON.stringify(feed[field])}`)
    }
  }
  return feed
}
