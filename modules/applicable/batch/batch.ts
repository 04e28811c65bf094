import type { Database } from '../../../sql/database.ts'
import { fileRow } from '../fields.ts'
import { badRequest, shortened, HttpError } from '../../../api/contract/errors.ts'
import { checkDate, checkMoment, questionTo, ruleFor, statusOf, type ChosenRule, type Request } from '../answer.ts'
import { explanation } from '../texts.ts'
import { ColumnNotations, type DecimalMark } from './columns.ts'
import { convertAmounts, findFigures, type Conversion, type ApplicableRow, type Question } from '../figures.ts'
import { COLUMN_NAMES, fieldsOf, parameterOf, type ChosenColumns, type Field, type FieldPlace } from './headings.ts'
import { readRulebook, type KnownRule, type Rulebook } from '../rulebook.ts'

/** The columns that a batch adds to the caller's. */
// prettier-ignore
export const ANSWER_COLUMNS = [
  'status', 'rate', 'rate_date', 'publisher', 'rate_type', 'method', 'converted', 'converted_currency',
  'applicable_rule', 'rule_revision', 'citation', 'confidence', 'document_id', 'document_sha256', 'reason',
  'explanation'
] as const

/** The answer to a row in the order of `ANSWER_COLUMNS`; null for an empty cell. */
type AnswerCells = Array<string | null>

/** Rows of a file under their header. */
interface Table {
  header: string[]
  rows: Array<{ readonly cells: string[] }>
}

/** A row as read. */
export interface UnderstoodRow {
  date: string | null
  source: string | null
  target: string | null
  amount: string | null
  /** The rule that will answer it; null if no rule can. */
  rule: string | null
  /** The expected content, if the row cannot be answered. */
  error: string | null
}

/** Defaults for rows. */
export type Defaults = Partial<
  Record<'jurisdiction' | 'purpose' | 'date' | 'source' | 'target' | 'rule' | 'side' | 'series', string>
>

interface Options {
  asOf?: string
  at: number
  withUnsure: boolean
  /** The decimal separator of the amounts; detected from the rows by default. */
  decimal?: DecimalMark
  /** The decimal separator of ambiguous amounts, if no other row decides. */
  fallback?: DecimalMark
  /** The columns that the caller assigned to fields. */
  columns?: ChosenColumns
}

const FIELDS = Object.keys(COLUMN_NAMES) as Field[]

/**
 * The answer to a question: the cells of a row with a given converted amount, and the conversion if there is a figure.
 */
interface Answer {
  cells: (converted: string | null) => AnswerCells
  conversion?: Omit<Conversion, 'amount'>
}

/**
 * The answer to a row. Its cells are created when they are read, because the cells of a whole block would fill the
 * memory until the block is written.
 */
class AnsweredRow {
  /** The question, until it is answered. */
  answer: Answer | undefined
  readonly amount: string | undefined
  converted: string | null = null

  constructor(answer: Answer | undefined, amount?: string) {
    this.answer = answer
    this.amount = amount
  }

  get cells(): AnswerCells {
    return this.answer!.cells(this.converted)
  }
}

/** A new question in a block, with its rows: the first one, whose amount it has, and the others. */
interface PendingQuestion {
  question: Question
  first: AnsweredRow
  others?: AnsweredRow[]
}

/** A value as read, or the expected content of an invalid one. */
type Checked = { value: unknown } | { error: string }

// Values and questions repeat from row to row, but a file may have any number of distinct ones.
const MAX_CACHED = 20_000

/** Caches results by key, and clears the cache when it is full. */
class BoundedCache<Result> {
  readonly #results = new Map<string, Result>()

  get(key: string): Result | undefined {
    return this.#results.get(key)
  }

  set(key: string, result: Result): void {
    if (this.#results.size >= MAX_CACHED) this.#results.clear()
    this.#results.set(key, result)
  }
}

/** Answers rows of a file by the rules as known at one moment. */
export class Batch {
  readonly #database: Database
  readonly #rulebook: Rulebook
  readonly #defaults: Defaults
  readonly #options: Options
  readonly #defaultValues: Map<Field, Checked>
  /** The notation of the columns. */
  readonly columns: ColumnNotations
  readonly #checked = new Map(FIELDS.map((field) => [field, new BoundedCache<Checked>()]))
  readonly #chosen = new BoundedCache<ChosenRule | HttpError>()
  readonly #answers = new BoundedCache<Answer>()

  private constructor(database: Database, rulebook: Rulebook, defaults: Defaults, options: Options) {
    this.#database = database
    this.#rulebook = rulebook
    this.#defaults = defaults
    this.#options = options
    this.columns = new ColumnNotations(options)
    this.#defaultValues = new Map(FIELDS.map((field) => [field, this.#read(field, defaults[field as keyof Defaults])]))
  }

  /** Throws 400 for an invalid default, and for a moment in the future. */
  static async open(database: Database, defaults: Defaults, options: Options): Promise<Batch> {
    checkMoment(options)
    for (const [field, text] of Object.entries(defaults)) {
      const { error } = fileRow.shape[field as Field].safeParse(text)
      if (error) throw badRequest(field, error.issues[0]!.message)
    }
    return new Batch(database, await readRulebook(database, options.asOf), defaults, options)
  }

  /** The jurisdiction of rows that name none. */
  get jurisdiction(): string | undefined {
    return this.#defaults.jurisdiction
  }

  /** The column of each field. Throws 400 if two columns may have the same field. */
  placesIn(header: string[]): FieldPlace[] {
    return fieldsOf(header, this.#options.columns)
  }

  /** Infers the notation of the columns from rows. Call it with all rows before any is answered or counted. */
  note({ header, rows }: Table): void {
    const places = this.placesIn(header)
    for (const { cells } of rows) for (const { field, at } of places) this.columns.note(field, cells[at]!.trim())
  }

  /** The number of unreadable rows. */
  countErrors({ header, rows }: Table): number {
    const places = this.placesIn(header)
    return rows.filter(({ cells }) => typeof this.#questionOf(fieldsIn(places, cells)) === 'string').length
  }

  /** Throws 400 if the columns and the defaults lack a field that a question needs. */
  checkHeader(header: string[]): void {
    const given = new Set([
      ...this.placesIn(header).map(({ field }) => field),
      ...Object.keys(this.#defaults).filter((name) => this.#defaults[name as keyof Defaults] !== undefined)
    ])
    const needed: Field[] = given.has('rule') ? ['date', 'source'] : ['date', 'source', 'jurisdiction', 'purpose']
    const missing = needed.find((field) => !given.has(field))
    if (missing === undefined) return
    const isDefault = missing === 'jurisdiction' || missing === 'purpose'
    throw new HttpError(
      'invalid_body',
      `the file: expected a column ${COLUMN_NAMES[missing].join(' or ')}${isDefault ? `, or ${missing} for the whole file` : ''}, found ${shortened(header.join(', '))}${isDefault ? '' : `; ${parameterOf(missing)} names one`}`
    )
  }

  /**
   * The answers to the rows of a table, in their order. One query answers all distinct questions, each with the amount
   * of its first row; another converts the amounts of the other rows. A row that cannot be read gets the status error
   * with the reason.
   */
  async answer({ header, rows }: Table): Promise<AnsweredRow[]> {
    const places = this.placesIn(header)
    const amountAt = places.find(({ field }) => field === 'amount')?.at
    const fields = places.filter(({ field }) => field !== 'amount')
    const names = fields.map(({ field }) => field).join()
    const asked = new Map<string, PendingQuestion>()
    const repeated: AnsweredRow[] = []
    const answered = rows.map(({ cells }) => {
      const amount = this.#amountIn(amountAt === undefined ? '' : cells[amountAt]!.trim())
      if (amount && 'error' in amount) return new AnsweredRow(failure(amount.error))
      let key = names
      for (const { at } of fields) key += `\n${cells[at]!}`
      const row = new AnsweredRow(this.#answers.get(key), amount?.value as string | undefined)
      const same = row.answer === undefined ? asked.get(key) : undefined
      if (same) (same.others ??= []).push(row)
      if (row.answer !== undefined || same) {
        if (amount) repeated.push(row)
        return row
      }
      const question = this.#questionOf(fieldsIn(fields, cells))
      if (typeof question === 'string') {
        row.answer = failure(question)
      } else {
        question.amount = row.amount
        asked.set(key, { question, first: row })
      }
      return row
    })
    await this.#answerPending(asked)
    await this.#convert(repeated)
    return answered
  }

  /** Answers the rows of the questions. */
  async #answerPending(asked: Map<string, PendingQuestion>): Promise<void> {
    const questions = [...asked.values()].map(({ question }) => question)
    const figures = await findFigures(this.#database, questions, this.#options)
    for (const [at, [key, { question, first, others = [] }]] of [...asked].entries()) {
      const answer = answerOf(question, figures[at]!)
      first.converted = figures[at]!.converted
      for (const row of [first, ...others]) row.answer = answer
      this.#answers.set(key, answer)
    }
  }

  /** Converts the amounts of rows whose question is answered for another row. */
  async #convert(rows: AnsweredRow[]): Promise<void> {
    const withFigure = rows.filter(({ answer }) => answer!.conversion)
    const amounts = await convertAmounts(
      this.#database,
      withFigure.map(({ answer, amount }) => ({ ...answer!.conversion!, amount: amount! }))
    )
    for (const [at, row] of withFigure.entries()) row.converted = amounts[at]!
  }

  /** An amount as read; undefined for an empty cell. */
  #amountIn(text: string): Checked | undefined {
    return text === '' ? undefined : this.#read('amount', text)
  }

  /** The question in a row of fields, or the reason why it cannot be answered. */
  understand(row: Record<string, string>): UnderstoodRow {
    const question = this.#questionOf(row)
    if (typeof question === 'string') {
      return {
        date: row.date ?? null,
        source: row.source ?? null,
        target: row.target ?? null,
        amount: row.amount ?? null,
        rule: null,
        error: question
      }
    }
    const { rule, date, source, target, amount } = question
    return { date, source, target, amount: amount ?? null, rule: rule.id, error: null }
  }

  /** The question in a row, or the reason why it has none. */
  #questionOf(row: Record<string, string>): Question | string {
    const request: Record<string, unknown> = { withUnsure: this.#options.withUnsure }
    for (const field of FIELDS) {
      const text = row[field]
      const checked = text === undefined ? this.#defaultValues.get(field)! : this.#check(field, text)
      if ('error' in checked) return checked.error
      request[field] = checked.value
    }
    try {
      checkDate(request as unknown as Request, this.#options.at)
      return this.#questionFor(request as unknown as Request)
    } catch (error) {
      if (error instanceof HttpError) return error.message
      throw error
    }
  }

  #check(field: Field, text: string): Checked {
    const remembered = this.#checked.get(field)!
    const known = remembered.get(text)
    if (known) return known
    const checked = this.#read(field, text)
    remembered.set(text, checked)
    return checked
  }

  #read(field: Field, text: string | undefined): Checked {
    const written = text === undefined ? { text } : this.columns.read(field, text)
    if ('error' in written) return written
    const { success, data, error } = fileRow.shape[field].safeParse(written.text)
    return success ? { value: data } : { error: `${field}: ${error.issues[0]!.message}` }
  }

  #questionFor(request: Request): Question {
    const key = `${request.jurisdiction} ${request.purpose} ${request.date} ${request.source} ${request.rule}`
    const chosen = this.#chosen.get(key) ?? this.#choose(request)
    this.#chosen.set(key, chosen)
    if (chosen instanceof HttpError) throw chosen
    return questionTo(this.#rulebook, chosen, request)
  }

  #choose(request: Request): ChosenRule | HttpError {
    try {
      return ruleFor(this.#rulebook, request)
    } catch (error) {
      if (error instanceof HttpError) return error
      throw error
    }
  }
}

/** The fields of a row that are not empty. */
export function fieldsIn(places: FieldPlace[], cells: string[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { field, at } of places) {
    const text = cells[at]!.trim()
    if (text !== '') fields[field] = text
  }
  return fields
}

function failure(message: string): Answer {
  const cells = ANSWER_COLUMNS.map((name) => (name === 'status' ? 'error' : name === 'explanation' ? message : null))
  return { cells: () => cells }
}

function answerOf(question: Question, found: ApplicableRow): Answer {
  const { rule, target } = question
  const { rate, publisher, type, reason, factor, divisor } = found
  const hasFigure = found.value !== null
  const status = statusOf(question, found)
  const cells = (converted: string | null) => [
    status,
    rate,
    hasFigure ? found.date : null,
    publisher,
    type,
    hasFigure ? (Number(found.rates) > 1 ? 'mean' : found.method) : null,
    converted,
    converted && target,
    ...ruleCells(rule),
    hasFigure ? found.publication_id : null,
    hasFigure ? found.sha256 : null,
    reason,
    status === 'final' ? null : explanation(question, found)
  ]
  return { cells, conversion: factor === null || divisor === null ? undefined : { factor, divisor, rule, target } }
}

function ruleCells({ id, revision, citation, confidence }: KnownRule): AnswerCells {
  return [id, String(revision), [citation.act, citation.article].filter(Boolean).join(', '), confidence]
}
