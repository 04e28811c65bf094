import { DAY_MS, dayOf } from '../../../api/contract/dates.ts'

/** The notation of dates and amounts in the columns of a file, inferred from all its rows. */

export const DECIMAL_MARKS = ['point', 'comma'] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

/** The position of the day before a year. */
type Order = 'day' | 'month'

/** A text in the notation of the API, or the expected notation. */
type Written = { text: string } | { error: string }

const DATES: ReadonlySet<string> = new Set(['date', 'invoice_date', 'from', 'to'])

const YEAR_FIRST = /^(\d{4})([./])(\d{1,2})\2(\d{1,2})$/ // 2026/03/10
const WITH_POINTS = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/ // the day is first wherever dates have points
const EITHER_WAY = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/
const AT_MIDNIGHT = /^(.*\d)[T ]00:00(?::00(?:\.0+)?)?Z?$/
const SERIAL = /^[2-6]\d{4}$/ // of a workbook: the years 1954 to 2091
const SERIAL_EPOCH = Date.UTC(1899, 11, 30)

const POINT = /^-?(?:\d+|[1-9]\d{0,2}(?:([, \u00A0\u202F'’])\d{3})(?:\1\d{3})*)(?:\.\d+)?$/
const COMMA = /^-?(?:\d+|[1-9]\d{0,2}(?:([. \u00A0\u202F'’])\d{3})(?:\1\d{3})*)(?:,\d+)?$/

/** The notations that fit all rows of a column so far. */
class Evidence {
  /** The forms that were seen, in words. */
  readonly forms = new Set<string>()
  isDayFirst = false
  isMonthFirst = false
  hasPoint = false
  hasComma = false
}

export class ColumnNotations {
  readonly #evidence = new Map<string, Evidence>()
  readonly #decimal: DecimalMark | undefined
  readonly #fallback: DecimalMark | undefined

  /**
   * `decimal` holds for all amounts. `fallback` holds for ambiguous amounts, such as 1.234, if no other row of the
   * column decides.
   */
  constructor({ decimal, fallback }: { decimal?: DecimalMark; fallback?: DecimalMark } = {}) {
    this.#decimal = decimal
    this.#fallback = fallback
  }

  /** Takes a cell of a field as evidence of the notation of its column. */
  note(field: string, text: string): void {
    if (text === '' || (field !== 'amount' && !DATES.has(field))) return
    const evidence = this.#evidenceOf(field)
    if (field === 'amount') noteAmount(evidence, text)
    else noteDate(evidence, text)
  }

  /** A cell of a field in the notation of the API; a text in an unknown notation unchanged. */
  read(field: string, text: string): Written {
    if (field === 'amount') return this.#readAmount(text)
    return DATES.has(field) ? readDate(text, orderIn(this.#evidenceOf(field))) : { text }
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
            : 'days and months in an order that no row tells'
    )
    return written.length === 0 ? null : written.join(', ')
  }

  #evidenceOf(field: string): Evidence {
    const known = this.#evidence.get(field) ?? new Evidence()
    this.#evidence.set(field, known)
    return known
  }

  #readAmount(text: string): Written {
    const { hasPoint, hasComma } = this.#evidenceOf('amount')
    const [point, comma] = [withPoint(text), withComma(text)]
    if (this.#decimal !== undefined) {
      const only = this.#decimal === 'comma' ? comma : point
      return only === undefined && (point ?? comma) !== undefined
        ? { error: `amount: expected a number with a decimal ${this.#decimal}` }
        : { text: only ?? text }
    }
    if (point === undefined || comma === undefined || point === comma) return { text: point ?? comma ?? text }
    const sign =
      hasPoint && hasComma
        ? undefined
        : hasPoint
          ? 'point'
          : hasComma
            ? 'comma'
            : (this.#fallback ?? (text.includes('.') ? 'point' : undefined))
    if (sign !== undefined) return { text: sign === 'point' ? point : comma }
    return {
      error: 'amount: expected a number whose decimal sign is plain; for this file pass decimal=comma or decimal=point'
    }
  }
}

const EITHER = 'either'

function noteDate(evidence: Evidence, cell: string): void {
  const text = withoutTime(cell)
  const [, first, , second] = EITHER_WAY.exec(text) ?? []
  if (first !== undefined) {
    evidence.forms.add(EITHER)
    if (Number(first) > 12) evidence.isDayFirst = true
    if (Number(second) > 12) evidence.isMonthFirst = true
  } else if (WITH_POINTS.test(text)) evidence.forms.add('DD.MM.YYYY')
  else if (SERIAL.test(text)) evidence.forms.add('day numbers of a workbook')
  else if (YEAR_FIRST.test(text) || /^\d{4}-\d\d-\d\d$/.test(text)) evidence.forms.add('YYYY-MM-DD')
}

function noteAmount(evidence: Evidence, text: string): void {
  const [point, comma] = [withPoint(text), withComma(text)]
  if (point !== undefined && comma === undefined) evidence.hasPoint = true
  if (comma !== undefined && point === undefined) evidence.hasComma = true
}

/**
 * The order of day and month that the rows of a column show. Undefined if no row shows one, or if they contradict each
 * other.
 */
function orderIn({ isDayFirst, isMonthFirst }: Evidence): Order | undefined {
  return isDayFirst === isMonthFirst ? undefined : isDayFirst ? 'day' : 'month'
}

function readDate(cell: string, order: Order | undefined): Written {
  const text = withoutTime(cell)
  if (SERIAL.test(text)) return { text: dayOf(SERIAL_EPOCH + Number(text) * DAY_MS) }
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? []
  if (year !== undefined) return { text: isoOf(year, month!, day!) }
  const pointed = WITH_POINTS.exec(text)
  if (pointed) return { text: isoOf(pointed[3]!, pointed[2]!, pointed[1]!) }
  const [, first, , second, ofYear] = EITHER_WAY.exec(text) ?? []
  if (first === undefined) return { text }
  if (order === undefined && first !== second) {
    return { error: 'date: expected YYYY-MM-DD, since no row tells whether the day or the month is first' }
  }
  return { text: order === 'month' ? isoOf(ofYear!, first, second!) : isoOf(ofYear!, second!, first) }
}

function isoOf(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function withoutTime(text: string): string {
  return AT_MIDNIGHT.exec(text)?.[1] ?? text
}

/** An amount that has a decimal point or none, its thousands joined. */
function withPoint(text: string): string | undefined {
  return POINT.test(text) ? text.replace(/[^\d.-]/g, '') : undefined
}

/** An amount that has a decimal comma or none, its thousands joined, with a point. */
function withComma(text: string): string | undefined {
  return COMMA.test(text) ? text.replace(/[^\d,-]/g, '').replace(',', '.') : undefined
}
