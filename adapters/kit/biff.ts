import { LayoutError } from '../source.ts'

// The types of records (MS-XLS 2.3), the same in all versions of the format since BIFF5.
const BEGINNING = 0x0809
// records that begin with the row and column of a cell
const CELLS = new Set([0x0006, 0x00bd, 0x00d6, 0x00fd, 0x0203, 0x0204, 0x0205, 0x027e])
const ROW_OF_NUMBERS = 0x00bd // six bytes per column, plus six
const NEEDED = new Set([
  BEGINNING,
  0x000a, // of the workbook and of each sheet, and their ends
  // dates from 1904, a password, the code page, the formats of cells, the names of the sheets, the texts
  0x0022,
  0x002f,
  0x0042,
  0x041e,
  0x00e0,
  0x0085,
  0x00fc,
  ...CELLS,
  0x0207 // cells, and the texts of formulas
])
const CONTINUE = 0x003c
const UNREAD = 0x001d // the selected cells
const HEADER_SIZE = 4
const MAX_COLUMNS = 0x10000

/**
 * A workbook stream that keeps only the records of sheets and cells. The other records get a type that the library
 * ignores, so no offset changes. Otherwise the library would visit every cell of a link's range, and log a line for
 * each unknown record. Throws a `LayoutError` for any other stream, and for a cell that occurs twice, because the
 * library would silently take the last.
 */
export function cellsAlone(stream: Buffer): Buffer {
  const copy = Buffer.from(stream)
  if (copy.length < HEADER_SIZE || copy.readUInt16LE() !== BEGINNING) {
    throw new LayoutError('a workbook that begins with a BOF record', `${copy.length} bytes without it`)
  }
  let isNeeded = false
  let seen = new Set<number>()
  for (let at = 0; at + HEADER_SIZE <= copy.length; at += HEADER_SIZE + copy.readUInt16LE(at + 2)) {
    const type = copy.readUInt16LE(at)
    if (type !== CONTINUE) isNeeded = NEEDED.has(type)
    if (!isNeeded) copy.writeUInt16LE(UNREAD, at)
    if (type === BEGINNING) seen = new Set()
    if (CELLS.has(type)) addCells(copy.subarray(at, at + HEADER_SIZE + copy.readUInt16LE(at + 2)), seen)
  }
  return copy
}

function addCells(record: Buffer, seen: Set<number>): void {
  if (record.length < HEADER_SIZE + 4) return
  const [row, first] = [record.readUInt16LE(HEADER_SIZE), record.readUInt16LE(HEADER_SIZE + 2)]
  const count = record.readUInt16LE() === ROW_OF_NUMBERS ? Math.floor((record.length - HEADER_SIZE - 6) / 6) : 1
  for (let column = first; column < first + count; column++) {
    const cell = row * MAX_COLUMNS + column
    if (seen.has(cell)) {
      throw new LayoutError('a sheet without duplicate cells', `row ${row + 1}, column ${column + 1} twice`)
    }
    seen.add(cell)
  }
}
