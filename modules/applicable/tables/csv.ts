import { parse } from 'csv-parse/sync'
import { HttpError, shortened } from '../../../api/contract/errors.ts'
import { isFormula } from '../../../api/formats/csv.ts'
import {
  MAX_TITLE_ROWS,
  namesBeside,
  type AddedColumn,
  type AnsweredBlock,
  type Block,
  type TableCodec,
  type TableOptions
} from './block.ts'
import { MAX_ROWS_OF_BLOCK, recordsOf } from './text.ts'

export const csv: TableCodec = { read: readCsv, write: writeCsv }

const DELIMITERS = [',', ';', '\t']

/** The delimiter that gives most lines the same number of cells; if several do, the one with more cells. */
function delimiterOf(lines: string[]): string {
  const [best] = DELIMITERS.map((delimiter) => {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const width = line.split(delimiter).length
      if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1)
    }
    const [width = 1, count = 0] = [...counts].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? []
    return { delimiter, width, count }
  }).sort((one, other) => other.count - one.count || other.width - one.width)
  return best!.delimiter
}

/** A block of a CSV file. The first one of a file has the rows above the headings. */
interface CsvBlock extends Block {
  delimiter: string
  lineEnd: string
  title?: CsvRow[]
}

async function* readCsv(path: string, options: TableOptions): AsyncGenerator<CsvBlock, void, void> {
  let header: string[] | undefined
  let title: CsvRow[] | undefined
  let delimiter = ','
  let lineEnd = '\r\n'
  let before = 0
  for await (const text of recordsOf(path, true, options)) {
    const whole = header ? text : text.replace(/^\uFEFF/, '')
    if (!header) {
      delimiter = delimiterOf(whole.split(/\r\n|\n|\r/, MAX_TITLE_ROWS))
      lineEnd = /\r\n|\n|\r/.exec(whole.replace(/"[^"]*"/g, ''))?.[0] ?? lineEnd
    }
    const { rows, count } = rowsOfCsv(whole, delimiter, before)
    before += count
    if (!header && rows.length > 0) {
      title = rows.splice(0, options.headingsAt?.(rows.slice(0, MAX_TITLE_ROWS).map(({ cells }) => cells)) ?? 0)
      header = rows.shift()!.cells
    }
    if (!header) continue
    const width = header.length
    const wrong = rows.find((row) => row.width !== width)
    if (wrong) {
      throw new HttpError(
        'invalid_body',
        `the file: expected ${width} columns in each row, as in the headings, found ${wrong.width} in row ${wrong.row}, ${JSON.stringify(wrong.own.slice(0, 60))}`
      )
    }
    for (let at = 0; at < rows.length || at === 0; at += MAX_ROWS_OF_BLOCK)
      yield {
        header,
        delimiter,
        lineEnd,
        title,
        rows: rows.slice(at, at + MAX_ROWS_OF_BLOCK)
      }
    title = undefined
  }
}

interface CsvRow {
  readonly cells: string[]
  readonly width: number
  own: string
  row: number
}

/**
 * A record without quotes, which is split only when its cells are read, because the cells of a whole block would fill
 * the memory.
 */
class PlainRow implements CsvRow {
  readonly own: string
  readonly row: number
  readonly #delimiter: string

  constructor(own: string, row: number, delimiter: string) {
    this.own = own
    this.row = row
    this.#delimiter = delimiter
  }

  get cells(): string[] {
    return this.own.split(this.#delimiter)
  }

  get width(): number {
    let width = 1
    for (let at = this.own.indexOf(this.#delimiter); at >= 0; at = this.own.indexOf(this.#delimiter, at + 1)) width++
    return width
  }
}

/**
 * The rows, each with its record as it is written, without empty rows, which are counted. Most files have no quotes.
 * `before` rows of the file have been read.
 */
function rowsOfCsv(text: string, delimiter: string, before: number): { rows: CsvRow[]; count: number } {
  if (!text.includes('"')) {
    const lines = text.split(text.includes('\r') ? /\r\n|\n|\r/ : '\n')
    if (lines.at(-1) === '') lines.pop()
    const rows: CsvRow[] = []
    lines.forEach((own, at) => {
      if (own !== '') rows.push(new PlainRow(own, before + at + 1, delimiter))
    })
    return { rows, count: lines.length }
  }
  try {
    const records = parse(text, { delimiter, relax_column_count: true, raw: true }) as unknown as Array<{
      record: string[]
      raw: string
    }>
    const rows = records.map(({ record, raw }, at) => ({
      cells: record,
      width: record.length,
      own: raw.replace(/^[\r\n]+|(?<![\r\n])[\r\n]+$/g, ''),
      row: before + at + 1
    }))
    return { rows: rows.filter(({ own }) => own !== ''), count: rows.length }
  } catch (error) {
    const { message, records = 0 } = error as Error & { records?: number }
    const reason = message.replace(/ at line \d+/, '') // the line number refers to the piece, not to the file
    throw new HttpError(
      'invalid_body',
      `the file: expected cells with quotes as in RFC 4180, found an error in row ${before + records + 1}: ${shortened(reason)}`
    )
  }
}

// As in other files (csv.ts), an apostrophe precedes text that could be a formula. A row keeps its own text unless it
// has such a cell.
const MAY_BE_FORMULA = /(?:^|[,;\t"])\s*[=+\-@\t＝＋－＠]/
const NUMBER = /^[+-]\d[\d.,'’ \u00A0\u202F]*$/

function needsApostrophe(cell: string): boolean {
  return isFormula(cell) && !NUMBER.test(cell)
}

async function* writeCsv(
  blocks: AsyncIterable<AnsweredBlock>,
  added: AddedColumn[],
  { keepsFormulas = false, notation }: TableOptions
): AsyncGenerator<string> {
  let isBeginning = true
  const placesOf = (kind: AddedColumn['kind']) => added.flatMap((it, column) => (it.kind === kind ? [column] : []))
  const [texts, numbers, dates] = [placesOf('text'), placesOf('number'), placesOf('date')]
  for await (const { header, rows, added: answers, ...block } of blocks) {
    const { delimiter, lineEnd, title = [] } = block as unknown as CsvBlock
    const { mark, dateOf } = notation?.(delimiter) ?? {}
    const needsQuotes = new RegExp(`["\\r\\n${delimiter}]`)
    const quoted = (text: string) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
    const escaped = (cell: string) => quoted(needsApostrophe(cell) ? `'${cell}` : cell)
    const ownOf = (row: Block['rows'][number]) => {
      const own = row.own as string
      return keepsFormulas || !MAY_BE_FORMULA.test(own) || !row.cells.some(needsApostrophe)
        ? own
        : row.cells.map(escaped).join(delimiter)
    }
    if (isBeginning) {
      const headings = [...header, ...namesBeside(header, added)].map(keepsFormulas ? quoted : escaped).join(delimiter)
      yield `\uFEFF${title.map((row) => `${ownOf(row)}${lineEnd}`).join('')}${headings}${lineEnd}`
    }
    isBeginning = false
    yield rows
      .map((row, at) => {
        const cells = [...answers[at]!.cells]
        for (const column of texts) if (cells[column]) cells[column] = quoted(cells[column])
        for (const column of dates) if (cells[column] && dateOf) cells[column] = quoted(dateOf(cells[column]))
        if (mark === 'comma') {
          for (const column of numbers) if (cells[column]) cells[column] = quoted(cells[column].replace('.', ','))
        }
        return `${ownOf(row)}${delimiter}${cells.join(delimiter)}${lineEnd}`
      })
      .join('')
  }
}
