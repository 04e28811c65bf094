import type { REASONS } from '../contract/applicable.ts'
import type { Database } from '../../sql/database.ts'
import type { KnownRule } from './rulebook.ts'

/** What is asked of a rule. */
export interface Question {
  rule: KnownRule
  /** The date of the event. */
  date: string
  source: string
  target: string
  side?: string
  from?: string
  to?: string
  amount?: string
}

/** What a rule gives, as applicable_rates has it; the figures are texts with all their digits. */
export interface Found {
  n: number
  reason: keyof typeof REASONS | null
  pending: boolean
  pending_until: string | null
  publisher: string | null
  type: string | null
  via: string | null
  from_date: string | null
  to_date: string | null
  /** The date of the source’s newest table. */
  newest: string | null
  date: string | null
  base: string | null
  quote: string | null
  value: string | null
  other_base: string | null
  other_quote: string | null
  other_value: string | null
  /** How many rates a mean is of; one for any other. */
  rates: string | null
  valid_from: string | null
  valid_to: string | null
  rate: string | null
  method: 'published' | 'inverse' | 'cross' | null
  converted: string | null
  ordinary_date: string | null
  ordinary_value: string | null
  publisher_name: string | null
  dated: 'made' | 'effective' | 'period' | null
  publication_id: string | null
  url: string | null
  sha256: string | null
  fetched_at: string | null
}

const FIGURES = `
  select it.*, as_written(it.rate, it.method <> 'published') as rate, bank.name as publisher_name, bank.dated,
    document.url, encode(document.sha256, 'hex') as sha256, document.fetched_at
  from applicable_rates($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) it
  left join sources bank on bank.code = it.publisher
  left join publications document on document.id = it.publication_id
  order by it.n`

/** What each question’s rule gives, in the order of the questions, with one query. `at` is the moment of the question. */
export function findFigures (database: Database, questions: Question[], { asOf, at }: { asOf?: string, at: number }): Promise<Found[]> {
  const column = (value: (question: Question) => unknown) => questions.map((it) => value(it) ?? null)
  return database.read<Found>(FIGURES, [
    column(({ rule }) => rule.id), column(({ rule }) => rule.revision), column(({ date }) => date), column(({ source }) => source), column(({ target }) => target),
    column(({ side }) => side), column(({ from }) => from), column(({ to }) => to), column(({ amount }) => amount), asOf ?? null, asOf ?? new Date(at).toISOString()
  ])
}
