import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { ISO_4217 } from '../../adapters/kit/currency-facts.ts'
import { distance } from '../contract/distance.ts'
import { badRequest, notFound, type HttpError } from '../contract/errors.ts'
import type { Pair } from '../contract/parameters.ts'
import type { Head } from '../formats/read.ts'
import { notIngested, type Bank } from './bank-query.ts'
import type { bankPair } from './calls.ts'

/**
 * The context of a pair without a rate: the requested date (now by default), the date of the last rate, which is no
 * longer in force, that of the first one, and a clause about a code that the source prints instead.
 */
export interface MissingRate {
  when?: string
  last?: string
  first?: string
  printed?: string
}

/** The error for a pair without a rate. */
export function pairNotCovered(
  { code, latest_date: newest }: Pick<Bank, 'code' | 'latest_date'>,
  { source, target }: Pair,
  { when, last, first, printed }: MissingRate
): HttpError {
  if (newest === null) return notIngested(code)
  const pair = `${source} to ${target}`
  const what =
    when === undefined && last === undefined && first === undefined
      ? `${code} does not publish the pair ${pair}`
      : `${code} has no rate from ${pair} ${when ?? 'now'}`
  const known = last !== undefined ? `its last rate is dated ${last}` : first && `its first rate is dated ${first}`
  const unknown = [source, target].map(unknownCode).filter((sentence) => sentence !== undefined)
  return notFound(
    [what, known, printed, ...unknown].filter((part) => part !== undefined).join('; '),
    'pair_not_covered'
  )
}

const MAX_SUGGESTIONS = 3
const MOST_USED = ['USD', 'EUR', 'JPY', 'GBP', 'CNY', 'CHF', 'AUD', 'CAD']

/**
 * A sentence about a code that belongs to no currency, with the codes that differ in one letter; undefined for other
 * codes.
 */
function unknownCode(code: string): string | undefined {
  if (Object.hasOwn(CURRENCIES, code)) return undefined
  const near = ISO_4217.filter(({ code: other, withdrawn }) => withdrawn === null && distance(other, code) === 1).map(
    (currency) => currency.code
  )
  const suggestions = [
    ...MOST_USED.filter((used) => near.includes(used)),
    ...near.filter((other) => !MOST_USED.includes(other))
  ]
  return `${code} is not a currency code${suggestions.length === 0 ? '' : `; did you mean ${suggestions.slice(0, MAX_SUGGESTIONS).join(' or ')}?`}`
}

export interface LastRate {
  rate_date: string | null
  first_date?: string | null
  printed_code?: string | null
}

/** The known facts about a pair without a rate in force. */
export function missingRate(head: LastRate, when?: string): MissingRate {
  const { rate_date: last, first_date: first, printed_code: printed } = head
  return { when, last: last ?? undefined, first: first ?? undefined, printed: printed ?? undefined }
}

/** Throws 404 for a pair without a rate in force, and 400 for one that `round` rounds to zero. */
export function assertCovered(
  head: Head<typeof bankPair.head>,
  { source, target }: Partial<Pair>,
  when?: string
): void {
  const { bank: code, latest_date, rate_date: date, in_force: isInForce, rate } = head
  if (date === null || !isInForce) {
    throw pairNotCovered({ code, latest_date }, { source: source!, target: target! }, missingRate(head, when))
  }
  if (Number(rate.text) === 0) throw badRequest('round', 'expected more decimals: the rate would be rounded to zero')
}
