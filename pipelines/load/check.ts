import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { addDays, isDate } from '../../adapters/kit/dates.ts'
import type { Identity, Row } from '../../adapters/source.ts'
import { DECIMAL, isExactUnit } from './normalize.ts'

export interface BadRow {
  row: Row
  reason: string
}

export interface Checked {
  good: Row[]
  bad: BadRow[]
}

// Limits of future dates: a rate may be dated the next working day, which can follow a long holiday, or the next period
// of a monthly or longer cadence.
const DAYS_AHEAD = { daily: 14, weekly: 14, monthly: 62, quarterly: 100, yearly: 370 }
// the publisher cannot date such a rate later than its own today, but a clock may be wrong
const DAYS_AHEAD_IF_MADE = 1
const EARLIEST = '1900-01-01'

/**
 * Separates the rows of one publication that can be true from those that can't, each with its reason. Equal repeats
 * become one row.
 */
export function checkRows(
  rows: Row[],
  { rateTypes, cadence, dated }: Pick<Identity, 'rateTypes' | 'cadence' | 'dated'>,
  today: string
): Checked {
  const farthest = addDays(today, cadence === 'daily' && dated === 'made' ? DAYS_AHEAD_IF_MADE : DAYS_AHEAD[cadence])
  // if one date is too far ahead, no future date of the document is trusted
  const latest = rows.some(({ date }) => isDate(date) && date > farthest) ? today : farthest
  const bad: BadRow[] = []
  const byKey = new Map<string, Row[]>()
  for (const row of rows) {
    const reason = faultOf(row) ?? quarantineReasonOf(row, rateTypes, row.date > farthest ? farthest : latest)
    if (reason) bad.push({ row, reason })
    else {
      const key = `${row.date} ${row.base} ${row.quote} ${row.type}`
      const same = byKey.get(key)
      if (!same) byKey.set(key, [row])
      else if (!same.some((it) => isEqual(it, row))) same.push(row)
    }
  }
  const good: Row[] = []
  for (const same of byKey.values()) {
    if (same.length === 1) good.push(same[0]!)
    else
      bad.push(
        ...same.map((row) => ({
          row,
          reason: `the document has ${same.length} values for this rate: ${same.map(printed).join(', ')}`
        }))
      )
  }
  return { good, bad }
}

function isEqual(one: Row, other: Row): boolean {
  return (
    one.value === other.value &&
    (one.unit ?? 1) === (other.unit ?? 1) &&
    one.validFrom === other.validFrom &&
    one.validTo === other.validTo
  )
}

function printed({ value, validFrom, validTo }: Row): string {
  return validFrom === undefined && validTo === undefined
    ? value
    : `${value} (${validFrom ?? '…'} to ${validTo ?? '…'})`
}

/** The reason why a row can't be a rate of any source; undefined if it can. */
export function faultOf({
  date,
  base,
  quote,
  value,
  unit = 1
}: Pick<Row, 'date' | 'base' | 'quote' | 'value' | 'unit'>): string | undefined {
  if (!isDate(date)) return 'the date does not exist'
  if (!Object.hasOwn(CURRENCIES, base)) return 'the base is not an ISO 4217 currency code'
  if (!Object.hasOwn(CURRENCIES, quote)) return 'the quote is not an ISO 4217 currency code'
  if (base === quote) return 'base and quote are the same currency'
  if (!DECIMAL.test(value)) return 'the value is not a number'
  if (!/[1-9]/.test(value)) return 'the value is zero'
  if (value.startsWith('-')) return 'the value is negative'
  if (!isExactUnit(unit)) return `a figure for ${unit} units has no exact rate for one`
  return undefined
}

/**
 * The reason why a row that could be a rate goes to quarantine, from which a person may release it; undefined if it
 * does not.
 */
function quarantineReasonOf(
  { date, type, validFrom, validTo, contradicted }: Row,
  rateTypes: string[],
  latest: string
): string | undefined {
  if (date > latest) return `the date is in the future, after ${latest}`
  if (date < EARLIEST) return `the date is before ${EARLIEST}`
  if (!rateTypes.includes(type)) return `the source has no rate type ${type}`
  if (![validFrom, validTo].every((day) => day === undefined || isDate(day))) {
    return 'a date of the validity does not exist'
  }
  if (validFrom !== undefined && validTo !== undefined && validTo < validFrom) {
    return 'the validity ends before it starts'
  }
  return contradicted
}
