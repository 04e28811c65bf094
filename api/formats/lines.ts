import type { Cells } from '../../sql/database.ts'
import type { Column, LongRows } from './rows.ts'

/**
 * The statement that selects these columns of rows as texts with a line for each row, which takes a quarter of the time
 * of separate cells. Each text has one row, or consecutive rows that are equal in the column `by`.
 */
export function linesOf(columns: Column[], rows: string, by?: string): string {
  const line = columns.map(({ name }) => `coalesce(${name}::text, '')`).join(` || e'\\t' || `)
  return by
    ? `select string_agg(${line}, e'\\n') from (${rows}) rows group by ${by} order by ${by}`
    : `select ${line} from (${rows}) rows`
}

/** The rows of the texts that this statement returns. */
export function readLines(columns: Column[], texts: AsyncIterable<Cells>): LongRows {
  const readers = columns.map(readerOf)
  async function* batches(): LongRows['batches'] {
    for await (const { cells } of texts) {
      const lines = cells.flatMap(([text]) => (text as string).split('\n'))
      yield {
        cells: lines.map((line) => line.split('\t').map((cell, at) => (cell === '' ? null : readers[at]!(cell))))
      }
    }
  }
  return { columns, batches: batches() }
}

function readerOf({ name, kind }: Column): (text: string) => unknown {
  if (kind === 'boolean') return (text) => text === 'true'
  return name === 'printed_unit' ? JSON.parse : String // a number or "gram"
}
