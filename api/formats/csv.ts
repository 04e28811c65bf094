import type { LongRows } from './rows.ts'

const LINE_BREAK = '\r\n'
const MARK = '\ufeff'

/** The form of CSV that a request selects. */
export interface CsvForm {
  /** The separator of cells. */
  delimiter?: ',' | ';' | 'tab'
  /** The decimal mark. */
  decimal?: 'point' | 'comma'
}

/**
 * Writes rows as CSV (RFC 4180) in UTF-8, by default with a byte-order mark. Prefixes text that a spreadsheet would run
 * as a formula with an apostrophe, but not numbers, whatever their sign.
 */
export async function* writeCsv(
  { columns, batches }: LongRows,
  {
    hasMark = true,
    decimal = 'point',
    delimiter = decimal === 'comma' ? ';' : ','
  }: CsvForm & { hasMark?: boolean } = {}
): AsyncGenerator<string, void, void> {
  const between = delimiter === 'tab' ? '\t' : delimiter
  const special = new RegExp(`["\\r\\n${between}]`)
  const isNumber = columns.map(({ kind }) => kind === 'number')
  const marked = (text: string) => (decimal === 'comma' ? text.replace('.', ',') : text)
  const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

  function write(cell: unknown, at: number): string {
    if (cell === null || cell === undefined) return ''
    if (isNumber[at] || (typeof cell !== 'string' && typeof cell !== 'boolean')) return quoted(marked(String(cell)))
    return quoted(isFormula(String(cell)) ? `'${cell}` : String(cell))
  }

  yield (hasMark ? MARK : '') + columns.map(({ name }) => quoted(name)).join(between) + LINE_BREAK
  for await (const { cells } of batches) {
    let text = ''
    for (const row of cells) {
      for (let at = 0; at < columns.length; at++) text += (at === 0 ? '' : between) + write(row[at], at)
      text += LINE_BREAK
    }
    yield text
  }
}

// Spreadsheets skip blanks before a sign, and treat full-width signs like ASCII ones.
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/

/** True if a spreadsheet would run a text as a formula (OWASP, CSV Injection). */
export function isFormula(text: string): boolean {
  return FORMULA.test(text)
}
