import type { Row } from '../../adapters/source.ts'
import { loadRows, type LoadCounts } from '../../pipelines/load/load.ts'
import type { BadRow } from '../../pipelines/load/check.ts'
import type { Database } from '../../sql/database.ts'
import type { Figure } from './tables.ts'

/** A row that a rule named. */
export interface Named extends Omit<Figure, 'value'> {
  rule: string
  verdict: 'doubt' | 'wait' | 'refuse'
}

/** Loads rows, and returns the named rows with the number of rows by outcome. */
export async function loadNamed(
  database: Pick<Database, 'transaction'>,
  ...load: [publication: number, good: Row[], bad: BadRow[], run: number | null]
): Promise<LoadCounts & { named: Named[] }> {
  let named: Named[] | undefined
  const counts = await loadRows(
    {
      transaction: (work) =>
        database.transaction(async (client) => {
          const result = await work(client)
          // only the first transaction checks this document; later ones recheck rows of other sources
          named ??= (
            await client.query<Named>(
              'select rule, verdict, date::text, base, quote, type from verdicts join check_rules() on name = rule'
            )
          ).rows
          return result
        })
    },
    ...load
  )
  return { ...counts, named: named ?? [] }
}

export interface RuleFigures {
  rule: string
  verdict: string
  /** True rows that it names, of 10,000. */
  false_alarms: string
  /** The percentage of damaged documents with a wrong row that this rule names. */
  catches: string
  /** The percentage of damaged documents with a wrong row that only this rule quarantines. */
  alone: string
}

/** The rows that each rule names: among true rows, and among the wrong rows of damaged documents. */
export function figuresOf(
  rules: Array<{ name: string; verdict: string }>,
  trueRows: number,
  alarms: Named[],
  documents: Named[][]
): RuleFigures[] {
  const key = ({ date, base, quote, type }: Named) => `${date} ${base} ${quote} ${type}`
  return rules.map(({ name, verdict }) => {
    const percent = (count: number) => ((100 * count) / Math.max(1, documents.length)).toFixed(2)
    const caught = documents.filter((named) => named.some(({ rule }) => rule === name))
    const alone = caught.filter((named) => {
      const others = new Set(named.filter((it) => it.rule !== name && it.verdict !== 'doubt').map(key))
      return named.some((it) => it.rule === name && !others.has(key(it)))
    })
    return {
      rule: name,
      verdict,
      false_alarms: ((10_000 * alarms.filter(({ rule }) => rule === name).length) / Math.max(1, trueRows)).toFixed(2),
      catches: percent(caught.length),
      alone: percent(alone.length)
    }
  })
}
