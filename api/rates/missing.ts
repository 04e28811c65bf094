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
  return notFound(last === undefined ? what : `${what}; its last one is of ${last}`, 'pair_not_covered')
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
