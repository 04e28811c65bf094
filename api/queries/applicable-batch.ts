import type { Database } from '../../sql/database.ts'
import { fileRow } from '../contract/applicable.ts'
import { badRequest, HttpError } from '../contract/errors.ts'
import { questionTo, ruleFor, statusOf, type ChosenRule, type Request } from './applicable-answer.ts'
import { explanation } from './applicable-text.ts'
import { findFigures, findOutlines, type Found, type Outline, type Question } from './applicable.ts'
import { readRulebook, type KnownRule, type Rulebook } from './rulebook.ts'

type Field = keyof typeof fileRow.shape

/** The names that a column may have, by what is read from it. */
export const COLUMN_NAMES: Record<Field, readonly string[]> = {
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

const FIELDS = Object.keys(COLUMN_NAMES) as Field[]

/** The columns that a batch adds to those of the caller. */
export const ANSWER_COLUMNS = [
  'status', 'rate', 'rate_date', 'publisher', 'rate_type', 'method', 'converted', 'converted_currency', 'applicable_rule', 'rule_revision', 'citation', 'confidence',
  'document_id', 'document_sha256', 'reason', 'explanation'
] as const

/** The answer to a row, by the order of `ANSWER_COLUMNS`; null where there is nothing. */
export type AnswerCells = Array<string | null>

/** A row as it was understood. */
export interface UnderstoodRow {
  date: string | null
  source: string | null
  target: string | null
  amount: string | null
  /** The rule that will answer it; null if none can. */
  rule: string | null
  /** What was expected, if the row cannot be answered. */
  error: string | null
}

/** What holds for every row that does not say otherwise. */
export type Defaults = Partial<Record<'jurisdiction' | 'purpose' | 'date' | 'source' | 'target' | 'rule' | 'side', string>>

export const DECIMALS = ['point', 'comma'] as const

interface Options {
  asOf?: string
  at: number
  withUnsure: boolean
  /** What is before the decimals of an amount. */
  decimal?: typeof DECIMALS[number]
}

// Values repeat from row to row, but a file may have any number of them.
const MAX_REMEMBERED = 20_000

/** Remembers the results of work by key; starts again when there are too many. */
class Remembered<Result> {
  readonly #results = new Map<string, Result>()

  of (key: string, work: () => Result): Result {
    const known = this.#results.get(key)
    if (known !== undefined) return known
    const result = work()
    if (this.#results.size >= MAX_REMEMBERED) this.#results.clear()
    this.#results.set(key, result)
    return result
  }
}

/** Answers rows of a file by the rules of one moment. */
export class Batch {
  readonly #database: Database
  readonly #rulebook: Rulebook
  readonly #defaults: Defaults
  readonly #options: Options
  readonly #checked = new Map(FIELDS.map((field) => [field, new Remembered<{ value: unknown } | { error: string }>()]))
  readonly #chosen = new Remembered<ChosenRule | HttpError>()

  private constructor (database: Database, rulebook: Rulebook, defaults: Defaults, options: Options) {
    this.#database = database
    this.#rulebook = rulebook
    this.#defaults = defaults
    this.#options = options
  }

  /** Throws 400 for a default that is none. */
  static async open (database: Database, defaults: Defaults, options: Options): Promise<Batch> {
    for (const [field, text] of Object.entries(defaults)) {
      const { error } = fileRow.shape[field as Field].safeParse(text)
      if (error) throw badRequest(field, error.issues[0]!.message)
    }
    return new Batch(database, await readRulebook(database, options.asOf), defaults, options)
  }

  /** Throws 400 for a file whose columns, with the defaults, lack what a question needs. */
  checkHeader (header: string[]): void {
    const given = new Set([...fieldsOf(header).map(({ field }) => field), ...Object.keys(this.#defaults).filter((name) => this.#defaults[name as keyof Defaults] !== undefined)])
    const needed: Field[] = given.has('rule') ? ['date', 'source'] : ['date', 'source', 'jurisdiction', 'purpose']
    const missing = needed.find((field) => !given.has(field))
    if (missing === undefined) return
    const isDefault = missing === 'jurisdiction' || missing === 'purpose'
    throw new HttpError('invalid_body', `the file: expected a column ${COLUMN_NAMES[missing].join(' or ')}${isDefault ? `, or ${missing} for the whole file` : ''}, found ${header.join(', ')}`)
  }

  /** The answers to rows of fields, in their order, with one query, and one more for what is not final. A row that cannot be read has the status error, and why. */
  async answer (rows: Array<Record<string, string>>): Promise<AnswerCells[]> {
    const questions = rows.map((row) => this.#questionOf(row))
    const asked = questions.filter((it): it is Question => typeof it !== 'string')
    const outlines = await findOutlines(this.#database, asked, this.#options)
    const others = (await findFigures(this.#database, asked.filter((_, at) => !outlines[at]![0]), this.#options))[Symbol.iterator]()
    let at = 0
    return questions.map((it) => {
      if (typeof it === 'string') return failure(it)
      const outline = outlines[at++]!
      return outline[0] ? finalCells(it, outline) : cellsOf(it, others.next().value!)
    })
  }

  /** What a row of fields asks, or why it cannot be answered. */
  understand (row: Record<string, string>): UnderstoodRow {
    const question = this.#questionOf(row)
    if (typeof question === 'string') return { date: row.date ?? null, source: row.source ?? null, target: row.target ?? null, amount: row.amount ?? null, rule: null, error: question }
    const { rule, date, source, target, amount } = question
    return { date, source, target, amount: amount ?? null, rule: rule.id, error: null }
  }

  /** What is asked in a row; a text where it can't be. */
  #questionOf (row: Record<string, string>): Question | string {
    const request: Record<string, unknown> = { withUnsure: this.#options.withUnsure }
    for (const field of FIELDS) {
      const checked = this.#check(field, row[field] ?? this.#defaults[field as keyof Defaults])
      if ('error' in checked) return checked.error
      request[field] = checked.value
    }
    try {
      return this.#ask(request as unknown as Request)
    } catch (error) {
      if (error instanceof HttpError) return error.message
      throw error
    }
  }

  #check (field: Field, text: string | undefined): { value: unknown } | { error: string } {
    return this.#checked.get(field)!.of(text ?? '', () => {
      const { success, data, error } = fileRow.shape[field].safeParse(field === 'amount' && this.#options.decimal === 'comma' ? withPoint(text) : text)
      if (success) return { value: data }
      const hint = field !== 'amount' ? '' : this.#options.decimal === 'comma' ? ', but with a decimal comma' : text?.includes(',') ? '; for a file with decimal commas pass decimal=comma' : ''
      return { error: `${field}: ${error.issues[0]!.message}${hint}` }
    })
  }

  #ask (request: Request): Question {
    const chosen = this.#chosen.of(`${request.jurisdiction} ${request.purpose} ${request.date} ${request.rule}`, () => {
      try {
        return ruleFor(this.#rulebook, request)
      } catch (error) {
        if (error instanceof HttpError) return error
        throw error
      }
    })
    if (chosen instanceof HttpError) throw chosen
    return questionTo(this.#rulebook, chosen, request)
  }
}

/** Which cell of a row has which field, by the names of the columns. Throws 400 for a file that has two columns for one field. */
export function fieldsOf (header: string[]): Array<{ field: string, at: number }> {
  const names = header.map((name) => name.trim().toLowerCase().replace(/[ -]/g, '_'))
  return FIELDS.flatMap((field) => {
    const places = COLUMN_NAMES[field].flatMap((name) => names.flatMap((it, at) => it === name ? [at] : []))
    if (places.length > 1) throw new HttpError('invalid_body', `the file: ${places.map((at) => header[at]).join(' and ')} both mean ${field}`)
    return places.map((at) => ({ field, at }))
  })
}

/** An amount with a decimal comma as one with a point, its groups of thousands joined; any other text, one with a point too, as no number. */
function withPoint (text: string | undefined): string | undefined {
  if (text === undefined || /^-?\d+(,\d+)?$/.test(text)) return text?.replace(',', '.')
  return /^-?\d{1,3}([. \u00A0\u202F'’]\d{3})+(,\d+)?$/.test(text) ? text.replace(/[^\d,-]/g, '').replace(',', '.') : `${text}?`
}

function failure (message: string): AnswerCells {
  return ANSWER_COLUMNS.map((name) => name === 'status' ? 'error' : name === 'explanation' ? message : null)
}

function finalCells ({ rule, target }: Question, [, rate, date, publisher, type, method, converted, publication, sha256]: Outline): AnswerCells {
  return ['final', rate!, date!, publisher!, type!, method!, converted!, converted === null ? null : target, ...ruleCells(rule), publication!, sha256!, null, null]
}

function cellsOf (question: Question, found: Found): AnswerCells {
  const { rule, target } = question
  const hasFigure = found.value !== null
  return [
    statusOf(found), found.rate, hasFigure ? found.date : null, found.publisher, found.type, hasFigure ? Number(found.rates) > 1 ? 'mean' : found.method : null,
    found.converted, found.converted === null ? null : target, ...ruleCells(rule), hasFigure ? found.publication_id : null, hasFigure ? found.sha256 : null,
    found.reason, statusOf(found) === 'final' ? null : explanation(question, found)
  ]
}

function ruleCells ({ id, revision, citation, confidence }: KnownRule): [id: string, revision: string, citation: string, confidence: string] {
  return [id, String(revision), [citation.act, citation.article].filter(Boolean).join(', '), confidence]
}
