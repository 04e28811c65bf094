import {
  readingsOf,
  readWritten,
  signProblem,
  whichAmount,
  type DecimalMark,
  type WrittenAmount
} from '../../../api/contract/amounts.ts'
import { DAY_MS, dayOf } from '../../../api/contract/dates.ts'

/** The notation of dates and amounts in the columns of a file, inferred from all its rows. */

export const DECIMAL_MARKS = ['point', 'comma'] as const satisfies DecimalMark[]

/** The position of the day in a date that does not begin with the year. */
type Order = 'day' | 'month'

/** A text in the notation of the API, or the expected notation. */
type Written = { text: string } | { error: string }

const DATES: ReadonlySet<string> = new Set(['date', 'invoice_date', 'from', 'to'])

const YEAR_FIRST = /^(\d{4})([./])(\d{1,2})\2(\d{1,2})$/ // 2026/03/10
const WITH_POINTS = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/ // the day is first wherever dates have points
const EITHER_WAY = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/
// A local time does not change the date. An instant may be on another day at the place of the event.
const WITH_TIME = /^(.*\d)[T ](?:\d\d:\d\d(?::\d\d(?:\.\d+)?)?|00:00(?::00(?:\.0+)?)?Z)$/
const SERIAL = /^[2-6]\d{4}(?:\.\d+)?$/ // a date in a workbook, from 1954 to 2091
const SERIAL_EPOCH = Date.UTC(1899, 11, 30)
const DAYS_TO_1904 = 1462

/** The notations that fit all rows of a column so far. */
class Evidence {
  /** The forms that were seen, in words. */
  readonly forms = new Set<string>()
  isDayFirst = false
  isMonthFirst = false
  hasPoint = false
  hasComma = false
  /** The first date of the column. */
  example: string | undefined
  /** True if a day or a month is one digit. */
  hasShort = false
}

/** The notation of the answered file, taken from the file's own dates and amounts. */
export interface Notation {
  mark: DecimalMark
  dateOf: (day: string) => string
}

export class ColumnNotations {
  readonly #evidence = new Map<string, Evidence>()
  readonly #decimal: DecimalMark | undefined
  /** True for a workbook whose day numbers count from 1904. */
  isFrom1904 = false

  /** `decimal` applies to all amounts that are texts. */
  constructor({ decimal }: { decimal?: DecimalMark } = {}) {
    this.#decimal = decimal
  }

  /** Uses a cell of a field as evidence for the notation of its column. */
  note(field: string, text: string): void {
    if (text === '' || (field !== 'amount' && !DATES.has(field))) return
    const evidence = this.#evidenceOf(field)
    if (field === 'amount') noteAmount(evidence, text)
    else noteDate(evidence, text)
  }

  /** A cell of a field in the notation of the API; a text in an unknown notation unchanged. */
  read(field: string, text: string): Written {
    if (field === 'amount') return this.#readAmount(text, readWritten(text))
    return DATES.has(field) ? this.#readDate(text, orderIn(this.#evidenceOf(field))) : { text }
  }

  /** An amount in a row with this currency in the notation of the API. */
  readAmount(text: string, currency: string): Written {
    const written = readWritten(text)
    const problem = signProblem(written, currency)
    return problem === undefined ? this.#readAmount(text, written) : { error: `amount: ${problem}` }
  }

  /** The notation of the answer. In a file without decimals, semicolons between cells indicate decimal commas. */
  notation(delimiter: string): Notation {
    const { hasPoint, hasComma } = this.#evidenceOf('amount')
    const shown = hasPoint === hasComma ? undefined : hasPoint ? 'point' : 'comma'
    const dates = this.#evidenceOf('date')
    const isOneForm = dates.forms.size === 1 && dates.example !== undefined
    return {
      mark: this.#decimal ?? shown ?? (delimiter === ';' ? 'comma' : 'point'),
      dateOf: (day) => (isOneForm ? writeDate(day, dates) : day)
    }
  }

  /** The notation of a field in words; null if there is none to report. */
  describe(field: string): string | null {
    const { forms, hasPoint, hasComma } = this.#evidenceOf(field)
    if (field === 'amount') {
      const sign = this.#decimal ?? (hasPoint === hasComma ? undefined : hasPoint ? 'point' : 'comma')
      return hasPoint && hasComma ? 'decimal points and decimal commas' : sign === undefined ? null : `decimal ${sign}`
    }
    const order = orderIn(this.#evidenceOf(field))
    const written = [...forms].map((form) =>
      form !== EITHER
        ? form
        : order === 'day'
          ? 'DD/MM/YYYY'
          : order === 'month'
            ? 'MM/DD/YYYY'
            : 'day and month, in an order that no row shows'
    )
    return written.length === 0 ? null : written.join(', ')
  }

  #evidenceOf(field: string): Evidence {
    const known = this.#evidence.get(field) ?? new Evidence()
    this.#evidence.set(field, known)
    return known
  }

  #readAmount(text: string, written: WrittenAmount): Written {
    const { point, comma } = written
    const { hasPoint, hasComma } = this.#evidenceOf('amount')
    if (this.#decimal !== undefined) {
      const only = written[this.#decimal]
      return only === undefined && (point ?? comma) !== undefined
        ? { error: `amount: expected a number with a decimal ${this.#decimal}` }
        : { text: only ?? text }
    }
    const readings = readingsOf(written)
    if (!readings) return { text: point ?? comma ?? text }
    if (hasPoint !== hasComma) return { text: hasPoint ? point! : comma! }
    return {
      error: `amount: ${whichAmount(text, readings)}; for this file pass decimal=comma or decimal=point`
    }
  }

  #readDate(cell: string, order: Order | undefined): Written {
    const text = withoutTime(cell)
    if (SERIAL.test(text)) {
      return { text: dayOf(SERIAL_EPOCH + (Math.floor(Number(text)) + (this.isFrom1904 ? DAYS_TO_1904 : 0)) * DAY_MS) }
    }
    return readDate(text, order)
  }
}

const EITHER = 'either'

function noteDate(evidence: Evidence, cell: string): void {
  const text = withoutTime(cell)
  const form = formOf(text)
  if (form === undefined) return
  evidence.forms.add(form)
  evidence.example ??= text
  if (/(?:^|\D)\d(?:\D|$)/.test(text)) evidence.hasShort = true
  const [, first, , second] = EITHER_WAY.exec(text) ?? []
  if (Number(first) > 12) evidence.isDayFirst = true
  if (Number(second) > 12) evidence.isMonthFirst = true
}

function formOf(text: string): string | undefined {
  if (EITHER_WAY.test(text)) return EITHER
  if (WITH_POINTS.test(text)) return 'DD.MM.YYYY'
  if (SERIAL.test(text)) return 'day numbers of a workbook'
  return YEAR_FIRST.test(text) || /^\d{4}-\d\d-\d\d$/.test(text) ? 'YYYY-MM-DD' : undefined
}

function noteAmount(evidence: Evidence, text: string): void {
  const { point, comma } = readWritten(text)
  if (point !== undefined && comma === undefined) evidence.hasPoint = true
  if (comma !== undefined && point === undefined) evidence.hasComma = true
}

/**
 * The order of day and month that the rows of a column imply. Undefined if no row implies one, or if they contradict
 * each other.
 */
function orderIn({ isDayFirst, isMonthFirst }: Evidence): Order | undefined {
  return isDayFirst === isMonthFirst ? undefined : isDayFirst ? 'day' : 'month'
}

function readDate(text: string, order: Order | undefined): Written {
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? []
  if (year !== undefined) return { text: isoOf(year, month!, day!) }
  const pointed = WITH_POINTS.exec(text)
  if (pointed) return { text: isoOf(pointed[3]!, pointed[2]!, pointed[1]!) }
  const [, first, , second, ofYear] = EITHER_WAY.exec(text) ?? []
  if (first === undefined) return { text }
  if (order === undefined && first !== second) {
    return { error: 'date: expected YYYY-MM-DD, because no row shows whether the day or the month is first' }
  }
  return { text: order === 'month' ? isoOf(ofYear!, first, second!) : isoOf(ofYear!, second!, first) }
}

function isoOf(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function withoutTime(text: string): string {
  return WITH_TIME.exec(text)?.[1] ?? text
}

/** A day in the form of a column: its order, its separators and its leading zeros. */
function writeDate(day: string, evidence: Evidence): string {
  const [year, month, date] = day.split('-') as [string, string, string]
  const example = evidence.example!
  const order = WITH_POINTS.test(example) ? 'day' : EITHER_WAY.test(example) ? orderIn(evidence) : undefined
  if (order === undefined && !YEAR_FIRST.test(example)) return day
  const own = order === undefined ? [year, month, date] : order === 'month' ? [month, date, year] : [date, month, year]
  const separators = example.split(/\d+/)
  return own.map((part, at) => separators[at]! + (evidence.hasShort ? String(Number(part)) : part)).join('')
}
