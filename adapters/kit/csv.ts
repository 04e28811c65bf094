import { parse, type Options } from 'csv-parse/sync'
import { LayoutError, type Publication } from '../source.ts'
import { recordsOf, type TableRecord } from './table.ts'
import { excerpt, readText } from './text.ts'

export interface CsvOptions {
  delimiter?: string
  /** The first cell of the heading row; the rows above it are skipped. The default is the first row of the document. */
  firstHeading?: string
  /** True for a publisher whose files end without a line break. Without it, such a file is treated as cut off. */
  lastLineOpen?: boolean
}

/**
 * A CSV text as rows of trimmed cells, ragged rows allowed. Throws a `LayoutError` for a broken or cut-off document.
 */
export function parseCsvRows(text: string, { delimiter = ',', lastLineOpen = false }: CsvOptions = {}): string[][] {
  if (!lastLineOpen && !/[\r\n]/.test(text.slice(text.trimEnd().length))) {
    throw new LayoutError('a CSV document whose last line is complete', excerpt(text.slice(-80)))
  }
  if (/^\s*</.test(text)) throw new LayoutError('a CSV document', excerpt(text))
  const options: Options = { delimiter, trim: true, relax_column_count: true, skip_empty_lines: true, bom: true }
  try {
    return parse(text.replace(/^[ \r\n]+/, ''), options) as unknown as string[][]
  } catch (error) {
    throw new LayoutError('a CSV document', excerpt(text), { cause: error })
  }
}

/** The same for a publication. */
export function readCsvRows(publication: Publication, options?: CsvOptions): string[][] {
  return parseCsvRows(readText(publication), options)
}

/** A CSV publication as its headings and its rows. Throws a `LayoutError` if the document has no heading row. */
export function readCsv(
  publication: Publication,
  options: CsvOptions = {}
): { columns: string[]; records: TableRecord[] } {
  return parseCsv(readText(publication), options)
}

/** The same for text that is not a publication, such as a file in an archive. */
export function parseCsv(text: string, options: CsvOptions = {}): { columns: string[]; records: TableRecord[] } {
  const rows = parseCsvRows(text, options)
  const start = options.firstHeading === undefined ? 0 : rows.findIndex(([first]) => first === options.firstHeading)
  const columns = rows[start]
  if (!columns) throw new LayoutError(`a heading row that begins with ${options.firstHeading}`, excerpt(text))
  return { columns, records: recordsOf(columns, rows.slice(start + 1)) }
}
