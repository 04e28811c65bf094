import { addDays } from '../../adapters/kit/dates.ts'
import type { Source } from '../../adapters/source.ts'
import type { Checked } from '../load/check.ts'

/** The rows of one date in a document, with the number of their pairs. */
export interface Table {
  date: string
  pairs: number
}

/**
 * The tables of a document's last days that have fewer or more pairs than its source states; all if it states none. The
 * pairs of bad rows count, because the publisher printed them.
 */
export function tablesOutside(
  { pairs: stated = [] }: Pick<Source, 'pairs'>,
  { good, bad }: Checked,
  days: number
): Table[] {
  const tables = new Map(good.map(({ date }) => [date, new Set<string>()]))
  for (const { date, base, quote } of [...good, ...bad.map(({ row }) => row)]) tables.get(date)?.add(`${base}/${quote}`)
  const last = [...tables.keys()].sort().at(-1)
  return [...tables]
    .map(([date, pairs]) => ({ date, pairs: pairs.size }))
    .filter(({ date, pairs }) => {
      const isStated = stated.some(([least, most]) => least <= pairs && pairs <= most)
      return !isStated && date > addDays(last!, -days)
    })
}
