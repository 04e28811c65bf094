import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { ISO_4217 } from '../../adapters/kit/currency-facts.ts'
import { distance } from '../contract/distance.ts'
import { notFound, type HttpError } from '../contract/errors.ts'
import type { Pair } from '../contract/parameters.ts'
import type { Head } from '../server/endpoint.ts'
import { notIngested, type Bank } from './bank-query.ts'
import type { bankPair } from './calls.ts'

/**
 * The context of a pair without a rate: the requested date (now by default), and the date of the last rate, which is no
 * longer in force.
 */
export interface MissingRate {
  when?: string
  last?: string
}

/** The error for such a pair. */
export function pairNotCovered(
  { code, latest_date: newest }: Pick<Bank, 'code' | 'latest_date'>,
  { source, target }: Pair,
  { when, last }: MissingRate
): HttpError {
  if (newest === null) return notIngested(code)
  const pair = `${source} to ${target}`
  const what =
    when === undefined && last === undefined
      ? `${code} does not publish the pair ${pair}`
      : `${code} has no rate from ${pair} ${when ?? 'now'}`
  const unknown = [source, target].map(unknownCode).filter((it) => it !== undefined)
  return notFound(
    [last === undefined ? what : `${what}; its last one is of ${last}`, ...unknown].join('; '),
    'pair_not_covered'
  )
}

const MAX_MEANT = 3
const MOST_USED = ['USD', 'EUR', 'JPY', 'GBP', 'CNY', 'CHF', 'AUD', 'CAD']

/** A sentence about a code that no currency has, with those of one other letter; undefined for others. */
function unknownCode(code: string): string | undefined {
  if (Object.hasOwn(CURRENCIES, code)) return undefined
  const near = ISO_4217.filter(({ code: it, withdrawn }) => withdrawn === null && distance(it, code) === 1).map(
    (it) => it.code
  )
  const meant = [...MOST_USED.filter((it) => near.includes(it)), ...near.filter((it) => !MOST_USED.includes(it))]
  return `${code} is no code of a currency${meant.length === 0 ? '' : `; did you mean ${meant.slice(0, MAX_MEANT).join(' or ')}?`}`
}

/** Throws 404 for a pair without a rate in force. */
export function assertCovered(
  { bank: code, latest_date, rate_date: date, in_force: isInForce }: Head<typeof bankPair.head>,
  { source, target }: Partial<Pair>,
  when?: string
): void {
  if (date !== null && isInForce) return
  throw pairNotCovered({ code, latest_date }, { source: source!, target: target! }, { when, last: date ?? undefined })
}
