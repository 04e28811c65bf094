import { stringify } from 'csv-stringify/sync'
import type { Rows } from '../queries/rows.ts'

/**
 * Rows as CSV (RFC 4180) in UTF-8 with a byte-order mark. A text that a spreadsheet would take for a formula is led by an apostrophe (OWASP,
 * CSV Injection); a number never is, whatever its sign.
 */
export function writeCsv (rows: Rows): string {
  return writeLines(rows, true)
}

/** More rows of the same, without the byte-order mark and the header. */
export function writeCsvRows (rows: Rows): string {
  return writeLines(rows, false)
}

function writeLines ({ columns, cells }: Rows, isBeginning: boolean): string {
  const isNumber = columns.map(({ kind }) => kind === 'number')
  return stringify(cells, {
    bom: isBeginning,
    header: isBeginning,
    columns: columns.map(({ name }) => name),
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      boolean: String,
      object: String,
      string: (value, { index }) => isNumber[index] ? { value, escape_formulas: false } : value
    }
  })
}
