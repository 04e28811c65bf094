import type { Database } from '../../sql/database.ts'
import { HttpError, notFound } from '../contract/errors.ts'
import { read, readRows } from '../formats/read.ts'
import { marketCurrencies, marketStart } from './calls.ts'

/** The errors for missing market rates. */

/** Every currency with a market rate from a feed or a source. */
export async function listMarketCurrencies(database: Database): Promise<string[]> {
  return (await readRows(marketCurrencies, database)).list('currency') as string[]
}

/** Throws 400 for a currency that no feed or source gives, and 500 if there is no rate at all. */
export function assertKnown(currencies: string[], known: string[]): void {
  if (known.length === 0) throw nothingFresh()
  const unknown = currencies.find((it) => !known.includes(it))
  if (unknown !== undefined) throw new HttpError('unknown_currency', `no feed and no source has ${unknown}`)
}

/**
 * The error for targets that have no rate, now or at a time; without targets, the error for a source that has no rate
 * in any currency.
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
    (targets.length > 0 ? targets : [source]).map((target) =>
      read(marketStart, database, { currencies: [source, target] })
    )
  )
  const [first] = starts.flatMap((it) => it!.head.first ?? []).sort()
  if (first !== undefined && time < first) {
    throw notFound(
      `the first rate from ${source} to ${targets.length > 0 ? targets.join(', ') : 'any other currency'} is dated ${first}`
    )
  }
}

function nothingFresh(source?: string, target?: string): HttpError {
  const pair = source === undefined ? '' : ` from ${source}${target === undefined ? '' : ` to ${target}`}`
  return new HttpError('no_market_rate', `the feeds have failed, and no stored rate${pair} is recent enough`, {
    'Retry-After': '60'
  })
}
