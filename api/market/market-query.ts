import type { Database } from '../../sql/database.ts'
import { HttpError, notFound } from '../contract/errors.ts'
import type { Pair } from '../contract/parameters.ts'
import { columnsOf } from '../formats/columns.ts'
import { Rows } from '../formats/rows.ts'
import { marketRow } from './market-fields.ts'

export interface MarketRate {
  target: string
  rate: string
  /** ISO 8601, in UTC. */
  time: string
  class: 'interbank' | 'official'
}

const RATES = 'select target, rate, time, class from market_rate($1, $2, $3)'
const ALL_RATES =
  'select target, rate, time, class from market_rate($1, array(select currency from ' +
  'market_currencies() where currency <> $1), $2)'

/** The market rates of one currency in others, or in all, at an instant; a target without a fresh rate is left out. */
export function findMarketRates(
  database: Database,
  { source, targets, at }: { source: string; targets?: string[]; at: string }
): Promise<MarketRate[]> {
  return targets
    ? database.read<MarketRate>(RATES, [source, targets, at])
    : database.read<MarketRate>(ALL_RATES, [source, at])
}

const COLUMNS = columnsOf(marketRow)

interface SeriesLookup {
  source: string
  /** All if there are none. */
  targets?: string[]
  from: string
  to: string
  group: 'minute' | 'hour' | 'day' | 'week' | 'month'
  limit: number
}

const SERIES = `
  select rate, $1::text as source, target, time
  from market_series($1, coalesce($2, array(select currency from market_currencies() where currency <> $1)), $3, $4, $5, $6)`
const TIME = 3 // its column

/**
 * Market rates over time: rate, source, target and time. If there are more than the limit, the last time is complete
 * and `next` is the following one.
 */
export async function findMarketSeries(
  database: Database,
  { source, targets, from, to, group, limit }: SeriesLookup
): Promise<{ rows: Rows; next?: string }> {
  const { cells } = await database.readCells(SERIES, [source, targets ?? null, from, to, group, limit + 1])
  const found = new Rows(COLUMNS, cells)
  if (found.length <= limit) return { rows: found }
  const next = found.cells[limit]![TIME] as string
  return {
    rows: new Rows(
      found.columns,
      found.cells.slice(
        0,
        found.cells.findIndex((row) => row[TIME] === next)
      )
    ),
    next
  }
}

const LAST = `
  select distinct on (target) rate, $1::text as source, target, time
  from market_series($1, coalesce($2, array(select currency from market_currencies() where currency <> $1)), $3, $4, $5, 1000000)
  order by target, time desc`

/** The last rate of each target in a window: rate, source, target and time. */
export async function findLastRates(
  database: Database,
  { source, targets, from, to, group }: Omit<SeriesLookup, 'limit'>
): Promise<Rows> {
  return new Rows(COLUMNS, (await database.readCells(LAST, [source, targets ?? null, from, to, group])).cells)
}

const CONVERSION =
  'select rate, time, class, trim_scale($4::numeric * rate) as converted from market_rate($1, array[$2], $3)'

/** The exact product of an amount and a market rate at an instant. Undefined if there is no fresh rate. */
export async function convertAtMarket(
  database: Database,
  { source, target, amount, at }: Pair & { amount: string; at: string }
): Promise<(MarketRate & { converted: string }) | undefined> {
  const [found] = await database.read<MarketRate & { converted: string }>(CONVERSION, [source, target, at, amount])
  return found
}

/** Every currency with a market rate from a feed or a source. */
export async function listMarketCurrencies(database: Database): Promise<string[]> {
  return (await database.read<{ currency: string }>('select currency from market_currencies()')).map(
    ({ currency }) => currency
  )
}

/** The first day on which a feed, or the official rates, have all of some currencies; null if none ever had. */
export async function findMarketStart(database: Database, currencies: string[]): Promise<string | null> {
  const [row] = await database.read<{ first: string | null }>('select market_start($1)::text as first', [currencies])
  return row!.first
}

interface PointsLookup {
  source: string
  targets: string[]
  first: string
  last: string
  /** The distance between points, in milliseconds. */
  step: number
  /** The time that a point stands for, in milliseconds. */
  width: number
  now: string
}

const POINTS = `
  select time, target, rate, class
  from market_points($1, $2, $3, $4, $5 * interval '1 millisecond', $6 * interval '1 millisecond', $7)`

/** The last market rate of each target at each point of a chart, ascending; what has none at a point is left out. */
export function findMarketPoints(
  database: Database,
  { source, targets, first, last, step, width, now }: PointsLookup
): Promise<MarketRate[]> {
  return database.read<MarketRate>(POINTS, [source, targets, first, last, step, width, now])
}

/** Throws 400 for a currency that no feed or source gives, and 500 if there is no rate at all. */
export function assertKnown(currencies: string[], known: string[]): void {
  if (known.length === 0) throw nothingFresh()
  const unknown = currencies.find((it) => !known.includes(it))
  if (unknown !== undefined) throw new HttpError('unknown_currency', `no feed and no source has ${unknown}`)
}

/**
 * The error for targets that have no rate, now or at a time; without targets for a source that has none in any
 * currency.
 */
export async function noRate(
  database: Database,
  { source, targets = [], time }: { source: string; targets?: string[]; time?: string }
): Promise<HttpError> {
  assertKnown([source, ...targets], await listMarketCurrencies(database))
  if (time !== undefined) await assertBegun(database, source, targets, time)
  return nothingFresh(source, targets[0])
}

/** Throws 404 for a time before the first rate of a currency in others, by default in any. */
export async function assertBegun(
  database: Database,
  source: string,
  targets: string[] = [],
  time: string
): Promise<void> {
  const starts = await Promise.all(
    (targets.length > 0 ? targets : [source]).map((target) => findMarketStart(database, [source, target]))
  )
  const first = starts.filter((it) => it !== null).sort()[0]
  if (first !== undefined && time < first) {
    throw notFound(
      `the first rate from ${source} to ${targets.length > 0 ? targets.join(', ') : 'any other currency'} is of ${first}`
    )
  }
}

function nothingFresh(source?: string, target?: string): HttpError {
  const pair = source === undefined ? '' : ` from ${source}${target === undefined ? '' : ` to ${target}`}`
  return new HttpError('no_market_rate', `the feeds have failed, and no stored rate${pair} is recent enough`, {
    'Retry-After': '60'
  })
}
