import { statusOf } from './answer-query.ts'
import { readOutline, type Conversion, type Found, type Question } from './applicable-query.ts'
import type { KnownRule } from './rulebook-query.ts'
import { explanation } from './text-query.ts'

/** The columns that a batch adds to those of the caller. */
export const ANSWER_COLUMNS = [
  'status', 'rate', 'rate_date', 'publisher', 'rate_type', 'method', 'converted', 'converted_currency', 'applicable_rule', 'rule_revision', 'citation', 'confidence',
  'document_id', 'document_sha256', 'reason', 'explanation'
] as const

/** The answer to a row, by the order of `ANSWER_COLUMNS`; null where there is nothing. */
export type AnswerCells = Array<string | null>

/** The answer to a question, as the cells of a row with this converted amount; without what converts one where there is no figure. */
export interface Answer {
  cells: (converted: string | null) => AnswerCells
  conversion?: Omit<Conversion, 'amount'>
}

/** The answer to a row. Its cells are made when they are read: those of a block would live until the block is written. */
export class AnsweredRow {
  /** The question, until it is answered. */
  answer: Answer | undefined
  readonly amount: string | undefined
  converted: string | null = null

  constructor (answer: Answer | undefined, amount?: string) {
    this.answer = answer
    this.amount = amount
  }

  get cells (): AnswerCells {
    return this.answer!.cells(this.converted)
  }
}

/** The answer to a row that cannot be read. */
export function failure (message: string): Answer {
  const cells = ANSWER_COLUMNS.map((name) => name === 'status' ? 'error' : name === 'explanation' ? message : null)
  return { cells: () => cells }
}

/** The answer of a final figure, kept as its line until it is read, since most are read once. */
export class FinalAnswer implements Answer {
  readonly #line: string
  readonly #rule: KnownRule
  readonly #target: string
  #conversion: Answer['conversion']

  constructor ({ rule, target }: Question, line: string) {
    this.#line = line
    this.#rule = rule
    this.#target = target
  }

  cells (converted: string | null): AnswerCells {
    const [rate, date, publisher, type, method, publication, sha256] = readOutline(this.#line)
    const [id, revision, citation, confidence] = ruleCells(this.#rule)
    return ['final', rate, date, publisher, type, method, converted, converted && this.#target, id, revision, citation, confidence, publication, sha256, null, null]
  }

  get conversion (): Answer['conversion'] {
    if (this.#conversion) return this.#conversion
    const [, , , , , , , factor, divisor] = readOutline(this.#line)
    this.#conversion = { factor, divisor, rule: this.#rule }
    return this.#conversion
  }
}

/** The answer of a figure that is not final, or of none. */
export function answerOf (question: Question, found: Found): Answer {
  const { rule, target } = question
  const { rate, publisher, type, reason, factor, divisor } = found
  const hasFigure = found.value !== null
  const status = statusOf(found)
  const cells = (converted: string | null) => [
    status, rate, hasFigure ? found.date : null, publisher, type, hasFigure ? Number(found.rates) > 1 ? 'mean' : found.method : null, converted, converted && target, ...ruleCells(rule),
    hasFigure ? found.publication_id : null, hasFigure ? found.sha256 : null, reason, status === 'final' ? null : explanation(question, found)
  ]
  return { cells, conversion: factor === null || divisor === null ? undefined : { factor, divisor, rule } }
}

const RULE_CELLS = new WeakMap<KnownRule, [id: string, revision: string, citation: string, confidence: string]>()

function ruleCells (rule: KnownRule): [id: string, revision: string, citation: string, confidence: string] {
  const known = RULE_CELLS.get(rule)
  if (known) return known
  const { id, revision, citation, confidence } = rule
  const cells: ReturnType<typeof ruleCells> = [id, String(revision), [citation.act, citation.article].filter(Boolean).join(', '), confidence]
  RULE_CELLS.set(rule, cells)
  return cells
}
