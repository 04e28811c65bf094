import { addDays } from '../../adapters/kit/dates.ts'
import type { Row, Source } from '../../adapters/source.ts'

const RECENT_DAYS = 30 // as recent_days of check_settings

/** The rows of one date in a document, with the number of their pairs. */
export interface Table {
  date: string
  pairs: number
}

/** The newest tables of a document that have fewer or more pairs than its source states; all if it states none. */
export function tablesOutside({ pairs: stated = [] }: Pick<Source, 'pairs'>, rows: Row[]): Table[] {
  const tables = new Map<string, Set<string>>()
  for (const { date, base, quote } of rows) tables.set(date, (tables.get(date) ?? new Set()).add(`${base}/${quote}`))
  const last = [...tables.keys()].sort().at(-1)
  return [...tables]
    .map(([date, pairs]) => ({ date, pairs: pairs.size }))
    .filter(({ date, pairs }) => {
      const isStated = stated.some(([least, most]) => least <= pairs && pairs <= most)
      return !isStated && date > addDays(last!, -RECENT_DAYS)
    })
}
