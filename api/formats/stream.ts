import { once, type EventEmitter } from 'node:events'
import { addAbortSignal, PassThrough, Readable } from 'node:stream'
import exceljs from 'exceljs'
import { Rows, type Column } from '../queries/rows.ts'
import { writeCsv, writeCsvRows } from './csv.ts'
import { headersOf, type Format } from './index.ts'
import { rowWriter, writeJson } from './json.ts'
import { setHeader, SHEET, typedRow } from './xlsx.ts'

const TIMEOUT_MS = 600_000

/** Formats in which rows can be written while they are read. */
export const STREAMED_FORMATS = ['json', 'csv', 'xlsx'] as const satisfies Format[]

/** A list of rows too long to be held. */
export interface LongTable {
  format: typeof STREAMED_FORMATS[number]
  /** The file's name without its ending. */
  name: string
  /** What stands before the rows in JSON. */
  fields: Record<string, unknown>
  /** What the rows are called: the field of JSON, the sheet of a workbook. */
  list: string
  columns: Column[]
  batches: AsyncIterable<{ cells: unknown[][] }>
}

/**
 * Writes rows in a format as fast as they are read on the other side, and no faster. The first batch is asked for when somebody begins to read.
 * The batches are told to stop when the body is destroyed, which it is after ten minutes in any case; an error of theirs is one of the body.
 */
export function streamTable (table: LongTable): { headers: Record<string, string>, body: Readable } {
  const body = Readable.from(WRITERS[table.format](table), { objectMode: false })
  return { headers: headersOf(table.format, table.name), body: addAbortSignal(AbortSignal.timeout(TIMEOUT_MS), body) }
}

const WRITERS: Record<LongTable['format'], (table: LongTable) => AsyncIterable<string | Buffer>> = { json, csv, xlsx }

async function * json ({ fields, list, columns, batches }: LongTable) {
  const writeRow = rowWriter(columns)
  yield `${writeJson(fields).slice(0, -1)},${JSON.stringify(list)}:[`
  let before = ''
  for await (const { cells } of batches) {
    yield before + cells.map(writeRow).join(',')
    before = ','
  }
  yield ']}'
}

async function * csv ({ columns, batches }: LongTable) {
  yield writeCsv(new Rows(columns, []))
  for await (const { cells } of batches) yield writeCsvRows(new Rows(columns, cells))
}

async function * xlsx (table: LongTable) {
  const output = new PassThrough()
  writeWorkbook(table, output).catch((error: Error) => output.destroy(error))
  yield * output
}

async function writeWorkbook ({ list, columns, batches }: LongTable, output: PassThrough): Promise<void> {
  const gone = new AbortController()
  output.once('close', () => gone.abort())
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ stream: output, useStyles: true })
  const sheet = workbook.addWorksheet(list, SHEET)
  for await (const { cells } of batches) {
    if (!sheet.columns) setHeader(sheet, columns, cells)
    for (const row of cells) sheet.addRow(typedRow(row, columns)).commit()
    if (isFull(sheet)) await once(compressorOf(sheet), 'drain', { signal: gone.signal })
    if (output.writableNeedDrain) await once(output, 'drain', { signal: gone.signal })
    gone.signal.throwIfAborted()
  }
  await workbook.commit()
}

interface Compressor extends EventEmitter {
  _writableState: { needDrain: boolean }
}

/** A sheet takes rows without end: what is not compressed yet waits in the stream behind it, which the library keeps to itself. */
function compressorOf (sheet: exceljs.Worksheet): Compressor {
  return (sheet as unknown as { stream: { pipes: [Compressor] } }).stream.pipes[0]
}

function isFull (sheet: exceljs.Worksheet): boolean {
  return compressorOf(sheet)._writableState.needDrain
}
