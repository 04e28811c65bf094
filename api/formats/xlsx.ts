import exceljs from 'exceljs'
import type { Column, Kind, Rows } from '../queries/rows.ts'

const FORMATS: Partial<Record<Kind, string>> = { date: 'yyyy-mm-dd', time: 'yyyy-mm-dd hh:mm:ss' }
const MAX_WIDTH = 60

/** A sheet with a frozen header. */
export const SHEET = { views: [{ state: 'frozen', ySplit: 1 }] } satisfies Partial<exceljs.AddWorksheetOptions>

/** Writes rows as a workbook with one sheet: typed dates and numbers, a bold, frozen header. */
export async function writeXlsx ({ columns, cells }: Rows, title: string): Promise<Buffer> {
  const workbook = new exceljs.Workbook()
  const sheet = workbook.addWorksheet(title, SHEET)
  setHeader(sheet, columns, cells)
  sheet.addRows(cells.map((row) => typedRow(row, columns)))
  return Buffer.from(await workbook.xlsx.writeBuffer())
}

/** Sets the header of a sheet, and the column widths from the first rows. */
export function setHeader (sheet: exceljs.Worksheet, columns: Column[], cells: unknown[][]): void {
  sheet.columns = columns.map(({ name, kind }, at) => ({
    header: name,
    width: Math.min(MAX_WIDTH, 2 + cells.slice(0, 100).reduce((widest, row) => Math.max(widest, String(row[at] ?? '').length), name.length)),
    style: FORMATS[kind] ? { numFmt: FORMATS[kind] } : {}
  }))
  sheet.getRow(1).font = { bold: true }
}

/** The cells of a row with the types of a workbook. */
export function typedRow (row: unknown[], columns: Column[]): exceljs.CellValue[] {
  return row.map((cell, at) => typed(cell, columns[at]!.kind))
}

function typed (cell: unknown, kind: Kind): exceljs.CellValue {
  if (cell === null || cell === undefined) return null
  switch (kind) {
    case 'number': return Number(cell)
    case 'date':
    case 'time': return new Date(cell as string)
    case 'boolean': return cell as boolean
    default: return String(cell)
  }
}
