import { Readable } from 'node:stream'
import type exceljs from 'exceljs'
import { ZipFile } from 'yazl'
import { DAY_MS } from '../../../api/contract/dates.ts'
import { HttpError } from '../../../api/contract/errors.ts'
import { widthOf, withCells, type AddedCell } from './sheet-cells.ts'
import {
  MAX_TITLE_ROWS,
  namesBeside,
  numbersIn,
  shown,
  textOf,
  type AddedColumn,
  type AnsweredBlock,
  type Block,
  type TableCodec,
  type SummaryRows,
  type TableOptions
} from './block.ts'
import { assertUnpacked, notWorkbook } from './unpacked.ts'
import { CONTENT_TYPES, outputOf, RELATIONS, STYLES, WORKBOOK, WorkbookPackage } from './workbook-package.ts'
import { sheetXml, withContentType, withDateStyle, withRelation, withSheet } from './workbook-parts.ts'
import { loadExceljs } from '../../../api/formats/xlsx.ts'

const MAX_ROWS_OF_SHEET_BLOCK = 10_000
const MAX_UNPACKED = 256 * 2 ** 20 // a million rows of ten cells take about half of it
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
const SUMMARY_HEADER = ['Ratebook summary', 'Rows'] as const
const SUMMARY_NAMES = ['Summary', 'Ratebook summary']

export const workbook: TableCodec = { read: readXlsx, write: writeXlsx }

/** A block of a sheet. The original of a row is its number in the sheet. */
interface SheetBlock extends Block {
  /** The number of the row with the header. */
  headerRow: number
}

/** Reads the first visible sheet, without the summary of an earlier answer. */
async function* readXlsx(path: string, options: TableOptions): AsyncGenerator<SheetBlock, void, void> {
  await assertUnpacked(path, MAX_UNPACKED)
  const parts = await WorkbookPackage.open(path)
  try {
    const isFrom1904 = await parts.isFrom1904()
    for await (const block of blocksOf(parts.only(await firstSheetOf(parts)), options)) yield { ...block, isFrom1904 }
  } catch (error) {
    throw error instanceof HttpError ? error : notWorkbook(error)
  } finally {
    parts.close()
  }
}

/** The part of the first visible sheet that is not the summary of an earlier answer. */
async function firstSheetOf(parts: WorkbookPackage): Promise<string> {
  const sheets = await parts.sheets()
  for (const { name, part } of sheets) if (!SUMMARY_NAMES.includes(name) || !(await isSummary(parts, part))) return part
  return sheets[0]!.part
}

async function isSummary(parts: WorkbookPackage, sheet: string): Promise<boolean> {
  for await (const { header } of blocksOf(parts.only(sheet))) return header[0] === SUMMARY_HEADER[0]
  return false
}

async function* blocksOf(file: Readable, options: TableOptions = {}): AsyncGenerator<SheetBlock, void, void> {
  const {
    default: {
      stream: { xlsx }
    }
  } = await loadExceljs()
  const workbook = new xlsx.WorkbookReader(file, {
    worksheets: 'emit',
    sharedStrings: 'cache',
    styles: 'cache',
    hyperlinks: 'ignore'
  })
  for await (const sheet of workbook) yield* blocksOfSheet(sheet, options)
}

async function* blocksOfSheet(
  sheet: AsyncIterable<exceljs.Row>,
  options: TableOptions
): AsyncGenerator<SheetBlock, void, void> {
  const rows = rowsOfSheet(sheet)
  const first: SheetRow[] = []
  for (let next; first.length < MAX_TITLE_ROWS && !(next = await rows.next()).done;) first.push(next.value)
  const above = options.headingsAt?.(first.map(({ cells }) => cells)) ?? 0
  const { cells: header, row: headerRow } = first[above] ?? { cells: [], row: 1 }
  const block = (own: SheetRow[]): SheetBlock => ({
    header,
    headerRow,
    rows: own.map(({ cells, numbers, row }) => ({
      own: row,
      row,
      numbers,
      cells: header.map((_, at) => cells[at] ?? '')
    }))
  })
  let read = first.slice(above + 1)
  for await (const row of rows) {
    read.push(row)
    if (read.length >= MAX_ROWS_OF_SHEET_BLOCK) {
      yield block(read)
      read = []
    }
  }
  yield block(read)
}

interface SheetRow {
  cells: string[]
  numbers: number[]
  row: number
}

/** The rows of a sheet as texts, without empty ones. */
async function* rowsOfSheet(sheet: AsyncIterable<exceljs.Row>): AsyncGenerator<SheetRow, void, void> {
  for await (const { values, number: row } of sheet) {
    const plain = Array.from((values as exceljs.CellValue[]).slice(1), plainOf)
    const cells = plain.map((it) => textOf(typeof it === 'number' ? shown(it) : it))
    if (cells.some((it) => it !== '')) yield { cells, numbers: numbersIn(plain), row }
  }
}

/** The value of a cell: the result of a formula, the text of a link or of formatted text. */
function plainOf(value: exceljs.CellValue | undefined): string | number | boolean | Date | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object' || value instanceof Date) return value
  if ('result' in value) return plainOf(value.result as exceljs.CellValue)
  if ('richText' in value) return value.richText.map(({ text }) => text).join('')
  return 'text' in value ? value.text : null
}

/**
 * Writes the caller's own workbook with cells added to its rows. All of its parts, and its cells with their formats,
 * stay unchanged.
 */
async function* writeXlsx(
  blocks: AsyncIterable<AnsweredBlock>,
  added: AddedColumn[],
  { path, summary }: TableOptions
): AsyncGenerator<Buffer> {
  const parts = await WorkbookPackage.open(path!)
  try {
    const sheet = await firstSheetOf(parts)
    const column = (await widthOf(await parts.stream(sheet))) + 1
    const styles = await parts.styles()
    const dated = styles === undefined ? undefined : withDateStyle(styles)
    const day = dated && { style: dated.date, epoch: (await parts.isFrom1904()) ? EPOCH_1904 : EPOCH_1900 }
    const answered = Readable.from(
      withCells(
        await parts.stream(sheet),
        column,
        answersOf(blocks as AsyncIterable<AnsweredBlock & SheetBlock>, added, day)
      )
    )
    const zip = new ZipFile()
    const changed = summary && (await withSummary(parts))
    for (const name of parts.names) {
      const small = name === STYLES ? dated?.styles : changed?.get(name)
      if (name === sheet) zip.addReadStream(answered, name)
      else if (small !== undefined) zip.addBuffer(Buffer.from(small), name)
      else parts.copy(zip, name)
    }
    if (changed) zip.addReadStreamLazy(parts.nextSheet, (done) => done(null, Readable.from([summarySheet(summary())])))
    const output = outputOf(zip)
    answered.once('error', (error: Error) => output.destroy(error))
    yield* output as AsyncIterable<Buffer>
  } finally {
    parts.close()
  }
}

/**
 * The parts that list the sheets, with the summary among them; undefined if the workbook lists them in an unexpected
 * form.
 */
async function withSummary(parts: WorkbookPackage): Promise<Map<string, string> | undefined> {
  const list = withSheet(await parts.read(WORKBOOK), SUMMARY_NAMES)
  if (list === undefined || !parts.has(CONTENT_TYPES)) return undefined
  return new Map([
    [WORKBOOK, list],
    [RELATIONS, withRelation(await parts.read(RELATIONS), parts.nextSheet)],
    [CONTENT_TYPES, withContentType(await parts.read(CONTENT_TYPES), parts.nextSheet)]
  ])
}

function summarySheet(rows: SummaryRows): string {
  return sheetXml([SUMMARY_HEADER as [string, string], ...rows])
}

/** The format of a cell with a date, and the instant from which the workbook counts days. */
interface DayFormat {
  style: number
  epoch: number
}

function cellOf(value: string, kind: AddedColumn['kind'], day: DayFormat | undefined): AddedCell {
  if (kind !== 'date' || value === '' || !day) return { value, isNumber: kind === 'number' }
  return { value: String((Date.parse(value) - day.epoch) / DAY_MS), isNumber: true, style: day.style }
}

/** The cells to add to each row of the sheet, requested in the order of the rows. */
function answersOf(
  blocks: AsyncIterable<AnsweredBlock & SheetBlock>,
  added: AddedColumn[],
  day: DayFormat | undefined
): (row: number) => Promise<AddedCell[] | undefined> {
  const rows = cellsByRow(blocks, added, day)
  let next: IteratorResult<[number, AddedCell[]]> | undefined
  return async (row) => {
    next ??= await rows.next()
    while (!next.done && next.value[0] < row) next = await rows.next()
    return next.done || next.value[0] !== row ? undefined : next.value[1]
  }
}

async function* cellsByRow(
  blocks: AsyncIterable<AnsweredBlock & SheetBlock>,
  added: AddedColumn[],
  day: DayFormat | undefined
): AsyncGenerator<[number, AddedCell[]], undefined, void> {
  let isFirst = true
  for await (const { header, headerRow, rows, added: answers } of blocks) {
    if (isFirst) yield [headerRow, namesBeside(header, added).map((value) => ({ value, isNumber: false }))]
    isFirst = false
    for (const [at, { own }] of rows.entries()) {
      yield [own as number, answers[at]!.cells.map((value, column) => cellOf(value ?? '', added[column]!.kind, day))]
    }
  }
}
