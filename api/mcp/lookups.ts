import { HttpError, notFound } from '../contract/errors.ts'
import { pairOf, type Pair } from '../contract/parameters.ts'
import { absoluteUrl, findBank, type Bank } from '../queries/bank.ts'
import type { ToolContext } from './tool.ts'

/** A source by its code, with the absolute address of its page. If there is none, the error names the tool that lists the sources. */
export async function sourceNamed ({ database, origin }: ToolContext, code: string, type?: string): Promise<Bank> {
  try {
    const bank = await findBank(database, code, type)
    return { ...bank, source_url: absoluteUrl(bank.source_url, origin) }
  } catch (error) {
    throw error instanceof HttpError && error.status === 404 ? notFound(`${error.message}: list_sources gives the codes`) : error
  }
}

/** The pair of a call. Throws 400 for a currency against itself. */
export function pairIn (input: Pair): Pair {
  return pairOf(input)!
}

/** The error for a pair that a source does not give. */
export function noPair ({ code }: Bank, { source, target }: Pair, when = ''): HttpError {
  return notFound(`${code} gives no rate from ${source} to ${target}${when}: compare_banks lists the sources that give the pair now, latest_table what ${code} publishes`)
}
