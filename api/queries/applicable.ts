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

// A column of texts as one text, with an empty line for null: an array of as many elements takes the driver ten times as long to write.
const column = (place: number, type: string) => `string_to_array($${place}, E'\\n', '')::${type}[]`
const CALL = `applicable_rates(${['text', 'integer', 'date', 'text', 'text', 'text', 'date', 'date', 'numeric'].map((type, at) => column(at + 1, type)).join(', ')}, $10, $11)`

const FIGURES = `
  select it.*, as_written(it.rate, it.method <> 'published') as rate, bank.name as publisher_name, bank.dated,
    document.url, encode(document.sha256, 'hex') as sha256, document.fetched_at
  from ${CALL} it
  left join sources bank on bank.code = it.publisher
  left join publications document on document.id = it.publication_id
  order by it.n`

const OUTLINES = `
  select it.reason is null and not it.pending and it.value is not null, as_written(it.rate, it.method <> 'published'), it.date, it.publisher, it.type,
    case when it.rates > 1 then 'mean' else it.method end, it.converted, it.publication_id, encode(document.sha256, 'hex')
  from ${CALL} it
  left join publications document on document.id = it.publication_id
  order by it.n`

/** What a file needs of each rate: whether it is final, rate, date, publisher, type, method, converted amount, publication and SHA-256 of the document. */
export type Outline = [isFinal: boolean, ...Array<string | null>]

interface Moment {
  asOf?: string
  at: number
}

/** What each question’s rule gives, in the order of the questions, with one query. `at` is the moment of the question. */
export async function findFigures (database: Database, questions: Question[], moment: Moment): Promise<Found[]> {
  return questions.length === 0 ? [] : database.read<Found>(FIGURES, valuesOf(questions, moment))
}

/** As `findFigures`, but only what a final figure needs. */
export async function findOutlines (database: Database, questions: Question[], moment: Moment): Promise<Outline[]> {
  return questions.length === 0 ? [] : (await database.readCells(OUTLINES, valuesOf(questions, moment))).cells as Outline[]
}

function valuesOf (questions: Question[], { asOf, at }: Moment): Array<string | null> {
  const lines = (value: (question: Question) => string | number | undefined) => questions.map((it) => value(it) ?? '').join('\n')
  return [
    lines(({ rule }) => rule.id), lines(({ rule }) => rule.revision), lines(({ date }) => date), lines(({ source }) => source), lines(({ target }) => target),
    lines(({ side }) => side), lines(({ from }) => from), lines(({ to }) => to), lines(({ amount }) => amount), asOf ?? null, asOf ?? new Date(at).toISOString()
  ]
}
