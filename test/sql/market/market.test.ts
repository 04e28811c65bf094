import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defineFeed, type Feed } from '../../../adapters/market/feed.ts'
import { registerFeeds } from '../../../pipelines/market/feeds.ts'
import type { Database } from '../../../sql/database.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { Fraction } from '../pairs/fraction.ts'

const ORDER = ['one', 'two', 'composite']
const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD']
const DAY_START = '2026-03-04T00:00:00.000Z'
const SPANS = {
  minute: { start: '2026-03-04T09:41:00.000Z', seconds: 60, finer: [] },
  hour: { start: '2026-03-04T09:00:00.000Z', seconds: 3600, finer: ['market_rates'] },
  day: { start: DAY_START, seconds: 86_400, finer: ['market_rates', 'market_hours'] }
}
const DOUBLE_DIGITS = 15
const RUNS = 20

let place: TestDatabase
let database: Database

beforeAll(async () => {
  place = await testDatabase()
  database = place.database
  await registerFeeds(database, ['one', 'two', 'unset'].map(feedOf), ['one', 'two'])
  await database.write(
    "select make_partitions($1::date, $1::date), make_market_partitions($1, $1::timestamptz + interval '1 day')",
    [DAY_START]
  )
})
afterAll(() => place.drop())

function feedOf(code: string): Feed {
  return defineFeed({
    code,
    name: code,
    class: 'interbank',
    sourceUrl: 'https://example.com',
    interval: 60,
    freshFor: 600,
    fetch: () => Promise.reject(new Error('it is not asked here')),
    parse: () => []
  })
}

/** A rate of a feed or of the day's composite, in thousandths of a unit for one dollar. */
interface Quote {
  feed: string
  currency: string
  /** The position in the span, from 0 to 1; 1 is the start of the next span. */
  position: number
  thousandths: number
}

const quotes = fc.uniqueArray(
  fc.record({
    feed: fc.constantFrom('one', 'one', 'two', 'two', 'unset', 'composite'),
    currency: fc.constantFrom(...CURRENCIES.slice(1)),
    position: fc.constantFrom(0, 0.1, 0.5, 0.999, 1),
    thousandths: fc.integer({ min: 1, max: 200_000 })
  }),
  {
    maxLength: 14,
    selector: ({ feed, currency, position }) => `${feed} ${currency} ${feed === 'composite' ? 0 : position}`
  }
)

type Unit = keyof typeof SPANS

async function store(given: Quote[], unit: Unit): Promise<void> {
  const { start, seconds, finer } = SPANS[unit]
  await database.write('truncate market_rates, market_hours, market_days, market_changes, rates')
  await database.write(
    `
    insert into rates (source, base, quote, type, date, value, unit, publication_id)
    select feed, 'USD', currency, 'composite', $2::date, thousandths::numeric / 1000, '1', 1
    from jsonb_to_recordset($1) it(feed text, currency text, thousandths integer)
    where feed = 'composite'`,
    [JSON.stringify(given), DAY_START]
  )
  await database.write(
    `
    insert into market_rates (feed, currency, time, rate)
    select feed, currency, $2::timestamptz + position * $3 * interval '1 second', thousandths::numeric / 1000
    from jsonb_to_recordset($1) it(feed text, currency text, position float, thousandths integer)
    where feed <> 'composite'`,
    [JSON.stringify(given), start, seconds]
  )
  await database.write(
    "insert into market_changes select distinct feed, currency, date_trunc('hour', time, 'UTC') from market_rates"
  )
  await database.write('select roll_up_market()')
  for (const table of finer) await database.write(`truncate ${table}`)
}

/** The last rate of a currency in a feed, in units for one dollar. */
function lastOf(given: Quote[], feed: string, currency: string): Fraction | undefined {
  if (currency === 'USD') return new Fraction(1n, 1n)
  const [last] = given
    .filter((it) => it.feed === feed && it.currency === currency && (it.position < 1 || feed === 'composite'))
    .sort((one, other) => other.position - one.position)
  return last && new Fraction(BigInt(last.thousandths), 1000n)
}

/** The rate of each target from the first feed with both currencies, in the order of the codes. */
function expectedOf(given: Quote[], source: string): Array<{ target: string; class: string; rate: Fraction }> {
  return CURRENCIES.filter((it) => it !== source)
    .sort()
    .flatMap((target) =>
      ORDER.flatMap((feed) => {
        const [own, other] = [lastOf(given, feed, source), lastOf(given, feed, target)]
        return own && other
          ? [{ target, class: feed === 'composite' ? 'official' : 'interbank', rate: other.times(own.inverse()) }]
          : []
      }).slice(0, 1)
    )
}

interface Found {
  target: string
  rate: string
  class: string
}

const AT_END =
  "select target, rate, class from market_rate($1, $2, $3::timestamptz + $4 * interval '1 second' - " +
  "interval '1 microsecond') order by target"
const IN_SPAN = `
  select distinct on (target) target, rate, class
  from market_window($1, $2, $3, $4::timestamptz + $5 * interval '1 second', $6)
  order by target, time desc`

it.each(Object.keys(SPANS) as Unit[])(
  'returns at the end of a span (%s) the rate of the series and of an exact calculation',
  async (unit) => {
    const { start, seconds } = SPANS[unit]
    const compared: number[] = []
    await fc.assert(
      fc.asyncProperty(quotes, async (given) => {
        await store(given, unit)
        for (const source of CURRENCIES) {
          const targets = CURRENCIES.filter((it) => it !== source)
          const found = await database.read<Found>(AT_END, [source, targets, start, seconds])
          const expected = expectedOf(given, source)
          expect(found.map((it) => [it.target, it.class])).toEqual(expected.map((it) => [it.target, it.class]))
          expect(
            found.filter(
              ({ rate }, index) => !expected[index]!.rate.is(rate, source === 'USD' ? undefined : DOUBLE_DIGITS)
            )
          ).toEqual([])
          expect(await database.read<Found>(IN_SPAN, [source, targets, DAY_START, start, seconds, unit])).toEqual(found)
          compared.push(found.length)
        }
      }),
      { numRuns: RUNS, endOnFailure: true }
    )
    expect(Math.max(...compared)).toBe(CURRENCIES.length - 1)
  }
)
