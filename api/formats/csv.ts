import { stringify } from 'csv-stringify/sync'
import type { Table } from './table.ts'

/** Rows as CSV (RFC 4180) in UTF-8 with a byte-order mark; a text that a spreadsheet would take for a formula is led by an apostrophe. */
export function writeCsv ({ columns, cells }: Table): string {
  return stringify(cells, {
    bom: true,
    header: true,
    columns: columns.map(({ name }) => name),
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { boolean: String, object: String }
  })
}
