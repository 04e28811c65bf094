import { stringify } from 'csv-stringify/sync'
import type { RequestedFormat } from './index.ts'
import type { LongRows } from './rows.ts'

/**
 * Writes rows as CSV (RFC 4180) in UTF-8, by default with a byte-order mark. Text that a spreadsheet would run as a
 * formula is prefixed with an apostrophe; numbers are not, whatever their sign.
 */
export async function* writeCsv(
  { columns, batches }: LongRows,
  {
    hasMark = true,
    decimal = 'point',
    delimiter = decimal === 'comma' ? ';' : ','
  }: Pick<RequestedFormat, 'decimal' | 'delimiter'> & { hasMark?: boolean } = {}
): AsyncGenerator<string, void, void> {
  const isNumber = columns.map(({ kind }) => kind === 'number')
  const marked = (figure: unknown) => (decimal === 'comma' ? String(figure).replace('.', ',') : String(figure))
  const lines = (cells: unknown[][], beginning: { bom: boolean; header: boolean }) =>
    stringify(cells, {
      ...beginning,
      columns: columns.map(({ name }) => name),
      record_delimiter: 'windows',
      delimiter: delimiter === 'tab' ? '\t' : delimiter,
      cast: {
        boolean: String,
        number: marked,
        object: marked,
        string: (value, { index }) => (isNumber[index] ? marked(value) : isFormula(value) ? `'${value}` : value)
      }
    })
  yield lines([], { bom: hasMark, header: true })
  for await (const { cells } of batches) yield lines(cells, { bom: false, header: false })
}

// Spreadsheets skip blanks before a sign and read full-width signs as the narrow ones.
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/

/** True if a spreadsheet would run a text as a formula (OWASP, CSV Injection). */
export function isFormula(text: string): boolean {
  return FORMULA.test(text)
}
