import { stringify } from 'csv-stringify/sync'
import type { Rows } from './rows.ts'

/**
 * Writes rows as CSV (RFC 4180) in UTF-8, by default with a byte-order mark. Text that a spreadsheet would run as a
 * formula is prefixed with an apostrophe; numbers are not, whatever their sign.
 */
export function writeCsv (rows: Rows, { hasMark = true } = {}): string {
  return writeLines(rows, { bom: hasMark, header: true })
}

/** Writes further rows, without byte-order mark and header. */
export function writeCsvRows (rows: Rows): string {
  return writeLines(rows, { bom: false, header: false })
}

function writeLines ({ columns, cells }: Rows, beginning: { bom: boolean, header: boolean }): string {
  const isNumber = columns.map(({ kind }) => kind === 'number')
  return stringify(cells, {
    ...beginning,
    columns: columns.map(({ name }) => name),
    record_delimiter: 'windows',
    cast: {
      boolean: String,
      object: String,
      string: (value, { index }) => !isNumber[index] && isFormula(value) ? `'${value}` : value
    }
  })
}

// Spreadsheets skip blanks before a sign and read full-width signs as the narrow ones.
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/

/** True if a spreadsheet would run a text as a formula (OWASP, CSV Injection). */
export function isFormula (text: string): boolean {
  return FORMULA.test(text)
}
