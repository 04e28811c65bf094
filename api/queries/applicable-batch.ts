import type { Database } from '../../sql/database.ts'
import { fileRow } from '../contract/applicable.ts'
import { badRequest, HttpError } from '../contract/errors.ts'
import { questionTo, ruleFor, statusOf, type ChosenRule, type Request } from './applicable-answer.ts'
import { explanation } from './applicable-text.ts'
import { convertAmounts, findFigures, findOutlines, type Conversion, type Found, type Outline, type Question } from './applicable.ts'
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

/** Rows of a file under their header. */
export interface Table {
  header: string[]
  rows: Array<{ readonly cells: string[] }>
}

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

/** What a row is answered: its cells without a converted amount, and what converts one; only the cells where there is no figure. */
interface Answer {
  cells: AnswerCells
  conversion?: Omit<Conversion, 'amount'> & { target: string }
}

/** A value as it was read; a text of what was expected where it can't be. */
type Checked = { value: unknown } | { error: string }

// Values and questions repeat from row to row, but a file may have any number of them.
const MAX_REMEMBERED = 20_000
const CONVERTED = ANSWER_COLUMNS.indexOf('converted')

/** Remembers the results of work by key; starts again when there are too many. */
class Remembered<Result> {
  readonly #results = new Map<string, Result>()

  get (key: string): Result | undefined {
    return this.#results.get(key)
  }

  set (key: string, result: Result): void {
    if (this.#results.size >= MAX_REMEMBERED) this.#results.clear()
    this.#results.set(key, result)
  }

  of (key: string, work: () => Result): Result {
    const known = this.#results.get(key)
    if (known !== undefined) return known
    const result = work()
    this.set(key, result)
    return result
  }
}

/** Answers rows of a file by the rules of one moment. */
export class Batch {
  readonly #database: Database
  readonly #rulebook: Rulebook
  readonly #defaults: Defaults
  readonly #options: Options
  readonly #absent: Map<Field, Checked>
  readonly #checked = new Map(FIELDS.map((field) => [field, new Remembered<Checked>()]))
  readonly #chosen = new Remembered<ChosenRule | HttpError>()
  readonly #answers = new Remembered<Answer>()

  private constructor (database: Database, rulebook: Rulebook, defaults: Defaults, options: Options) {
    this.#database = database
    this.#rulebook = rulebook
    this.#defaults = defaults
    this.#options = options
    this.#absent = new Map(FIELDS.map((field) => [field, this.#read(field, defaults[field as keyof Defaults])]))
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

  /**
   * The answers to the rows of a table, in their order. Each question is put to the database once, however many rows have it, with one query for all of them, one more for what is not
   * final, and one for the amounts. A row that cannot be read has the status error, and why.
   */
  async answer ({ header, rows }: Table): Promise<AnswerCells[]> {
    const places = fieldsOf(header)
    const amountAt = places.find(({ field }) => field === 'amount')?.at
    const asked = places.filter(({ field }) => field !== 'amount')
    const names = asked.map(({ field }) => field).join()
    const keys: string[] = []
    const amounts: string[] = []
    const answers = new Map<string, Answer>()
    const questions = new Map<string, Question>()
    for (const { cells } of rows) {
      const key = `${names}\n${asked.map(({ at }) => cells[at]).join('\n')}`
      keys.push(key)
      amounts.push(amountAt === undefined ? '' : cells[amountAt]!.trim())
      if (answers.has(key) || questions.has(key)) continue
      const known = this.#answers.get(key) ?? this.#questionOf(fieldsIn(asked, cells))
      if (typeof known === 'string') answers.set(key, { cells: failure(known) })
      else if ('cells' in known) answers.set(key, known)
      else questions.set(key, known)
    }
    await this.#putTo(answers, questions)
    return this.#convert(keys.map((key) => answers.get(key)!), amounts)
  }

  /** Adds the answers to questions, by their keys. */
  async #putTo (answers: Map<string, Answer>, questions: Map<string, Question>): Promise<void> {
    const list = [...questions.values()]
    const outlines = await findOutlines(this.#database, list, this.#options)
    const others = (await findFigures(this.#database, list.filter((_, at) => outlines[at] === undefined), this.#options))[Symbol.iterator]()
    for (const [at, key] of [...questions.keys()].entries()) {
      const outline = outlines[at]
      const answer = outline ? finalAnswer(list[at]!, outline) : answerOf(list[at]!, others.next().value!)
      this.#answers.set(key, answer)
      answers.set(key, answer)
    }
  }

  /** The cells of answers, with the converted amount of each that has one. */
  async #convert (answers: Answer[], amounts: string[]): Promise<AnswerCells[]> {
    const conversions: Conversion[] = []
    const converted: AnswerCells[] = []
    const answered = answers.map(({ cells, conversion }, row) => {
      if (amounts[row] === '') return cells
      const amount = this.#check('amount', amounts[row]!)
      if ('error' in amount) return failure(amount.error)
      if (conversion === undefined) return cells
      conversions.push({ ...conversion, amount: amount.value as string })
      converted.push(cells.with(CONVERTED + 1, conversion.target))
      return converted.at(-1)!
    })
    for (const [at, text] of (await convertAmounts(this.#database, conversions)).entries()) converted[at]![CONVERTED] = text
    return answered
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
      const text = row[field]
      const checked = text === undefined ? this.#absent.get(field)! : this.#check(field, text)
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

  #check (field: Field, text: string): Checked {
    return this.#checked.get(field)!.of(text, () => this.#read(field, text))
  }

  #read (field: Field, text: string | undefined): Checked {
    const { success, data, error } = fileRow.shape[field].safeParse(field === 'amount' && this.#options.decimal === 'comma' ? withPoint(text) : text)
    if (success) return { value: data }
    const hint = field !== 'amount' ? '' : this.#options.decimal === 'comma' ? ', but with a decimal comma' : text?.includes(',') ? '; for a file with decimal commas pass decimal=comma' : ''
    return { error: `${field}: ${error.issues[0]!.message}${hint}` }
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

interface FieldPlace {
  field: string
  at: number
}

/** The fields of a row that are not empty. */
export function fieldsIn (places: FieldPlace[], cells: string[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { field, at } of places) {
    const text = cells[at]!.trim()
    if (text !== '') fields[field] = text
  }
  return fields
}

/** Which cell of a row has which field, by the names of the columns. Throws 400 for a file that has two columns for one field. */
export function fieldsOf (header: string[]): FieldPlace[] {
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

function finalAnswer ({ rule, target }: Question, [rate, date, publisher, type, method, publication, sha256, factor, divisor]: Outline): Answer {
  const cells = ['final', rate, date, publisher, type, method, null, null, ...ruleCells(rule), publication, sha256, null, null]
  return { cells, conversion: { factor, divisor, rule, target } }
}

function answerOf (question: Question, found: Found): Answer {
  const { rule, target } = question
  const { rate, publisher, type, reason, factor, divisor } = found
  const hasFigure = found.value !== null
  const status = statusOf(found)
  const cells = [
    status, rate, hasFigure ? found.date : null, publisher, type, hasFigure ? Number(found.rates) > 1 ? 'mean' : found.method : null, null, null, ...ruleCells(rule),
    hasFigure ? found.publication_id : null, hasFigure ? found.sha256 : null, reason, status === 'final' ? null : explanation(question, found)
  ]
  return factor === null || divisor === null ? { cells } : { cells, conversion: { factor, divisor, rule, target } }
}

function ruleCells ({ id, revision, citation, confidence }: KnownRule): [id: string, revision: string, citation: string, confidence: string] {
  return [id, String(revision), [citation.act, citation.article].filter(Boolean).join(', '), confidence]
}
