import type { TableOptions } from './table-block.ts'
import { charsetOf, piecesOf } from './charset.ts'
import { RecordSplitter } from './records.ts'

// of text: the database answers a few large blocks in less time than many small ones
export const MAX_ROWS_OF_BLOCK = 25_000

/** The records of a text file, in pieces of whole records. */
export async function * recordsOf (
  path: string, hasQuotes: boolean, { country }: TableOptions
): AsyncGenerator<string, void, void> {
  const splitter = new RecordSplitter(hasQuotes)
  for await (const piece of piecesOf(path, await charsetOf(path, country))) {
    const whole = splitter.take(piece)
    if (whole) yield whole.toString()
  }
  const last = splitter.end()
  if (last) yield last.toString()
}
