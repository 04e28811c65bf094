import { LayoutError } from '../source.ts'

// The types of records (MS-XLS 2.3), the same in all versions of the format from BIFF5 on.
const BEGINNING = 0x0809
const NEEDED = new Set([
  BEGINNING, 0x000a, // of the workbook and of each sheet, and their ends
  0x0022, 0x002f, 0x0042, 0x0085, 0x00fc, // dates from 1904, a password, the code page, the names of the sheets, the texts
  0x0006, 0x0207, 0x00bd, 0x00d6, 0x00fd, 0x0203, 0x0204, 0x0205, 0x027e // cells
])
const CONTINUE = 0x003c
const UNREAD = 0x001d // the selected cells
const HEADER_SIZE = 4

/**
 * A workbook stream in which only sheets and cells are left to read. Other records get another type, so that no offset changes. The library would visit
 * every cell of a link's range, and write a line to the log for each record that it does not know. Throws a `LayoutError` for another stream.
 */
export function cellsAlone (stream: Buffer): Buffer {
  const copy = Buffer.from(stream)
  if (copy.length < HEADER_SIZE || copy.readUInt16LE() !== BEGINNING) throw new LayoutError('a workbook that begins with a BOF record', `${copy.length} bytes without it`)
  let isNeeded = false
  for (let at = 0; at + HEADER_SIZE <= copy.length; at += HEADER_SIZE + copy.readUInt16LE(at + 2)) {
    const type = copy.readUInt16LE(at)
    if (type !== CONTINUE) isNeeded = NEEDED.has(type)
    if (!isNeeded) copy.writeUInt16LE(UNREAD, at)
  }
  return copy
}
