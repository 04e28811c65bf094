import { PassThrough } from 'node:stream'
import type exceljs from 'exceljs'
import { HttpError } from '../contract/errors.ts'
import { loadExceljs, SUMMARY_HEADER, writeWorkbook } from './xlsx.ts'
import { namesBeside, textOf, type AddedColumn, type AnsweredBlock, type Block, type Form, type TableOptions } from './table-block.ts'
import { assertUnpacked, notWorkbook } from './unpacked.ts'

const MAX_ROWS_OF_SHEET_BLOCK = 10_000
const MAX_UNPACKED = 256 * 2 ** 20 // a million rows of ten cells take about half of it

export const workbook: Form = { read: readXlsx, write: writeXlsx }

// Only the first sheet counts, after the summary of an earlier answer. The others are read too, so that the reader deletes its temporary data.
async function * readXlsx (path: string): AsyncGenerator<Block, void, void> {
  await assertUnpacked(path, MAX_UNPACKED)
  try {
    yield * blocksOfWorkbook(path)
  } catch (error) {
    throw error instanceof HttpError ? error : notWorkbook(error)
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
