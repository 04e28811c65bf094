export type SummaryRows = Array<[string, number]>

/**
 * Rows of a file under its header: the cells as texts, and the original form of each row, in which it is written back.
 * `row` is its number in the file as a spreadsheet counts.
 */
export interface Block {
  header: string[]
  /** `numbers` are the indexes of the cells that are numbers, if the format distinguishes them from texts. */
  rows: Array<{ readonly cells: string[]; readonly numbers?: readonly number[]; own: unknown; row: number }>
  /** True for a workbook whose day numbers count from 1904. */
  isFrom1904?: boolean
}

/** The cells that are added to a row, by column index; null for an empty one. */
export interface AddedRow {
  readonly cells: Array<string | null>
}

export interface TableOptions {
  /**
   * The index of the headings among the first rows of a file, which may begin with a title; the first by default. JSON
   * lines have none.
   */
  headingsAt?: (rows: string[][]) => number
  /** The file that was read; a workbook is copied with the added cells. */
  path?: string
  /** The country that determines the charset of a text that is not Unicode. */
  country?: string
  /** True to keep texts unchanged that a spreadsheet would run as formulas. */
  keepsFormulas?: boolean
  /** How a CSV file writes decimals and dates, by the delimiter of its cells; points and YYYY-MM-DD by default. */
  notation?: (delimiter: string) => { mark: 'point' | 'comma'; dateOf: (day: string) => string }
  /**
   * The rows of a workbook's first sheet, requested after all others are written. CSV and JSON lines have no place for
   * them.
   */
  summary?: () => SummaryRows
}

export interface AddedColumn {
  name: string
  /** A code, unlike a text, contains no quote, delimiter or line break. */
  kind: 'number' | 'date' | 'code' | 'text'
}

export interface AnsweredBlock extends Block {
  added: AddedRow[]
}

/** How a format is read and written. */
export interface TableCodec {
  read: (path: string, options: TableOptions) => AsyncGenerator<Block, void, void>
  write: (
    blocks: AsyncIterable<AnsweredBlock>,
    added: AddedColumn[],
    options: TableOptions
  ) => AsyncIterable<string | Buffer>
}

/** The number of rows in which headings are searched. */
export const MAX_TITLE_ROWS = 20

/** The names of added columns: a name that the file already has gets the prefix ratebook_. */
export function namesBeside(header: string[], added: AddedColumn[]): string[] {
  return added.map(({ name }) => (header.includes(name) ? `ratebook_${name}` : name))
}

/** The indexes of the numbers among the values of a row. */
export function numbersIn(values: unknown[]): number[] {
  return values.flatMap((value, at) => (typeof value === 'number' ? [at] : []))
}

/** The value of a cell as text: a date as YYYY-MM-DD, an empty one as ''. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
}

/** A binary number, such as the 0.30000000000000004 of 0.1 + 0.2, as a spreadsheet shows it: with fifteen digits. */
export function shown(value: number): number {
  return Number(value.toPrecision(15))
}
