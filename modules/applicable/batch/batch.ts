import type { Database } from '../../../sql/database.ts'
import { fileRow } from '../fields.ts'
import { badRequest, shortened, HttpError } from '../../../api/contract/errors.ts'
import { checkDate, checkMoment, questionTo, ruleFor, statusOf, type ChosenRule, type Request } from '../answer.ts'
import { explanation } from '../texts.ts'
import type { ZodType } from 'zod'
import { amountWith, type DecimalMark } from '../../../api/contract/amounts.ts'
import { ColumnNotations } from './columns.ts'
import { isTotal } from './totals.ts'
import { convertAmounts, findFigures, type Conversion, type ApplicableRow, type Question } from '../figures.ts'
import { COLUMN_NAMES, fieldsOf, parameterOf, type ChosenColumns, type Field, type FieldPlace } from './headings.ts'
import { readRulebook, type KnownRule, type Rulebook } from '../rulebook.ts'

/** The columns that a batch appends to the caller's. */
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
  rows: Row[]
  isFrom1904?: boolean
}

/** The cells of a row, and the indexes of those that the file stores as numbers. */
interface Row {
  readonly cells: string[]
  readonly numbers?: readonly number[]
}

/** The reason why a row cannot be answered, and its invalid field, if there is one. */
export interface Unreadable {
  field?: Field
  problem: string
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
 * The answer to a row. Its cells are created when they are read; otherwise those of a whole block would fill the memory
 * until the block is written.
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

/** A new question in a block, with its rows: the first one, which has its amount, and the others. */
interface PendingQuestion {
  question: Question
  first: AnsweredRow
  others?: AnsweredRow[]
}

/** A row that is not a question: a total or an empty row. */
const PASSED_OVER: Answer = {
  cells: () => ANSWER_COLUMNS.map((name) => (name === 'status' ? 'passed_over' : null))
}

/** A value as read, or the expected content of an invalid one. */
type Checked = { value: unknown } | { error: string }

// Values and questions repeat from row to row, but the number of distinct ones in a file is not limited.
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

/** Answers rows of a file by the rules that were known at one moment. */
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

  /** A rule by its id. */
  rule(id: string): KnownRule | undefined {
    return this.#rulebook.rule(id)
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
  note({ header, rows, isFrom1904 }: Table): void {
    const places = this.placesIn(header)
    if (isFrom1904) this.columns.isFrom1904 = true
    for (const { cells, numbers } of rows)
      for (const { field, at } of places) {
        if (field !== 'amount' || !numbers?.includes(at)) this.columns.note(field, cells[at]!.trim())
      }
  }

  /** The number of free rows: unreadable ones, and totals. */
  countFree({ header, rows }: Table): { errors: number; passedOver: number } {
    const places = this.placesIn(header)
    const counts = { errors: 0, passedOver: 0 }
    for (const row of rows) {
      if (isTotal(places, row.cells)) counts.passedOver++
      else if ('problem' in this.#questionIn(places, row)) counts.errors++
    }
    return counts
  }

  /** Throws 400 if neither the columns nor the defaults have a field that a question needs. */
  checkHeader(header: string[]): void {
    const given = new Set([
      ...this.placesIn(header).map(({ field }) => field),
      ...Object.keys(this.#defaults).filter((name) => this.#defaults[name as keyof Defaults] !== undefined)
    ])
    const needed: Field[] = given.has('rule') ? ['date', 'source'] : ['date', 'source', 'jurisdiction', 'purpose']
    const missing = needed.find((field) => !given.has(field))
    if (missing === undefined) return
    const isDefault = missing === 'jurisdiction' || missing === 'purpose'
    const found = shortened(header.join(', '))
    if (isDefault) {
      throw badRequest(
        missing,
        `expected one for the whole file, or a column ${missing}, found ${found}`,
        'invalid_body'
      )
    }
    throw new HttpError(
      'invalid_body',
      `the file: expected a column ${COLUMN_NAMES[missing].join(' or ')}, found ${found}; ${parameterOf(missing)} names one`
    )
  }

  /**
   * The answers to the rows of a table, in their order. One query answers all distinct questions, each with the amount
   * of its first row; another converts the amounts of the other rows. A row that cannot be read has the status error
   * with the reason, and a total the status passed_over.
   */
  async answer({ header, rows }: Table): Promise<AnsweredRow[]> {
    const places = this.placesIn(header)
    const fields = places.filter(({ field }) => field !== 'amount')
    const names = fields.map(({ field }) => field).join()
    const asked = new Map<string, PendingQuestion>()
    const repeated: AnsweredRow[] = []
    const answered = rows.map((own) => {
      const { cells } = own
      if (isTotal(places, cells)) return new AnsweredRow(PASSED_OVER)
      const amount = this.#amountIn(places, own)
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
      if ('problem' in question) {
        row.answer = failure(question.problem)
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

  /** The amount of a row as read; undefined if it has none. */
  #amountIn(places: FieldPlace[], { cells, numbers }: Row): Checked | undefined {
    const at = places.find(({ field }) => field === 'amount')?.at
    const text = at === undefined ? '' : cells[at]!.trim()
    if (text === '') return undefined
    const source = places.find(({ field }) => field === 'source')?.at
    const currency = (source === undefined ? '' : cells[source]!.trim()) || (this.#defaults.source ?? '')
    if (numbers?.includes(at!)) return parsed('amount', text, computedAmount)
    const written = this.columns.readAmount(text, currency.toUpperCase())
    return 'error' in written ? written : parsed('amount', written.text)
  }

  /** The question in a row, or the reason why it has none. */
  #questionIn(places: FieldPlace[], row: Row): Question | Unreadable {
    const question = this.#questionOf(fieldsIn(places, row.cells))
    const amount = this.#amountIn(places, row)
    if ('problem' in question || !amount) return question
    if ('error' in amount) return { field: 'amount', problem: amount.error }
    return { ...question, amount: amount.value as string }
  }

  /** A row as read, with the invalid field. */
  understand(places: FieldPlace[], row: Row): UnderstoodRow & { wrong?: Field } {
    const question = this.#questionIn(places, row)
    const { date, source, target, amount } = 'problem' in question ? fieldsIn(places, row.cells) : question
    return {
      date: date ?? null,
      source: source ?? null,
      target: target ?? null,
      amount: amount ?? null,
      ...('problem' in question
        ? { rule: null, error: question.problem, wrong: question.field }
        : { rule: question.rule.id, error: null })
    }
  }

  /** The question in the fields of a row without its amount, or the reason why it has none. */
  #questionOf(row: Record<string, string>): Question | Unreadable {
    const request: Record<string, unknown> = { withUnsure: this.#options.withUnsure }
    for (const field of FIELDS) {
      if (field === 'amount') continue
      const text = row[field]
      if (text === undefined && (field === 'date' || field === 'source') && this.#defaults[field] === undefined) {
        return {
          field,
          problem: `${field}: expected ${field === 'date' ? 'a date' : 'a currency'}, found an empty cell`
        }
      }
      const checked = text === undefined ? this.#defaultValues.get(field)! : this.#check(field, text)
      if ('error' in checked) return { field, problem: checked.error }
      request[field] = checked.value
    }
    try {
      checkDate(request as unknown as Request, this.#options.at)
      return this.#questionFor(request as unknown as Request)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      return { field: FIELDS.find((field) => field === error.parameter), problem: error.message }
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
    return 'error' in written ? written : parsed(field, written.text)
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

// The result of a formula, such as =100/3, has more decimals than people write.
const computedAmount = amountWith({ whole: 15, decimals: 30, isSigned: true })

function parsed(field: Field, text: string | undefined, schema: ZodType = fileRow.shape[field]): Checked {
  const { success, data, error } = schema.safeParse(text)
  return success ? { value: data } : { error: `${field}: ${error.issues[0]!.message}` }
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
    hasFigure ? String(found.publication_id) : null,
    hasFigure ? found.sha256 : null,
    reason,
    status === 'final' ? null : explanation(question, found)
  ]
  return { cells, conversion: factor === null || divisor === null ? undefined : { factor, divisor, rule, target } }
}

function ruleCells({ id, revision, citation, confidence }: KnownRule): AnswerCells {
  return [id, String(revision), [citation.act, citation.article].filter(Boolean).join(', '), confidence]
}
