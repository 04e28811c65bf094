import { PassThrough } from 'node:stream'
import { parse } from 'csv-parse/sync'
import type exceljs from 'exceljs'
import { shortened, HttpError } from '../contract/errors.ts'
import { charsetOf, piecesOf } from './charset.ts'
import { RecordSplitter } from './records.ts'
import { assertUnpacked } from './unpacked.ts'
import { loadExceljs, SUMMARY_HEADER, writeWorkbook, type SummaryRows } from './xlsx.ts'

/** Reads files with the caller's own columns in blocks, and writes them with additional columns, the caller's own unchanged. */

export const TABLE_TYPES = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
} as const

export type TableFormat = keyof typeof TABLE_TYPES

/** Rows of a file under its header: the cells as texts, and the original form of each row for writing it back. */
export interface Block {
  header: string[]
  rows: Array<{ readonly cells: string[], own: unknown }>
}

/** The cells that are added to a row, by place; null for an empty one. */
export interface AddedRow {
  readonly cells: Array<string | null>
}

interface TableOptions {
  /** The country that determines the charset of a text that is not Unicode. */
  country?: string
  /** True to keep texts unchanged that a spreadsheet would run as formulas. */
  keepsFormulas?: boolean
  /** The rows of a workbook's first sheet, requested after all others are written. CSV and JSON lines have no place for them. */
  summary?: () => SummaryRows
}

interface Form {
  read: (path: string, options: TableOptions) => AsyncGenerator<Block, void, void>
  write: (blocks: AsyncIterable<AnsweredBlock>, added: AddedColumn[], options: TableOptions) => AsyncIterable<string | Buffer>
}

export interface AddedColumn {
  name: string
  /** A code, unlike a text, has no quote, no delimiter and no line break. */
  kind: 'number' | 'code' | 'text'
}

export interface AnsweredBlock extends Block {
  added: AddedRow[]
}

const MAX_ROWS_OF_BLOCK = 25_000 // of text: the database answers a few large blocks in less time than many small ones
const MAX_ROWS_OF_SHEET_BLOCK = 10_000
const MAX_UNPACKED = 256 * 2 ** 20 // a million rows of ten cells take about half of it

/** The rows of a file, in blocks of a few thousand. Throws 400 for a file that is not of the format. */
export function readTable (path: string, format: TableFormat, options: TableOptions = {}): AsyncGenerator<Block, void, void> {
  return FORMS[format].read(path, options)
}

/** Writes the rows with the added columns, in the format in which they came. A name that the caller has too gets the prefix ratebook_. */
export function writeTable (format: TableFormat, blocks: AsyncIterable<AnsweredBlock>, added: AddedColumn[], options: TableOptions = {}): AsyncIterable<string | Buffer> {
  return FORMS[format].write(blocks, added, options)
}

function namesBeside (header: string[], added: AddedColumn[]): string[] {
  return added.map(({ name }) => header.includes(name) ? `ratebook_${name}` : name)
}

async function * recordsOf (path: string, hasQuotes: boolean, { country }: TableOptions): AsyncGenerator<string, void, void> {
  const splitter = new RecordSplitter(hasQuotes)
  for await (const piece of piecesOf(path, await charsetOf(path, country))) {
    const whole = splitter.take(piece)
    if (whole) yield whole.toString()
  }
  const last = splitter.end()
  if (last) yield last.toString()
}

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
const MAY_BE_FORMULA = /(?:^|[,;\t"])[=+\-@\t]/
const FORMULA = /^[=+\-@\t\r](?!\d[\d.,'’ \u00A0\u202F]*$)/

async function * writeCsv (blocks: AsyncIterable<AnsweredBlock>, added: AddedColumn[], { keepsFormulas = false }: TableOptions): AsyncGenerator<string> {
  let isBeginning = true
  const texts = added.flatMap(({ kind }, column) => kind === 'text' ? [column] : [])
  for await (const { header, rows, added: answers, ...block } of blocks) {
    const delimiter = (block as { delimiter?: string }).delimiter ?? ','
    const needsQuotes = new RegExp(`["\\r\\n${delimiter}]`)
    const quoted = (text: string) => needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    if (isBeginning) yield `\uFEFF${[...header, ...namesBeside(header, added)].map((name) => quoted(keepsFormulas || !FORMULA.test(name) ? name : `'${name}`)).join(delimiter)}\r\n`
    isBeginning = false
    const escaped = (cell: string) => quoted(FORMULA.test(cell) ? `'${cell}` : cell)
    yield rows.map((row, at) => {
      const own = keepsFormulas || !MAY_BE_FORMULA.test(row.own as string) || !row.cells.some((cell) => FORMULA.test(cell)) ? row.own as string : row.cells.map(escaped).join(delimiter)
      let { cells } = answers[at]!
      for (const column of texts) if (cells[column]) cells = cells.with(column, quoted(cells[column]))
      return `${own}${delimiter}${cells.join(delimiter)}\r\n`
    }).join('')
  }
}

async function * readJsonLines (path: string, options: TableOptions): AsyncGenerator<Block, void, void> {
  for await (const text of recordsOf(path, false, options)) {
    const lines = text.split('\n').map((it) => it.trim()).filter((it) => it !== '')
    for (let at = 0; at < lines.length; at += MAX_ROWS_OF_BLOCK) yield * blocksOfLines(lines.slice(at, at + MAX_ROWS_OF_BLOCK))
  }
}

/** Lines with the same keys in the same order make one block. */
function * blocksOfLines (lines: string[]): Generator<Block, void, void> {
  let block: Block | undefined
  for (const line of lines) {
    const value = objectOf(line)
    const header = Object.keys(value)
    if (block && (block.header.length !== header.length || header.some((name, at) => name !== block!.header[at]))) {
      yield block
      block = undefined
    }
    block ??= { header, rows: [] }
    block.rows.push({ cells: cellsOf(value, line), own: line })
  }
  if (block) yield block
}

function objectOf (line: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new HttpError('invalid_body', `the file: expected a JSON object in each line, found ${JSON.stringify(line.slice(0, 60))}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new HttpError('invalid_body', `the file: expected a JSON object in each line, found ${line.slice(0, 60)}`)
  return value as Record<string, unknown>
}

function cellsOf (value: object, line: string): string[] {
  try {
    return Object.values(value).map(textOf)
  } catch { // writing deeply nested values as text overflows the stack
    throw new HttpError('invalid_body', `the file: expected values that are not nested, found ${JSON.stringify(line.slice(0, 60))}`)
  }
}

function textOf (value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
}

// The caller's own line stays as it is, so that no digit of its numbers is lost.
async function * writeJsonLines (blocks: AsyncIterable<AnsweredBlock>, added: AddedColumn[]): AsyncGenerator<string> {
  for await (const { header, rows, added: answers } of blocks) {
    const names = namesBeside(header, added).map((name) => JSON.stringify(name))
    yield rows.map(({ own }, at) => {
      const { cells } = answers[at]!
      const ours = names.map((name, column) => `${name}:${added[column]!.kind === 'number' ? cells[column] ?? 'null' : JSON.stringify(cells[column])}`).join(',')
      const line = own as string
      return `${line.slice(0, -1)}${header.length > 0 ? ',' : ''}${ours}}\n`
    }).join('')
  }
}

// Only the first sheet counts, after the summary of an earlier answer. The others are read too, so that the reader deletes its temporary data.
async function * readXlsx (path: string): AsyncGenerator<Block, void, void> {
  await assertUnpacked(path, MAX_UNPACKED)
  try {
    yield * blocksOfWorkbook(path)
  } catch (error) {
    throw new HttpError('invalid_body', `the file: expected a workbook (.xlsx): ${shortened((error as Error).message)}`)
  }
}

async function * blocksOfWorkbook (path: string): AsyncGenerator<Block, void, void> {
  const { default: { stream: { xlsx } } } = await loadExceljs()
  const workbook = new xlsx.WorkbookReader(path, { worksheets: 'emit', sharedStrings: 'cache', styles: 'cache', hyperlinks: 'ignore' })
  Object.assign(workbook, { model: {}, properties: { model: {} } }) // the library fails without them if the list of sheets comes later
  const sheets = workbook[Symbol.asyncIterator]()
  for (let isFirst = true; ;) {
    const sheet = await sheets.next()
    if (sheet.done) return
    let isSummary = false
    for await (const block of blocksOfSheet(sheet.value)) {
      isSummary = block.header[0] === SUMMARY_HEADER[0]
      if (isFirst && !isSummary) yield block
    }
    isFirst &&= isSummary
  }
}

async function * blocksOfSheet (sheet: AsyncIterable<exceljs.Row>): AsyncGenerator<Block, void, void> {
  let header: string[] | undefined
  let rows: Block['rows'] = []
  for await (const row of sheet) {
    const values = (row.values as exceljs.CellValue[]).slice(1)
    if (!header) {
      header = values.map((it) => textOf(plainOf(it)))
      continue
    }
    const own = header.map((_, at) => plainOf(values[at]))
    if (own.some((it) => it !== null)) rows.push({ own, cells: own.map(textOf) })
    if (rows.length === MAX_ROWS_OF_SHEET_BLOCK) {
      yield { header, rows }
      rows = []
    }
  }
  yield { header: header ?? [], rows }
}

/** The value of a cell: the result of a formula, the text of a link or of formatted text. */
function plainOf (value: exceljs.CellValue | undefined): string | number | boolean | Date | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object' || value instanceof Date) return value
  if ('result' in value) return plainOf(value.result as exceljs.CellValue)
  if ('richText' in value) return value.richText.map(({ text }) => text).join('')
  return 'text' in value ? value.text : null
}

async function * writeXlsx (blocks: AsyncIterable<AnsweredBlock>, added: AddedColumn[], { summary }: TableOptions): AsyncGenerator<Buffer> {
  const output = new PassThrough()
  const iterator = blocks[Symbol.asyncIterator]()
  const first = await iterator.next()
  const { header, rows } = first.done ? { header: [], rows: [] } : first.value
  const own = header.map((name, at) => ({ name, kind: kindOf(rows[0]?.own as unknown[] | undefined, at) }))
  const ours = namesBeside(header, added).map((name, at) => ({ name, kind: added[at]!.kind === 'number' ? 'number' as const : 'text' as const }))
  async function * batches () {
    for (let next = first; !next.done; next = await iterator.next()) {
      const { rows, added: answers } = next.value
      yield { cells: rows.map(({ own }, at) => [...own as unknown[], ...answers[at]!.cells]) }
    }
  }
  writeWorkbook({ list: 'invoices', columns: [...own, ...ours], batches: batches(), summary }, output).catch((error: Error) => output.destroy(error))
  yield * output
}

// Numbers keep their type under any kind.
function kindOf (row: unknown[] | undefined, at: number): 'date' | 'text' {
  return row?.[at] instanceof Date ? 'date' : 'text'
}

const FORMS: Record<TableFormat, Form> = {
  csv: { read: readCsv, write: writeCsv },
  jsonl: { read: readJsonLines, write: writeJsonLines },
  xlsx: { read: readXlsx, write: writeXlsx }
}
