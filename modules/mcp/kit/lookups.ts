import { HttpError, notFound } from '../../../api/contract/errors.ts'
import type { Pair } from '../../../api/contract/parameters.ts'
import { missingRate, pairNotCovered, type LastRate } from '../../../api/rates/missing.ts'

/** Waits for a lookup at a source. The error for an unknown source names the tool that lists sources. */
export async function namingList<Result>(finding: Promise<Result>): Promise<Result> {
  try {
    return await finding
  } catch (error) {
    throw error instanceof HttpError && error.status === 404
      ? notFound(`${error.message}: list_sources lists the codes`)
      : error
  }
}

/** Throws the error for a pair that a source does not have. */
export function assertFound(
  head: { bank: string; latest_date: string | null; in_force: boolean } & LastRate,
  pair: Pair,
  date?: string
): void {
  const { bank: code, latest_date, rate_date: last, in_force: isInForce } = head
  if (last !== null && isInForce) return
  const missed = missingRate(head, date && `for ${date}`)
  const { message, code: error } = pairNotCovered({ code, latest_date }, pair, missed)
  throw notFound(
    `${message}; compare_banks lists the sources that have the pair, latest_table what ${code} publishes`,
    error
  )
}
