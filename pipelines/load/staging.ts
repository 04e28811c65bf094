import type { Skipped } from '../../adapters/kit/skip.ts'
import type { Row } from '../../adapters/source.ts'
import type { BadRow, Checked } from './check.ts'
import { DECIMAL, perOneUnit } from './normalize.ts'

/** The checked rows of a document, ready to be sent to the database. */
export interface Staging {
  bad: BadRow[]
  skippedItems: Skipped
  /** The printed date and time of the document's only table, if it prints them. */
  printedAt?: string
  /** The good rows as text for COPY, in UTF-8: a few thousand rows at a time, made on demand. */
  text: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** The columns of that text. */
export const COLUMNS = 'base, quote, type, date, value, unit, printed, change, valid_from, valid_to'

const CHUNK = 2000
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const NULL = '\\N' // how COPY writes a null

/** Prepares the checked rows of a document for COPY. */
export function stagingOf(
  { good, bad }: Checked,
  skippedItems: Skipped = {}
): Staging & { text: Iterable<Uint8Array> } {
  return { bad, skippedItems, printedAt: printedTime(good), text: copyText(inKeyOrder(good)) }
}

/** Undefined for a document of several tables: they may have been made at different times. */
function printedTime(rows: Row[]): string | undefined {
  const [first] = rows
  return first?.time !== undefined &&
    TIME.test(first.time) &&
    rows.every(({ date, time }) => date === first.date && time === first.time)
    ? `${first.date} ${first.time}`
    : undefined
}

/**
 * The rows in the order of the key of `rates`, so that the database need not sort them and appends to the key's index.
 */
function inKeyOrder(rows: Row[]): Row[] {
  const series = new Map<string, Row[]>()
  for (const row of rows) {
    const key = `${row.base} ${row.quote} ${row.type}`
    const own = series.get(key)
    if (own) own.push(row)
    else series.set(key, [row])
  }
  const byKey = [...series].sort(([one], [other]) => (one < other ? -1 : 1))
  return byKey.flatMap(([, own]) => own.sort((one, other) => (one.date < other.date ? -1 : 1)))
}

/** The rows in COPY's text form; checked rows hold no character that would have to be escaped. */
function* copyText(rows: Row[]): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  for (let start = 0; start < rows.length; start += CHUNK) {
    let text = ''
    for (const {
      base,
      quote,
      type,
      date,
      value,
      unit = 1,
      change = NULL,
      validFrom = NULL,
      validTo = NULL
    } of rows.slice(start, start + CHUNK)) {
      const changeOfOne = DECIMAL.test(change) ? perOneUnit(change, unit) : NULL
      text += `${base}\t${quote}\t${type}\t${date}\t${unit === 1 ? value : perOneUnit(value, unit)}\t${unit}\t${value}\t${changeOfOne}\t${validFrom}\t${validTo}\n`
    }
    yield encoder.encode(text)
  }
}
