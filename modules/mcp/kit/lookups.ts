import { HttpError, notFound } from '../../../api/contract/errors.ts'
import type { Pair } from '../../../api/contract/parameters.ts'
import { absoluteUrl, type Bank } from '../../../api/rates/bank-query.ts'
import { pairNotCovered, type MissingRate } from '../../../api/rates/missing.ts'
import type { ToolContext } from '../../../api/contract/tool.ts'

/**
 * Resolves a lookup at a source and makes the source's address absolute. The error for an unknown source names the tool
 * that lists sources.
 */
export async function atSource<Result extends { bank: Bank }>(
  { origin }: ToolContext,
  finding: Promise<Result>
): Promise<Result> {
  try {
    const { bank, ...found } = await finding
    return { ...found, bank: { ...bank, source_url: absoluteUrl(bank.source_url, origin) } } as Result
  } catch (error) {
    throw error instanceof HttpError && error.status === 404
      ? notFound(`${error.message}: list_sources lists the codes`)
      : error
  }
}

/** The error for a pair that a source does not give. */
export function pairNotFound(bank: Bank, pair: Pair, missed: MissingRate): HttpError {
  const { message, code } = pairNotCovered(bank, pair, missed)
  return notFound(
    `${message}; compare_banks lists the sources that have the pair, latest_table what ${bank.code} publishes`,
    code
  )
}
