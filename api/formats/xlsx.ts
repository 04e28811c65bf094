import { once, type EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type exceljs from 'exceljs'
import type { Column, Kind, LongRows } from './rows.ts'

const FORMATS: Partial<Record<Kind, string>> = { date: 'yyyy-mm-dd', time: 'yyyy-mm-dd hh:mm:ss' }
const MAX_WIDTH = 60
const ROWS_OF_PART = 200

// The first day that ZIP can express. Without the current time, equal rows give equal bytes.
const NO_TIME = new Date('1980-01-01T00:00:00Z')

/** A sheet with a frozen header. */
const SHEET = { views: [{ state: 'frozen', ySplit: 1 }] } satisfies Partial<exceljs.AddWorksheetOptions>

/**
 * Writes rows as a workbook with one sheet: typed dates and numbers, and a bold, frozen header. `missing` describes the
 * rows that are missing, on a second sheet that is opened first. Writes as fast as the client reads, and lets other
 * work of the process run meanwhile. Fails if the batches fail.
 */
export async function* writeXlsx(rows: LongRows, title: string, missing?: string): AsyncGenerator<Buffer, void, void> {
  const output = new PassThrough()
  writeWorkbook(rows, { title, missing }, output).catch((error: Error) => output.destroy(error))
  yield* output as AsyncIterable<Buffer>
}

/**
 * The reader and writer of workbooks. Loading it blocks a process for a fifth of a second, and few processes need it,
 * so a service loads it before the first request.
 */
export function loadExceljs() {
  return import('exceljs')
}

async function writeWorkbook(
  { columns, batches }: LongRows,
  { title, missing }: { title: string; missing?: string },
  output: PassThrough
): Promise<void> {
  const gone = new AbortController()
  output.once('close', () => gone.abort())
  const workbook = newWorkbook((await loadExceljs()).default, output)
  const sheet = workbook.addWorksheet(title, SHEET)
  for await (const cells of inParts(batches)) {
    if (!sheet.columns) setHeader(sheet, columns, cells)
    for (const row of cells) sheet.addRow(row.map((cell, at) => typed(cell, columns[at]!.kind))).commit()
    if (compressorOf(sheet)._writableState.needDrain) await once(compressorOf(sheet), 'drain', { signal: gone.signal })
    if (output.writableNeedDrain) await once(output, 'drain', { signal: gone.signal })
    gone.signal.throwIfAborted()
  }
  if (!sheet.columns) setHeader(sheet, columns, [])
  if (missing !== undefined) {
    workbook.addWorksheet('incomplete').addRow([missing]).commit()
    workbook.views = [{ x: 0, y: 0, width: 20_000, height: 12_000, firstSheet: 0, activeTab: 1, visibility: 'visible' }]
  }
  await workbook.commit()
}

/** A writer of a workbook, whose archive dates all entries by `NO_TIME`, which its options can't. */
function newWorkbook({ stream: { xlsx } }: typeof exceljs, output: PassThrough): exceljs.stream.xlsx.WorkbookWriter {
  class Timeless extends xlsx.WorkbookWriter {
    // the constructor adds the first entries here
    override addThemes(): Promise<void> {
      const { zip } = this as unknown as { zip: Archive }
      const append = zip.append.bind(zip)
      zip.append = (content, entry) => append(content, { ...entry, date: NO_TIME })
      return super.addThemes()
    }
  }
  return new Timeless({ stream: output, useStyles: true, created: NO_TIME } as object)
}

interface Archive {
  append: (content: unknown, entry: object) => void
}

/** At most 200 rows at a time, between which the process does other work. */
async function* inParts(batches: LongRows['batches']): AsyncGenerator<unknown[][], void, void> {
  for await (const { cells } of batches) {
    for (let at = 0; at < cells.length; at += ROWS_OF_PART) {
      if (at > 0) await setImmediate()
      yield cells.slice(at, at + ROWS_OF_PART)
    }
  }
}

interface Compressor extends EventEmitter {
  _writableState: { needDrain: boolean }
}

/** The private stream of a sheet, in which uncompressed rows accumulate because a sheet has no backpressure. */
function compressorOf(sheet: exceljs.Worksheet): Compressor {
  return (sheet as unknown as { stream: { pipes: [Compressor] } }).stream.pipes[0]
}

/** Sets the header of a sheet, and the column widths from the first rows. */
function setHeader(sheet: exceljs.Worksheet, columns: Column[], cells: unknown[][]): void {
  sheet.columns = columns.map(({ name, kind }, at) => ({
    header: name,
    width: Math.min(
      MAX_WIDTH,
      2 + cells.slice(0, 100).reduce((widest, row) => Math.max(widest, String(row[at] ?? '').length), name.length)
    ),
    style: FORMATS[kind] ? { numFmt: FORMATS[kind] } : {}
  }))
  sheet.getRow(1).font = { bold: true }
}

/** A cell with a type of the workbook format. */
function typed(cell: unknown, kind: Kind): exceljs.CellValue {
  if (cell === null || cell === undefined) return null
  switch (kind) {
    case 'number':
      return Number(cell)
    case 'date':
    case 'time':
      return new Date(cell as string)
    case 'boolean':
      return cell as boolean
    default:
      return typeof cell === 'number' ? cell : String(cell)
  }
}
