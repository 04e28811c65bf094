import { parse } from 'csv-parse/sync'
import { HttpError, shortened } from '../contract/errors.ts'
import { isFormula } from './formula.ts'
import { namesBeside, type AddedColumn, type AnsweredBlock, type Block, type Form, type TableOptions } from './table-block.ts'
import { MAX_ROWS_OF_BLOCK, recordsOf } from './table-text.ts'

export const csv: Form = { read: readCsv, write: writeCsv }

function delimiterOf (line: string): string {
  const counts = [',', ';', '\t'].map((it) => [it, line.split(it).length] as const)
  return counts.reduce((best, it) => it[1] > best[1] ? it : best)[0]
}

async function * readCsv (path: string, options: TableOptions): AsyncGenerator<Block & { delimiter: string }, void, void> {
  let header: string[] | undefined
  let delimiter = ','
  let read = 0
  for await (const text of recordsOf(path, true, options)) {
    const whole = header ? text : text.replace(/^\uFEFF/, '')
    if (!header) delimiter = delimiterOf(whole.split('\n', 1)[0]!)
    const rows = rowsOfCsv(whole, delimiter, read)
    const first = header ?? rows.shift()?.cells
    if (first === undefined) continue
    header = first
    const width = header.length
    const wrong = rows.findIndex((row) => row.width !== width)
    if (wrong >= 0) {
      const { width: found, own } = rows[wrong]!
      throw new HttpError('invalid_body', `the file: expected ${width} columns in each row, as in the header, found ${found} in row ${read + wrong + 1}, ${JSON.stringify(own.slice(0, 60))}`)
    }
    read += rows.length
    for (let at = 0; at < rows.length || at === 0; at += MAX_ROWS_OF_BLOCK) yield { header, delimiter, rows: rows.slice(at, at + MAX_ROWS_OF_BLOCK) }
  }
}

interface CsvRow {
  readonly cells: string[]
  readonly width: number
  own: string
}

/** A record without quotes, which is split only when its cells are read, because the cells of a whole block would fill the memory. */
class PlainRow implements CsvRow {
  readonly own: string
  readonly #delimiter: string

  constructor (own: string, delimiter: string) {
    this.own = own
    this.#delimiter = delimiter
  }

  get cells (): string[] {
    return this.own.split(this.#delimiter)
  }

  get width (): number {
    let width = 1
    for (let at = this.own.indexOf(this.#delimiter); at >= 0; at = this.own.indexOf(this.#delimiter, at + 1)) width++
    return width
  }
}

/** The rows with each record as it is written. Most files have no quotes. */
function rowsOfCsv (text: string, delimiter: string, read: number): CsvRow[] {
  if (!text.includes('"')) return text.split(text.includes('\r') ? /\r\n|\n|\r/ : '\n').filter((it) => it !== '').map((own) => new PlainRow(own, delimiter))
  try {
    const records = parse(text, { delimiter, relax_column_count: true, skip_empty_lines: true, raw: true }) as unknown as Array<{ record: string[], raw: string }>
    return records.map(({ record, raw }) => ({ cells: record, width: record.length, own: raw.replace(/^[\r\n]+|(?<![\r\n])[\r\n]+$/g, '') }))
  } catch (error) {
    const reason = (error as Error).message.replace(/ at line \d+/, '') // the line is that of the piece
    throw new HttpError('invalid_body', `the file: expected cells with quotes as in RFC 4180, found an error after row ${read}: ${shortened(reason)}`)
  }
}

// As in other files (csv.ts): an apostrophe before what is no number. A row has its own text unless it has such a cell.
const MAY_BE_FORMULA = /(?:^|[,;\t"])\s*[=+\-@\t＝＋－＠]/
const NUMBER = /^[+-]\d[\d.,'’ \u00A0\u202F]*$/

function needsApostrophe (cell: string): boolean {
  return isFormula(cell) && !NUMBER.test(cell)
}

async function * writeCsv (blocks: AsyncIterable<AnsweredBlock>, added: AddedColumn[], { keepsFormulas = false }: TableOptions): AsyncGenerator<string> {
  let isBeginning = true
  const texts = added.flatMap(({ kind }, column) => kind === 'text' ? [column] : [])
  for await (const { header, rows, added: answers, ...block } of blocks) {
    const delimiter = (block as { delimiter?: string }).delimiter ?? ','
    const needsQuotes = new RegExp(`["\\r\\n${delimiter}]`)
    const quoted = (text: string) => needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    if (isBeginning) yield `\uFEFF${[...header, ...namesBeside(header, added)].map((name) => quoted(keepsFormulas || !needsApostrophe(name) ? name : `'${name}`)).join(delimiter)}\r\n`
    isBeginning = false
    const escaped = (cell: string) => quoted(needsApostrophe(cell) ? `'${cell}` : cell)
    yield rows.map((row, at) => {
      const own = keepsFormulas || !MAY_BE_FORMULA.test(row.own as string) || !row.cells.some(needsApostrophe) ? row.own as string : row.cells.map(escaped).join(delimiter)
      let { cells } = answers[at]!
      for (const column of texts) if (cells[column]) cells = cells.with(column, quoted(cells[column]))
      return `${own}${delimiter}${cells.join(delimiter)}\r\n`
    }).join('')
  }
}
