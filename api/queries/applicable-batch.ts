import type { Database } from '../../sql/database.ts'
import { fileRow } from '../contract/applicable.ts'
import { HttpError } from '../contract/errors.ts'
import { chooseRule, statusOf } from './applicable-answer.ts'
import { explanation } from './applicable-text.ts'
import { findFigures, type Found, type Question } from './applicable.ts'
import { readRulebook, type Rulebook } from './rulebook.ts'

/** The names that a column may have, by what is read from it. */
const COLUMN_NAMES: Record<string, readonly string[]> = {
  jurisdiction: ['jurisdiction'],
  purpose: ['purpose'],
  date: ['date', 'event_date', 'tax_point'],
  source: ['source', 'currency'],
  target: ['target', 'target_currency'],
  amount: ['amount'],
  rule: ['rule'],
  side: ['side'],
  invoice_date: ['invoice_date'],
  from: ['from'],
  to: ['to']
}

const FIELDS = Object.keys(COLUMN_NAMES)

/** The columns that a batch adds to those of the caller. */
export const ANSWER_COLUMNS = [
  'status', 'rate', 'rate_date', 'publisher', 'rate_type', 'method', 'converted', 'converted_currency', 'applicable_rule', 'rule_revision', 'citation', 'confidence',
  'document_id', 'document_sha256', 'reason', 'explanation'
] as const

/** The answer to a row, by the order of `ANSWER_COLUMNS`; null where there is nothing. */
export type AnswerCells = Array<string | null>

/** What holds for every row that does not say otherwise. */
export type Defaults = Partial<Record<'jurisdiction' | 'purpose' | 'date' | 'source' | 'target' | 'rule' | 'side', string>>

interface Options {
  asOf?: string
  at: number
  withUnsure: boolean
}

/** Answers rows of a file by the rules of one moment. */
export class Batch {
  readonly #database: Database
  readonly #rulebook: Rulebook
  readonly #defaults: Defaults
  readonly #options: Options

  private constructor (database: Database, rulebook: Rulebook, defaults: Defaults, options: Options) {
    this.#database = database
    this.#rulebook = rulebook
    this.#defaults = defaults
    this.#options = options
  }

  static async open (database: Database, defaults: Defaults, options: Options): Promise<Batch> {
    return new Batch(database, await readRulebook(database, options.asOf), defaults, options)
  }

  /** The answers to rows of fields, in their order, with one query. A row that cannot be read has the status error, and why. */
  async answer (rows: Array<Record<string, string>>): Promise<AnswerCells[]> {
    const questions = rows.map((row) => this.#questionOf(row))
    const asked = questions.filter((it): it is Question => typeof it !== 'string')
    const found = (await findFigures(this.#database, asked, this.#options))[Symbol.iterator]()
    return questions.map((it) => typeof it === 'string' ? failure(it) : cellsOf(it, found.next().value!))
  }

  /** What is asked in a row; a text where it can't be. */
  #questionOf (row: Record<string, string>): Question | string {
    const { success, data, error } = fileRow.safeParse({ ...this.#defaults, ...row })
    if (!success) return `${error.issues[0]!.path.join('.')}: ${error.issues[0]!.message}`
    try {
      return chooseRule(this.#rulebook, { ...data, withUnsure: this.#options.withUnsure }).question
    } catch (error) {
      if (error instanceof HttpError) return error.message
      throw error
    }
  }
}

/** Which cell of a row has which field, by the names of the columns. Throws 400 for a file that has two columns for one field. */
export function fieldsOf (header: string[]): Array<{ field: string, at: number }> {
  const names = header.map((name) => name.trim().toLowerCase().replace(/[ -]/g, '_'))
  return FIELDS.flatMap((field) => {
    const places = COLUMN_NAMES[field]!.flatMap((name) => names.flatMap((it, at) => it === name ? [at] : []))
    if (places.length > 1) throw new HttpError('invalid_body', `the file: ${places.map((at) => header[at]).join(' and ')} both mean ${field}`)
    return places.map((at) => ({ field, at }))
  })
}

function failure (message: string): AnswerCells {
  return ANSWER_COLUMNS.map((name) => name === 'status' ? 'error' : name === 'explanation' ? message : null)
}

function cellsOf (question: Question, found: Found): AnswerCells {
  const { rule, target } = question
  const status = statusOf(found)
  const hasFigure = found.value !== null
  return [
    status, found.rate, hasFigure ? found.date : null, found.publisher, found.type, hasFigure ? Number(found.rates) > 1 ? 'mean' : found.method : null,
    found.converted, found.converted === null ? null : target, rule.id, String(rule.revision), [rule.citation.act, rule.citation.article].filter(Boolean).join(', '), rule.confidence,
    hasFigure ? found.publication_id : null, hasFigure ? found.sha256 : null, found.reason, status === 'final' ? null : explanation(question, found)
  ]
}
